// NetCDF's classic formats: CDF-1, CDF-2 with 64-bit offsets, and CDF-5 with
// 64-bit sizes.  Numbers are big-endian, names and values are padded to 4
// bytes.  We read them ourselves: libnetcdf brings an HDF5 of its own into a
// program that has one already.
//
//   "CDF" version, number of records
//   dimensions (name, length; 0: the records), attributes, variables (name,
//   dimensions, attributes, type, bytes, where they begin)
//
// Source: "The NetCDF Classic Format Specification", Unidata.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "io/source.hpp"

namespace tasuki::io {

namespace netcdf {
/// Byte, char, short, int, float, double, and of CDF-5 ubyte, ushort, uint,
/// int64, uint64.
enum Type : std::uint32_t {
    i8 = 1,
    chars,
    i16,
    i32,
    f32,
    f64,
    u8,
    u16,
    u32,
    i64,
    u64
};
}  // namespace netcdf
using NetcdfType = netcdf::Type;

/// Of a number of each type.
inline constexpr std::array<std::size_t, 12> kNetcdfBytes{0, 1, 1, 2, 4, 4,
                                                          8, 1, 2, 4, 8, 8};

struct NetcdfDimension {
    std::string name;
    std::uint64_t length;  ///< 0: the records
};

struct NetcdfAttribute {
    std::string name;
    NetcdfType type;
    std::vector<std::byte> bytes;
};

struct NetcdfVariable {
    std::string name;
    std::vector<std::size_t> dimensions;
    std::vector<NetcdfAttribute> attributes;
    NetcdfType type;
    std::uint64_t begin;
    std::vector<std::size_t> shape{};  ///< with the number of records
    bool has_records = false;

    /// Elements of one record, or of all where there are none.
    std::uint64_t block() const {
        std::uint64_t size = 1;
        for (std::size_t d = has_records ? 1 : 0; d < shape.size(); ++d)
            size *= shape[d];
        return size;
    }
};

struct NetcdfContent {
    std::uint64_t records = 0;
    std::vector<NetcdfDimension> dimensions;
    std::vector<NetcdfVariable> variables;
};

/// @throws InputError  another version, counts or types that are wrong, a file
///                     that was not closed, or the end of the file
NetcdfContent read_classic_header(const Source& source);

}  // namespace tasuki::io
