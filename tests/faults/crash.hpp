// What a crash of the machine may leave of the files that a program wrote.
//
// Only what fsync() has confirmed is sure: the bytes of a file by an fsync of
// the file, a new or removed name by an fsync of its folder. All else may be
// there or not; these are the two worst cases.
#pragma once

#include <string>

namespace tasuki::faults {

enum class Crash {
    loses_bytes,  ///< names are all there, bytes without fsync are gone
    loses_names   ///< names without fsync are as before, and bytes likewise
};

/// @param log  of libfaults.so, with FAULTS_KEEP
void crash(const std::string& folder, const std::string& log, Crash kind);

}  // namespace tasuki::faults
