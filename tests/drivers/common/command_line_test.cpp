// What the command line says of itself, and of words that it does not know.
#include <doctest/doctest.h>

#include "drivers/parse_errors.hpp"
#include "runtime/core/version.hpp"
#include "tests/drivers/cli.hpp"

using namespace tasuki;
using test::refused, test::run_cli;

TEST_CASE("a wrong word is named, with what was probably meant") {
    const std::pair<const char*, const char*> cases[] = {
        {"",
         "a subcommand is required: wilson, solve, nbody, sht, sphere, tasks, "
         "devices, "
         "gauge, "
         "bench, "
         "compare, "
         "simulate, "
         "trace; "
         "see `tasuki "
         "--help`"},
        {"wilso",
         "unknown subcommand 'wilso', did you mean 'wilson'?; see "
         "`tasuki --help`"},
        {"something", "unknown subcommand 'something'; see `tasuki --help`"},
        {"--bogus", "unknown option '--bogus'; see `tasuki --help`"},
        {"--log-level foo wilson",
         "--log-level: foo not in {trace,debug,info,warn,error,off}; see "
         "`tasuki --help`"},
        {"--kappa 0.1 wilson",
         "unknown option '--kappa' before 'wilson', whose own options stand "
         "after it; see `tasuki wilson --help`"},
        {"gauge",
         "a subcommand is required: info, convert, generate; see "
         "`tasuki gauge --help`"},
        {"gauge inof",
         "unknown subcommand 'inof', did you mean 'info'?; see `tasuki gauge "
         "--help`"},
        {"gauge infos u",
         "unknown subcommand 'infos', did you mean 'info'?; "
         "see `tasuki gauge --help`"},
        {"wilson --gaug x",
         "unknown option '--gaug', did you mean "
         "'--gauge'?; see `tasuki wilson --help`"},
        {"wilson --log-levl=info",
         "unknown option '--log-levl', did you mean "
         "'--log-level'?; see `tasuki wilson "
         "--help`"},
        {"wilson extra",
         "unexpected argument 'extra'; see `tasuki wilson --help`"},
        {"gauge convert u",
         "OUT is required; see `tasuki gauge convert --help`"},
        {"wilson --precision half",
         "--precision: half not in {double,single}; see `tasuki wilson "
         "--help`"},
        {"bench nbody --long-run 0",
         "--long-run: expected a number above 0, found '0'; see `tasuki bench "
         "nbody --help`"},
        {"bench nbody --long-run nan",
         "--long-run: expected a number above 0, found 'nan'; see `tasuki "
         "bench nbody --help`"},
        {"wilson --gauge ''",
         "--gauge: expected a value, found an empty one; see `tasuki wilson "
         "--help`"},
        // The word behind it is none of its value.
        {"wilson --gauge= --apply 1",
         "--gauge: expected a value, found an empty one; see `tasuki wilson "
         "--help`"},
        {"gauge info --json=",
         "--json: expected a value, found an empty one; see `tasuki gauge info "
         "--help`"},
        {"gauge info ''",
         "FILE: expected a value, found an empty one; see `tasuki gauge info "
         "--help`"},
        {"wilson --gaug= x",
         "unknown option '--gaug', did you mean '--gauge'?; see `tasuki wilson "
         "--help`"},
        {"gauge info --strict= ''",
         "FILE: expected a value, found an empty one; see `tasuki gauge info "
         "--help`"},
    };
    for (const auto& [arguments, message] : cases) {
        CAPTURE(arguments);
        const auto result = run_cli(arguments);
        CHECK(refused(result));
        CHECK(result.log == "tasuki: error: " + std::string{message} + '\n');
    }
}

TEST_CASE("a slip is a letter more, less, another or swapped, no further") {
    const std::vector<std::string> names{"wilson", "devices", "gauge"};
    using drivers::closest;
    CHECK(closest("wlison", names) == "wilson");
    CHECK(closest("device", names) == "devices");
    CHECK(closest("guage", names) == "gauge");
    CHECK(closest("guagge", names) == "gauge");
    CHECK(closest("gug", names).empty());  // two letters of three
    CHECK(closest("gauges", names) == "gauge");
    CHECK(closest("nbody", names).empty());
    CHECK(closest("", names).empty());
}

TEST_CASE("help and versions go to stdout, with exit code 0") {
    for (const char* arguments : {"--help", "wilson --help", "gauge --help",
                                  "gauge convert --help", "--version"}) {
        CAPTURE(arguments);
        const auto result = run_cli(arguments);
        CHECK(result.code == 0);
        CHECK(result.log.empty());
        CHECK_FALSE(result.out.empty());
    }
    const auto result = run_cli("--version");
    CHECK(result.out == "tasuki " + runtime::version() + '\n');
    CHECK(result.out.find("StarPU 1.4.") != std::string::npos);
    CHECK((result.out.find("CUDA 1") != std::string::npos ||
           result.out.find("HIP ") != std::string::npos ||
           result.out.find("no GPU toolkit") != std::string::npos));
}
