// `tasuki trace compare`: two traces side by side.

#include "drivers/common/machine_options.hpp"
#include "drivers/common/options.hpp"
#include "drivers/drivers.hpp"
#include "io/json_output.hpp"
#include "json/json.hpp"
#include "views/traces/difference.hpp"
#include "views/traces/timeline/folder.hpp"

namespace tasuki::drivers {

namespace {

struct CompareTraces {
    std::string before, after, json;
};

void compare_traces(const CompareTraces& o) {
    const auto first = trace::read_folder(o.before),
               second = trace::read_folder(o.after);
    const auto first_summary = trace::summarize(first),
               second_summary = trace::summarize(second);
    const trace::Traced before{first, first_summary},
        after{second, second_summary};
    const auto difference = trace::compare(before, after);
    if (o.json != "-") trace::print_difference(before, after, difference);
    if (o.json.empty()) return;
    auto json = to_json(difference);
    json["before"] = to_json(first, first_summary);
    json["after"] = to_json(second, second_summary);
    io::write_json(o.json, json);
}

}  // namespace

void add_trace_compare(CLI::App& trace) {
    auto [command, o] = add_command(trace, "compare", compare_traces);
    add_option(command, "A", o.before, "folder of a trace").required();
    add_option(command, "B", o.after, "folder of another trace").required();
    add_json_option(command, o.json);
}

}  // namespace tasuki::drivers
