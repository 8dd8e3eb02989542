// Files of coefficients and of grids.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <numeric>

#include "drivers/sht/plan.hpp"
#include "io/atomic_file.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/sphere/grids/grid_read.hpp"
#include "io/sphere/spectrum_file.hpp"
#include "tests/close.hpp"
#include "tests/folder.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::Convention, io::Normalization, io::Spectrum;
using sphere::Grid, sphere::Latitudes;

namespace {

constexpr io::Convention kFourPi{};

io::Spectrum read_text(std::string_view text,
                       const io::Convention& c = kFourPi) {
    const io::MemorySource source{"table", std::as_bytes(std::span{text})};
    return io::read_spectrum(source, c);
}

io::RealPair pair_of(const io::Spectrum& s, int l, int m) {
    return io::to_real(s.coefficients[sphere::triangle(s.degrees).index(m, l)],
                       l, m, kFourPi);
}

/// A grid file with what another program may do otherwise.
struct GridFile {
    std::vector<double> lat, lon;
    std::vector<double> values;
    std::vector<hsize_t> shape;
    std::string lat_units = "degrees_north", lon_units = "degrees_east";
    std::string lat_name = "/lat", lon_name = "/lon";
    bool twice = false;
    double fill = -1e30;
};

GridFile made(const Grid& grid) {
    GridFile m;
    m.lat = io::latitudes_of(grid);
    m.lon = io::longitudes_of(grid);
    m.values.resize(grid.size());
    std::iota(m.values.begin(), m.values.end(), 0.0);
    m.shape = {m.lat.size(), m.lon.size()};
    return m;
}

io::GridField read_made(const GridFile& m, const std::string& variable = "") {
    io::Hdf5Writer file;
    file.add_dataset(m.lat_name.c_str(), m.lat, {m.lat.size()});
    file.add_dataset(m.lon_name.c_str(), m.lon, {m.lon.size()});
    if (!m.lat_units.empty())
        file.add_attribute(m.lat_name.c_str(), "units", m.lat_units);
    if (!m.lon_units.empty())
        file.add_attribute(m.lon_name.c_str(), "units", m.lon_units);
    file.add_dataset("/z", m.values, m.shape);
    file.add_attribute("/z", "_FillValue", m.fill);
    file.add_attribute("/z", "units", std::string{"m"});
    if (m.twice) file.add_dataset("/again", m.values, m.shape);
    const auto image = file.image();
    return io::read_grid(io::MemorySource{"grid.nc", image},
                         {.variable = variable});
}

}  // namespace

TEST_CASE("tables as others write them") {
    const char* const tables[] = {
        "0 0 1 0\n1 0 2 0\n1 1 3 -4\n", "0,0,1,0\r\n1,0,2,0\r\n1,1,3,-4\r\n",
        "  l m C S\n# comment\n\n 0 0 1.0D+00 0.0d0 # why\n1\t0\t2 0\n"
        "1 1 +3.0E0 -0.4D+01 9 9\n",
        "degree,order,C,S\n1738.0, 4.9, 0, 2\n0,0,1,0\n1,0,2,0\n1,1,3,-4",
        "1 1 3 -4\n0 0 1 0\n1 0 2 0\n",
        // Constants as a header: radius, GM, degree and order.
        " 0.33962E+04, 0.4282837D+05, 0.0, 1, 1, 1\n"
        "0, 0, 1, 0, 9\n1, 0, 2, 0, 9\n1, 1, 3, -4, 9\n",
        "6378137 398600 1\n0 0 1 0\n1 0 2 0\n1 1 3 -4\n",
        // Whole numbers as a header, and no S where m = 0.
        "1 1 6378136.3 0.39e15\n0 0 1\n1 0 2\n1 1 3 -4\n",
        "1 1\n2015 12\n0 0 1 0\n1 0 2 0\n1 1 3 -4\n",
        // As NOAA ends its models.
        "  2015.0   WMM-2015   12/15/2014\n0 0 1 0 9 9\n1 0 2 0 9 9\n"
        "1 1 3 -4 9 9\n99999999999999\n99999999999999\n",
        // Sines with negative orders, and errors.
        "0, 0, 1\n1, 0, 2\n1, 1, 3\n1, -1, -4\n",
        "1 -1 -4 0.1\n1 1 3 0.1\n0 0 1 0.1\n1 0 2 0.1\n",
        "1 13 1 1 1\n 2020.0\n0 0 1\n1 0 2\n1 1 3\n1 -1 -4\n",
        "! by a Fortran program\n; and\n// more\n0 0 1 0 ! here\n"
        "% here too\n1 0 2 0\n1 1 3 -4\n",
        // An editor's mark, and numbers as numpy.savetxt writes them.
        "\xef\xbb\xbf"
        "0.0e+00 0.0e+00 1.0e+00 0.0e+00\n"
        "1.0e+00 0.0e+00 2.0e+00 0.0e+00\n1.0 1.0 3.0 -4.0\n"};
    for (const char* table : tables) {
        CAPTURE(table);
        const auto s = read_text(table);
        CHECK(s.degrees == 1);
        const io::RealPair expected[] = {{1, 0}, {2, 0}, {3, -4}};
        const int l[] = {0, 1, 1}, m[] = {0, 0, 1};
        for (int k = 0; k < 3; ++k) {
            CHECK(close(pair_of(s, l[k], m[k]).c, expected[k].c, 1e-15));
            CHECK(close(pair_of(s, l[k], m[k]).s, expected[k].s, 1e-15));
        }
    }
}

