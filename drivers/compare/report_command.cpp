// `tasuki compare report`: the report of a folder, from what is kept there.
#include <CLI/CLI.hpp>
#include <memory>

#include "drivers/compare/report.hpp"
#include "drivers/drivers.hpp"
#include "io/atomic_file.hpp"

namespace tasuki::drivers {

void add_compare_report(CLI::App& compare) {
    auto folder = std::make_shared<std::string>();
    auto& command = add_command(compare, "report");
    command.add_option("DIR", *folder, "folder of tasuki compare")->required();
    command.callback([folder] {
        const compare::Store store{*folder};
        compare::print_summary(compare::write_report(store), *folder);
        io::flush_stdout();
    });
}

}  // namespace tasuki::drivers
