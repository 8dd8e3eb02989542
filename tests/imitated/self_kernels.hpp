// Faults of the imitated kernels of peers/self.
#pragma once

namespace tasuki::peers::self::test {

enum class Fault {
    none,
    attribute,  ///< one has other words
    last_word,  ///< of a message is not sent
    flag_first  ///< it is raised before the message is there
};
/// From now on.
void break_self(Fault what);

}  // namespace tasuki::peers::self::test
