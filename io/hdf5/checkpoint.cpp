#include "io/hdf5/checkpoint.hpp"

#include <fmt/format.h>

#include <cmath>

#include "runtime/error.hpp"
#include "runtime/version.hpp"

namespace tasuki::io {

namespace {

constexpr const char* kClock = "/clock";

const Source& checked(const Source& source, const CheckpointFormat& format) {
    if (!looks_like_hdf5(source))
        throw runtime::InputError(source.name(),
                                  fmt::format("not {}", format.what), "byte 0",
                                  "an HDF5 file", "other bytes");
    return source;
}

}  // namespace

void add_checkpoint(Hdf5Writer& file, const CheckpointFormat& format,
                    const StepClock& clock) {
    file.add_attribute("/", "format", format.name);
    file.add_attribute("/", "format_version", format.version);
    file.add_attribute("/", "program", "Tasuki " + runtime::version());
    file.add_attribute("/", "dt", clock.dt);
    file.add_group(kClock);
    file.add_attribute(kClock, "origin_time", clock.origin_time);
    file.add_attribute(kClock, "origin_step", clock.origin_step);
}

CheckpointReader::CheckpointReader(const Source& source,
                                   const CheckpointFormat& format)
    : name_{source.name()}, file_{checked(source, format)} {
    const auto found = file_.text("/", "format");
    if (found != format.name)
        refuse(fmt::format("not {}", format.what), "",
               fmt::format("'{}'", format.name),
               found ? fmt::format("'{}'", *found)
                     : fmt::format("no attribute format{}", format.otherwise));
    const auto version = whole("/", "format_version");
    if (version != format.version)
        refuse("a snapshot of another version", "",
               fmt::format("{}", format.version), fmt::format("{}", version));
}

void CheckpointReader::refuse(const std::string& what, const std::string& where,
                              const std::string& expected,
                              const std::string& found) const {
    throw runtime::InputError(name_, what, where, expected, found);
}

template <class T>
T CheckpointReader::needed(std::optional<T> value, const char* path,
                           const char* name) const {
    if (value) return *std::move(value);
    refuse("not a whole snapshot", path, fmt::format("an attribute {}", name),
           "none");
}

double CheckpointReader::number(const char* path, const char* name) const {
    const double value = needed(file_.number(path, name), path, name);
    if (!std::isfinite(value))
        refuse("bad number", fmt::format("attribute {} of {}", name, path),
               "a finite number", fmt::format("{}", value));
    return value;
}

double CheckpointReader::above_zero(const char* path, const char* name) const {
    const double value = number(path, name);
    if (!(value > 0))
        refuse("bad number", fmt::format("attribute {} of {}", name, path),
               "a number above 0", fmt::format("{}", value));
    return value;
}

std::uint64_t CheckpointReader::whole(const char* path,
                                      const char* name) const {
    return needed(file_.whole_number(path, name), path, name);
}

std::array<double, 3> CheckpointReader::vector(const char* path,
                                               const char* name) const {
    return needed(file_.vector(path, name), path, name);
}

std::string CheckpointReader::text(const char* path, const char* name) const {
    return needed(file_.text(path, name), path, name);
}

StepClock CheckpointReader::clock() const {
    return {above_zero("/", "dt"), number(kClock, "origin_time"),
            whole(kClock, "origin_step")};
}

}  // namespace tasuki::io
