#include "program/program.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string_view>

#include "program/trace.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::program {

namespace {

using Body = std::function<void(runtime::Context&, Run&)>;

bool asks_for_help(int argc, char** argv) {
    for (int k = 1; k < argc; ++k)
        if (std::string_view{argv[k]} == "--help") return true;
    return false;
}

void run(int argc, char** argv, const Program& program,
         const runtime::Ranks* ranks, const Body& body) {
    if (asks_for_help(argc, argv)) {
        fmt::print("{}: {}\n{}{}", program.name, program.about,
                   help(program.options), help());
        return;
    }
    const auto options = take_options(argc, argv, program.options);
    if (argc > 1)
        throw runtime::UsageError(
            fmt::format("expected options of --help, found '{}'", argv[1]));
    auto wish = program.context;
    wish.ranks = ranks;
    Trace trace{options, wish};
    {
        runtime::Context context{trace.context()};
        Run run{options, context, &trace};
        body(context, run);
        run.finish();
        if (context.ranks().is_first() && options.json != "-")
            fmt::print("{}: {}\n", program.name, run.summary());
    }
    trace.write(program.name);
}

int fail(const Program& program, const runtime::Ranks* ranks, const char* what,
         runtime::ExitCode code) {
    if (ranks == nullptr || ranks->reports_error())
        fmt::print(stderr, "{}: {}\n", program.name, what);
    if (ranks != nullptr) ranks->abort(static_cast<int>(code));
    return static_cast<int>(code);
}

}  // namespace

int run_program(int argc, char** argv, const Program& program,
                const Body& body) {
    const runtime::Ranks* ranks = nullptr;
    try {
        if (program.ranks != nullptr) ranks = &program.ranks();
        run(argc, argv, program, ranks, body);
        if (std::fflush(stdout) != 0)
            throw runtime::UsageError("the standard output cannot be written");
        return 0;
    } catch (const runtime::Error& e) {
        return fail(program, ranks, e.what(), e.exit_code());
    } catch (const std::exception& e) {
        return fail(program, ranks, e.what(), runtime::ExitCode::fault);
    }
}

}  // namespace tasuki::program
