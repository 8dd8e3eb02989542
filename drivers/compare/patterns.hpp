// Lists on the command line that stand for more words than they have.
//
//   {4,6,8}       each of these
//   {16..64}      powers of two: 16, 32, 64; also without the braces, which a
//                 shell would take for its own
//   16x{8,16},4   commas outside of braces separate
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tasuki::drivers::compare {

/// Every word that `text` stands for, in order, each once.
/// @throws UsageError  names `option`: an empty word, braces that do not pair,
///                     a range whose ends are no powers of two in order
std::vector<std::string> expand_patterns(std::string_view text,
                                         std::string_view option);

}  // namespace tasuki::drivers::compare
