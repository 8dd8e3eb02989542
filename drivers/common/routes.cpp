#include "drivers/common/routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <numeric>
#include <set>

#include "codelets/device/tuning.hpp"
#include "codelets/stream/copy/copy.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/median.hpp"
#include "runtime/graph/graph.hpp"
#include "runtime/mpi/message.hpp"

namespace tasuki::drivers {

namespace {

using runtime::Array, runtime::Context, runtime::Route, runtime::Where;

/// Doubles of a large array and a small one: 8 MiB, 8 B.
constexpr std::size_t kLarge = std::size_t{1} << 20, kSmall = 1;

/// Of device::tuned(): ids of devices name their machine.
constexpr const char* kFile = "routes";

std::string key_of(const Route& route) {
    return fmt::format("{} -> {}, {}", route.from.id, route.to.id,
                       name_of(route.exchange));
}

/// An array of one rank that goes to another and comes back.
class ThereAndBack {
  public:
    ThereAndBack(Context& context, int other, std::size_t size)
        : context_{context},
          other_{other},
          sends_first_{context.ranks().rank() < other},
          where_{context.count(runtime::Worker::Kind::gpu) > 0 ? Where::gpu
                                                               : Where::cpu},
          own_{context, size},
          come_{runtime::array_from<double>(context, size, other, kTag)},
          sent_{runtime::array_to<double>(context, size, other, kTag)},
          graph_{runtime::record(context, [this] { submit(); })} {
        const auto host = own_.write();
        std::iota(host.begin(), host.end(), 1.0);
    }

    /// Of an array one way, in so many round trips.
    double seconds(int rounds) {
        using Clock = std::chrono::steady_clock;
        const auto start = Clock::now();
        graph_.run(rounds);
        context_.wait();
        const std::chrono::duration<double> all = Clock::now() - start;
        return all.count() / (2 * rounds);
    }

    /// @throws FaultError  it came back as another
    void check() {
        double expected = 1;
        for (const double value : own_.read())
            if (value != expected++)
                throw runtime::FaultError(fmt::format(
                    "an array to rank {} and back: expected {}, found {}",
                    other_, expected - 1, value));
    }

  private:
    static constexpr runtime::MessageTag kTag = 1;

    void submit() {
        if (sends_first_) send();
        runtime::submit_receive(come_, other_, kTag);
        runtime::submit<stream::copy::Kernel>(context_, {}, {.where = where_},
                                              own_, come_);
        runtime::submit_release(come_, other_, kTag);
        if (!sends_first_) send();
    }
    void send() {
        runtime::submit_open(sent_, other_, kTag);
        runtime::submit<stream::copy::Kernel>(context_, {}, {.where = where_},
                                              sent_, own_);
        runtime::submit_send(sent_, other_, kTag);
    }

    Context& context_;
    int other_;
    bool sends_first_;
    Where where_;
    Array<double> own_, come_, sent_;
    runtime::Graph graph_;
};

/// The median of some repetitions.
double one_way_seconds(Context& context, int other, std::size_t size) {
    ThereAndBack message{context, other, size};
    // Tasks are placed, and GPUs have their graphs.
    for (int k = 0; k < 10; ++k) message.seconds(10);
    std::vector<double> seconds;
    for (int k = 0; k < 7; ++k) seconds.push_back(message.seconds(20));
    message.check();
    return runtime::median(seconds);
}

}  // namespace

std::vector<Route> routes_of_ranks(const runtime::Ranks& ranks) {
    auto own = Json::array();
    for (const Route& r : ranks.routes())
        own.push_back({r.from.rank, r.from.device, r.from.id, r.to.rank,
                       r.to.device, r.to.id, name_of(r.exchange)});
    std::vector<Route> routes;
    for (const auto& text : ranks.gather(own.dump()))
        for (const auto& r : Json::parse(text))
            routes.push_back(
                {{r[0], r[1], r[2]},
                 {r[3], r[4], r[5]},
                 runtime::parse_exchange(r[6].get<std::string>())});
    return routes;
}

std::optional<RouteSpeed> speed_of(const Route& route) {
    const auto text = device::tuned(kFile, key_of(route));
    RouteSpeed speed{};
    if (!text || std::sscanf(text->c_str(), "%lf GB/s, %lf us",
                             &speed.bandwidth_gbs, &speed.latency_us) != 2)
        return std::nullopt;
    return speed;
}

void measure_routes(Context& context) {
    const auto& ranks = context.ranks();
    const auto routes = routes_of_ranks(ranks);
    std::set<std::string> measured;
    for (const Route& route : routes) {
        const int a = route.from.rank, b = route.to.rank, own = ranks.rank();
        // Ranks that share devices are as fast as each other.
        if (a > b || !measured.insert(key_of(route)).second) continue;
        double seconds[2] = {};
        for (std::size_t k = 0; k < 2; ++k)
            if (own == a || own == b)
                seconds[k] = one_way_seconds(context, own == a ? b : a,
                                             k == 0 ? kSmall : kLarge);
            else  // the graph of the others
                runtime::record(context, [] {});
        // Others wait here, so that one pair has the machine for itself.
        const double small = ranks.largest(seconds[0]);
        const double large = ranks.largest(seconds[1]);
        if (!ranks.is_first()) continue;
        for (const Route& its : routes)
            if (std::min(its.from.rank, its.to.rank) == a &&
                std::max(its.from.rank, its.to.rank) == b)
                device::keep_tuned(
                    kFile, key_of(its),
                    fmt::format("{:.4g} GB/s, {:.4g} us",
                                1e-9 * sizeof(double) * kLarge / large,
                                1e6 * small));
    }
}

std::string describe(const Route& r) {
    const auto speed = speed_of(r);
    return fmt::format(
        "rank {} ({}) -> rank {} ({}): {}, {}", r.from.rank, r.from.device,
        r.to.rank, r.to.device, name_of(r.exchange),
        speed ? fmt::format("{:.1f} GB/s, {:.1f} us", speed->bandwidth_gbs,
                            speed->latency_us)
              : "not measured (mpirun with tasuki devices does)");
}

Json routes_json(const std::vector<Route>& routes) {
    auto list = Json::array();
    for (const Route& r : routes) {
        const auto speed = speed_of(r);
        list.push_back({{"from", r.from.rank},
                        {"from_device", r.from.device},
                        {"to", r.to.rank},
                        {"to_device", r.to.device},
                        {"way", name_of(r.exchange)},
                        {"bandwidth_gbs", nullptr},
                        {"latency_us", nullptr}});
        if (!speed) continue;
        list.back()["bandwidth_gbs"] = speed->bandwidth_gbs;
        list.back()["latency_us"] = speed->latency_us;
    }
    return list;
}

}  // namespace tasuki::drivers
