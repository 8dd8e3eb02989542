#include <charconv>

#include "json/json.hpp"

namespace tasuki {

namespace {

/// As std::from_chars, but all of the text, and no leading zero (RFC 6901).
std::optional<std::size_t> index_of(std::string_view text) {
    std::size_t index = 0;
    const char* const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, index);
    if (error != std::errc{} || at != end) return std::nullopt;
    if (text.size() > 1 && text.front() == '0') return std::nullopt;
    return index;
}

/// A word of a path, in which ~1 stands for / and ~0 for ~.
std::string unescaped(std::string_view word) {
    std::string text;
    for (std::size_t k = 0; k < word.size(); ++k) {
        if (word[k] != '~') {
            text += word[k];
            continue;
        }
        const char next = k + 1 < word.size() ? word[++k] : ' ';
        if (next != '0' && next != '1')
            throw Json::Error("path " + std::string{word} +
                              ": expected ~0 or ~1 for each ~");
        text += next == '0' ? '~' : '/';
    }
    return text;
}

}  // namespace

const Json* Json::find_path(std::string_view path) const {
    const Json* place = this;
    while (!path.empty() && place != nullptr) {
        if (path.front() != '/')
            throw Error("path " + std::string{path} + ": expected / before it");
        path.remove_prefix(1);
        const auto word = path.substr(0, path.find('/'));
        path.remove_prefix(word.size());
        if (place->is_array()) {
            const auto index = index_of(word);
            place = index && *index < place->size() ? place->begin() + *index
                                                    : nullptr;
        } else {
            place = place->find(unescaped(word));
        }
    }
    return place;
}

const Json& Json::at_path(std::string_view path) const {
    const Json* const found = find_path(path);
    if (found == nullptr)
        throw Error("expected something at " + std::string{path} +
                    ", found none");
    return *found;
}

}  // namespace tasuki
