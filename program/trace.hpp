// --trace of a program: records some repetitions after the timed ones.
//
//   program::Trace trace{options};                   // before the Context
//   {
//       runtime::Context context{trace.context()};
//       program::Run run{options, context, &trace};
//       ...
//   }
//   trace.write("what was run");                     // after it
//
// `tasuki trace report DIR` makes of the records the tables, the page and the
// files for ViTE and Perfetto.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/options.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::program {

/// Does nothing without --trace.
class Trace {
  public:
    static constexpr int kRecorded = 9;  ///< repetitions, in flight together
    /// Figures count those from kFirst to kLast, from 0; the others are shown.
    static constexpr int kFirst = 2;
    static constexpr int kLast = 6;  ///< with this one

    /// Makes the folder.
    /// @param program  what the program asks for itself, as its ranks
    /// @throws UsageError  it cannot be made, or has files of something else
    explicit Trace(const Options& options,
                   const runtime::ContextOptions& program = {});
    Trace(const Trace&) = delete;  // context_ points at recorder_
    Trace& operator=(const Trace&) = delete;

    /// Of options and program, and what a record needs.
    const runtime::ContextOptions& context() const { return context_; }

    /// Null without --trace.
    runtime::Recorder* recorder() { return recorder_ ? &*recorder_ : nullptr; }
    /// Seconds of kRecorded repetitions without and with a record.  Called by
    /// Run.
    void set_cost(double plain, double recorded);

    /// Every rank calls it, once; the first one writes.
    /// @param title  what was run, in a line
    /// @throws UsageError  a file cannot be written
    void write(const std::string& title);

  private:
    const Options& options_;
    runtime::ContextOptions context_;
    std::optional<runtime::Recorder> recorder_;
    double plain_ = 0, recorded_ = 0;  ///< per repetition [s]; 0: not recorded
};

}  // namespace tasuki::program
