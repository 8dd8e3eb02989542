// Where the bodies of a run came from.
#pragma once

#include <cstdint>
#include <string>

namespace tasuki::io {

/// A file, or a model with what it was made from.
struct BodyOrigin {
    std::string input;          ///< as the user wrote it; empty: a model
    std::string model;          ///< "plummer", "uniform" or "king"
    std::uint64_t n = 0;        ///< bodies
    std::uint64_t seed = 1;     ///< of a model
    double w0 = 6;              ///< of king: depth of the potential
    double virial_ratio = 0.5;  ///< of uniform: kinetic over -potential energy

    bool is_model() const { return input.empty(); }
};

}  // namespace tasuki::io
