// What a folder keeps, and what it will not be mixed with.
#include "drivers/compare/store.hpp"

#include "tests/close.hpp"
#include "tests/drivers/compare/made_cells.hpp"
#include "tests/folder.hpp"
#include "tests/refusal.hpp"

using namespace tasuki::drivers::compare;
using namespace tasuki::test;
using tasuki::Json;
using Names = std::vector<std::string>;

namespace {

const Cell kCell = made_cell(8, "gpu");

/// A folder with one cell.
void fill(const std::string& folder) {
    Store store{folder, made_experiment(), Earlier::keep};
    store.keep(kCell, made_kept(kCell, 100));
}

}  // namespace

TEST_CASE("a kept cell is found again, with all its figures") {
    const Folder folder;
    fill(folder / "new/out");
    const Store store{folder / "new/out"};
    CHECK(store.has(kCell));
    CHECK_FALSE(store.has(made_cell(16, "gpu")));
    CHECK(is_kept(folder / "new/out", kCell));
    CHECK_FALSE(is_kept(folder / "elsewhere", kCell));
    REQUIRE(store.results().size() == 1);
    const auto result = store.results()[0];
    CHECK(result.cell == kCell);
    CHECK(result.speed == 100);
    CHECK(close(result.speed_max(), 110, 1e-14));
    CHECK(close(result.speed_min(), 50, 1e-14));
    CHECK(result.phases.size() == 2);
    CHECK(store.experiment().machine.gpus == Names{"GPU one", "GPU two"});
}

TEST_CASE("a failure stays until its cell ends well") {
    const Folder folder;
    Store store{folder / "out", made_experiment(), Earlier::keep};
    const CellFailure failure{kCell, "tasuki wilson", -1, 9, "it died", "a\nb"};
    store.keep(failure);
    CHECK_FALSE(store.has(kCell));
    REQUIRE(store.failures().size() == 1);
    CHECK(store.failures()[0].reason == "it died");
    CHECK(how_it_ended(store.failures()[0]) == "signal 9 (Killed)");
    store.keep(kCell, made_kept(kCell, 1));
    CHECK(store.failures().empty());
    CHECK(store.results().size() == 1);
}

TEST_CASE("cells of another experiment are not mixed in") {
    const Folder folder;
    fill(folder / "out");
    const auto refused = [&](auto change, const char* what, const char* kept,
                             const char* here) {
        auto other = made_experiment();
        change(other);
        CHECK_REFUSAL((Store{folder / "out", other, Earlier::keep}), "--out",
                      folder / "out", what, kept, here, "--fresh");
    };
    refused([](auto& e) { e.subject = &nbody_subject(); }, "command", "wilson",
            "nbody");
    refused([](auto& e) { e.version = "9.9"; }, "version", "1.2.3", "9.9");
    refused([](auto& e) { e.program = "12345678"; }, "build", "0badcafe",
            "12345678");
    refused([](auto& e) { e.machine.cpu = "Other"; }, "machine", "Co (16",
            "Other");
    refused([](auto& e) { e.machine.logical_cpus = 8; }, "machine",
            "16 logical", "8 logical");
    refused([](auto& e) { e.machine.gpus = {}; }, "machine", "GPU one", "none");
    refused([](auto& e) { e.environment = {}; }, "variables", "STARPU_NCPU=3",
            "none");
    refused([](auto& e) { e.repetitions = 7; }, "--repetitions", "3", "7");
    CHECK(is_kept(folder / "out", kCell));
}

TEST_CASE("the same experiment goes on, and remembers each command once") {
    const Folder folder;
    fill(folder / "out");
    for (int k = 0; k < 2; ++k) {
        auto again = made_experiment();
        again.commands = {"another"};
        again.machine.memory_gb += 0.01;  // another kernel reserves more
        const Store store{folder / "out", again, Earlier::keep};
        CHECK(store.has(kCell));
    }
    CHECK(Store{folder / "out"}.experiment().commands.size() == 2);
}

TEST_CASE("--fresh discards what a comparison left, and only that") {
    const Folder folder;
    fill(folder / "out");
    write_file(folder / "out/report.html", "old");
    write_file(folder / "out/notes.txt", "mine");
    auto other = made_experiment();
    other.version = "9.9";
    const Store store{folder / "out", other, Earlier::discard};
    CHECK(store.results().empty());
    CHECK(store.experiment().version == "9.9");
    CHECK_FALSE(std::filesystem::exists(folder / "out/report.html"));
    CHECK(read_file(folder / "out/notes.txt") == "mine");
}

