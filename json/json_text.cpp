// The only source that includes the library.
#include <nlohmann/json.hpp>

#include "json/json.hpp"

namespace tasuki {

namespace {

using Library = nlohmann::ordered_json;

/// Makes a Json of what the library's parser reads.
class Builder : public Library::json_sax_t {
  public:
    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(std::int64_t value) override { return add(value); }
    bool number_unsigned(std::uint64_t value) override { return add(value); }
    bool number_float(double value, const std::string&) override {
        return add(value);
    }
    bool string(std::string& value) override { return add(std::move(value)); }
    bool binary(Library::binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool key(std::string& value) override {
        key_ = std::move(value);
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }
    bool parse_error(std::size_t position, const std::string&,
                     const Library::exception& error) override {
        throw Json::ParseError{position, error.what()};
    }

    Json result() { return std::move(whole_); }

  private:
    Json& put(Json value) {
        if (open_.empty()) return whole_ = std::move(value);
        Json& parent = *open_.back();
        if (parent.is_array()) return parent.push_back(std::move(value));
        return parent[key_] = std::move(value);
    }
    bool add(Json value) {
        put(std::move(value));
        return true;
    }
    bool open(Json value) {
        open_.push_back(&put(std::move(value)));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    Json whole_;
    std::vector<Json*> open_;  // the innermost last
    std::string key_;
};

template <class Source>
Json parsed(Source& source) {
    Builder builder;
    Library::sax_parse(source, &builder);
    return builder.result();
}

template <class Source>
std::optional<Json> parsed_if_json(Source& source) {
    try {
        return parsed(source);
    } catch (const Json::ParseError&) {
        return std::nullopt;
    }
}

/// Whole numbers beyond 2^63 have no sign there.
Library to_library(const Json& json) {
    if (json.is_array()) {
        Library::array_t all;
        all.reserve(json.size());
        for (const Json& element : json) all.push_back(to_library(element));
        return all;
    }
    if (json.is_object()) {
        Library::object_t all;
        all.reserve(json.size());
        for (const auto& [key, value] : json.items())
            all.emplace_back(key, to_library(value));
        return all;
    }
    if (json.is_string()) return json.text();
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_number_float()) return json.get<double>();
    if (json.is_null()) return nullptr;
    if (json < 0) return json.get<std::int64_t>();
    return json.get<std::uint64_t>();
}

}  // namespace

Json Json::parse(std::string_view text) {
    return parsed(text);
}
Json Json::parse(std::istream& stream) {
    return parsed(stream);
}
std::optional<Json> Json::try_parse(std::string_view text) {
    return parsed_if_json(text);
}
std::optional<Json> Json::try_parse(std::istream& stream) {
    return parsed_if_json(stream);
}

std::string Json::dump(int indent, Characters characters) const {
    return to_library(*this).dump(indent, ' ', characters == Characters::ascii,
                                  nlohmann::json::error_handler_t::replace);
}

}  // namespace tasuki
