// The folder of a comparison: what was run once is not run again.
//
//   experiment.json        versions, machine, settings, commands
//   cells/KEY.json         every cell that ended well, with all its figures
//   failed/KEY.json        every cell that did not, and why; tried again
//   results.csv|json, report.html, charts/   made from these
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "drivers/compare/cell_result.hpp"
#include "drivers/compare/experiment.hpp"
#include "io/descriptor.hpp"

namespace tasuki::drivers::compare {

enum class Earlier { keep, discard };

class Store {
  public:
    /// Opens the folder for a run, makes it if there is none, and locks it for
    /// as long as this lives.
    /// @throws UsageError  it holds cells that cannot stand beside those of
    ///                     `here` (unless they are discarded), or files that
    ///                     are no comparison's; another run has it; it cannot
    ///                     be written; it has the format of another version
    /// @throws InputError  its experiment.json is broken
    Store(const std::string& folder, const Experiment& here, Earlier earlier);

    /// Opens it to read.
    /// @throws UsageError  no comparison is there, another run has it, or it
    ///                     has the format of another version
    /// @throws InputError  its experiment.json is broken
    explicit Store(const std::string& folder);

    const Experiment& experiment() const { return experiment_; }
    const std::filesystem::path& folder() const { return folder_; }

    bool has(const Cell& cell) const;
    void keep(const Cell& cell, const Json& kept);
    void keep(const CellFailure& failure);
    /// Where the result of a running cell is written meanwhile.
    std::string running(const Cell& cell) const;

    /// In the order of before().
    /// @throws InputError  a file is broken; names it
    std::vector<CellResult> results() const;
    std::vector<CellFailure> failures() const;

  private:
    void lock();
    void add_planned(const std::vector<Cell>& cells);
    void read_experiment();
    std::string path(const char* kind, const Cell& cell) const;

    std::filesystem::path folder_;
    Experiment experiment_;
    io::Descriptor lock_;
};

/// Whether a run over these cells would find this one there; false if there is
/// no such folder.
bool is_kept(const std::string& folder, const Cell& cell);

}  // namespace tasuki::drivers::compare