TEST_CASE("tables that are wrong are refused with their line") {
    CHECK_REFUSAL(read_text("0 0 1 0\n1 0 2 0\n1 1 2\n"), "table", "line 3",
                  "l m C S", "found 3");
    CHECK_REFUSAL(read_text("0 0 1 0\n1 0\n"), "line 2", "found 2");
    CHECK_REFUSAL(read_text("0 0 1 0\n1 0 x 0\n"), "line 2", "bad C", "'x'");
    CHECK_REFUSAL(read_text("0 0 1 0\n1 0 1 1e999\n"), "line 2", "bad S");
    CHECK_REFUSAL(read_text("0 0 nan 0\n"), "line 1", "finite");
    CHECK_REFUSAL(read_text("0 0 1D2D3 0\n"), "line 1", "1D2D3");
    CHECK_REFUSAL(read_text("0 0 1 0\nend of file here\n"), "line 2",
                  "degree l", "'end'");
    CHECK_REFUSAL(read_text("0 0 1 0\n1 2 1 0\n"), "line 2", "order m",
                  "0 to l = 1", "found 2");
    CHECK_REFUSAL(read_text("0 0 1\n1 0 1\n1 1 1\n"), "line 3", "cut");
    CHECK_REFUSAL(read_text("0 0 1\n1 0 1\n1 1 1\n1 -1 2\n1 -1 2\n"), "line 5",
                  "l = 1, m = -1", "line 4 already");
    CHECK_REFUSAL(read_text("0 0 1\n1 0 1\n1 1 1\n2 0 1\n2 1 1\n2 -1 1\n"
                            "2 2 1\n2 -2 1\n"),
                  "l = 1, m = -1");
    CHECK_REFUSAL(read_text("0 0 1\n1 0 1\n1 -1 2\n"), "l = 1, m = 1");
    CHECK_REFUSAL(read_text("1 0 1 2 3\n1 -1 2 3 4\n"), "line 1",
                  "several numbers");
    CHECK_REFUSAL(read_text("0 0 1\n1 -2 1\n"), "line 2", "order m");
    CHECK_REFUSAL(read_text("0 0 1 0\n1 0.5 1 0\n"), "line 2", "'0.5'");
    CHECK_REFUSAL(read_text("0 0 1 0\n1000000 0 1 0\n"), "line 2", "20000");
    CHECK_REFUSAL(read_text("0 0 1 0\n1 0 2 0.5\n1 1 1 1\n"), "line 2",
                  "0 for m = 0", "'0.5'");
    CHECK_REFUSAL(read_text("0 0 1 0\n1 0 2 0\n1 1 1 1\n1 0 2 0\n"), "line 4",
                  "second time", "line 2 already");
    CHECK_REFUSAL(read_text("0 0 1 0\n1 0 2 0\n2 0 2 0\n2 1 0 0\n2 2 0 0\n"),
                  "l = 1, m = 1", "line 3", "all 6 rows", "5 rows");
    // Of a first row that is none, one is told.
    CHECK(read_text("0 1 1 0\n1 0 2 0\n1 1 2 0\n").note ==
          "line 1 is taken as a header; degree 0 is not in the file: taken as "
          "0");
    CHECK(read_text("2 2 7 7\n2 0 1 0\n2 1 1 1\n2 2 1 1\n")
              .note.starts_with("line 1 is taken as a header"));
    CHECK(read_text("1 1 7 7\n0 0 1 0\n1 0 2 0\n1 1 2 0\n").note ==
          "line 1 is taken as a header");
    CHECK_REFUSAL(read_text("# nothing\n"), "no coefficients");
    CHECK_REFUSAL(read_text(""), "no coefficients");
}

