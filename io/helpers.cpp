#include "io/helpers.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>
#include <ranges>
#include <system_error>
#include <utility>

#include "io/input_error.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::io {

namespace {

using runtime::ExitCode;

/// What a helper says of a job.
struct Reply {
    ExitCode code = ExitCode::done;
    std::array<char, 4096> text{};

    void set(ExitCode to, const char* what) {
        code = to;
        std::strncpy(text.data(), what, text.size() - 1);
    }
};

Reply reply_of(const std::function<void()>& work) {
    Reply reply;
    try {
        work();
    } catch (const runtime::Error& e) {
        reply.set(e.exit_code(), e.what());
    } catch (const std::bad_alloc&) {
        reply.set(ExitCode::unavailable,
                  "a process that reads and writes files has no memory");
    } catch (const std::exception& e) {
        reply.set(ExitCode::fault, e.what());
    }
    return reply;
}

/// Signals end a helper as any process, and in silence.
void become_helper() {
    // It has no sense without its caller.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const rlimit none{0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    for (const int one : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU,
                          SIGINT, SIGTERM, SIGHUP})
        std::signal(one, SIG_DFL);
    const int silence = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (silence >= 0) ::dup2(silence, standard);
}

/// @return  its status, as of waitpid()
int wait_for(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

/// For lack of open files, processes or memory.
[[noreturn]] void cannot_start() {
    throw std::system_error(errno, std::generic_category(),
                            "a process that handles files cannot be started");
}

/// A library that comes to no end is ended.
void limit_time(unsigned seconds) {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto spent =
        static_cast<rlim_t>(used.ru_utime.tv_sec + used.ru_stime.tv_sec);
    const rlimit limit{spent + seconds, RLIM_INFINITY};
    ::setrlimit(RLIMIT_CPU, &limit);
}

}  // namespace

SharedMemory::SharedMemory(std::size_t bytes) {
    void* const memory =
        ::mmap(nullptr, std::max<std::size_t>(bytes, 1), PROT_READ | PROT_WRITE,
               MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc{};
    bytes_ = {static_cast<std::byte*>(memory), bytes};
}

SharedMemory::~SharedMemory() {
    ::munmap(bytes_.data(), std::max<std::size_t>(bytes_.size(), 1));
}

Helpers::Helpers(Options options) : options_{std::move(options)} {
    for (int k = 0; k < options_.count; ++k) {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
            cannot_start();
        Descriptor own{ends[0]};
        const Descriptor its{ends[1]};
        const pid_t process = ::fork();
        if (process < 0) cannot_start();
        if (process == 0) {
            // Or those before would not see that the caller has ended.
            for (const Helper& other : helpers_) ::close(other.socket);
            ::close(own);
            become_helper();
            serve(its);
        }
        helpers_.push_back({process, std::move(own)});
    }
}

Helpers::~Helpers() {
    const auto still_there = [](const Helper& h) { return h.process > 0; };
    for (const Helper& h : helpers_ | std::views::filter(still_there))
        ::kill(h.process, SIGKILL);
    for (const Helper& h : helpers_ | std::views::filter(still_there))
        wait_for(h.process);
}

void Helpers::serve(int socket) const {
    Job job{};
    while (::recv(socket, &job, sizeof job, 0) == sizeof job) {
        limit_time(options_.job_seconds);
        const Reply reply = reply_of([&] { options_.work(job); });
        if (::send(socket, &reply, sizeof reply, MSG_NOSIGNAL) < 0) break;
    }
    ::_exit(0);
}

bool Helpers::has_idle() const {
    return std::ranges::any_of(helpers_, [](auto& h) { return !h.has_job; });
}

void Helpers::start(const Job& job) {
    const auto idle = std::ranges::find(helpers_, false, &Helper::has_job);
    idle->has_job = true;
    idle->job = job;
    idle->since = runtime::machine_nanoseconds();
    // One that has ended is noticed when its reply is waited for.
    (void)::send(idle->socket, &job, sizeof job, MSG_NOSIGNAL);
}

std::vector<Helpers::Done> Helpers::wait(int descriptor, int milliseconds) {
    std::vector<pollfd> ends{{descriptor, POLLIN, 0}};
    std::vector<Helper*> busy;
    for (Helper& helper : helpers_)
        if (helper.has_job) {
            ends.push_back({helper.socket, POLLIN, 0});
            busy.push_back(&helper);
        }
    std::vector<Done> done;
    if (::poll(ends.data(), ends.size(), milliseconds) <= 0) return done;
    for (std::size_t k = 0; k < busy.size(); ++k)
        if (ends[k + 1].revents != 0) take_reply(*busy[k], done);
    return done;
}

void Helpers::take_reply(Helper& helper, std::vector<Done>& done) {
    Reply reply;
    if (::recv(helper.socket, &reply, sizeof reply, 0) != sizeof reply)
        refuse_end(helper);
    if (reply.code != ExitCode::done)
        throw runtime::Error(reply.code, reply.text.data());
    helper.has_job = false;
    done.push_back(
        {helper.job, 1e-9 * static_cast<double>(runtime::machine_nanoseconds() -
                                                helper.since)});
}

void Helpers::refuse_end(Helper& helper) const {
    const int status = wait_for(std::exchange(helper.process, 0));
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (signal == SIGKILL || signal == SIGTERM || signal == 0)
        throw runtime::UnavailableError(fmt::format(
            "a process that reads and writes {} was ended from outside, as "
            "where memory is short: fewer --readers need less",
            options_.file));
    throw InputError(options_.file, "damaged", options_.place(helper.job),
                     "a file that its library can read",
                     signal == SIGXCPU ? "that it comes to no end"
                                       : std::string{"that it fails with "} +
                                             ::strsignal(signal));
}

}  // namespace tasuki::io
