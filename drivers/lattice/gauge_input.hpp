// The gauge configuration that a command computes with, as its options name it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "codelets/lattice/gauge_field.hpp"
#include "drivers/common/cli_fwd.hpp"
#include "io/oddities.hpp"
#include "runtime/core/ranks.hpp"

namespace tasuki::drivers {

struct GaugeInput {
    std::string gauge;  ///< file, cold, hot:SEED; empty = sample
    io::OddForm odd = io::OddForm::warn;  ///< of a file
    std::string lattice;                  ///< for cold and hot
};

/// Adds --gauge, --strict and --lattice.
void add_gauge_options(CLI::App& command, GaugeInput& input);

/// Every rank calls.
/// @throws UsageError, InputError
lattice::Extents find_extents(const GaugeInput& input,
                              const runtime::Ranks& ranks);

/// Reads or makes the links where this rank needs them: its own part and the
/// sites around it. Every rank calls.
/// @param extents  as find_extents() found
/// @param own      what of a lattice is this rank's
/// @throws UsageError, InputError
lattice::GaugeField read_links(
    const GaugeInput& input, const lattice::Extents& extents,
    const std::function<lattice::Region(const lattice::Extents&)>& own,
    const runtime::Ranks& ranks);

/// The seed of a hot start, whose links GaugeField::computed() has without
/// memory; nothing of other inputs.
/// @throws UsageError  it is no number
std::optional<std::uint64_t> hot_seed(const GaugeInput& input);

/// For tables and JSON.
std::string gauge_name(const GaugeInput& input);

/// The text after "prefix:", or nothing.
std::optional<std::string_view> after(std::string_view text,
                                      std::string_view prefix);

/// @throws UsageError  naming `option`
std::uint64_t parse_seed(std::string_view text, std::string_view option);

/// Numbers with commas between them.
/// @return  false if the text is anything else
bool parse_numbers(std::string_view text, std::span<int> numbers);

}  // namespace tasuki::drivers
