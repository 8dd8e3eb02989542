// Where a flow on the sphere came from.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <vector>

namespace tasuki::io {

/// Order by order, of T<M>; see codelets/sphere/truncation.hpp.
using Vorticity = std::vector<std::complex<double>>;

/// Where the vorticity of a run came from.
struct FlowOrigin {
    enum class Kind : std::uint8_t { rossby_haurwitz, random, file };
    Kind kind = Kind::rossby_haurwitz;
    int degree = 5, order = 4;     ///< n and m of a Rossby-Haurwitz wave
    double peak = 10, width = 20;  ///< of random
    std::uint64_t seed = 1;        ///< of random
    double wind = 0.25;            ///< of random [radius/day]
    std::string file;              ///< as the user wrote it

    /// "rossby-haurwitz:5,4", "random:10,20" or the name of the file
    std::string name() const;
};

/// What --start says; what is no flow of ours is a file.
/// @throws UsageError  such a flow cannot be
FlowOrigin parse_origin(const std::string& text);

}  // namespace tasuki::io
