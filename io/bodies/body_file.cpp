#include "io/bodies/body_file.hpp"

#include <fmt/format.h>

#include <cmath>

#include "io/bodies/gadget.hpp"
#include "io/bodies/gadget_binary.hpp"
#include "io/bodies/snapshot.hpp"
#include "io/bodies/text_table.hpp"
#include "io/bodies/tipsy.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/input_error.hpp"
#include "io/same_file.hpp"
#include "io/words.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::io {

namespace {

BodyFile parse(const Source& source) {
    if (source.size() == 0)
        throw InputError(
            source.name(), "no bodies", "",
            "a file in TIPSY, GADGET or HDF5 format, or a table as "
            "text",
            "an empty file");
    if (looks_like_hdf5(source)) {
        const Hdf5Reader file{source};
        // Ours have GADGET's names too.
        return looks_like_gadget(file) && !file.has("/position")
                   ? parse_gadget(source.name(), file)
                   : parse_hdf5(source, file);
    }
    if (looks_like_text(source)) return parse_text_table(source);
    // Before TIPSY: GADGET's number of bodies of type 2 may be 3, which is all
    // that TIPSY is known by.
    if (looks_like_gadget_binary(source)) return parse_gadget_binary(source);
    if (looks_like_tipsy(source)) return parse_tipsy(source);
    throw InputError(
        source.name(), "not a file with bodies in a known format", "",
        "TIPSY (3 dimensions, at byte 12), GADGET (a first block of 256 bytes, "
        "or HEAD), HDF5, or text (m x y z vx vy vz)",
        fmt::format("a file of {} bytes that is none of these", source.size()));
}

}  // namespace

BodyFile read_bodies(const Source& source) {
    auto file = parse(source);
    if (!std::isfinite(file.time))
        throw InputError(source.name(), "bad time", "", "a finite number",
                         fmt::format("{}", file.time));
    runtime::logger().debug("{}: {} format, {} bodies", source.name(),
                            file.format, file.bodies.size());
    return file;
}

BodyFile read_bodies(const std::string& path, const runtime::Ranks& ranks) {
    return read_bodies(*open_shared(path, Share{{}, ranks}));
}

}  // namespace tasuki::io