TEST_CASE("degrees 0 and 1 may be left out, which is said") {
    const auto from_one = read_text("1 0 2 0\n1 1 3 -4\n");
    CHECK(from_one.degrees == 1);
    CHECK(pair_of(from_one, 0, 0).c == 0);
    CHECK(close(pair_of(from_one, 1, 1).s, -4, 1e-15));
    CHECK(from_one.note == "degree 0 is not in the file: taken as 0");
    const auto from_two = read_text(
        "  2   0  -0.484165143790815D-03  0.000000000000000D+00  0.7D-11 0.\n"
        "  2   1  -0.206615509074176D-09  0.138441389137979D-08  0.7D-11 0.\n"
        "  2   2   0.243938357328313D-05 -0.140027370385934D-05  0.7D-11 0.");
    CHECK(from_two.degrees == 2);
    CHECK(close(pair_of(from_two, 2, 0).c, -0.484165143790815e-3, 1e-15));
    CHECK(pair_of(from_two, 1, 1).c == 0);
    CHECK(from_two.note == "degrees 0 and 1 are not in the file: taken as 0");
    const auto without_one = read_text("0 0 1 0\n2 0 1 0\n2 1 0 0\n2 2 0 0\n");
    CHECK(without_one.note == "degree 1 is not in the file: taken as 0");
    CHECK(read_text("0 0 1 0\n").note.empty());
    CHECK_REFUSAL(read_text("1 1 2 0\n"), "l = 1, m = 0");
    CHECK_REFUSAL(read_text("3 0 1 0\n3 1 0 0\n3 2 0 0\n3 3 0 0\n"),
                  "l = 2, m = 0");
}

TEST_CASE("coefficients that were written are read again") {
    const Folder folder;
    const io::Spectrum spectrum{9, drivers::random_coefficients(9, 3, 0)};
    for (const auto normalization :
         {io::Normalization::orthonormal, io::Normalization::four_pi,
          io::Normalization::schmidt})
        for (const bool phase : {false, true})
            for (const char* name : {"a.txt", "a.csv", "a.h5"}) {
                CAPTURE(name);
                const io::Convention c{normalization, phase};
                io::write_spectrum(folder / name, spectrum, c);
                const auto source = io::open_source(folder / name);
                CHECK(io::looks_like_spectrum(*source));
                // HDF5 knows its own convention.
                const auto back = io::read_spectrum(
                    *source, name[2] == 'h' ? io::Convention{} : c);
                REQUIRE(back.degrees == 9);
                for (std::size_t k = 0; k < back.coefficients.size(); ++k)
                    CHECK(std::abs(back.coefficients[k] -
                                   spectrum.coefficients[k]) < 1e-15);
            }
    CHECK_REFUSAL(io::write_spectrum("/no/such/folder/a.txt", spectrum, {}),
                  "cannot write");
}

TEST_CASE("HDF5 files of coefficients that are wrong") {
    const auto read = [](const std::vector<hsize_t>& shape, double upper,
                         double s0, const char* normalization) {
        std::size_t size = 1;
        for (const auto extent : shape) size *= extent;
        std::vector<double> c(size, 0.5), s(size, 0);
        if (size == 4) c[1] = upper, s[2] = s0;
        io::Hdf5Writer file;
        file.add_dataset("/C", c, shape);
        file.add_dataset("/S", s, shape);
        if (*normalization != '\0')
            file.add_attribute("/", "normalization",
                               std::string{normalization});
        file.add_attribute("/", "condon_shortley", std::uint64_t{0});
        const auto image = file.image();
        return io::read_spectrum(io::MemorySource{"c.h5", image}, {});
    };
    CHECK(read({2, 2}, 0, 0, "4pi").degrees == 1);
    CHECK_REFUSAL(read({2, 3}, 0, 0, "4pi"), "c.h5", "square");
    CHECK_REFUSAL(read({4}, 0, 0, "4pi"), "square");
    CHECK_REFUSAL(read({2, 2}, 1, 0, "4pi"), "l = 0, m = 1", "0 for m > l");
    CHECK_REFUSAL(read({2, 2}, 0, 1, "4pi"), "l = 1, m = 0", "S = 0");
    CHECK_REFUSAL(read({2, 2}, 0, NAN, "4pi"), "finite");
    CHECK_REFUSAL(read({2, 2}, 0, 0, ""), "normalization");
    CHECK_REFUSAL(read({2, 2}, 0, 0, "none"), "unknown normalization");
}

