#include "json/json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

namespace tasuki {

namespace {

/// For messages: at most a line, whatever there is in it.
std::string shown(const Json& json) {
    constexpr std::size_t kMost = 60;
    if (json.is_array()) return "an array";
    if (json.is_object()) return "an object";
    auto text = json.dump();
    if (text.size() > kMost) text = text.substr(0, kMost) + " ...";
    return text;
}

}  // namespace

/// The alternatives of a value.
struct Json::Access {
    template <class T>
    static T* as(const Json& json) {
        return std::get_if<T>(&json.value_);
    }

    /// Moves what has elements of its own out of a value.
    static void take_nested(Json& from, Array& nested) {
        const auto take = [&nested](Json& value) {
            if ((value.is_array() || value.is_object()) && !value.empty())
                nested.push_back(std::move(value));
        };
        if (auto* array = as<Array>(from))
            std::ranges::for_each(*array, take);
        else if (auto* object = as<Object>(from))
            for (auto& [key, value] : *object) take(value);
    }

    /// A double that is whole is a whole number too.
    template <class T>
    static T whole(const Json& json) {
        using Limits = std::numeric_limits<T>;
        if (const auto* value = as<std::int64_t>(json);
            value != nullptr && std::in_range<T>(*value))
            return static_cast<T>(*value);
        if (const auto* value = as<std::uint64_t>(json);
            value != nullptr && std::in_range<T>(*value))
            return static_cast<T>(*value);
        if (const auto* value = as<double>(json);
            value != nullptr && std::trunc(*value) == *value &&
            *value >= static_cast<double>(Limits::min()) &&
            *value < std::ldexp(1.0, Limits::digits))
            return static_cast<T>(*value);
        json.refuse("a whole number from " + std::to_string(Limits::min()) +
                    " to " + std::to_string(Limits::max()));
    }

