// Cells with figures made up for a test, as if they had run.
#pragma once

#include "drivers/compare/result_files.hpp"
#include "json/json.hpp"

namespace tasuki::test {

using drivers::compare::Cell, drivers::compare::CellResult;

inline Cell made_cell(int t, const std::string& placement, int gpus = 1) {
    return {&drivers::compare::wilson_subject(),
            {"4x6x8x" + std::to_string(t), "double", "18"},
            1,
            gpus,
            "1x1x1x2",
            "dmdas",
            placement};
}

/// What is kept of a cell: its fastest repetition is 10 % faster than the
/// median, its slowest takes twice as long.
inline Json made_kept(const Cell& cell, double gflops) {
    const double seconds = 1488e-9 * 4 * 6 * 8 * cell.size() / gflops;
    const Json result{
        {"blocks", {1, 1, 1, 2}},
        {"policy", cell.policy},
        {"relative_error", 3.25e-16},
        {"seconds_median", seconds},
        {"seconds_all", {seconds, seconds / 1.1, seconds * 2}},
        {"gflops", gflops},
        {"gflops_1320", gflops * 1320 / 1488},
        {"achieved_gbs", gflops / 2},
        {"bandwidth_gbs", gflops * 2},
        {"roofline_percent", 25.0},
        {"phases",
         {{"interior", {{"cpu", 7}, {"gpu", 11}, {"seconds", 0.5}}},
          {"matvec", {{"cpu", 13}, {"gpu", 0}, {"seconds", 0.25}}}}}};
    return kept_json(cell, command_line(cell, 3), result);
}

inline CellResult made_result(const Cell& cell, double gflops) {
    return drivers::compare::result_from_json(
        *cell.subject, made_kept(cell, gflops), key(cell));
}

inline CellResult made_result(int t, const std::string& placement,
                              double gflops) {
    return made_result(made_cell(t, placement), gflops);
}

inline drivers::compare::Experiment made_experiment() {
    return {&drivers::compare::wilson_subject(),
            "1.2.3 (made up)",
            "0badcafe",
            {"A <CPU> & Co", 16, 64, {"GPU one", "GPU two"}},
            {"STARPU_NCPU=3"},
            3,
            {"tasuki compare wilson --lattices '{4,8}'"}};
}

}  // namespace tasuki::test
