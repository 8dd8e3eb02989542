// What `tasuki sht` is asked to do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "drivers/common/cli_fwd.hpp"
#include "drivers/experiment/experiment.hpp"

namespace tasuki::drivers {

struct ShtOptions : ExperimentOptions {
    // What.
    std::string operation = "roundtrip";
    std::string input, variable;
    std::optional<int> time, level;    ///< of a grid file, from 0
    std::optional<std::string> epoch;  ///< of coefficients: YYYYMMDD
    std::optional<int> truncation, latitudes, longitudes;
    std::optional<std::string> grid;
    int fields = 1;
    std::uint64_t seed = 1;
    std::string normalization = "4pi";
    bool condon_shortley = false;
    // Of many fields.
    bool stream = false;
    std::string winds;        ///< names of two variables: "u,v"
    double radius = 6371229;  ///< of the sphere of winds
    std::optional<int> readers;
    // How.
    bool cpu_only_ffts = false;
    std::string data = "host";
    int repetitions = 5;
    // What is written.
    std::string out, map, spectrum;
    std::string projection = "equirectangular";
    std::string centre = "0,0";
    int map_width = 960;
    std::string unit;
};

void add_sht_options(CLI::App& command, ShtOptions& options);

/// Everything that can be refused without a file or a machine.
/// @throws UsageError
void check_options(const ShtOptions& options);

/// Those of --stream and of winds.
void add_stream_options(CLI::App& command, ShtOptions& options);

/// "auto" is another word for split:auto.
std::string placement_of(const ShtOptions& options);

/// Latitude and longitude [degrees].
/// @throws UsageError  not two numbers, or none of a place
struct MapCentre {
    double latitude, longitude;
};
MapCentre parse_centre(const std::string& text);

}  // namespace tasuki::drivers