    static std::partial_ordering compare_numbers(const Json& a, const Json& b) {
        if (a.is_number_float() || b.is_number_float())
            return a.get<double>() <=> b.get<double>();
        const auto* x = as<std::int64_t>(a);
        const auto* y = as<std::int64_t>(b);
        if (x != nullptr && y != nullptr) return *x <=> *y;
        if (x != nullptr && *x < 0) return std::partial_ordering::less;
        if (y != nullptr && *y < 0) return std::partial_ordering::greater;
        return a.get<std::uint64_t>() <=> b.get<std::uint64_t>();
    }
};

Json::Json() noexcept : value_{nullptr} {}
Json::Json(std::nullptr_t) noexcept : value_{nullptr} {}
Json::Json(Scalar, bool value) noexcept : value_{value} {}
Json::Json(Scalar, std::int64_t value) noexcept : value_{value} {}
Json::Json(Scalar, std::uint64_t value) noexcept : value_{value} {}
Json::Json(Scalar, double value) noexcept : value_{value} {}
Json::Json(const char* text) : value_{std::string{text}} {}
Json::Json(std::string text) : value_{std::move(text)} {}
Json::Json(std::string_view text) : value_{std::string{text}} {}
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;

Json::Json(std::initializer_list<Json> list) {
    const bool is_object = std::ranges::all_of(list, [](const Json& element) {
        const auto* pair = Access::as<Array>(element);
        return pair != nullptr && pair->size() == 2 &&
               pair->front().is_string();
    });
    value_ = is_object ? Value{Object{}} : Value{Array{}};
    for (const Json& element : list) {
        if (is_object) {
            auto& pair = *Access::as<Array>(element);
            (*this)[pair[0].text()] = std::move(pair[1]);
        } else {
            push_back({}).value_ = std::move(element.value_);
        }
    }
}

/// Level by level: a text can nest deeper than the stack is.
Json::~Json() {
    Array nested;
    Access::take_nested(*this, nested);
    while (!nested.empty()) {
        Json next = std::move(nested.back());
        nested.pop_back();
        Access::take_nested(next, nested);
    }
}

Json& Json::operator=(Json other) noexcept {
    std::swap(value_, other.value_);
    return *this;
}

Json Json::array() {
    Json json;
    json.value_ = Array{};
    return json;
}

Json Json::object() {
    Json json;
    json.value_ = Object{};
    return json;
}

bool Json::is_null() const {
    return std::holds_alternative<std::nullptr_t>(value_);
}
bool Json::is_boolean() const {
    return std::holds_alternative<bool>(value_);
}
bool Json::is_number() const {
    return is_number_integer() || is_number_float();
}
bool Json::is_number_integer() const {
    return std::holds_alternative<std::int64_t>(value_) ||
           std::holds_alternative<std::uint64_t>(value_);
}
bool Json::is_number_float() const {
    return std::holds_alternative<double>(value_);
}
bool Json::is_string() const {
    return std::holds_alternative<std::string>(value_);
}
bool Json::is_array() const {
    return std::holds_alternative<Array>(value_);
}
bool Json::is_object() const {
    return std::holds_alternative<Object>(value_);
}

std::size_t Json::size() const {
    if (is_null()) return 0;
    if (const auto* array = Access::as<Array>(*this)) return array->size();
    if (const auto* object = Access::as<Object>(*this)) return object->size();
    return 1;
}

const std::string& Json::text() const {
    if (!is_string()) refuse("a text");
    return *Access::as<std::string>(*this);
}

void Json::to(bool& out) const {
    if (!is_boolean()) refuse("true or false");
    out = *Access::as<bool>(*this);
}
void Json::to(int& out) const {
    out = Access::whole<int>(*this);
}
void Json::to(unsigned& out) const {
    out = Access::whole<unsigned>(*this);
}
void Json::to(long& out) const {
    out = Access::whole<long>(*this);
}
void Json::to(unsigned long& out) const {
    out = Access::whole<unsigned long>(*this);
}
void Json::to(long long& out) const {
    out = Access::whole<long long>(*this);
}
void Json::to(unsigned long long& out) const {
    out = Access::whole<unsigned long long>(*this);
}
void Json::to(float& out) const {
    out = static_cast<float>(get<double>());
}
void Json::to(double& out) const {
    if (const auto* with_sign = Access::as<std::int64_t>(*this))
        out = static_cast<double>(*with_sign);
    else if (const auto* without = Access::as<std::uint64_t>(*this))
        out = static_cast<double>(*without);
    else if (is_number_float())
        out = *Access::as<double>(*this);
    else
        refuse("a number");
}
void Json::to(std::string& out) const {
    out = text();
}

const Json* Json::find(std::string_view key) const {
    const auto* object = Access::as<Object>(*this);
    if (object == nullptr) return nullptr;
    for (const auto& [name, value] : *object)
        if (name == key) return &value;
    return nullptr;
}

const Json* Json::find_in_object(std::string_view key) const {
    if (!is_object()) refuse("an object with the key " + std::string{key});
    return find(key);
}

const Json& Json::at(std::string_view key) const {
    const Json* const found = find_in_object(key);
    if (found == nullptr)
        throw Error("expected the key " + std::string{key} + ", found none");
    return *found;
}

const Json& Json::at(std::size_t index) const {
    const Array& array = array_to_read();
    if (index >= array.size())
        throw Error("expected an element " + std::to_string(index) +
                    ", found " + std::to_string(array.size()) + " elements");
    return array[index];
}

Json& Json::operator[](std::string_view key) {
    if (is_null()) value_ = Object{};
    const Json* const found = find_in_object(key);
    if (found != nullptr) return const_cast<Json&>(*found);
    append(std::string{key}, {});
    return Access::as<Object>(*this)->back().second;
}

const Json* Json::begin() const {
    return is_null() ? nullptr : array_to_read().data();
}
const Json* Json::end() const {
    return begin() + (is_null() ? 0 : size());
}
Json* Json::begin() {
    return const_cast<Json*>(std::as_const(*this).begin());
}
Json* Json::end() {
    return const_cast<Json*>(std::as_const(*this).end());
}

const Json::Object& Json::items() const {
    static const Object none;
    return is_null() ? none : object_to_read();
}

Json& Json::push_back(Json element) {
    if (is_null()) value_ = Array{};
    (void)array_to_read();
    return Access::as<Array>(*this)->emplace_back(std::move(element));
}

void Json::update(const Json& other) {
    for (const auto& [key, value] : other.object_to_read())
        (*this)[key] = value;
}

void Json::erase(std::string_view key) {
    (void)object_to_read();
    std::erase_if(*Access::as<Object>(*this),
                  [key](const auto& member) { return member.first == key; });
}

bool operator==(const Json& a, const Json& b) {
    if (a.is_number() && b.is_number()) return (a <=> b) == 0;
    if (!a.is_object() || !b.is_object()) return a.value_ == b.value_;
    return a.size() == b.size() &&
           std::ranges::all_of(a.items(), [&b](const auto& member) {
               const Json* const other = b.find(member.first);
               return other != nullptr && *other == member.second;
           });
}

std::partial_ordering operator<=>(const Json& a, const Json& b) {
    if (a.is_number() && b.is_number())
        return Json::Access::compare_numbers(a, b);
    if (a.is_string() && b.is_string()) return a.text() <=> b.text();
    return std::partial_ordering::unordered;
}

const Json::Array& Json::array_to_read() const {
    if (!is_array()) refuse("an array");
    return *Access::as<Array>(*this);
}

const Json::Object& Json::object_to_read() const {
    if (!is_object()) refuse("an object");
    return *Access::as<Object>(*this);
}

void Json::append(std::string key, Json value) {
    Access::as<Object>(*this)->emplace_back(std::move(key), std::move(value));
}

void Json::refuse(const std::string& expected) const {
    throw Error("expected " + expected + ", found " + shown(*this));
}

std::ostream& operator<<(std::ostream& stream, const Json& json) {
    return stream << json.dump();
}

}  // namespace tasuki
