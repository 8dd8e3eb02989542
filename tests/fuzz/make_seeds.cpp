// make_fuzz_seeds FOLDER: small valid files of every kind, in a folder for each
// target.  Two sites, a few bodies or coefficients: a fuzzer wants short
// inputs.
#include <cstdio>
#include <filesystem>

#include "tests/drivers/compare/made_cells.hpp"
#include "tests/folder.hpp"
#include "tests/io/bodies/body_files.hpp"
#include "tests/io/gauge/fixtures.hpp"
#include "tests/io/sphere/classic_bytes.hpp"
#include "tests/views/traces/made_timeline.hpp"
#include "views/traces/timeline/folder.hpp"
#include "views/traces/timeline/tables.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::ByteOrder;
using io::Format;

namespace {

void write_nersc_seeds(const std::string& folder,
                       const lattice::GaugeField& field) {
    for (const int bits : {32, 64})
        for (const int rows : {2, 3})
            for (const auto order :
                 {io::ByteOrder::big, io::ByteOrder::little}) {
                NerscBytes file{field, bits, rows, order};
                const auto name = folder + "/" + std::to_string(bits) +
                                  to_string(order) + std::to_string(rows);
                write_file(name, file.bytes());
                write_file(name + "-repaired", "?" + file.bytes());
                auto unordered = file;
                unordered.header["FLOATING_POINT"].resize(6);
                write_file(name + "-unordered", unordered.bytes());
                file.header.erase("CHECKSUM");
                write_file(name + "-unchecked", file.bytes());
            }
}

void write_lime_seeds(const std::string& folder,
                      const lattice::GaugeField& field) {
    for (const int bits : {32, 64}) {
        const auto name = folder + "/" + std::to_string(bits);
        const io::WriteOptions options{
            .format = io::Format::ildg,
            .encoding = {bits, io::ByteOrder::big, 3},
            .ensemble = {.id = "",
                         .label = "",
                         .creator = "",
                         .lfn = "lfn://a/b",
                         .sequence_number = 0}};
        const auto ildg = written(field, options);
        write_file(name + "-ildg", ildg);
        // Renaming the record is the shortest way to have no checksum.
        write_file(name + "-ildg-unchecked",
                   replaced(ildg, "scidac-checksum", "scidac-checkers"));
        const auto scidac = ScidacBytes{field, bits}.bytes();
        write_file(name + "-scidac", scidac);
        write_file(name + "-scidac-unchecked",
                   replaced(scidac, "scidac-checksum", "scidac-checkers"));
    }
}

void write_milc_seeds(const std::string& folder,
                      const lattice::GaugeField& field) {
    for (const auto order : {io::ByteOrder::big, io::ByteOrder::little}) {
        const auto bytes = milc_bytes(field, order);
        write_file(folder + "/" + to_string(order), bytes);
        write_file(folder + "/" + to_string(order) + "-repaired", "?" + bytes);
    }
}

void write_body_seeds(const std::string& folder) {
    for (const auto endian : {Endian::big, Endian::little}) {
        TipsyBytes tipsy{endian};
        const auto name = folder + (endian == Endian::big ? "/big" : "/little");
        write_file(name, tipsy.bytes());
        write_file(name + "-repaired", "?" + tipsy.bytes());
        tipsy.padded = false;
        write_file(name + "-bare", tipsy.bytes());
    }
    write_file(folder + "/text",
               "# m x y z vx vy vz\n1 2 3 4 5 6 7\n1e-3,-2,+3,4.5,0,-0,7\n");
}

void write_spectrum_seeds(const std::string& folder) {
    write_file(folder + "/table",
               "# l m C S\n0 0 1 0\n1,0,1.5D-03,0\n1 1 +2 3\n");
    write_file(folder + "/icgem",
               "text\nbegin_of_head\nmax_degree 2\nnorm fully_normalized\n"
               "end_of_head\ngfc 2 0 1 0\ngfct 2 1 1 1\ntrnd 2 1 1 1\n"
               "gfc 2 2 1 1\n");
}

void write_netcdf_seeds(const std::string& folder) {
    for (const int version : {1, 2, 5})
        for (const std::uint64_t records : {0, 2}) {
            const ClassicBytes file{
                .version = version, .records = records, .second = records > 0};
            write_file(folder + "/" + std::to_string(version) +
                           (records > 0 ? "-times" : ""),
                       file.bytes());
        }
}

void write_trace_seeds(const std::string& folder) {
    test::MadeTimeline made{2};
    const int gpu = made.gpu(0), cpu = made.cpu(1);
    const int first = made.task("pack", gpu, 0, 5);
    const int message = made.message(0, 1, 5, 7, {first});
    const int last = made.task("merge", cpu, 8, 9, {}, {message});
    made.transfer(2, 0, 1, 2);
    made.wait(cpu, last, 7, 8);
    made.get().ready[1].push_back({3, 1});
    made.get().cost = {{1}, {2}};
    const auto tables = trace::to_tables(made.get());
    std::string text = tables.at(trace::kRunFile);
    for (const char* table : {"tasks.csv", "messages.csv", "transfers.csv",
                              "waits.csv", "ready.csv"})
        text += "====\n" + tables.at(table);
    write_file(folder + "/two_ranks", text);
}

void write_compare_seeds(const std::string& folder) {
    using namespace tasuki::drivers::compare;
    nlohmann::ordered_json j{{"experiment", to_json(made_experiment())}};
    for (const char* placement : {"gpu", "dynamic"})
        for (const int t : {8, 16})
            j["cells"].push_back(made_kept(made_cell(t, placement), t));
    j["failed"].push_back(to_json(CellFailure{
        made_cell(8, "host-t"), "tasuki wilson", 3, 0, "no GPU", "line\n"}));
    write_file(folder + "/wilson", j.dump());
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: make_fuzz_seeds FOLDER\n", stderr);
        return 2;
    }
    const std::string folder = argv[1];
    for (const auto* name :
         {"nersc", "lime", "milc", "bodies", "spectrum", "netcdf", "csv",
          "snapshots", "trace", "compare", "names"})
        std::filesystem::create_directories(folder + "/" + name);
    const auto field = lattice::hot_start({{1, 2, 1, 1}}, 23);
    write_nersc_seeds(folder + "/nersc", field);
    write_lime_seeds(folder + "/lime", field);
    write_milc_seeds(folder + "/milc", field);
    write_body_seeds(folder + "/bodies");
    write_spectrum_seeds(folder + "/spectrum");
    write_netcdf_seeds(folder + "/netcdf");
    // What changes nothing, of bodies and of a flow.
    write_file(folder + "/snapshots/bodies", std::string(40, '\0'));
    write_file(folder + "/snapshots/flow", '\1' + std::string(40, '\0'));
    write_trace_seeds(folder + "/trace");
    write_compare_seeds(folder + "/compare");
    write_file(folder + "/names/all",
               "title&</a><\"'\x1b[2J\n\xff\xc2\x9b ]]>");
    write_file(folder + "/csv/two",
               "a,b,c\n1.5,2 3,\"x \"\"y\"\"\"\n-1e3,,z\n");
    return 0;
}
