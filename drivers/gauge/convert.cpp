// `tasuki gauge convert`: a checked configuration, written in another format.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "drivers/drivers.hpp"
#include "io/atomic_file.hpp"
#include "io/gauge/gauge_file.hpp"
#include "runtime/error.hpp"

namespace tasuki::drivers {

namespace {

/// Empty text and 0: not given.
struct Options {
    std::string in;
    std::string out;
    std::string format;
    std::string precision;
    std::string byte_order;
    int rows = 0;
};

io::Format format_of(const Options& options) {
    if (!options.format.empty())
        return options.format == "ildg" ? io::Format::ildg : io::Format::nersc;
    return options.out.ends_with(".lime") || options.out.ends_with(".ildg")
               ? io::Format::ildg
               : io::Format::nersc;
}

void check(const Options& options) {
    std::error_code error;
    if (options.in == options.out ||
        std::filesystem::equivalent(options.in, options.out, error))
        throw runtime::UsageError(options.out +
                                  ": IN and OUT are the same file");
    if (format_of(options) == io::Format::ildg &&
        (options.rows != 0 || !options.byte_order.empty()))
        throw runtime::UsageError(fmt::format(
            "{}: --format ildg has no {}: its links are big-endian "
            "with three rows",
            options.out, options.rows != 0 ? "--rows" : "--byte-order"));
    io::check_writable(options.out);
}

io::WriteOptions write_options(const Options& options,
                               const io::GaugeFile& in) {
    io::WriteOptions write{
        .format = format_of(options), .encoding = {}, .ensemble = in.ensemble};
    write.encoding.precision_bits = options.precision.empty()
                                        ? in.encoding.precision_bits
                                    : options.precision == "single" ? 32
                                                                    : 64;
    if (options.rows != 0) write.encoding.rows = options.rows;
    if (options.byte_order == "little")
        write.encoding.order = io::ByteOrder::little;
    return write;
}

/// OUT may be stdout itself: then this line would end up in the file.
void report(const Options& options, const io::GaugeFile& in,
            const io::WriteOptions& write,
            const std::vector<io::NamedChecksum>& checksums) {
    const bool to_stdout =
        options.out.starts_with("/dev/") || options.out.starts_with("/proc/");
    std::string sums;
    for (const io::NamedChecksum& sum : checksums)
        sums += fmt::format(", {} checksum {:08x}", sum.name, sum.computed);
    fmt::print(to_stdout ? stderr : stdout,
               "{}: {}, {}, {} rows, {} bits, {}-endian, plaquette {:.12f}{}\n",
               options.out, write.format == io::Format::ildg ? "ildg" : "nersc",
               to_string(in.field.extents()), write.encoding.rows,
               write.encoding.precision_bits, to_string(write.encoding.order),
               in.plaquette.average, sums);
    io::flush_stdout();
}

void run(const Options& options) {
    check(options);
    const io::GaugeFile in = io::read_gauge(options.in);
    const io::WriteOptions write = write_options(options, in);
    report(options, in, write, io::write_gauge(options.out, in.field, write));
}

}  // namespace

void add_gauge_convert(CLI::App& gauge) {
    auto& app = add_command(gauge, "convert");
    const auto options = std::make_shared<Options>();
    app.add_option("IN", options->in,
                   "NERSC archive, ILDG/SciDAC LIME or MILC v5; the content "
                   "decides, not the name")
        ->required();
    app.add_option("OUT", options->out, "the file to write")->required();
    app.add_option("--format", options->format,
                   "nersc or ildg (default: ildg when OUT ends in .lime or "
                   ".ildg, else nersc)")
        ->check(CLI::IsMember({"nersc", "ildg"}));
    app.add_option("--precision", options->precision,
                   "single (32 bits a number) or double (64) (default: that "
                   "of IN)")
        ->check(CLI::IsMember({"single", "double"}));
    app.add_option("--rows", options->rows,
                   "rows of a link in a NERSC file: 2 (the third follows from "
                   "them) or 3 (default 3)")
        ->check(CLI::IsMember({2, 3}));
    app.add_option("--byte-order", options->byte_order,
                   "of a NERSC file: big or little (default big)")
        ->check(CLI::IsMember({"big", "little"}));
    app.callback([options] { run(*options); });
}

}  // namespace tasuki::drivers