TEST_CASE("a folder that is no comparison's is left alone") {
    const Folder folder;
    write_file(folder / "thesis.tex", "years");
    for (const auto earlier : {Earlier::keep, Earlier::discard})
        CHECK_REFUSAL((Store{folder.path(), made_experiment(), earlier}),
                      "--out", folder.path(), "experiment.json");
    CHECK(folder.names() == Names{"thesis.tex"});
    CHECK_REFUSAL(Store{folder.path()}, folder.path(), "experiment.json");
    CHECK_REFUSAL(Store{folder / "nothing"}, folder / "nothing");
    CHECK_REFUSAL(
        (Store{folder / "thesis.tex", made_experiment(), Earlier::keep}),
        "thesis.tex");
    CHECK_REFUSAL((Store{"/proc/no", made_experiment(), Earlier::keep}),
                  "/proc/no");
}

TEST_CASE("one run at a time has the folder") {
    const Folder folder;
    {
        const Store first{folder / "out", made_experiment(), Earlier::keep};
        CHECK_REFUSAL(
            (Store{folder / "out", made_experiment(), Earlier::discard}),
            folder / "out", "another");
        CHECK_REFUSAL(Store{folder / "out"}, "another");
    }
    CHECK_NOTHROW(Store{folder / "out"});
}

TEST_CASE("a broken file is named") {
    const Folder folder;
    fill(folder / "out");
    const auto file = folder / ("out/cells/" + key(kCell) + ".json");
    const auto whole = read_file(file);
    const auto broken = [&](const std::string& text, const char* what) {
        write_file(file, text);
        CAPTURE(what);
        CHECK_REFUSAL(Store{folder / "out"}.results(), file, what);
    };
    broken(whole.substr(0, whole.size() / 2), "JSON");
    broken("", "JSON");
    broken("[]", "what tasuki compare keeps");
    for (const char* name :
         {"cell", "result", "gflops", "seconds_all", "phases"}) {
        auto text = whole;
        text.at(text.find('"' + std::string{name} + '"') + 1) = '_';
        broken(text, name);
    }
    auto json = Json::parse(whole);
    json["result"]["gflops"] = nullptr;
    broken(json.dump(), "a number");
    json["result"]["gflops"] = -1;
    broken(json.dump(), "above 0");
    json = Json::parse(whole);
    json["result"]["seconds_all"] = {1e9};
    broken(json.dump(), "around their median");
    // Charts are files of that name.
    json = Json::parse(whole);
    json["cell"]["precision"] = "/../../half";
    broken(json.dump(), "precision");
    for (const double wrong : {4e121, 8.5}) {
        json = Json::parse(whole);
        json["cell"]["ranks"] = wrong;
        broken(json.dump(), "a whole number");
    }
    write_file(file, whole);
    write_file(folder / "out/experiment.json", R"({"format": 2})");
    CHECK_REFUSAL(Store{folder / "out"}, "experiment.json", "subject");
    write_file(folder / "out/experiment.json", "[]");
    CHECK_REFUSAL(Store{folder / "out"}, "experiment.json");
}

TEST_CASE("cells of another format are refused, and can be discarded") {
    const Folder folder;
    fill(folder / "out");
    // As Tasuki wrote it before there were subjects.
    write_file(folder / "out/experiment.json", R"({"version": "0.1"})");
    CHECK_REFUSAL(Store{folder / "out"}, folder / "out", "format 2", "format 1",
                  "--fresh");
    CHECK_REFUSAL((Store{folder / "out", made_experiment(), Earlier::keep}),
                  folder / "out", "format 1", "--fresh");
    const Store store{folder / "out", made_experiment(), Earlier::discard};
    CHECK(store.results().empty());
}

TEST_CASE("a folder that a kill left half made is taken as a new one") {
    const Folder folder;
    std::filesystem::create_directory(folder / "out");
    write_file(folder / "out/.tasuki-0123456789abcdef.tmp", "half");
    fill(folder / "out");
    CHECK(Store{folder / "out"}.has(kCell));
}
