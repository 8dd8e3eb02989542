// `tasuki gauge info`: what it says of a file, and of one that is none.
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"
#include "tests/hostile.hpp"
#include "tests/io/gauge/fixtures.hpp"

using namespace tasuki;
using namespace tasuki::test;
using namespace std::string_literals;

TEST_CASE("gauge info --json - gives the keys that scripts rely on") {
    const Folder folder;
    const auto field = small_field();
    io::write_gauge(folder / "cfg", field, {});
    const auto json = cli_json("gauge info " + (folder / "cfg"));
    const auto plaquette = lattice::plaquette(field);
    CHECK(json["format"] == "nersc");
    CHECK(json["dims"] == Json{2, 2, 2, 4});
    CHECK(json["plaquette"].get<double>() == plaquette.average);
    CHECK(json["link_trace"].get<double>() == lattice::link_trace(field));
    CHECK(json["checksum_ok"] == true);
    CHECK(json["precision_bits"] == 64);
    CHECK(json["byte_order"] == "big");
    CHECK(json["rows"] == 3);
    CHECK(json["warnings"] == Json::array());
}

TEST_CASE("a file without a checksum gives null and a warning") {
    const Folder folder;
    NerscBytes file{small_field()};
    file.header.erase("CHECKSUM");
    write_file(folder / "cfg", file.bytes());
    const auto result = run_cli("gauge info " + (folder / "cfg") + " --json -");
    CHECK(result.code == 0);
    const auto json = Json::parse(result.out);
    CHECK(json["checksum_ok"].is_null());
    REQUIRE(json["warnings"].size() == 1);
    CHECK(contains(json["warnings"][0], "no checksum"));
    CHECK(contains(result.log, "no checksum"));
    CHECK(contains(run_cli("gauge info " + (folder / "cfg")).out,
                   "warning       " + (folder / "cfg") + ": no checksum"));
    const auto strict =
        run_cli("gauge info --strict --json - " + (folder / "cfg"));
    CHECK(refused(strict));
    CHECK(contains(strict.log, "no checksum"));
}

TEST_CASE("the table names what it shows, and JSON can go to a file") {
    const Folder folder;
    io::write_gauge(folder / "cfg", small_field(), {});
    const auto result = run_cli("gauge info " + (folder / "cfg") + " --json " +
                                (folder / "out.json"));
    CHECK(result.code == 0);
    for (const auto* text : {"nersc, 3 rows, 64 bits, big-endian", "2x2x2x4",
                             "plaquette", "link trace", "right (NERSC"})
        CHECK(contains(result.out, text));
    CHECK(Json::parse(read_file(folder / "out.json"))["format"] == "nersc");
}

TEST_CASE("a configuration is read through a pipe") {
    const Folder folder;
    io::write_gauge(folder / "cfg", small_field(), {});
    REQUIRE(::mkfifo((folder / "fifo").c_str(), 0600) == 0);
    const auto result =
        run_cli("gauge info " + (folder / "fifo"),
                "cat " + (folder / "cfg") + " >" + (folder / "fifo") + " & ");
    CHECK(result.code == 0);
    CHECK(contains(result.out, "2x2x2x4"));
}

TEST_CASE("what a header or a name of a file says moves no cursor") {
    for (const auto& name : hostile_names()) {
        CAPTURE(name.substr(0, 30));
        const Folder folder;
        NerscBytes file{small_field()};
        write_file(folder / "good", file.bytes());
        file.header["FLOATING_POINT"] = name;
        write_file(folder / "bad", file.bytes());
        const auto bad = run_cli("gauge info " + (folder / "bad"));
        CHECK(refused(bad));
        CHECK(is_plain(bad.log));
        CHECK(bad.log.size() < 1200);
        // A name of a file has no NUL and no slash, and an end.
        if (name.find_first_of("\0/"s) != std::string::npos ||
            name.size() > 200)
            continue;
        auto quoted = name;
        for (auto at = quoted.find('\''); at != std::string::npos;
             at = quoted.find('\'', at + 4))
            quoted.replace(at, 1, "'\\''");
        std::filesystem::rename(folder / "good", folder / name);
        const auto good = run_cli("gauge info '" + (folder / quoted) + "'");
        CHECK(good.code == 0);
        CHECK(is_plain(good.out));
        CHECK(std::ranges::count(good.out, '\n') == 9);
        std::filesystem::rename(folder / "bad", folder / name);
        for (const std::string arguments : {"nbody --in '", "'"}) {
            const auto result = run_cli(arguments + (folder / quoted) + "'");
            CHECK(refused(result));
            CHECK(is_plain(result.log));
        }
    }
}
