// What a command is about to write, checked before it does anything.
#pragma once

#include <string>
#include <vector>

namespace tasuki::io {

/// A file or folder, as an option of a command names it.
struct NamedPath {
    std::string option;  ///< "--json"
    std::string path;
};

struct Output : NamedPath {
    bool is_folder = false;
    /// The input with which a run goes on, --resume: it may replace that file,
    /// or add to a folder.
    std::string may_replace{};
};

/// Finds out that every output can be written and that nothing is lost by it.
/// Files are compared by device and inode, so that links make no difference. A
/// file, or a folder with files, that is there already is only used if
/// `overwrite` says so; an empty one has nothing to lose. Temporary files that
/// a killed run left beside an output are removed.
/// @throws UsageError  an output is an input, or another output, or is there
///                     already, or cannot be written
void check_outputs(const std::vector<NamedPath>& inputs,
                   const std::vector<Output>& outputs, bool overwrite);

}  // namespace tasuki::io
