// `tasuki gauge convert`: a checked configuration, written in another format.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <filesystem>

#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "io/atomic_file.hpp"
#include "io/gauge/gauge_file.hpp"
#include "io/print.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace {

/// Empty text and 0: not given.
struct ConvertOptions {
    std::string in;
    std::string out;
    std::string format;
    std::string precision;
    std::string byte_order;
    int rows = 0;
    io::OddForm odd = io::OddForm::warn;
};

io::Format format_of(const ConvertOptions& options) {
    return io::format_of(options.out, options.format);
}

/// What was asked for; by default three rows, big-endian and the precision of
/// IN, where the format has them.
io::LinkEncoding encoding_of(const ConvertOptions& options, int bits_of_in) {
    auto encoding = io::usual_encoding(format_of(options), bits_of_in);
    if (!options.precision.empty())
        encoding.precision_bits = options.precision == "single" ? 32 : 64;
    if (options.rows != 0) encoding.rows = options.rows;
    if (!options.byte_order.empty())
        encoding.order = options.byte_order == "little" ? io::ByteOrder::little
                                                        : io::ByteOrder::big;
    return encoding;
}

void check(const ConvertOptions& options) {
    // IN is not read yet: its precision never is the reason for a refusal.
    io::check_encoding(format_of(options), encoding_of(options, 32));
}

/// OUT may be stdout itself: then this line would end up in the file.
void report(const ConvertOptions& options, const io::GaugeFile& in,
            const io::WriteOptions& write,
            const std::vector<io::NamedChecksum>& checksums) {
    std::string sums;
    for (const io::NamedChecksum& sum : checksums)
        sums += fmt::format(", {} checksum {:08x}", sum.name, sum.computed);
    io::print(io::is_stdout(options.out) ? stderr : stdout,
              "{}: {}, {}, {} rows, {} bits, {}-endian, plaquette {:.12f}{}\n",
              options.out, to_string(write.format),
              to_string(in.field.extents()), write.encoding.rows,
              write.encoding.precision_bits, to_string(write.encoding.order),
              in.plaquette.average, sums);
    io::flush_stdout();
}

void convert(const ConvertOptions& options) {
    check(options);
    const io::GaugeFile in = io::read_gauge(options.in, options.odd);
    const io::WriteOptions write{
        .format = format_of(options),
        .encoding = encoding_of(options, in.encoding.precision_bits),
        .ensemble = in.ensemble};
    report(options, in, write, io::write_gauge(options.out, in.field, write));
}

}  // namespace

void add_gauge_convert(CLI::App& gauge) {
    auto [command, o] = add_command(gauge, "convert", convert);
    add_option(command, "IN", o.in,
               "NERSC archive, ILDG/SciDAC LIME, MILC v5, or openQCD and "
               "openQxD; the content decides, not the name")
        .required()
        .reads();
    add_option(command, "OUT", o.out, "file to write; - is stdout")
        .required()
        .writes_or_prints();
    add_option(
        command, "--format", o.format, io::format_names(),
        "nersc, ildg, scidac, milc or openqcd (openQxD too) (default: by "
        "the ending of OUT: .nersc, .ildg, .lime (ildg), .scidac, .milc, "
        ".openqcd or .cnfg (openqcd))");
    add_option(command, "--precision", o.precision, Words{"single", "double"},
               "single (32 bits a number) or double (64) (default: that of IN; "
               "milc is always single, openqcd always double)");
    add_option(command, "--rows", o.rows, Numbers{2, 3},
               "rows of a link in a NERSC file: 2 (the third follows from "
               "them) or 3 (default 3)");
    add_option(
        command, "--byte-order", o.byte_order, Words{"big", "little"},
        "of a NERSC or MILC file: big or little (default big; openqcd is "
        "always little)");
    add_flag(command, "--strict",
             "refusal of a file of odd form, instead of a warning",
             [&o = o] { o.odd = io::OddForm::refuse; });
}

}  // namespace tasuki::drivers
