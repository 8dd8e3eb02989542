// Mass per area of bodies that are seen from afar, on a grid of pixels.
//
// A body is spread over a disc that grows where there are few around it, so
// that outskirts are smooth and the centre keeps its detail: the disc has the
// area of the smallest square around the body that holds 32 of them.  Within
// its radius h the density is 3 m / (pi h^2) (1 - r^2 / h^2)^2, whose sum over
// the pixels is m.  Large discs are drawn on coarser grids; so radii are right
// to a sixteenth of an octave, and centres to an eighth of the cell.
#pragma once

#include <cstddef>
#include <vector>

#include "codelets/nbody/bodies.hpp"

namespace tasuki::views {

/// Which coordinates are to the right and up.
enum class Plane { xy, xz };

/// A square.
struct View {
    Plane plane = Plane::xy;
    nbody::Vector centre{};  ///< what is in its middle
    double width = 1;        ///< [length]
    int pixels = 1;          ///< along a side

    double pixel() const { return width / pixels; }  ///< [length]
};

/// @return (pixels, pixels), rows from the top [mass / length^2]
std::vector<double> surface_density(const nbody::Bodies& bodies,
                                    const View& view);

/// Memory that it takes for a while, the densities included [B]: more than that
/// of a picture of so many pixels and its file.
std::size_t density_bytes(std::size_t bodies, int pixels);

/// The radius in the plane that holds this fraction of the mass.
double projected_radius(const nbody::Bodies& bodies, Plane plane,
                        const nbody::Vector& centre, double fraction);

/// Of mass.
nbody::Vector centre_of(const nbody::Bodies& bodies);

}  // namespace tasuki::views
