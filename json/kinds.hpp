// Which types become JSON, and which are made of it.
#pragma once

#include <concepts>
#include <string>
#include <type_traits>
#include <vector>

namespace tasuki {

class Json;

namespace detail {

template <class T>
concept Number = std::is_arithmetic_v<T>;

/// std::string, or a path, which becomes one.
template <class T>
concept LongText = requires(const T& text) {
    text.c_str();
};

/// std::map with keys of text, or alike.
template <class T>
concept TextMap = requires(const T& map) {
    typename T::mapped_type;
    map.begin();
};

/// std::vector, std::array, std::set, std::span or alike.
template <class T>
concept List = !std::same_as<T, Json> && !LongText<T> && !TextMap<T> &&
               requires(const T& list) {
    list.begin();
    list.end();
};

template <class T>
concept ReadableList = requires {
    requires std::same_as<T, std::vector<typename T::value_type>>;
    requires !std::same_as<typename T::value_type, Json>;
};

/// What Json::get() makes, and what a Json becomes by itself.  No char: it
/// could be assigned to a text.
template <class T>
concept Readable = std::same_as<T, bool> || std::same_as<T, std::string> ||
                   (Number<T> && !std::same_as<T, char> &&
                    sizeof(T) >= sizeof(int)) ||
                   ReadableList<T> || TextMap<T>;

}  // namespace detail

}  // namespace tasuki
