// Lines "key = value" in which programs describe a configuration: MILC's file
// FILE.info and the element <info> of its LIME files, tmLQCD's record xlf-info.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/gauge/validate.hpp"

namespace tasuki::io {

/// Without quotes and blanks; of "plaquette = 0.58, nr = 7" the first pair.
using InfoText = std::map<std::string, std::string>;
InfoText parse_info(std::string_view text);

struct InfoKey {
    Quantity quantity;
    std::string_view key;
    double factor;  ///< stated value * factor = Re tr / 3
};

/// MILC: 3 times the plaquettes, and the link trace as NERSC files state it.
inline constexpr InfoKey kMilcKeys[] = {
    {Quantity::plaquette_spatial, "gauge.ssplaq", 1.0 / 3},
    {Quantity::plaquette_temporal, "gauge.stplaq", 1.0 / 3},
    {Quantity::link_trace, "gauge.nersc_linktr", 1}};

/// tmLQCD
inline constexpr InfoKey kXlfKeys[] = {{Quantity::plaquette, "plaquette", 1}};

/// Those of the keys that are there.
/// @param where  the text is, e.g. "record 'xlf-info'"
std::vector<Claim> info_claims(const InfoText& info,
                               std::span<const InfoKey> keys,
                               const std::string& where);

}  // namespace tasuki::io
