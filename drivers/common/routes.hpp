// How fast arrays go from rank to rank, as it was measured and kept.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/core/context.hpp"

namespace tasuki {
class Json;
}

namespace tasuki::drivers {

/// Of an array one way, with the kernels that write and read it.
struct RouteSpeed {
    double bandwidth_gbs;  ///< of a large one [10^9 B/s]
    double latency_us;     ///< time of 8 bytes [10^-6 s]
};

/// Those of all ranks, on each.  Every rank calls, with or after the Context.
std::vector<runtime::Route> routes_of_ranks(const runtime::Ranks& ranks);

/// As measure_routes() has kept it, in this run or an earlier one.  On the
/// first rank.
std::optional<RouteSpeed> speed_of(const runtime::Route& route);

/// Sends arrays there and back between each two devices that ranks of a machine
/// have, one pair after the other; the first rank keeps how fast they were.
/// Every rank calls.
/// @throws FaultError  an array came back as another
void measure_routes(runtime::Context& context);

// Both on the first rank.

/// "rank 0 (GPU 0 (NVIDIA H200)) -> rank 1 (...): stores, 350.0 GB/s, 9.0 us"
std::string describe(const runtime::Route& route);
/// A list; speeds that were not measured are null.
Json routes_json(const std::vector<runtime::Route>& routes);

}  // namespace tasuki::drivers
