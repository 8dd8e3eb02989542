// Whole numbers of JSON that somebody may have edited.
#pragma once

#include <nlohmann/json.hpp>

namespace tasuki::drivers::compare {

/// What a number says: nlohmann's get<int>() of 1e99 is undefined.
/// @throws nlohmann::json::type_error  it is no whole number that an int holds
int whole_number(const nlohmann::ordered_json& number);

/// The same of a key; `otherwise` without it.
int whole_number(const nlohmann::ordered_json& object, const char* key,
                 int otherwise);

}  // namespace tasuki::drivers::compare
