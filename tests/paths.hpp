// Where a test finds the program and the samples.
//
// A bundle's tests run on a machine that never saw the build tree, so what
// lies beside the running test comes first: bin/tests/TEST in a bundle, with
// bin/tasuki and share/tasuki/samples; bin/TEST in a build tree, with
// bin/tasuki. The paths of the build are what is left.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>

namespace tasuki::test {

/// The first of `places`, taken from the running test's folder, that exists;
/// else `built`.
inline std::string beside_test(std::initializer_list<const char*> places,
                               const char* built) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path folder =
        fs::read_symlink("/proc/self/exe", error).parent_path();
    if (!error)
        for (const char* place : places)
            if (fs::exists(folder / place, error))
                return (folder / place).lexically_normal().string();
    return built;
}

/// The command line, `tasuki`.
inline std::string cli_path() {
    return beside_test({"tasuki", "../tasuki"}, TASUKI_TEST_CLI);
}

/// The shipped configuration `name`.
inline std::string sample_path(const std::string& name) {
    return beside_test({"../../share/tasuki/samples"}, TASUKI_TEST_SAMPLES) +
           '/' + name;
}

}  // namespace tasuki::test
