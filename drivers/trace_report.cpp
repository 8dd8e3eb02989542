// `tasuki trace report`: the page of a trace, anew from its folder.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "drivers/atomic_file.hpp"
#include "drivers/drivers.hpp"
#include "drivers/trace/folder.hpp"
#include "drivers/trace/report_page.hpp"
#include "drivers/trace/summary.hpp"

namespace tasuki::drivers {

namespace {

void run(const std::string& folder) {
    const auto timeline = trace::read_folder(folder);
    const auto target =
        (std::filesystem::path{folder} / "report.html").string();
    AtomicFile file{target};
    file.write(trace::to_html(timeline, trace::summarize(timeline)));
    file.commit();
    fmt::print("{}\n", target);
    flush_stdout();
}

}  // namespace

void add_trace_report(CLI::App& trace) {
    auto folder = std::make_shared<std::string>();
    auto& command = *trace.add_subcommand(
        "report",
        "make report.html of a trace anew, from the tables in its folder");
    command.add_option("DIR", *folder, "folder of --trace")->required();
    command.callback([folder] { run(*folder); });
}

}  // namespace tasuki::drivers
