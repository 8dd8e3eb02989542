// A folder for the files of one test case, removed with everything in it.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tasuki::test {

class Folder {
  public:
    Folder() {
        std::random_device random;
        path_ = std::filesystem::temp_directory_path() /
                ("tasuki-test-" + std::to_string(random()));
        std::filesystem::create_directory(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string operator/(std::string_view name) const {
        return (path_ / name).string();
    }
    std::string path() const { return path_.string(); }

    /// Names of everything in it.
    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator{path_})
            found.push_back(entry.path().filename().string());
        return found;
    }

  private:
    std::filesystem::path path_;
};

inline std::string read_file(const std::string& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, {}};
}

inline void write_file(const std::string& path, std::string_view content) {
    std::ofstream{path, std::ios::binary} << content;
}

}  // namespace tasuki::test
