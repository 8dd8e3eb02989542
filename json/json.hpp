// JSON as a value, to make and to read it. The library that parses and prints
// is included by json_text.cpp alone: its headers take a compiler seconds.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "json/kinds.hpp"

namespace tasuki {

/// Null, a bool, a number, a text, an array, or an object whose keys keep the
/// order in which they came.
///
/// A list in braces is an object if each of its elements is a list of two that
/// begins with a text, {{"key", value}, ...}; otherwise it is an array.
class Json {
  public:
    /// What an array has.
    using Array = std::vector<Json>;
    /// What an object has, in its order.
    using Object = std::vector<std::pair<std::string, Json>>;

    /// A value is not what was asked for; what() says both.
    class Error : public std::runtime_error {
      public:
        using std::runtime_error::runtime_error;
    };
    /// A text is no JSON; what() says where and why.
    class ParseError : public Error {
      public:
        /// @param at  bytes that were read
        ParseError(std::size_t at, const std::string& what)
            : Error{what}, byte{at} {}
        std::size_t byte;  ///< number of bytes up to the error
    };
    /// How characters beyond ASCII are printed: as they are, or as \\uXXXX.
    enum class Characters { utf8, ascii };

    /// Null.
    Json() noexcept;
    /// Null.
    Json(std::nullptr_t) noexcept;
    /// A bool, or a number; NaN and infinity, which JSON lacks, print as null.
    template <detail::Number T>
    Json(T number) noexcept : Json(Scalar{}, wide(number)) {}
    /// A text; what is not UTF-8 in it prints as U+FFFD.
    Json(const char* text);
    /// A text, as above.
    Json(std::string text);
    /// A text, as above.
    Json(std::string_view text);
    /// An array.
    template <detail::List T>
    Json(const T& list) : Json(array()) {
        for (const auto& element : list) push_back(Json(element));
    }
    /// An object.
    template <detail::TextMap T>
    Json(const T& map) : Json(object()) {
        for (const auto& [key, value] : map) append(key, Json(value));
    }
    /// An object or an array, as above.
    Json(std::initializer_list<Json> list);

    /// A copy of all that is in it.
    Json(const Json& other);
    /// Takes what is in it, which is then anything.
    Json(Json&& other) noexcept;
    ~Json();
    /// @param other  may be a part of this value
    Json& operator=(Json other) noexcept;

    /// One without elements.
    static Json array();
    /// One without keys.
    static Json object();

    /// @throws ParseError
    static Json parse(std::string_view text);
    /// To the end of the stream.
    /// @throws ParseError
    static Json parse(std::istream& stream);
    /// Nothing if the text is no JSON.
    static std::optional<Json> try_parse(std::string_view text);
    /// Nothing if the stream has no JSON, or something after it.
    static std::optional<Json> try_parse(std::istream& stream);

    /// As text: in one line, or with this many spaces for each level.  A double
    /// has the fewest digits that give it back.
    std::string dump(int indent = -1,
                     Characters characters = Characters::utf8) const;

    bool is_null() const;            ///< as long as it was not set
    bool is_boolean() const;         ///< true or false
    bool is_number() const;          ///< of any kind
    bool is_number_integer() const;  ///< printed without a point
    bool is_number_float() const;    ///< any other number
    bool is_string() const;          ///< a text
    bool is_array() const;           ///< also without elements
    bool is_object() const;          ///< also without keys

    /// Number of elements or keys; of null 0, of anything else 1.
    std::size_t size() const;
    /// Whether size() is 0.
    bool empty() const { return size() == 0; }

    /// The text itself.
    /// @throws Error  it is none
    const std::string& text() const;
    /// As a T: bool, a number, std::string, or std::vector or std::map of such.
    /// @throws Error  it is none, or a whole number that T cannot hold
    template <detail::Readable T>
    T get() const {
        T out{};
        to(out);
        return out;
    }
    /// As get().
    template <detail::Readable T>
    operator T() const {
        return get<T>();
    }

    /// Whether this is an object with the key.
    bool contains(std::string_view key) const { return find(key) != nullptr; }
    /// The value of a key; null if this is no object, or has no such key.
    const Json* find(std::string_view key) const;
    /// As find(), at the end of a path of keys and indices, "/rows/0/policy"
    /// (RFC 6901); of an empty one, the value itself.
    const Json* find_path(std::string_view path) const;
    /// @throws Error  there is no such key
    const Json& at(std::string_view key) const;
    /// @throws Error  there is no such element
    const Json& at(std::size_t index) const;
    /// @throws Error  nothing is there
    const Json& at_path(std::string_view path) const;
    /// As above.
    Json& at_path(std::string_view path) {
        return const_cast<Json&>(std::as_const(*this).at_path(path));
    }
    /// The value of a key, or this if there is no such key.
    /// @throws Error  it is no object, or the value no T
    template <class T>
    T value(std::string_view key, const T& otherwise) const {
        const Json* const found = find_in_object(key);
        return found != nullptr ? found->get<T>() : otherwise;
    }
    /// As above.
    std::string value(std::string_view key, const char* otherwise) const {
        return value(key, std::string{otherwise});
    }

