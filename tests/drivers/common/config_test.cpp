// Words of other programs for our options, and options in a file.
#include "drivers/common/config.hpp"

#include <algorithm>
#include <memory>

#include "drivers/common/command_parser.hpp"
#include "drivers/common/options.hpp"
#include "tests/contains.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki;
using test::cli_json, test::contains, test::refused, test::run_cli;

namespace {

constexpr const char* kShort =
    "wilson --gauge hot:1 --lattice 4x4x4x8 --repetitions 1 --iterations 2 "
    "--placement cpu ";

void check_same(const Json& a, const Json& b) {
    for (const char* key : {"norm2", "kappa", "precision", "lattice"}) {
        CAPTURE(key);
        CHECK(a[key] == b[key]);
    }
}

}  // namespace

TEST_CASE("an option is known by the words of other programs too") {
    check_same(
        cli_json(std::string{kShort} +
                 "--precision single --kappa 0.1 --reconstruct 12"),
        cli_json("wilson --load-gauge hot:1 --dim 4,4,4,8 --repetitions 1 "
                 "--iterations 2 --placement cpu --policy feedback "
                 "--prec single --mass 1 --recon 12"));
    CHECK(cli_json(std::string{kShort} + "--mass -0.5")["kappa"] == 1.0 / 7);
    for (const char* mass : {"-4", "x", "nan"}) {
        const auto result = run_cli("wilson --mass " + std::string{mass});
        CHECK(refused(result));
        CHECK(contains(result.log,
                       "--mass: expected a finite number other than -4"));
    }
    CHECK(contains(run_cli("wilson --mass 1 --kappa 0.1").log, "excludes"));
}

TEST_CASE("a run is what a file of its options says") {
    const test::Folder folder;
    const auto file = folder / "run.toml";
    const auto whole = cli_json(std::string{kShort} +
                                "--kappa 0.13 --precision single "
                                "--source random:3 --write-config " +
                                file);
    check_same(whole, cli_json("wilson --config " + file));
    check_same(whole, cli_json("wilson --config=" + file));
    // What the line says comes first, whatever it calls the option.
    const auto other = cli_json("wilson --prec double --config " + file);
    CHECK(other["precision"] == "double");
    CHECK(other["kappa"] == 0.13);
    CHECK(contains(run_cli("wilson --kappa 0.1 --write-config " + file).log,
                   "--overwrite"));
    CHECK(cli_json("wilson --config " + file)["kappa"] == 0.13);
}

TEST_CASE("lists and flags stand in a file as in TOML") {
    const test::Folder folder;
    const auto file = folder / "run.toml";
    test::write_file(file,
                     "# a comment\nsizes = [1, 2]\nfiles = [\"a,b\", \"c\"]\n"
                     "film = false\nname = \"two words\"\nlimit = 2\n");
    CLI::App app;
    auto command =
        std::make_shared<drivers::CommandParser>("", "test", nullptr);
    std::vector<int> sizes;
    std::vector<std::string> files;
    bool film = true;
    std::string name;
    double limit = 1;
    drivers::add_option(*command, "--sizes", sizes, "");
    drivers::add_option(*command, "--files", files, "").words(2);
    drivers::add_flag(*command, "--film,!--no-film", film, "");
    drivers::add_option(*command, "--name", name, "");
    drivers::add_option(*command, "--limit,--most", limit, "");
    app.add_subcommand(command);
    drivers::add_config_options(app);
    auto words = drivers::with_config(
        app, {"test", "--config", file, "--most", "3", "--", "--sizes"});
    CHECK(words == std::vector<std::string>{
                       "test", "--config", file, "--most", "3", "--sizes=1,2",
                       "--files", "a,b", "c", "--film=false",
                       "--name=two words", "--", "--sizes"});
    words.resize(words.size() - 2);
    std::ranges::reverse(words);
    app.parse(words);
    CHECK(sizes == std::vector{1, 2});
    CHECK(files == std::vector<std::string>{"a,b", "c"});
    CHECK_FALSE(film);
    CHECK(name == "two words");
    CHECK(limit == 3);
}

TEST_CASE("a file of options that is none is refused") {
    const test::Folder folder;
    const auto file = folder / "run.toml";
    const auto said = [&](const std::string& text) {
        test::write_file(file, text);
        const auto result = run_cli("wilson --config " + file);
        CHECK(refused(result));
        return result.log;
    };
    CHECK(contains(said("kapa = 0.1\n"), "wilson has no option 'kapa'"));
    CHECK(contains(said("[solve]\nkappa = 0.1\n"),
                   "wilson has no option 'solve.kappa'"));
    CHECK(contains(said("config = \"x\"\n"), "wilson has no option 'config'"));
    CHECK(contains(said("kappa = 1 2\n"), "kappa"));
    CHECK(contains(said("precision = \"triple\"\n"), "triple"));
    CHECK(contains(run_cli("wilson --config " + folder / "no").log,
                   "cannot be opened"));
}
