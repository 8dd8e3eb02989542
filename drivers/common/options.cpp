#include "drivers/common/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <optional>

#include "drivers/common/command_parser.hpp"
#include "drivers/common/config.hpp"
#include "drivers/common/words.hpp"
#include "io/number.hpp"

namespace tasuki::drivers {

namespace {

/// What is wrong with it, as CLI::Option::check() wants it; empty if nothing.
std::string refuse_empty(const std::string& text) {
    return text.empty() ? "expected a value, found an empty one" : "";
}

/// Likewise. CLI11 would say which numbers a double can hold.
std::string refuse_unless_positive(const std::string& text) {
    double number = 0;
    if (CLI::detail::lexical_cast(text, number) && number > 0) return {};
    return fmt::format("expected a number above 0, found '{}'", text);
}

/// Likewise.
std::string refuse_unless_whole(const std::string& text) {
    if (io::parse_number<std::uint64_t>(text)) return {};
    return fmt::format("expected a whole number of 0 to 2^64 - 1, found '{}'",
                       text);
}

template <class T>
constexpr bool kIsList = false;
template <class T>
constexpr bool kIsList<std::vector<T>> = true;

template <class T>
constexpr bool kIsWhole = std::is_same_v<T, std::uint64_t> ||
                          std::is_same_v<T, std::optional<std::uint64_t>>;

template <class T>
bool means_not_given(const T& value, const Limits& limits) {
    if constexpr (requires { value.empty(); }) return value.empty();
    if constexpr (requires { value.has_value(); }) return !value.has_value();
    if constexpr (std::is_same_v<T, int>) {
        if (const auto* range = std::get_if<Range>(&limits))
            return value < range->least || value > range->most;
        if (const auto* numbers = std::get_if<Numbers>(&limits))
            return std::ranges::count(*numbers, value) == 0;
    }
    return false;
}

void check(CLI::Option& option, const Limits& limits) {
    if (const auto* range = std::get_if<Range>(&limits))
        option.check(CLI::Range(range->least, range->most));
    if (std::holds_alternative<Positive>(limits))
        option.check(refuse_unless_positive, "POSITIVE");
    if (const auto* words = std::get_if<Words>(&limits))
        option.check(CLI::IsMember(*words));
    if (const auto* numbers = std::get_if<Numbers>(&limits))
        option.check(CLI::IsMember(*numbers));
}

}  // namespace

Option Option::required() {
    option_->required()->default_str("");
    return *this;
}

Option Option::needs(const std::string& other) {
    option_->needs(other);
    return *this;
}

Option Option::excludes(const std::string& other) {
    option_->excludes(other);
    return *this;
}

Option Option::value_name(const std::string& name) {
    option_->type_name(name);
    return *this;
}

Option Option::hidden() {
    option_->group("");
    return *this;
}

Option Option::words(int count) {
    option_->delimiter('\0')->expected(count);
    return *this;
}

Option Option::one_by_one() {
    option_->delimiter('\0')
        ->expected(1)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return *this;
}

Option Option::rest() {
    option_->delimiter('\0')->expected(-1);
    return *this;
}

Option Option::reads() {
    return is_file({option_, FileOption::Role::input});
}

Option Option::writes() {
    return is_file({option_, FileOption::Role::file});
}

Option Option::writes_or_prints() {
    return is_file({option_, FileOption::Role::stream});
}

Option Option::fills(const std::string& resume) {
    return is_file({option_, FileOption::Role::folder, resume});
}

Option Option::continues(const std::string& resume) {
    return is_file({option_, FileOption::Role::file, resume});
}

Option Option::is_file(const FileOption& file) {
    static_cast<CommandParser&>(*command_).files.push_back(file);
    if (file.role != FileOption::Role::input &&
        command_->get_option_no_throw("--overwrite") == nullptr)
        command_->add_flag("--overwrite")
            ->description("replacement of files that exist already");
    return *this;
}

bool Option::is_given() const {
    return option_->count() > 0;
}

template <class T>
Option add_option(CLI::App& command, const std::string& names, T& value,
                  const Limits& limits, const std::string& help) {
    CLI::Option& option =
        *command.add_option(with_words_of_others(names), value, help);
    option.check(refuse_empty);
    if constexpr (kIsList<T>) option.delimiter(',');
    if constexpr (kIsWhole<T>) option.check(refuse_unless_whole);
    check(option, limits);
    if (!means_not_given(value, limits)) option.capture_default_str();
    return Option{command, option};
}

#define TASUKI_ADD_OPTION(...)                                              \
    template Option add_option(CLI::App&, const std::string&, __VA_ARGS__&, \
                               const Limits&, const std::string&);
TASUKI_ADD_OPTION(int)
TASUKI_ADD_OPTION(std::uint32_t)
TASUKI_ADD_OPTION(std::uint64_t)
TASUKI_ADD_OPTION(double)
TASUKI_ADD_OPTION(std::string)
TASUKI_ADD_OPTION(std::optional<int>)
TASUKI_ADD_OPTION(std::optional<std::uint64_t>)
TASUKI_ADD_OPTION(std::optional<double>)
TASUKI_ADD_OPTION(std::optional<std::string>)
TASUKI_ADD_OPTION(std::vector<int>)
TASUKI_ADD_OPTION(std::vector<std::uint64_t>)
TASUKI_ADD_OPTION(std::vector<std::string>)
#undef TASUKI_ADD_OPTION

Option add_option(CLI::App& command, const std::string& names,
                  const std::string& help,
                  std::function<void(const std::string&)> parse) {
    CLI::Option& option = *command.add_option_function<std::string>(
        with_words_of_others(names), std::move(parse), help);
    option.check(refuse_empty);
    return Option{command, option};
}

Option add_flag(CLI::App& command, const std::string& names, bool& value,
                const std::string& help) {
    return Option{command, *command.add_flag(names, value, help)};
}

Option add_flag(CLI::App& command, const std::string& names,
                const std::string& help, std::function<void()> when_given) {
    return Option{command, *command.add_flag_callback(
                               names, std::move(when_given), help)};
}

void set_action(CLI::App& app, std::function<void()> action) {
    auto& command = static_cast<CommandParser&>(app);
    app.callback([&command, action = std::move(action)] {
        check_files(command);
        action();  // another program may take it over
        write_config(command);
    });
}

void set_footer(CLI::App& command, const std::string& text) {
    command.footer(text);
}

}  // namespace tasuki::drivers