    /// As at().
    const Json& operator[](const char* key) const { return at(key); }
    /// As at().
    const Json& operator[](std::string_view key) const { return at(key); }
    /// As at().
    template <std::integral I>
    const Json& operator[](I index) const {
        return at(static_cast<std::size_t>(index));
    }
    /// The value of a key, which is added if it is not there; null becomes an
    /// object.  It is valid until a key is added or erased.
    /// @throws Error  it is something else
    Json& operator[](std::string_view key);
    /// As above.
    Json& operator[](const char* key) { return (*this)[std::string_view{key}]; }
    /// An element.
    /// @throws Error  there is no such element
    template <std::integral I>
    Json& operator[](I index) {
        return const_cast<Json&>(std::as_const(*this)[index]);
    }

    /// First element.
    /// @throws Error  there is none
    const Json& front() const { return at(std::size_t{0}); }
    /// Last element.
    /// @throws Error  there is none
    const Json& back() const { return at(size() - 1); }
    /// As above.
    Json& back() { return (*this)[size() - 1]; }
    /// Elements of an array; null has none.
    /// @throws Error  it is something else
    const Json* begin() const;
    /// As begin().
    const Json* end() const;
    /// As above.
    Json* begin();
    /// As above.
    Json* end();
    /// Keys and values of an object; null has none.
    /// @throws Error  it is something else
    const Object& items() const;

    /// Adds an element and returns it; null becomes an array.
    /// @throws Error  it is something else
    Json& push_back(Json element);
    /// Sets the keys of another object.
    /// @throws Error  one of both is no object
    void update(const Json& other);
    /// Removes a key, if it is there.
    /// @throws Error  it is no object
    void erase(std::string_view key);

    /// Numbers are compared by value, objects without regard to their order.
    friend bool operator==(const Json& a, const Json& b);
    /// Of numbers, and of texts; anything else has no order.
    friend std::partial_ordering operator<=>(const Json& a, const Json& b);
    /// As above.
    template <detail::Number T>
    friend bool operator==(const Json& a, T b) {
        return a == Json(b);
    }
    /// As above.
    template <detail::Number T>
    friend std::partial_ordering operator<=>(const Json& a, T b) {
        return a <=> Json(b);
    }

  private:
    using Value =
        std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double,
                     std::string, Array, Object>;
    struct Scalar {};
    struct Access;

    Json(Scalar, bool value) noexcept;
    Json(Scalar, std::int64_t value) noexcept;
    Json(Scalar, std::uint64_t value) noexcept;
    Json(Scalar, double value) noexcept;

    template <class T>
    static auto wide(T number) {
        if constexpr (std::same_as<T, bool>)
            return number;
        else if constexpr (std::floating_point<T>)
            return static_cast<double>(number);
        else if constexpr (std::signed_integral<T>)
            return static_cast<std::int64_t>(number);
        else
            return static_cast<std::uint64_t>(number);
    }

    void to(bool& out) const;
    void to(int& out) const;
    void to(unsigned& out) const;
    void to(long& out) const;
    void to(unsigned long& out) const;
    void to(long long& out) const;
    void to(unsigned long long& out) const;
    void to(float& out) const;
    void to(double& out) const;
    void to(std::string& out) const;
    template <class T>
    void to(std::vector<T>& out) const {
        for (const Json& element : array_to_read())
            out.push_back(element.get<T>());
    }
    template <detail::TextMap T>
    void to(T& out) const {
        for (const auto& [key, value] : object_to_read())
            out[key] = value.template get<typename T::mapped_type>();
    }

    const Array& array_to_read() const;
    const Object& object_to_read() const;
    const Json* find_in_object(std::string_view key) const;
    void append(std::string key, Json value);
    [[noreturn]] void refuse(const std::string& expected) const;

    // Lists in braces give their elements away, though they are const.
    mutable Value value_;
};

/// In one line, as the messages of tests show it.
std::ostream& operator<<(std::ostream& stream, const Json& json);

}  // namespace tasuki