TEST_CASE("grids that were written are read again") {
    const Folder folder;
    for (const auto kind : sphere::kLatitudes)
        for (const int rows : {2, 5, 12}) {
            CAPTURE(sphere::latitudes_name(kind));
            const Grid grid{kind, rows, 9};
            io::GridField field{grid, made(grid).values, "height", "km"};
            io::write_grid(folder / "a.nc", field);
            const auto back = io::read_grid(*io::open_source(folder / "a.nc"));
            CHECK(back.grid == grid);
            CHECK(back.values == field.values);
            CHECK(back.name == "height");
            CHECK(back.unit == "km");
        }
    // What makes HDF5 into NetCDF-4.
    const auto source = io::open_source(folder / "a.nc");
    const io::Hdf5Reader file{*source};
    CHECK(file.text("/lat", "CLASS") == "DIMENSION_SCALE");
    CHECK(file.text("/lon", "NAME") == "lon");
    CHECK(file.text("/lat", "units") == "degrees_north");
}

TEST_CASE("grids that are wrong are refused") {
    const auto plain = made({Latitudes::gauss, 4, 6});
    auto named = plain;  // by their names, not by units: right
    named.lat_units = named.lon_units = "";
    named.lat_name = "/latitude";
    CHECK(read_made(named).values == plain.values);
    const auto with = [&](const auto& change) {
        auto m = plain;
        change(m);
        return read_made(m);
    };
    CHECK_REFUSAL(with([](GridFile& m) { m.lat[1] += 0.1; }), "grid.nc",
                  "latitude 2", "gauss", "4 latitudes");
    CHECK_REFUSAL(with([](GridFile& m) { m.lat[2] = NAN; }), "latitude 3",
                  "nan");
    CHECK_REFUSAL(with([](GridFile& m) { m.lon[3] = NAN; }), "longitude 4",
                  "nan");
    CHECK_REFUSAL(with([](GridFile& m) { m.lat.clear(); }), "no field",
                  "lat (0)");
    CHECK_REFUSAL(with([](GridFile& m) { m.lon[4] += 0.1; }), "longitude 5",
                  "240.0");
    CHECK_REFUSAL(with([](GridFile& m) { m.lat_units = "rad"; }),
                  "no latitudes", "degrees_north", "lat, lon, z");
    CHECK_REFUSAL(with([](GridFile& m) { m.lon_units = "m"; }),
                  "no longitudes");
    CHECK_REFUSAL(with([](GridFile& m) { m.shape = {24}; }), "no field",
                  "dimensions of latitudes", "z (24)");
    CHECK_REFUSAL(with([](GridFile& m) {
                      m.shape = {2, 3, 2, 4, 6};
                      m.values.resize(288);
                  }),
                  "too many dimensions", "z (2, 3, 2, 4, 6)");
    CHECK_REFUSAL(
        with([](GridFile& m) { m.values[5] = 9.9692099683868690e+36; }),
        "latitude 1, longitude 6", "missing");
    CHECK_REFUSAL(with([](GridFile& m) { m.twice = true; }), "several fields",
                  "--variable", "again, z");
    CHECK_REFUSAL(with([](GridFile& m) { m.fill = 7; }),
                  "latitude 2, longitude 2", "missing");
    CHECK_REFUSAL(with([](GridFile& m) { m.values[3] = INFINITY; }),
                  "longitude 4", "inf");
    CHECK_REFUSAL(read_made(plain, "y"), "no such field", "lat, lon, z");
    CHECK_REFUSAL(read_made(plain, "lat"), "bad field");
    const auto read = [](std::string_view bytes) {
        return io::read_grid(
            io::MemorySource{"g", std::as_bytes(std::span{bytes})});
    };
    CHECK_REFUSAL(read("0 0 1 0\n"), "not a grid file");
    CHECK_REFUSAL(read("\x89HDF\r\n\x1a\n and no more"), "not a whole NetCDF");
    CHECK_REFUSAL(
        io::write_grid("/no/such/folder/a.nc",
                       {{Latitudes::gauss, 1, 1}, {1.0}, "field", {}}),
        "cannot write");
}
