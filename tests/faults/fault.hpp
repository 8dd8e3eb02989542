// What can go wrong, and what a command may do then.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tests/faults/crash.hpp"
#include "tests/faults/random.hpp"
#include "tests/faults/reference.hpp"

namespace tasuki::faults {

/// What may happen; nothing else may.
struct Allowed {
    bool success = true;        ///< exit code 0 and the right result
    bool refusal = true;        ///< 2, 3 or 4, and a line that says why
    bool other_result = false;  ///< success with another result: the input is
                                ///< another one, and its format has no checksum
    int signal = 0;             ///< that ends it, or makes it end by itself
};

/// What a command says of a child that was killed.
inline constexpr auto kKilledChild = "signal 9";

/// One run of one command under one fault; a fault changes it before the run.
struct Case {
    const Command& command;
    const Reference& reference;
    Box box;
    Start start;
    Random random;
    Allowed allowed = {};
    std::string note = {};  ///< what exactly goes wrong
    /// The message has one of these words; empty for any.
    std::vector<std::string> reasons = {};
    std::optional<Crash> crash = {};  ///< after the run
    bool again = true;  ///< a second run without the fault makes it right
};

struct Fault {
    std::string name;
    bool (*applies)(const Command&, const Reference&);
    void (*apply)(Case&);
    /// Ends it before the second run; null where there is nothing to do.
    void (*end)(Case&) = nullptr;
    bool needs_mounts = false;
};

/// Applies to every command.
inline bool always(const Command&, const Reference&) {
    return true;
}

/// Applies to commands that write files.
inline bool writes(const Command&, const Reference& reference) {
    return reference.calls.contains("write");
}

const std::vector<Fault>& kills();
const std::vector<Fault>& disks();
const std::vector<Fault>& inputs();
const std::vector<Fault>& homes();
const std::vector<Fault>& limits();
const std::vector<Fault>& surroundings();
std::vector<Fault> all_faults();

}  // namespace tasuki::faults
