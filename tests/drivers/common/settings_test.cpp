// Options as ranks compare them.
#include "drivers/common/settings.hpp"

#include <doctest/doctest.h>

#include <CLI/CLI.hpp>
#include <map>

#include "drivers/common/options.hpp"

using namespace tasuki;

namespace {

struct Options {
    int cpus = -1, repetitions = 7;
    double kappa = 0.124;
    std::vector<int> sizes, reals{18, 12};
    std::string gauge, json;
    bool film = false;
};

std::map<std::string, std::string> settings(const std::string& line) {
    Options o;
    CLI::App command{"", "test"};
    drivers::add_option(command, "--cpus", o.cpus, "");
    drivers::add_option(command, "--json", o.json, "");
    drivers::add_option(command, "--repetitions", o.repetitions, "");
    drivers::add_option(command, "--kappa", o.kappa, "");
    drivers::add_option(command, "--sizes", o.sizes, "");
    drivers::add_option(command, "--reals", o.reals, "");
    drivers::add_option(command, "--gauge", o.gauge, "");
    drivers::add_flag(command, "--film", o.film, "");
    command.parse(line);
    std::map<std::string, std::string> all;
    for (const auto& [option, value] : drivers::settings_of(command))
        CHECK(all.emplace(option, value).second);
    return all;
}

}  // namespace

TEST_CASE("every option is compared but those of a rank's machine") {
    const auto none = settings("");
    CHECK(none.contains("program"));
    CHECK_FALSE(none.contains("--cpus"));
    CHECK_FALSE(none.contains("--json"));
    CHECK_FALSE(none.contains("--help"));
    CHECK(none.at("--kappa") == "0.124");
    CHECK(none.at("--repetitions") == "7");
    CHECK(none.at("--gauge") == "the default");
    CHECK(none.at("--sizes") == "the default");
    CHECK(none.at("--film") == "the default");
    CHECK(none.size() == 7);
}

TEST_CASE("a default that is given is not another value") {
    CHECK(settings("--kappa 0.124") == settings("--cpus 1 --json x"));
    CHECK(settings("--reals 18,12") == settings(""));
    CHECK(settings("--kappa 0.13") != settings(""));
    CHECK(settings("--sizes 1,2").at("--sizes") == "1,2");
    CHECK(settings("--film").at("--film") == "true");
}
