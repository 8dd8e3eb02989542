// Whether a view is one, whatever it shows.
#pragma once

#include <string>

#include "json/json.hpp"
#include "tests/hostile.hpp"
#include "tests/views/well_formed.hpp"

namespace tasuki::fuzz {

inline void need(bool holds) {
    if (!holds) __builtin_trap();
}

/// A page or a picture: well-formed, and nothing in it that cannot be seen.
inline void check_xml(const std::string& text) {
    need(test::WellFormed::problem(text).empty());
    need(test::is_plain(text));
}

}  // namespace tasuki::fuzz
