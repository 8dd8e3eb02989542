// A private folder for what StarPU writes while it records.
#pragma once

#include <string>

#include "io/interrupt.hpp"

namespace tasuki::trace {

/// Made in the folder for temporary files (TMPDIR), with all that is in it
/// removed at the end, and its file and itself at an interrupt.
class RecordFolder {
  public:
    /// @throws UsageError  it cannot be made
    RecordFolder();
    ~RecordFolder();
    RecordFolder(const RecordFolder&) = delete;
    RecordFolder& operator=(const RecordFolder&) = delete;

    const std::string& path() const { return path_; }

  private:
    std::string path_;
    io::TemporaryFileGuard guard_;
};

}  // namespace tasuki::trace
