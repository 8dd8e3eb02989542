#include "io/machines/object.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <utility>

#include "io/input_error.hpp"

namespace tasuki::io::machines {

constexpr const char* kWhat = "machine";

std::string shown(const Json* value) {
    if (value == nullptr) return "nothing";
    constexpr std::size_t most = 60;
    auto text = value->dump();
    if (text.size() > most) text = text.substr(0, most) + " ...";
    return text;
}

Object::Object(const Json& value, std::string file, std::string path)
    : json_{value}, file_{std::move(file)}, path_{std::move(path)} {
    if (!value.is_object())
        throw InputError(file_, kWhat, path_, "an object", shown(&value));
}

std::string Object::path_of(const std::string& key) const {
    return path_.empty() ? key : path_ + "." + key;
}

void Object::refuse(const std::string& key, const std::string& expected) const {
    throw InputError(file_, kWhat, path_of(key), expected,
                     shown(json_.find(key)));
}

const Json& Object::get(const std::string& key, const std::string& expected) {
    asked_.insert(key);
    const Json* const found = json_.find(key);
    if (found == nullptr) refuse(key, expected);
    return *found;
}

Object Object::object(const std::string& key) {
    return {get(key, "an object"), file_, path_of(key)};
}

std::string Object::text(const std::string& key) {
    constexpr const char* expected = "a text that is not empty";
    const Json& value = get(key, expected);
    if (!value.is_string() || value.text().empty()) refuse(key, expected);
    return value;
}

std::vector<std::string> Object::texts(const std::string& key) {
    asked_.insert(key);
    if (!has(key)) return {};
    const Json& value = json_[key];
    bool fits = value.is_array() && !value.empty();
    if (fits)
        for (const Json& text : value) fits = fits && text.is_string();
    if (!fits) refuse(key, "a list of texts that is not empty");
    return value;
}

double Object::number(const std::string& key, double most) {
    const auto expected = fmt::format("a number above 0, at most {:g}", most);
    const Json& value = get(key, expected);
    if (!value.is_number()) refuse(key, expected);
    const double number = value;
    if (!(number > 0 && number <= most)) refuse(key, expected);
    return number;
}

std::map<std::string, double> Object::numbers(const std::string& key,
                                              double most) {
    std::map<std::string, double> all;
    if (!has(key)) return all;
    Object from = object(key);
    for (const auto& [name, value] : json_[key].items())
        all[name] = from.number(name, most);
    if (all.empty()) refuse(key, "an object that is not empty");
    return all;
}

int Object::count(const std::string& key, int least, int most) {
    const auto expected = fmt::format("a whole number, {} to {}", least, most);
    const Json& value = get(key, expected);
    if (!value.is_number_integer()) refuse(key, expected);
    // As a double, which holds numbers beyond 2^63 too.
    const double number = value;
    if (!(number >= least && number <= most)) refuse(key, expected);
    return static_cast<int>(number);
}

void Object::finish() const {
    for (const auto& [key, value] : json_.items())
        if (!asked_.contains(key))
            throw InputError(file_, kWhat, path_of(key),
                             fmt::format("one of {}", fmt::join(asked_, ", ")),
                             "a key that is none of them");
}

}  // namespace tasuki::io::machines
