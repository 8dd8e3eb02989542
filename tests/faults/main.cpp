// faults: runs every command of tasuki under every fault; docs/reliability.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "tests/faults/campaign.hpp"
#include "tests/paths.hpp"

int main(int argc, char** argv) {
    using namespace tasuki;
    faults::Options o{.program = test::cli_path(),
                      .interposed = TASUKI_FAULTS_LIBRARY};
    CLI::App app{"Runs every command of tasuki under every fault"};
    app.add_option("--seed", o.seed, "seed of all cases");
    app.add_option("--seconds", o.seconds,
                   "time after which no case starts [s]");
    app.add_option("--case", o.only_case, "number of the one case to run");
    app.add_option("--only", o.only, "part of COMMAND/FAULT");
    app.add_flag("--list", o.list, "print the commands and faults");
    CLI11_PARSE(app, argc, argv);
    try {
        return faults::run_campaign(o) == 0 ? 0 : 1;
    } catch (const std::exception& e) {
        fmt::print(stderr, "faults: {}\n", e.what());
        return 70;
    }
}
