#include "drivers/common/own_program.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "drivers/common/install_prefix.hpp"
#include "io/input_error.hpp"
#include "io/interrupt.hpp"
#include "json/json.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::drivers {

namespace fs = std::filesystem;

Answer ask_tasuki(const std::vector<std::string>& before,
                  const std::vector<std::string>& arguments,
                  const std::string& file, int seconds,
                  const std::vector<std::string>& changes) {
    auto words = before;
    words.push_back(tasuki_path().string());
    words.insert(words.end(), arguments.begin(), arguments.end());
    words.emplace_back("--overwrite");
    return ask_program(words, file, seconds, changes);
}

Answer ask_program(std::vector<std::string> words, const std::string& file,
                   int seconds, const std::vector<std::string>& changes) {
    const auto path = fs::absolute(file).string();
    const auto name = words.front();
    words.insert(words.end(), {"--json", path});
    const io::TemporaryFileGuard guard{path};
    Answer answer{run_child(words, seconds, nullptr, changes), {}};
    std::optional<Json> json = Json{};
    if (answer.end.exit_code == 0) {
        std::ifstream stream{path};
        json = Json::try_parse(stream);
    }
    std::error_code ignored;
    fs::remove(path, ignored);
    if (!json)
        throw io::InputError(path, "result of " + name, "",
                             "JSON, which `--json FILE` asks for", "none");
    answer.json = std::move(*json);
    return answer;
}

std::vector<std::string> words_of(const std::string& command) {
    std::istringstream text{command};
    std::vector<std::string> words;
    for (std::string word; text >> word;) words.push_back(word);
    return words;
}

void throw_as(int exit_code, const std::string& what) {
    for (const auto code :
         {runtime::ExitCode::bad_input, runtime::ExitCode::unavailable,
          runtime::ExitCode::numerics})
        if (exit_code == static_cast<int>(code))
            throw runtime::Error(code, what);
    throw runtime::FaultError(what);
}

std::string last_words(const std::string& said) {
    // mpirun frames a failure in a text of its own, after that of the rank.
    constexpr std::string_view kOwn = "tasuki: error: ";
    std::string last, error, line;
    std::istringstream lines{said};
    while (std::getline(lines, line)) {
        if (const auto at = line.find(kOwn); at != std::string::npos)
            error = line.substr(at + kOwn.size());
        if (std::ranges::any_of(
                line, [](unsigned char c) { return std::isalnum(c) != 0; }))
            last = line;
    }
    return error.empty() ? last : error;
}

}  // namespace tasuki::drivers
