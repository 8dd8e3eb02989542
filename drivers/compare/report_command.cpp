// `tasuki compare report`: the report of a folder, from what is kept there.

#include "drivers/common/options.hpp"
#include "drivers/compare/report.hpp"
#include "drivers/drivers.hpp"

namespace tasuki::drivers {

namespace {

void write_report_of(const std::string& folder) {
    const compare::Store store{folder};
    compare::print_summary(compare::write_report(store), folder);
}

}  // namespace

void add_compare_report(CLI::App& compare) {
    auto [command, folder] = add_command(compare, "report", write_report_of);
    add_option(command, "DIR", folder, "folder of tasuki compare").required();
}

}  // namespace tasuki::drivers
