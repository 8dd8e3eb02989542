#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "codelets/sphere/truncation.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/sphere/flow_snapshot.hpp"
#include "io/sphere/flow_snapshot_names.hpp"
#include "runtime/error.hpp"

namespace tasuki::io {

namespace {

using runtime::InputError;

class FlowReader {
  public:
    FlowReader(const Source& source, const Hdf5Reader& file)
        : source_{source}, file_{file} {}

    double number(const char* path, const char* name) const {
        const double value = needed(file_.number(path, name), path, name);
        if (!std::isfinite(value))
            refuse("bad number", fmt::format("attribute {} of {}", name, path),
                   "a finite number", fmt::format("{}", value));
        return value;
    }
    double above_zero(const char* path, const char* name) const {
        const double value = number(path, name);
        if (!(value > 0))
            refuse("bad number", fmt::format("attribute {} of {}", name, path),
                   "a number above 0", fmt::format("{}", value));
        return value;
    }
    std::uint64_t whole(const char* path, const char* name) const {
        return needed(file_.whole_number(path, name), path, name);
    }
    int whole(const char* name, std::uint64_t least, std::uint64_t most) const {
        const auto value = whole("/", name);
        if (value < least || value > most)
            refuse("bad number", fmt::format("attribute {} of /", name),
                   fmt::format("{} to {}", least, most),
                   fmt::format("{}", value));
        return static_cast<int>(value);
    }

    void check_format() const {
        const auto format = file_.text("/", "format");
        if (format != kFlowFormatName)
            refuse("not a snapshot of a flow", "",
                   fmt::format("'{}'", kFlowFormatName),
                   format ? fmt::format("'{}'", *format)
                          : std::string{"no attribute format"});
        const auto version = whole("/", "format_version");
        if (version != kFlowFormatVersion)
            refuse("a snapshot of another version", "",
                   fmt::format("{}", kFlowFormatVersion),
                   fmt::format("{}", version));
    }

    Vorticity vorticity(int degrees) const {
        const std::size_t size = sphere::triangle(degrees).size();
        const auto shape = file_.shape(kSpectrum);
        if (shape != std::vector<hsize_t>{size, 2})
            refuse("bad shape", kSpectrum, fmt::format("({}, 2)", size),
                   fmt::format("({})", fmt::join(shape, ", ")));
        const auto values = file_.dataset(kSpectrum);
        Vorticity s(size);
        for (std::size_t k = 0; k < size; ++k) {
            s[k] = {values[2 * k], values[2 * k + 1]};
            const bool is_real =
                k > static_cast<std::size_t>(degrees) || s[k].imag() == 0;
            if (!std::isfinite(s[k].real()) || !std::isfinite(s[k].imag()) ||
                !is_real)
                refuse("bad number", fmt::format("{} of {}", k, kSpectrum),
                       is_real ? "finite numbers" : "a real number, of order 0",
                       fmt::format("{}, {}", s[k].real(), s[k].imag()));
        }
        return s;
    }

    FlowOrigin origin() const {
        auto origin =
            parse_origin(needed(file_.text("/", "start"), "/", "start"));
        if (origin.kind == FlowOrigin::Kind::random) {
            origin.seed = whole("/", "seed");
            origin.wind = number("/", "wind");
        }
        return origin;
    }

  private:
    [[noreturn]] void refuse(const std::string& what, const std::string& where,
                             const std::string& expected,
                             const std::string& found) const {
        throw InputError(source_.name(), what, where, expected, found);
    }
    template <class T>
    T needed(std::optional<T> value, const char* path, const char* name) const {
        if (value) return *std::move(value);
        refuse("not a whole snapshot", path,
               fmt::format("an attribute {}", name), "none");
    }

    const Source& source_;
    const Hdf5Reader& file_;
};

}  // namespace

FlowSnapshot read_flow(const Source& source) {
    if (source.text(0, kHdf5Magic.size()) != kHdf5Magic)
        throw InputError(source.name(), "not a snapshot of a flow", "byte 0",
                         "an HDF5 file", "other bytes");
    const Hdf5Reader file{source};
    const FlowReader read{source, file};
    read.check_format();
    FlowSnapshot s;
    s.degrees = read.whole("truncation", 2, 32767);
    s.vorticity = read.vorticity(s.degrees);
    s.time = read.number("/", "time");
    s.step = read.whole("/", "step");
    s.rotation = read.number("/", "rotation");
    s.damping = {read.number("/", "viscosity"), read.whole("order", 1, 16)};
    s.origin = read.origin();
    s.clock = {read.above_zero("/", "dt"),
               read.number(kFlowClock, "origin_time"),
               read.whole(kFlowClock, "origin_step")};
    s.start_time = read.number(kFlowStart, "time");
    s.start_energy = read.number(kFlowStart, "energy");
    s.start_enstrophy = read.number(kFlowStart, "enstrophy");
    s.plans = file.text("/", "fft_plans").value_or("");
    if (file.has(kFlowPicture))
        s.largest = read.above_zero(kFlowPicture, "largest");
    return s;
}

}  // namespace tasuki::io
