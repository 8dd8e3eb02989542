// `tasuki gauge info`: what a configuration file is, after all its checks.
#include <fmt/format.h>

#include <filesystem>

#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "io/gauge/gauge_file.hpp"
#include "io/gauge/validate.hpp"
#include "io/json_output.hpp"
#include "io/print.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

struct InfoOptions {
    std::string file;
    std::string json;  // "" for the table only
    io::OddForm odd = io::OddForm::warn;
};

Json checksums_json(const io::GaugeFile& file) {
    auto list = Json::array();
    for (const io::NamedChecksum& sum : file.checksums)
        list.push_back({{"name", sum.name},
                        {"stored", fmt::format("{:08x}", sum.stored)},
                        {"computed", fmt::format("{:08x}", sum.computed)}});
    return list;
}

template <class Value>
Json or_null(const std::optional<Value>& value) {
    return value ? Json(*value) : Json();
}

Json warnings_json(const io::GaugeFile& file) {
    auto list = Json::array();
    for (const auto& oddity : file.oddities) list.push_back(oddity.what());
    for (const auto& note : file.notes) list.push_back(note);
    return list;
}

Json to_json(const std::string& path, const io::GaugeFile& file) {
    const auto& extents = file.field.extents();
    const auto worst = extents.coordinates(file.worst_link.site);
    return {
        {"file", path},
        {"format", file.format},
        {"dims", extents.n},
        {"plaquette", file.plaquette.average},
        {"plaquette_spatial", file.plaquette.spatial},
        {"plaquette_temporal", file.plaquette.temporal},
        {"link_trace", file.link_trace},
        {"checksum_ok", or_null(file.checksum_ok)},
        {"checksums", checksums_json(file)},
        {"precision_bits", file.encoding.precision_bits},
        {"byte_order", to_string(file.encoding.order)},
        {"rows", file.encoding.rows},
        {"header_plaquette", or_null(file.header_plaquette)},
        {"header_link_trace", or_null(file.header_link_trace)},
        {"unitarity_defect", file.worst_link.defect},
        {"worst_link", {{"site", worst}, {"direction", file.worst_link.mu}}},
        {"warnings", warnings_json(file)}};
}

std::string checksum_line(const io::GaugeFile& file) {
    if (file.checksums.empty()) return "none in the file";
    std::string line = "right (";
    for (const io::NamedChecksum& sum : file.checksums)
        line += fmt::format("{}{} {:08x}", line.ends_with('(') ? "" : ", ",
                            sum.name, sum.computed);
    return line + ')';
}

std::string stated(const std::optional<double>& value) {
    return value ? fmt::format("   the file says {:.12g}", *value) : "";
}

void print_table(const std::string& path, const io::GaugeFile& file) {
    const auto& extents = file.field.extents();
    const auto line = [](const char* name, const std::string& value) {
        io::print("{:<13} {}\n", name, value);
    };
    line("file", path);
    line("format", fmt::format("{}, {} rows, {} bits, {}-endian", file.format,
                               file.encoding.rows, file.encoding.precision_bits,
                               to_string(file.encoding.order)));
    line("lattice", fmt::format("{} (x, y, z, t), {} sites", to_string(extents),
                                extents.volume()));
    line("plaquette", fmt::format("{:.12f}{}", file.plaquette.average,
                                  stated(file.header_plaquette)));
    line("  spatial", fmt::format("{:.12f}", file.plaquette.spatial));
    line("  temporal", fmt::format("{:.12f}", file.plaquette.temporal));
    line("link trace", fmt::format("{:.12f}{}", file.link_trace,
                                   stated(file.header_link_trace)));
    line("checksum", checksum_line(file));
    line("unitarity",
         fmt::format("worst defect {:.2g} at {}", file.worst_link.defect,
                     io::describe_link(extents, file.worst_link.site,
                                       file.worst_link.mu)));
    for (const auto& oddity : file.oddities) line("warning", oddity.what());
    for (const auto& note : file.notes) line("note", note);
}

void print_info(const InfoOptions& options) {
    const io::GaugeFile file = io::read_gauge(options.file, options.odd);
    if (options.json != "-") print_table(options.file, file);
    if (!options.json.empty())
        io::write_json(options.json, to_json(options.file, file));
}

}  // namespace

void add_gauge_info(CLI::App& gauge) {
    auto [command, o] = add_command(gauge, "info", print_info);
    add_option(command, "FILE", o.file,
               "NERSC archive, ILDG/SciDAC LIME, MILC v5, or openQCD and "
               "openQxD; the content decides, not the name")
        .required()
        .reads();
    add_json_option(command, o.json);
    add_flag(command, "--strict",
             "refusal of a file of odd form, instead of a warning",
             [&o = o] { o.odd = io::OddForm::refuse; });
}

}  // namespace tasuki::drivers
