// nccl: ncclSend() and ncclRecv() of NCCL or RCCL, if one is found when the
// program runs; no build needs them.
#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>

#include "peers/self/way.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::peers::self {

namespace {

// As in nccl.h and rccl.h, which have not changed since NCCL 2.7.
using Result = int;  // 0: success
constexpr int kBytes = 1;
struct UniqueId {
    char bytes[128];
};
using Communicator = struct OfNccl*;

/// A null pointer where a function is missing.
struct Library {
    void* library = open();

    template <class Function>
    Function* find(const char* name) const {
        return library == nullptr
                   ? nullptr
                   : reinterpret_cast<Function*>(dlsym(library, name));
    }

    Result (*get_unique_id)(UniqueId*) =
        find<Result(UniqueId*)>("ncclGetUniqueId");
    Result (*init)(Communicator*, int, UniqueId, int) =
        find<Result(Communicator*, int, UniqueId, int)>("ncclCommInitRank");
    Result (*destroy)(Communicator) =
        find<Result(Communicator)>("ncclCommDestroy");
    Result (*send)(const void*, std::size_t, int, int, Communicator,
                   gpu::Stream) =
        find<Result(const void*, std::size_t, int, int, Communicator,
                    gpu::Stream)>("ncclSend");
    Result (*receive)(void*, std::size_t, int, int, Communicator, gpu::Stream) =
        find<Result(void*, std::size_t, int, int, Communicator, gpu::Stream)>(
            "ncclRecv");
    const char* (*describe)(Result) =
        find<const char*(Result)>("ncclGetErrorString");

    bool is_complete() const {
        return get_unique_id != nullptr && init != nullptr &&
               destroy != nullptr && send != nullptr && receive != nullptr &&
               describe != nullptr;
    }
    static void* open() {
        for (const char* name : {"libnccl.so.2", "librccl.so.1"})
            if (void* found = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return found;
        return nullptr;
    }
};

class Nccl : public Way {
  public:
    Nccl(Pair& pair, const Library& library, Communicator communicator)
        : Way{pair},
          library_{library},
          communicator_{communicator},
          end_{*pair.ends().front()} {}
    ~Nccl() override { library_.destroy(communicator_); }

    double run(std::size_t bytes, int rounds) override {
        return pair_.timed([&] {
            for (int round = 0; round < rounds; ++round) {
                if (end_.number == 0) send(bytes, round);
                check_result(library_.receive(end_.window(), bytes, kBytes,
                                              1 - end_.number, communicator_,
                                              end_.stream.get()),
                             "ncclRecv");
                if (end_.number == 1) send(bytes, round);
            }
            end_.stream.wait();
        });
    }

  private:
    void check_result(Result result, const char* call) const {
        if (result != 0)
            throw runtime::FaultError(
                fmt::format("{}: {}", call, library_.describe(result)));
    }
    void send(std::size_t bytes, int round) const {
        check_result(
            library_.send(end_.sends(round), bytes, kBytes, 1 - end_.number,
                          communicator_, end_.stream.get()),
            "ncclSend");
    }

    Library library_;
    Communicator communicator_;
    const End& end_;
};

}  // namespace

std::unique_ptr<Way> make_nccl(Pair& pair, std::string& why_not) {
    const Library library;
    if (!pair.all(library.is_complete())) {
        why_not = "no libnccl.so.2 is found: LD_LIBRARY_PATH has its folder";
        return nullptr;
    }
    const auto& ranks = pair.ranks();
    streams::select(pair.ends().front()->device);
    UniqueId id{};
    Result result = ranks.is_first() ? library.get_unique_id(&id) : 0;
    Communicator communicator = nullptr;
    if (pair.all(result == 0)) {
        const auto first = ranks.gather({id.bytes, sizeof id.bytes}).front();
        std::memcpy(id.bytes, first.data(), sizeof id.bytes);
        result = library.init(&communicator, 2, id, ranks.rank());
    }
    if (pair.all(result == 0))
        return std::make_unique<Nccl>(pair, library, communicator);
    why_not = fmt::format("NCCL does not begin: {}", library.describe(result));
    return nullptr;
}

}  // namespace tasuki::peers::self
