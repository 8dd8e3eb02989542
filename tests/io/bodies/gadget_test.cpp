// Snapshots of GADGET in HDF5.
#include <doctest/doctest.h>

#include <cmath>

#include "io/bodies/body_file.hpp"
#include "io/hdf5/hdf5.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;

namespace {

/// Two bodies of type 1 with one mass, and one of type 4 with its own.
struct GadgetFile {
    std::vector<double> counts{0, 2, 0, 0, 1, 0};
    std::vector<double> table{0, 0.5, 0, 0, 0, 0};
    double files = 1, time = 0.25, redshift = 0, box = 0;
    std::vector<double> position{1, 2, 3, 4, 5, 6}, velocity{6, 5, 4, 3, 2, 1};
    std::vector<hsize_t> shape{2, 3};
    std::vector<double> mass{7};
    bool halo = true, star_masses = true;
    std::string masses = "Masses", velocities = "Velocities";
    bool halo_masses = false;  ///< besides the table
    std::vector<double> halo_mass{0.5, 0.75};
    double tracers = 0;  ///< of type 3, which have no position
};

io::BodyFile read(const GadgetFile& m) {
    io::Hdf5Writer file;
    file.add_group("/Header");
    file.add_attribute("/Header", "NumPart_ThisFile", m.counts);
    file.add_attribute("/Header", "MassTable", m.table);
    file.add_attribute("/Header", "NumFilesPerSnapshot", m.files);
    file.add_attribute("/Header", "Time", m.time);
    file.add_attribute("/Header", "Redshift", m.redshift);
    file.add_attribute("/Header", "BoxSize", m.box);
    if (m.halo) {
        file.add_group("/PartType1");
        file.add_dataset("/PartType1/Coordinates", m.position, m.shape);
        file.add_dataset(("/PartType1/" + m.velocities).c_str(), m.velocity,
                         m.shape);
        if (m.halo_masses)
            file.add_dataset("/PartType1/Masses", m.halo_mass, {2});
    }
    if (m.tracers > 0) {
        file.add_group("/PartType3");
        const std::vector<double> ids(static_cast<std::size_t>(m.tracers));
        file.add_dataset("/PartType3/TracerID", ids, {ids.size()});
    }
    file.add_group("/PartType4");
    const std::vector<double> star{-1, -2, -3};
    file.add_dataset("/PartType4/Coordinates", star, {1, 3});
    file.add_dataset("/PartType4/Velocities", star, {1, 3});
    if (m.star_masses)
        file.add_dataset(("/PartType4/" + m.masses).c_str(), m.mass,
                         {m.mass.size()});
    const auto image = file.image();
    return io::read_bodies(io::MemorySource{"snap.hdf5", image});
}

template <class Change>
io::BodyFile with(const Change& change) {
    GadgetFile m;
    change(m);
    return read(m);
}

}  // namespace

TEST_CASE("the bodies of all types are joined") {
    const auto file = read({});
    CHECK(file.format == "GADGET");
    CHECK(file.time == 0.25);
    CHECK(file.bodies.mass == std::vector{0.5, 0.5, 7.0});
    CHECK(file.bodies.position ==
          std::vector<nbody::Vector>{{1, 2, 3}, {4, 5, 6}, {-1, -2, -3}});
    CHECK(file.bodies.velocity ==
          std::vector<nbody::Vector>{{6, 5, 4}, {3, 2, 1}, {-1, -2, -3}});
    CHECK(file.warnings.empty());
    // GADGET-4 has as many types as a run needs.
    CHECK(with([](GadgetFile& m) {
              m.counts = {0, 2};
              m.table = {0, 0.5};
          }).bodies.size() == 2);
}

TEST_CASE("datasets by the names of SWIFT, GIZMO and EAGLE's older files") {
    for (const char* name : {"Mass", "DynamicalMasses", "BH_Mass"})
        CHECK(with([&](GadgetFile& m) { m.masses = name; }).bodies.mass ==
              std::vector{0.5, 0.5, 7.0});
    const auto file = with([](GadgetFile& m) { m.velocities = "Velocity"; });
    CHECK(file.bodies.velocity[0] == nbody::Vector{6, 5, 4});
}

TEST_CASE("tracers without positions are left out, and that is said") {
    const auto file = with([](GadgetFile& m) {
        m.tracers = 200;
        m.counts[3] = 200;
    });
    CHECK(file.bodies.mass == std::vector{0.5, 0.5, 7.0});
    REQUIRE(file.warnings.size() == 1);
    CHECK(file.warnings[0].find("/PartType3: 200 tracers are left out") == 0);
}

TEST_CASE("a mass of the table goes before those of the bodies") {
    const auto read_with = [](std::vector<double> masses) {
        return with([&](GadgetFile& m) {
            m.halo_masses = true;
            m.halo_mass = masses;
        });
    };
    const auto file = read_with({0.5, 0.75});
    CHECK(file.bodies.mass == std::vector{0.5, 0.5, 7.0});
    REQUIRE(file.warnings.size() == 1);
    CHECK(file.warnings[0].find(
              "/PartType1/Masses: not used (0.75 of body 1)") == 0);
    CHECK(read_with({0.5, 0.5}).warnings.empty());
}

TEST_CASE("what an isolated run leaves out is said") {
    const auto file = with([](GadgetFile& m) {
        m.redshift = 0.5;
        m.box = 100;
    });
    REQUIRE(file.warnings.size() == 2);
    CHECK(file.warnings[0].find("redshift 0.5") != std::string::npos);
    CHECK(file.warnings[1].find("BoxSize 100") != std::string::npos);
}

TEST_CASE("snapshots of GADGET that are wrong are refused") {
    CHECK_REFUSAL(with([](GadgetFile& m) { m.files = 4; }), "snap.hdf5",
                  "part of a snapshot", "4 files");
    CHECK_REFUSAL(with([](GadgetFile& m) { m.counts[1] = 3; }),
                  "/PartType1/Coordinates", "(3, 3)", "(2, 3)");
    CHECK_REFUSAL(with([](GadgetFile& m) { m.counts = {0, 0}; }), "no bodies");
    CHECK_REFUSAL(with([](GadgetFile& m) { m.halo = false; }), "/PartType1",
                  "no such group");
    CHECK_REFUSAL(with([](GadgetFile& m) { m.star_masses = false; }),
                  "/PartType4/Masses", "MassTable");
    CHECK_REFUSAL(with([](GadgetFile& m) { m.table = {}; }),
                  "/PartType1/Masses");
    CHECK_REFUSAL(with([](GadgetFile& m) { m.table[1] = NAN; }),
                  "/PartType1/Masses", "nan");
    CHECK_REFUSAL(with([](GadgetFile& m) {
                      m.mass = {7, 8};
                  }),
                  "/PartType4/Masses", "expected (1)", "found (2)");
    CHECK_REFUSAL(with([](GadgetFile& m) { m.mass = {-7}; }),
                  "/PartType4/Masses", "from 0 on", "-7");
    CHECK_REFUSAL(with([](GadgetFile& m) { m.position[4] = NAN; }),
                  "/PartType1/Coordinates of body 1", "nan");
    CHECK_REFUSAL(with([](GadgetFile& m) { m.time = NAN; }), "bad time", "nan");
    io::Hdf5Writer file;
    file.add_group("/Header");
    file.add_group("/PartType1");
    const auto image = file.image();
    CHECK_REFUSAL(io::read_bodies(io::MemorySource{"snap.hdf5", image}),
                  "/Header", "NumPart_ThisFile");
}
