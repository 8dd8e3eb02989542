#include "drivers/parse_errors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

namespace tasuki::drivers {

namespace {

/// Letters to insert, leave out or exchange, and neighbours to swap, until `a`
/// is `b` (Damerau's distance, no letter being touched twice).
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i)
        for (std::size_t j = 0; j <= b.size(); ++j) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            const bool same = a[i - 1] == b[j - 1];
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1,
                                d[i - 1][j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d.back().back();
}

/// "tasuki gauge info"
std::string full_name(const CLI::App& app) {
    const CLI::App* parent = app.get_parent();
    return parent == nullptr ? app.get_name()
                             : full_name(*parent) + ' ' + app.get_name();
}

std::vector<std::string> subcommands_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* sub : app.get_subcommands([](auto*) { return true; }))
        names.push_back(sub->get_name());
    return names;
}

/// Those of the parents too: a subcommand takes them.
std::vector<std::string> options_of(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* at = &app; at != nullptr; at = at->get_parent())
        for (const CLI::Option* option : at->get_options())
            for (const std::string& name : option->get_lnames())
                names.push_back("--" + name);
    return names;
}

/// The first word that begins, or does not begin, with a dash; or nothing.
const std::string* first_word(const std::vector<std::string>& words,
                              bool dash) {
    const auto found = std::ranges::find_if(words, [dash](const auto& word) {
        return word.starts_with('-') == dash;
    });
    return found == words.end() ? nullptr : &*found;
}

std::string unknown(std::string_view what, const std::string& word,
                    const std::vector<std::string>& candidates) {
    const auto meant = closest(word, candidates);
    return fmt::format(
        "unknown {} '{}'{}", what, word,
        meant.empty() ? "" : fmt::format(", did you mean '{}'?", meant));
}

/// This program has no options of a command that stands after them: another
/// one takes it (commands.hpp).
bool is_of_another_program(const CLI::App& at) {
    return at.get_parent() != nullptr && at.get_options().size() <= 1 &&
           subcommands_of(at).empty();
}

std::string describe_option(const CLI::App& at, const std::string& word) {
    const std::string name = word.substr(0, word.find('='));
    if (is_of_another_program(at))
        return fmt::format(
            "unknown option '{}' before '{}', whose own options stand after it",
            name, at.get_name());
    return unknown("option", name, options_of(at));
}

std::string describe_word(const CLI::App& app, const CLI::App& at,
                          const CLI::ParseError& error) {
    // Of others, CLI11 says what is wrong with a value.
    if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr &&
        dynamic_cast<const CLI::RequiredError*>(&error) == nullptr)
        return error.what();
    const auto words = app.remaining(true);
    const auto subcommands = subcommands_of(at);
    if (const auto* option = first_word(words, true))
        return describe_option(at, *option);
    if (const auto* word = first_word(words, false))
        return subcommands.empty()
                   ? fmt::format("unexpected argument '{}'", *word)
                   : unknown("subcommand", *word, subcommands);
    if (!subcommands.empty() && at.get_subcommands().empty())
        return fmt::format("a subcommand is required: {}",
                           fmt::join(subcommands, ", "));
    return error.what();
}

}  // namespace

const CLI::App& innermost(const CLI::App& app) {
    const auto named = app.get_subcommands();
    return named.empty() ? app : innermost(*named.back());
}

std::string closest(std::string_view word,
                    const std::vector<std::string>& candidates) {
    std::string best;
    std::size_t least = word.size() / 3 + 1;
    for (const std::string& candidate : candidates)
        if (const auto d = distance(word, candidate); d < least) {
            least = d;
            best = candidate;
        }
    return best;
}

std::string describe(const CLI::App& app, const CLI::ParseError& error) {
    const CLI::App& at = innermost(app);
    auto text = describe_word(app, at, error);
    std::ranges::replace(text, '\n', ' ');
    return fmt::format("{}; see `{} --help`", text, full_name(at));
}

}  // namespace tasuki::drivers
