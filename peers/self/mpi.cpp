// mpi-host and mpi: MPI from pinned memory of the host, with and without copies
// between that and the GPU.
#include <mpi.h>

#include <algorithm>
#include <array>

#include "peers/self/way.hpp"
#include "runtime/mpi/communicator.hpp"
#include "runtime/mpi/mpi_ranks.hpp"

namespace tasuki::peers::self {

namespace {

using runtime::check_mpi;

class Mpi : public Way {
  public:
    Mpi(Pair& pair, bool copies)
        : Way{pair},
          copies_{copies},
          end_{*pair.ends().front()},
          in_{pair.most()},
          out_{{streams::PinnedArray<std::byte>{pair.most()},
                streams::PinnedArray<std::byte>{pair.most()}}} {
        for (int round = 0; round < 2; ++round) down(round, pair.most());
    }

    double run(std::size_t bytes, int rounds) override {
        return pair_.timed([&] {
            for (int round = 0; round < rounds; ++round) {
                if (end_.number == 0) send(round, bytes);
                receive(bytes);
                if (end_.number == 1) send(round, bytes);
            }
        });
    }

    void clear(std::size_t bytes) override {
        std::fill_n(in_.data(), bytes, std::byte{0});
        Way::clear(bytes);
    }

    void check(std::size_t bytes, int round, const std::string& what) override {
        if (copies_) return Way::check(bytes, round, what);
        const auto* words = reinterpret_cast<const std::uint32_t*>(in_.data());
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < bytes / 4; ++i)
            wrong += words[i] != word_of(end_.receives(round), i);
        pair_.check_found(what, wrong);
    }

  private:
    void copy(void* to, const void* from, std::size_t bytes,
              decltype(TASUKI_GPU_API(MemcpyDeviceToHost)) kind) {
        gpu::check(TASUKI_GPU_API(MemcpyAsync)(to, from, bytes, kind,
                                               end_.stream.get()),
                   "copy between host and device");
        end_.stream.wait();
    }
    void down(int round, std::size_t bytes) {
        copy(out_[round % 2].data(), end_.sends(round), bytes,
             TASUKI_GPU_API(MemcpyDeviceToHost));
    }
    void send(int round, std::size_t bytes) {
        if (copies_) down(round, bytes);
        check_mpi(
            MPI_Send(out_[round % 2].data(), static_cast<int>(bytes), MPI_BYTE,
                     1 - end_.number, 0, runtime::communicator()),
            "MPI_Send");
    }
    void receive(std::size_t bytes) {
        check_mpi(MPI_Recv(in_.data(), static_cast<int>(bytes), MPI_BYTE,
                           1 - end_.number, 0, runtime::communicator(),
                           MPI_STATUS_IGNORE),
                  "MPI_Recv");
        if (copies_)
            copy(end_.window(), in_.data(), bytes,
                 TASUKI_GPU_API(MemcpyHostToDevice));
    }

    bool copies_;
    const End& end_;
    streams::PinnedArray<std::byte> in_;
    std::array<streams::PinnedArray<std::byte>, 2> out_;  // in turn
};

}  // namespace

std::unique_ptr<Way> make_mpi(Pair& pair, bool copies) {
    return std::make_unique<Mpi>(pair, copies);
}

}  // namespace tasuki::peers::self
