// `tasuki trace report`: the views of a trace, anew from its folder.
#include <fmt/format.h>

#include <filesystem>

#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "io/print.hpp"
#include "views/traces/timeline/folder.hpp"
#include "views/traces/timeline/program_records.hpp"
#include "views/traces/views.hpp"

namespace tasuki::drivers {

namespace {

void write_page(const std::string& folder) {
    trace::take_program_records(folder);
    trace::write_views(folder, trace::read_folder(folder));
    io::print("{}\n", (std::filesystem::path{folder} / "report.html").string());
}

}  // namespace

void add_trace_report(CLI::App& trace) {
    auto [command, folder] = add_command(trace, "report", write_page);
    add_option(command, "DIR", folder, "folder of a trace").required();
}

}  // namespace tasuki::drivers
