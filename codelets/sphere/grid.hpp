// Latitudes and longitudes on which fields are known, and the weights that
// integrate over them.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "codelets/sphere/truncation.hpp"

namespace tasuki::sphere {

enum class Latitudes {
    gauss,    ///< roots of the Legendre polynomial of degree J
    regular,  ///< colatitudes (j + 1/2) pi / J (Fejer's first rule)
    poles,    ///< colatitudes j pi / (J - 1) (rule of Clenshaw and Curtis)
    inner     ///< colatitudes (j + 1) pi / (J + 1) (Fejer's second rule)
};
/// All of them.
inline constexpr std::array kLatitudes{Latitudes::gauss, Latitudes::regular,
                                       Latitudes::poles, Latitudes::inner};
/// "gauss", "regular", "poles", "inner"
/// @throws UsageError  another text
Latitudes parse_latitudes(std::string_view text);
const char* latitudes_name(Latitudes kind);

/// J latitudes from north to south, I longitudes 2 pi i / I each.
struct Grid {
    Latitudes kind = Latitudes::gauss;
    int latitudes = 0;   ///< J
    int longitudes = 0;  ///< I

    bool operator==(const Grid&) const = default;
    std::size_t size() const {
        return static_cast<std::size_t>(latitudes) *
               static_cast<std::size_t>(longitudes);
    }
};

/// The smallest J with which analysis after synthesis gives the spectrum back.
int least_latitudes(Latitudes kind, int degrees);
/// The same for I.
int least_longitudes(int orders);

/// The grid of least size on which products of two fields of T<degrees> have no
/// aliases, I = 3 M + 1 and J = I / 2 at least, both of them even and I without
/// prime factors above 7.
Grid quadratic_grid(Latitudes kind, int degrees);

/// @throws UsageError  sizes below 1, or too few for the truncation
void check_grid(const Grid& grid, const Truncation& truncation);

/// One latitude.
struct Node {
    double mu;      ///< sine of the latitude
    double cosine;  ///< of the latitude
    double weight;  ///< integral over mu from -1 to 1: they sum to 2
    /// The next digits of `cosine`, as many again: its powers need them.
    double cosine_rest;
};

/// (J) from north to south; symmetric about the equator to the last bit.
/// Gauss: Newton's method on the three-term recurrence, in extended precision;
/// the others by their cosine sums (Waldvogel, BIT 46 (2006) 195).
/// @throws UsageError  J below 1, or below 2 with poles
std::vector<Node> nodes_of(Latitudes kind, int latitudes);

}  // namespace tasuki::sphere
