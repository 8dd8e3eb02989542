// `tasuki wilson --trace`: from the record of a run to its folder.
#pragma once

#include <optional>

#include "drivers/trace/folder.hpp"
#include "drivers/trace/record_folder.hpp"
#include "drivers/wilson_run.hpp"
#include "runtime/trace.hpp"

namespace tasuki::drivers {

/// Every rank makes and reads it; the first one has the folder.
class WilsonTrace {
  public:
    /// Before the Context.
    /// @throws UsageError  the folder cannot be used; see TraceFolder
    WilsonTrace(const WilsonOptions& options, const runtime::Ranks& ranks);

    runtime::Recorder& recorder() { return recorder_; }
    /// After the run: collects what the ranks recorded, and writes the folder.
    void read(const WilsonOptions& options, const WilsonResult& result);
    /// The short tables; on the first rank, after read().
    void print() const;

  private:
    const runtime::Ranks& ranks_;
    std::optional<trace::TraceFolder> folder_;  // on the first rank
    trace::RecordFolder records_;
    runtime::Recorder recorder_;
    TemporaryFileGuard events_;
    trace::Timeline timeline_;
};

}  // namespace tasuki::drivers
