// An object of a JSON file whose every key is asked for.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "json/json.hpp"

namespace tasuki::io::machines {

/// Errors name the file and the path of the key.
class Object {
  public:
    /// @param json  outlives it
    /// @throws InputError  it is no object
    Object(const Json& json, std::string file, std::string path);

    bool has(const std::string& key) const { return json_.contains(key); }
    /// @throws InputError  as all of these, if the key is missing or wrong
    Object object(const std::string& key);
    std::string text(const std::string& key);
    /// Not empty, if `key` is there; empty if not.
    std::vector<std::string> texts(const std::string& key);
    /// Above 0 and at most `most`.
    double number(const std::string& key, double most);
    /// By key, at least one, each as number(); empty if `key` is not there.
    std::map<std::string, double> numbers(const std::string& key, double most);
    /// From `least` to `most`.
    int count(const std::string& key, int least, int most);

    /// @throws InputError  a key that nobody has asked for
    void finish() const;

    /// "node.gpu.KEY"
    std::string path_of(const std::string& key) const;
    [[noreturn]] void refuse(const std::string& key,
                             const std::string& expected) const;

  private:
    const Json& get(const std::string& key, const std::string& expected);

    const Json& json_;
    std::string file_, path_;
    std::set<std::string> asked_;
};

/// Of a value for a message: at most a line of it, or "nothing".
std::string shown(const Json* value);

}  // namespace tasuki::io::machines
