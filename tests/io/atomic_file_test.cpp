#include "io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "tests/folder.hpp"
#include "tests/refusal.hpp"

using tasuki::io::AtomicFile;
using tasuki::io::check_writable;
using tasuki::test::Folder;
using tasuki::test::read_file;
using tasuki::test::write_file;
using Names = std::vector<std::string>;

TEST_CASE("an output has its name only after the commit") {
    const Folder folder;
    AtomicFile file{folder / "out"};
    file.write("one ");
    file.write("two");
    CHECK_FALSE(std::filesystem::exists(folder / "out"));
    file.commit();
    CHECK(read_file(folder / "out") == "one two");
    CHECK(folder.names() == Names{"out"});
}

TEST_CASE("without a commit nothing is left and the older file stays") {
    const Folder folder;
    write_file(folder / "out", "old");
    {
        AtomicFile file{folder / "out"};
        file.write("new");
    }
    CHECK(read_file(folder / "out") == "old");
    CHECK(folder.names() == Names{"out"});
}

TEST_CASE("a replaced file keeps its permissions") {
    const Folder folder;
    write_file(folder / "out", "old");
    std::filesystem::permissions(folder / "out", std::filesystem::perms{0640});
    AtomicFile file{folder / "out"};
    file.write("new");
    file.commit();
    const auto status = std::filesystem::status(folder / "out");
    CHECK(status.permissions() == std::filesystem::perms{0640});
}

TEST_CASE("a new file has the permissions of the umask") {
    const Folder folder;
    const mode_t before = ::umask(027);
    AtomicFile file{folder / "out"};
    file.commit();
    ::umask(before);
    const auto status = std::filesystem::status(folder / "out");
    CHECK(status.permissions() == std::filesystem::perms{0640});
}

TEST_CASE("a symbolic link stays, what it points to is replaced") {
    const Folder folder;
    std::filesystem::create_directory(folder / "sub");
    write_file(folder / "sub/real", "old");
    for (const auto* target : {"sub/real", "sub/new"}) {
        std::filesystem::remove(folder / "link");
        std::filesystem::create_symlink(target, folder / "link");
        AtomicFile file{folder / "link"};
        file.write("new");
        file.commit();
        CHECK(std::filesystem::is_symlink(folder / "link"));
        CHECK(read_file(folder / target) == "new");
    }
}

TEST_CASE("an output that cannot be written is refused, named, with a reason") {
    const Folder folder;
    CHECK_REFUSAL(check_writable(folder / "no/out"), folder / "no/out",
                  "cannot write", "No such file or directory");
    CHECK_REFUSAL(check_writable(folder.path()), folder.path(),
                  "Is a directory");
    CHECK_REFUSAL(check_writable(folder / "new/"), "Is a directory");
    CHECK_REFUSAL(check_writable(""), "empty");
    CHECK_REFUSAL(check_writable("/proc/out"), "/proc/out", "cannot write");
    write_file(folder / "file", "");
    CHECK_REFUSAL(check_writable(folder / "file/out"), "Not a directory");
    CHECK_REFUSAL(check_writable(folder / std::string(300, 'n')),
                  "File name too long");
    CHECK(folder.names() == Names{"file"});
}

TEST_CASE("check_writable leaves nothing and touches nothing") {
    const Folder folder;
    write_file(folder / "old", "old");
    check_writable(folder / "old");
    check_writable(folder / "new");
    CHECK(folder.names() == Names{"old"});
    CHECK(read_file(folder / "old") == "old");
}

TEST_CASE("devices are written in place") {
    AtomicFile file{"/dev/null"};
    CHECK(file.in_place());
    file.write("gone");
    file.commit();
    CHECK(std::filesystem::is_character_file("/dev/null"));
    CHECK_REFUSAL(AtomicFile{"/dev/full"}.write("x"), "/dev/full",
                  "No space left on device");
}

TEST_CASE("a FIFO is written in place, and probing it does not open it") {
    const Folder folder;
    REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
    check_writable(folder / "fifo");  // would wait for a reader
    const int reader = ::open((folder / "fifo").c_str(), O_RDONLY | O_NONBLOCK);
    AtomicFile file{folder / "fifo"};
    file.write("text");
    file.commit();
    char text[8] = {};
    CHECK(::read(reader, text, sizeof text) == 4);
    CHECK(std::string{text} == "text");
    ::close(reader);
    CHECK(folder.names() == Names{"fifo"});
}

TEST_CASE("/dev/stdout goes on where the shell's file is") {
    const Folder folder;
    const int saved = ::dup(STDOUT_FILENO);
    const int file = ::open((folder / "out").c_str(), O_WRONLY | O_CREAT, 0600);
    REQUIRE(::write(file, "first ", 6) == 6);
    std::fflush(stdout);
    ::dup2(file, STDOUT_FILENO);
    {
        AtomicFile out{"/dev/stdout"};
        out.write("second");
        out.commit();
    }
    ::dup2(saved, STDOUT_FILENO);
    ::close(saved);
    ::close(file);
    CHECK(read_file(folder / "out") == "first second");
}

TEST_CASE("a full disk is reported and leaves nothing") {
    const Folder folder;
    const pid_t child = ::fork();
    if (child == 0) {
        // The kernel's own limit on file sizes stands in for a full disk.
        const rlimit limit{1000, 1000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        ::signal(SIGXFSZ, SIG_IGN);
        int result = 1;
        try {
            AtomicFile file{folder / "out"};
            file.write(std::string(5000, 'x'));
            file.commit();
        } catch (const tasuki::runtime::UsageError& e) {
            const std::string text = e.what();
            result = text.find("File too large") != std::string::npos ? 0 : 2;
        }
        ::_exit(result);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
    CHECK(folder.names().empty());
}
