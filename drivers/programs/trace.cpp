// tasuki-trace: `tasuki trace summary`, `view`, `report` and `compare`.
#include "drivers/drivers.hpp"
#include "drivers/program.hpp"

int main(int argc, char** argv) {
    using namespace tasuki::drivers;
    return run_program(argc, argv,
                       {"trace",
                        {add_trace_summary, add_trace_view, add_trace_report,
                         add_trace_compare}});
}
