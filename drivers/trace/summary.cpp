// `tasuki trace summary`: the figures of a trace, from its folder.
#include "views/traces/timeline/summary.hpp"

#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "io/json_output.hpp"
#include "json/json.hpp"
#include "views/traces/timeline/folder.hpp"

namespace tasuki::drivers {

namespace {

struct SummaryOptions {
    std::string folder, json;
};

void print_summary_of(const SummaryOptions& o) {
    const auto timeline = trace::read_folder(o.folder);
    const auto summary = trace::summarize(timeline);
    if (o.json != "-") trace::print_summary(timeline, summary);
    if (!o.json.empty()) io::write_json(o.json, to_json(timeline, summary));
}

}  // namespace

void add_trace_summary(CLI::App& trace) {
    auto [command, o] = add_command(trace, "summary", print_summary_of);
    add_option(command, "DIR", o.folder, "folder of a trace")
        .required()
        .reads();
    add_json_option(command, o.json);
}

}  // namespace tasuki::drivers
