#include <algorithm>

#include "peers/self/host.hpp"

namespace tasuki::peers::self {

namespace {

bool has(const std::vector<std::string>& names, const char* name) {
    return std::ranges::count(names, name) > 0;
}

/// The largest message of all that is asked for [B].
std::size_t largest(const Options& o) {
    std::size_t most = 4;
    if (has(o.experiments, "kernels"))
        for (const auto bytes : o.kernels) most = std::max(most, bytes);
    if (has(o.experiments, "ping-pong"))
        for (const auto bytes : o.messages) most = std::max(most, bytes);
    return most;
}

class Experiments {
  public:
    Experiments(const Options& options, const runtime::Ranks& ranks,
                const Listener& listener)
        : o_{options}, listener_{listener}, pair_{ranks, largest(options)} {
        listener.begin(pair_.setting());
    }

    void launch() const {
        first_alone([&](const End& end) {
            listener_.row(measure_queued_launch(end, o_.repetitions));
            listener_.row(measure_seen_launch(end, o_.repetitions));
            if (const char* why = why_no_launch_from_kernels())
                listener_.left_out({"launch from a kernel", why});
            else
                listener_.row(measure_launch_from_kernel(end, o_.repetitions));
        });
    }

    void attribute() const {
        first_alone([&](const End& end) {
            for (const auto bytes : o_.attributes)
                listener_.row(measure_attribute(end, bytes, o_.repetitions));
        });
    }

    void kernels() {
        if (!is_mapped("kernels")) return;
        Stores stores{pair_};
        for (const auto& [name, wait] :
             {std::pair{"poll", Wait::poll}, {"exchange", Wait::exchange}})
            for (const auto bytes : o_.kernels) {
                stores.choose_one_block(bytes, wait);
                listener_.row(measure_way(stores, "kernels", name, bytes,
                                          o_.repetitions));
            }
    }

    void ping_pong() {
        for (const auto& name : o_.ways) {
            const auto way = make_way(name);
            if (!way) continue;
            for (const auto bytes : o_.messages)
                listener_.row(measure_way(*way, "ping-pong", name, bytes,
                                          o_.repetitions));
        }
    }

  private:
    /// What the ends do not share.
    template <class Body>
    void first_alone(const Body& body) const {
        const End& end = *pair_.ends().front();
        streams::select(end.device);
        if (end.number == 0) body(end);
        pair_.ranks().barrier();
    }

    bool is_mapped(const std::string& rows) const {
        if (!pair_.is_mapped())
            listener_.left_out(
                {rows,
                 "a GPU does not reach memory of the other rank's (CUDA "
                 "or HIP IPC)"});
        return pair_.is_mapped();
    }

    std::unique_ptr<Way> make_way(const std::string& name) {
        const std::string rows = "ping-pong by " + name;
        std::string why_not;
        std::unique_ptr<Way> way;
        if (name == "self" || name.starts_with("copy")) {
            if (!is_mapped(rows)) return nullptr;
            if (name == "self")
                way = std::make_unique<Stores>(pair_);
            else
                way = name == "copy" ? make_copy(pair_, why_not)
                                     : make_copy_alone(pair_);
        } else if (!pair_.ranks().several()) {
            why_not = "it is between two ranks: mpirun -np 2";
        } else if (name == "nccl" && pair_.setting().one_gpu) {
            why_not = "NCCL wants a GPU for each rank";
        } else {
            way = name == "nccl" ? make_nccl(pair_, why_not)
                                 : make_mpi(pair_, name == "mpi-host");
        }
        if (!way) listener_.left_out({rows, why_not});
        return way;
    }

    const Options& o_;
    const Listener& listener_;
    Pair pair_;
};

}  // namespace

void measure(const Options& options, const runtime::Ranks& ranks,
             const Listener& listener) {
    Experiments experiments{options, ranks, listener};
    if (has(options.experiments, "launch")) experiments.launch();
    if (has(options.experiments, "attribute")) experiments.attribute();
    if (has(options.experiments, "kernels")) experiments.kernels();
    if (has(options.experiments, "ping-pong")) experiments.ping_pong();
}

}  // namespace tasuki::peers::self
