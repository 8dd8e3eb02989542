#include "codelets/device/tuning.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>

#include "json/json.hpp"
#include "runtime/core/home.hpp"
#include "runtime/core/log.hpp"

namespace tasuki::device {

namespace {

using Texts = std::map<std::string, std::string>;

std::filesystem::path cache_folder() {
    if (const char* own = std::getenv("TASUKI_CACHE"); own && *own) return own;
    if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg)
        return std::filesystem::path{xdg} / "tasuki";
    if (const char* home = std::getenv("HOME"); home && *home)
        return std::filesystem::path{home} / ".cache" / "tasuki";
    return runtime::private_folder();
}

Texts read(const std::string& path) {
    std::ifstream file{path};
    if (!file) return {};
    try {
        return Json::parse(file).get<Texts>();
    } catch (const Json::Error& e) {
        runtime::logger().warn("{}: not used, delete it: {}", path, e.what());
        return {};
    }
}

void write(const std::string& path, const Texts& texts) {
    namespace fs = std::filesystem;
    const std::string temporary = path + "." + std::to_string(getpid());
    std::error_code error;
    fs::create_directories(fs::path{path}.parent_path(), error);
    std::ofstream file{temporary};
    file << Json(texts).dump(1) << '\n';
    file.close();
    if (file) fs::rename(temporary, path, error);
    if (!file || error) {
        fs::remove(temporary, error);
        runtime::logger().warn(
            "{}: cannot be written; the next run measures again", path);
    }
}

class Memory {
  public:
    std::optional<std::string> find(const std::string& device,
                                    const std::string& key) {
        const std::lock_guard lock{mutex_};
        const Texts& texts = load(device);
        const auto found = texts.find(key);
        if (found == texts.end()) return std::nullopt;
        return found->second;
    }
    void keep(const std::string& device, const std::string& key,
              const std::string& value) {
        const std::lock_guard lock{mutex_};
        Texts& texts = load(device);
        // What other runs have added in the meantime stays.
        for (auto& [k, v] : read(tuning_file(device))) texts.insert({k, v});
        texts[key] = value;
        write(tuning_file(device), texts);
    }

  private:
    Texts& load(const std::string& device) {
        const auto [at, is_new] = devices_.try_emplace(device);
        if (is_new) at->second = read(tuning_file(device));
        return at->second;
    }

    std::mutex mutex_;
    std::map<std::string, Texts> devices_;
};

Memory& memory() {
    static Memory instance;
    return instance;
}

}  // namespace

std::string tuning_file(const std::string& device) {
    std::string name = device;
    for (char& c : name)
        if (c == ' ' || c == '/') c = '_';
    return (cache_folder() / "tuning" / (name + ".json")).string();
}

std::optional<std::string> tuned(const std::string& device,
                                 const std::string& key) {
    return memory().find(device, key);
}

void keep_tuned(const std::string& device, const std::string& key,
                const std::string& value) {
    memory().keep(device, key, value);
}

}  // namespace tasuki::device
