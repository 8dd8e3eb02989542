// How a test case says that it cannot run here, so that nobody takes it for
// one that has passed: a line `skipped: CASE: REASON` on stdout, once for each
// case and reason.  A program whose cases have all skipped exits with 77, which
// CTest lists as skipped.
#pragma once

#include <string>

namespace tasuki::test {

/// The running case does nothing here; it returns after this.
void skip(const std::string& reason);

/// The running case leaves out a part of what it checks elsewhere.
void skip_part(const std::string& reason);

}  // namespace tasuki::test
