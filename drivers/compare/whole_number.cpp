#include "drivers/compare/whole_number.hpp"

#include <cmath>
#include <limits>

namespace tasuki::drivers::compare {

int whole_number(const nlohmann::ordered_json& number) {
    const auto value = number.get<double>();
    if (!(value >= std::numeric_limits<int>::min() &&
          value <= std::numeric_limits<int>::max()) ||
        std::trunc(value) != value)
        (void)nlohmann::json(number.dump()).get<int>();  // refuses a text
    return static_cast<int>(value);
}

int whole_number(const nlohmann::ordered_json& object, const char* key,
                 int otherwise) {
    if (object.is_object() && !object.contains(key)) return otherwise;
    return whole_number(object.at(key));
}

}  // namespace tasuki::drivers::compare
