#include "drivers/nbody/models/model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivers/common/host_memory.hpp"
#include "drivers/nbody/models/king.hpp"
#include "drivers/nbody/models/plummer.hpp"
#include "drivers/nbody/models/uniform.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

namespace {

using runtime::UsageError;

template <class Sample>
nbody::Bodies sampled(const io::BodyOrigin& origin, const Sample& sample) {
    nbody::Bodies bodies;
    bodies.resize(origin.n);
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        BodyRandom random{origin.seed, k};
        const Place place = sample(random);
        bodies.mass[k] = 1 / static_cast<double>(origin.n);
        bodies.position[k] = place.position;
        bodies.velocity[k] = place.velocity;
    }
    return bodies;
}

/// For equal masses: makes the mean zero.
void centre(std::vector<nbody::Vector>& vectors) {
    for (int d = 0; d < 3; ++d) {
        double sum = 0;
        for (const auto& v : vectors) sum += v[d];
        const double mean = sum / static_cast<double>(vectors.size());
        for (auto& v : vectors) v[d] -= mean;
    }
}

nbody::Bodies sampled(const io::BodyOrigin& origin) {
    if (origin.model == "plummer") return sampled(origin, sample_plummer);
    if (origin.model == "uniform") {
        if (!(origin.virial_ratio >= 0 && origin.virial_ratio < 1))
            throw UsageError(fmt::format(
                "--virial-ratio: expected a number of 0 to below 1, found {}",
                origin.virial_ratio));
        return sampled(origin, [&](BodyRandom& random) {
            return sample_uniform(random, origin.virial_ratio);
        });
    }
    if (origin.model != "king")
        throw UsageError(fmt::format(
            "--model: expected plummer, uniform or king, found '{}'",
            origin.model));
    if (!(origin.w0 >= 0.05 && origin.w0 <= 16))
        throw UsageError(fmt::format(
            "--w0: expected a number of 0.05 to 16, found {}", origin.w0));
    const KingProfile profile{origin.w0};
    return sampled(origin, [&](BodyRandom& random) {
        return sample_king(random, profile);
    });
}

}  // namespace

nbody::Bodies make_bodies(const io::BodyOrigin& origin, double gravity) {
    if (origin.n < 2)
        throw UsageError(
            fmt::format("--n: expected 2 bodies or more, found {}", origin.n));
    // The bodies, those of the simulation, those that it gives back, and a file
    // of them.
    constexpr double kBytesOfBody = 7 * sizeof(double);
    check_host_memory(fmt::format("{} bodies need", origin.n),
                      4 * kBytesOfBody * static_cast<double>(origin.n));
    auto bodies = sampled(origin);
    centre(bodies.position);
    centre(bodies.velocity);
    for (auto& velocity : bodies.velocity)
        for (double& v : velocity) v *= std::sqrt(gravity);
    return bodies;
}

}  // namespace tasuki::drivers
