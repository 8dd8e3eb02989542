#include "io/hdf5/checkpoint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/hdf5/digest.hpp"
#include "io/input_error.hpp"
#include "io/words.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/ranks.hpp"
#include "runtime/core/version.hpp"
#include "runtime/mpi/launcher.hpp"

namespace tasuki::io {

namespace {

constexpr const char* kClock = "/clock";

std::string attribute(const char* path, const char* name) {
    return fmt::format("attribute {} of {}", name, path);
}

/// @param has_digest  set: whether the file has one, which is right then
Hdf5Reader opened(const Source& source, const CheckpointFormat& format,
                  bool& has_digest) {
    if (!looks_like_hdf5(source))
        throw InputError(source.name(), fmt::format("not {}", format.what),
                         "byte 0", "an HDF5 file", "other bytes");
    auto bytes = source.text(0, source.size());
    const auto digest = find_digest(bytes);
    has_digest = !digest.stated.empty();
    if (digest.stated != digest.computed)
        throw InputError(source.name(),
                         "damaged, truncated or changed since it was written",
                         "digest", digest.stated, digest.computed);
    return {source.name(), std::move(bytes)};
}

}  // namespace

void add_checkpoint(Hdf5Writer& file, const CheckpointFormat& format) {
    file.add_attribute("/", "format", format.name);
    file.add_attribute("/", "format_version", format.version);
    file.add_attribute("/", "program", "Tasuki " + runtime::version());
    file.add_attribute("/", "digest", unsealed_digest());
}

void add_run_time(Hdf5Writer& file, const RunTime& run) {
    file.add_attribute("/", "time", run.time);
    file.add_attribute("/", "step", run.step);
    file.add_attribute("/", "dt", run.clock.dt);
    file.add_group(kClock);
    file.add_attribute(kClock, "origin_time", run.clock.origin_time);
    file.add_attribute(kClock, "origin_step", run.clock.origin_step);
    file.add_group(kStart);
    file.add_attribute(kStart, "time", run.start_time);
}

void add_table(Hdf5Writer& file, const char* path,
               std::span<const double> values, std::size_t columns) {
    if (!values.empty())
        file.add_dataset(path, values, {values.size() / columns, columns});
}

CheckpointReader::CheckpointReader(const Source& source,
                                   const CheckpointFormat& format)
    : name_{source.name()}, file_{opened(source, format, has_digest_)} {
    const auto found = file_.text("/", "format");
    if (found != format.name)
        refuse(fmt::format("not {}", format.what), "",
               fmt::format("'{}'", format.name),
               found ? fmt::format("'{}'", *found)
                     : fmt::format("no attribute format{}", format.otherwise));
    const auto version = whole("/", "format_version");
    if (version < 1 || version > format.version)
        refuse("a snapshot of another version", "",
               fmt::format("1 to {}", format.version),
               fmt::format("{}", version));
    if (version > 1 && !has_digest_)
        refuse("damaged, truncated or changed since it was written",
               attribute("/", "digest"), "the checksum of the file", "none");
    if (version == 1 && runtime::launched_rank() == 0)
        runtime::logger().warn(
            "{}: written by an older version, without a checksum: damage may "
            "go unnoticed",
            name_);
}

void CheckpointReader::refuse(const std::string& what, const std::string& where,
                              const std::string& expected,
                              const std::string& found) const {
    throw InputError(name_, what, where, expected, found);
}

template <class T>
T CheckpointReader::needed(std::optional<T> value, const char* path,
                           const char* name) const {
    if (value) return *std::move(value);
    refuse("not a whole snapshot", path, fmt::format("an attribute {}", name),
           "none");
}

double CheckpointReader::finite(double value, const char* path,
                                const char* name) const {
    if (!std::isfinite(value))
        refuse("bad number", attribute(path, name), "a finite number",
               fmt::format("{}", value));
    return value;
}

double CheckpointReader::number(const char* path, const char* name) const {
    return finite(needed(file_.number(path, name), path, name), path, name);
}

double CheckpointReader::from_zero(const char* path, const char* name) const {
    const double value = number(path, name);
    if (value < 0)
        refuse("bad number", attribute(path, name), "a number from 0 on",
               fmt::format("{}", value));
    return value;
}

double CheckpointReader::above_zero(const char* path, const char* name) const {
    const double value = number(path, name);
    if (!(value > 0))
        refuse("bad number", attribute(path, name), "a number above 0",
               fmt::format("{}", value));
    return value;
}

std::uint64_t CheckpointReader::whole(const char* path,
                                      const char* name) const {
    return needed(file_.whole_number(path, name), path, name);
}

std::uint64_t CheckpointReader::whole(const char* path, const char* name,
                                      std::uint64_t least,
                                      std::uint64_t most) const {
    const auto value = whole(path, name);
    if (value < least || value > most)
        refuse("bad number", attribute(path, name),
               fmt::format("{} to {}", least, most), fmt::format("{}", value));
    return value;
}

std::array<double, 3> CheckpointReader::vector(const char* path,
                                               const char* name) const {
    const auto values = needed(file_.vector(path, name), path, name);
    for (const double value : values) finite(value, path, name);
    return values;
}

std::string CheckpointReader::text(const char* path, const char* name) const {
    return needed(file_.text(path, name), path, name);
}

std::string CheckpointReader::word(
    const char* path, const char* name,
    std::initializer_list<const char*> words) const {
    auto found = text(path, name);
    if (std::ranges::find(words, found) == words.end())
        refuse("bad text", attribute(path, name),
               fmt::format("{}", fmt::join(words, ", ")), quoted_word(found));
    return found;
}

RunTime CheckpointReader::run_time() const {
    const RunTime run{number("/", "time"),
                      whole("/", "step"),
                      {above_zero("/", "dt"), number(kClock, "origin_time"),
                       whole(kClock, "origin_step")},
                      number(kStart, "time")};
    const auto& clock = run.clock;
    if (clock.origin_step > run.step)
        refuse("bad number", attribute(kClock, "origin_step"),
               fmt::format("{} or less, as step", run.step),
               fmt::format("{}", clock.origin_step));
    constexpr double kRounding = 8 * std::numeric_limits<double>::epsilon();
    const double expected = clock.time(run.step);
    check_close("/", "time", expected,
                kRounding * (std::abs(clock.origin_time) + std::abs(expected)));
    if (run.start_time > clock.origin_time)
        refuse("bad number", attribute(kStart, "time"),
               fmt::format("{} or less, as origin_time", clock.origin_time),
               fmt::format("{}", run.start_time));
    return run;
}

void CheckpointReader::check_close(const char* path, const char* name,
                                   double expected, double tolerance) const {
    const double found = number(path, name);
    if (!(std::abs(found - expected) <= tolerance))
        refuse("contradicts the rest of the file", attribute(path, name),
               fmt::format("{}", expected), fmt::format("{}", found));
}

std::vector<double> CheckpointReader::rows(const char* path,
                                           std::size_t columns) const {
    if (!file_.has(path)) return {};
    const auto shape = file_.shape(path);
    if (shape.size() != 2 || shape[1] != columns)
        refuse("bad shape", path, fmt::format("(lines, {})", columns),
               fmt::format("({})", fmt::join(shape, ", ")));
    auto values = file_.dataset(path);
    for (const double value : values)
        if (!std::isfinite(value))
            refuse("bad number", path, "finite numbers",
                   fmt::format("{}", value));
    return values;
}

}  // namespace tasuki::io
