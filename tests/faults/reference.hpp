// What a command does when nothing is wrong, and whether a result is that one.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/faults/box.hpp"
#include "tests/faults/tree.hpp"

namespace tasuki::faults {

struct Reference {
    Tree earlier;  ///< out/ before it, where another run was there
    /// out/ and stdout of several runs, from which one sees what times change
    std::vector<Tree> outs;
    std::vector<std::string> prints;
    double seconds = 0;                 ///< of the fastest run
    std::map<std::string, long> calls;  ///< watched ones, by name, and "any"
};

/// @throws std::runtime_error  when the command fails, or differs from itself
///                             where it should not
Reference make_reference(Boxes& boxes, const Command& command);

/// Whether a file of out/ is the reference's, up to times.
bool is_same_file(const Command& command, const Reference& reference,
                  const std::string& path, const std::string& bytes);
/// Whether a print is: by its words, as the numbers are in the files.
bool is_same_print(const Reference& reference, const std::string& text);

}  // namespace tasuki::faults
