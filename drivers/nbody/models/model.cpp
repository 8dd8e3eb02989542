#include "drivers/nbody/models/model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "drivers/nbody/models/king.hpp"
#include "drivers/nbody/models/plummer.hpp"
#include "drivers/nbody/models/uniform.hpp"
#include "runtime/core/error.hpp"

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
    if (origin.model == "uniform")
        return sampled(origin, [&](BodyRandom& random) {
            return sample_uniform(random, origin.virial_ratio);
        });
    const KingProfile profile{origin.w0};
    return sampled(origin, [&](BodyRandom& random) {
        return sample_king(random, profile);
    });
}

}  // namespace

void check_model(const io::BodyOrigin& origin) {
    const auto refuse = [](const char* option, const char* expected,
                           const auto& found) {
        throw UsageError(
            fmt::format("{}: expected {}, found {}", option, expected, found));
    };
    const auto& model = origin.model;
    if (origin.n < 1) refuse("--n", "1 body or more", origin.n);
    if (model != "plummer" && model != "uniform" && model != "king")
        refuse("--model", "plummer, uniform or king", "'" + model + "'");
    if (model == "uniform" &&
        !(origin.virial_ratio >= 0 && origin.virial_ratio < 1))
        refuse("--virial-ratio", "a number of 0 to below 1",
               origin.virial_ratio);
    if (model == "king" && !(origin.w0 >= 0.05 && origin.w0 <= 16))
        refuse("--w0", "a number of 0.05 to 16", origin.w0);
}

nbody::Bodies make_bodies(const io::BodyOrigin& origin, double gravity) {
    check_model(origin);
    auto bodies = sampled(origin);
    centre(bodies.position);
    centre(bodies.velocity);
    for (auto& velocity : bodies.velocity)
        for (double& v : velocity) v *= std::sqrt(gravity);
    return bodies;
}

}  // namespace tasuki::drivers
