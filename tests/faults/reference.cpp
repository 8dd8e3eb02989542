#include "tests/faults/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <sstream>
#include <stdexcept>

#include "json/json.hpp"
#include "tests/folder.hpp"

namespace tasuki::faults {

namespace {

/// Runs until it is seen which values are times.
constexpr int kRuns = 3;

std::map<std::string, long> count_calls(const std::string& log) {
    std::map<std::string, long> calls;
    std::istringstream lines{test::read_file(log)};
    for (std::string line; std::getline(lines, line);) {
        const std::string event = line.substr(0, line.find('\t'));
        if (event == "outside") continue;
        ++calls[event == "create" ? "open" : event];
        ++calls["any"];
    }
    return calls;
}

/// `text` with each number as #, and spaces as one: columns move with numbers.
std::string words_of(const std::string& text) {
    std::string words;
    for (std::size_t k = 0; k < text.size(); ++k) {
        const auto c = static_cast<unsigned char>(text[k]);
        const bool number = std::isdigit(c) || c == '.' || c == '-' ||
                            c == '+' ||
                            (c == 'e' && k > 0 && std::isdigit(text[k - 1]));
        const char next = number ? '#' : std::isspace(c) ? ' ' : text[k];
        if (!((next == '#' || next == ' ') && words.ends_with(next)))
            words += next;
    }
    return words;
}

/// The words of each line, in an order of their own: phases are printed with
/// the busiest first.
std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in{text};
    for (std::string line; std::getline(in, line);)
        lines.push_back(words_of(line));
    std::ranges::sort(lines);
    return lines;
}

/// Or what depends on times: how many iterations were submitted ahead, and so
/// the tasks of each phase.
bool is_time(const std::string& key) {
    constexpr std::array<const char*, 14> kWords{
        "second",   "flops", "gbs",    "percent",  "bandwidth",
        "fraction", "peak",  "speed",  "per_step", "cost",
        "busy",     "host",  "phases", "limited"};
    return std::ranges::any_of(kWords, [&](const char* word) {
        return key.find(word) != std::string::npos;
    });
}

/// Up to rounding in another order.
bool is_close(double a, double b) {
    return std::abs(a - b) <= 1e-12 + 1e-9 * std::abs(b);
}

/// Equal, except where the references differ from each other.
bool is_same(const Json& found, const std::vector<Json>& expected) {
    const Json& first = expected.front();
    const bool differ = std::ranges::any_of(
        expected, [&](const Json& other) { return other != first; });
    if (found.is_number() && first.is_number() && !differ)
        return is_close(found.get<double>(), first.get<double>());
    if (!first.is_object() && !first.is_array())
        return differ || found == first;
    if (found.is_object() != first.is_object() ||
        found.is_array() != first.is_array() || found.size() != first.size())
        return differ && !first.is_object();
    // A key or an index.
    const auto same_at = [&](const auto& place) {
        std::vector<Json> parts;
        for (const Json& other : expected)
            if (other.size() == first.size()) parts.push_back(other.at(place));
        return is_same(found.at(place), parts);
    };
    for (std::size_t k = 0; first.is_array() && k < first.size(); ++k)
        if (!same_at(k)) return false;
    if (first.is_array()) return true;
    for (const auto& [key, value] : first.items()) {
        if (is_time(key)) continue;
        if (!found.contains(key) || !same_at(key)) return false;
    }
    return true;
}

/// Ends as it should; numbers may be others.
bool is_whole(const std::string& bytes, const std::string& expected) {
    constexpr std::size_t kEnd = 4;
    return bytes.size() >= kEnd && expected.size() >= kEnd &&
           words_of(bytes.substr(bytes.size() - kEnd)) ==
               words_of(expected.substr(expected.size() - kEnd));
}

/// A pixel may have the next colour, and the rest is compressed in another way.
bool is_rounded_picture(const std::string& bytes, const std::string& expected) {
    const auto size = static_cast<double>(expected.size());
    return is_whole(bytes, expected) &&
           std::abs(static_cast<double>(bytes.size()) - size) < 0.02 * size;
}

/// Other last digits: the same words, or so many bytes that are no text.
bool is_rounded(const std::string& bytes, const std::string& expected) {
    return words_of(bytes) == words_of(expected) ||
           (expected.find('\0') != std::string::npos &&
            is_close(1, static_cast<double>(bytes.size()) /
                            static_cast<double>(expected.size())));
}

}  // namespace

Reference make_reference(Boxes& boxes, const Command& command) {
    Reference reference;
    const auto run_once = [&](const std::string& words) {
        const Box box = boxes.make(command);
        const Start start = boxes.start(box, words);
        const End end = run(start);
        const std::string said = test::read_file(start.errors);
        if (end.code != 0)
            throw std::runtime_error(
                fmt::format("tasuki {}: exit code {} without a fault: {}",
                            words, end.code, said));
        Tree out = read_tree(box.out());
        reference.prints.push_back(test::read_file(start.output));
        reference.calls = count_calls(box.log());
        reference.seconds = reference.prints.size() == 1
                                ? end.seconds
                                : std::min(reference.seconds, end.seconds);
        boxes.remove(box);
        return out;
    };
    if (!command.earlier.empty()) {
        reference.earlier = run_once(command.earlier);
        reference.prints.clear();
    }
    for (int k = 0; k < kRuns; ++k)
        reference.outs.push_back(run_once(command.words));
    return reference;
}

bool is_same_file(const Command& command, const Reference& reference,
                  const std::string& path, const std::string& bytes) {
    std::vector<std::string> expected;
    for (const Tree& out : reference.outs)
        if (out.contains(path)) expected.push_back(out.at(path));
    if (std::ranges::find(expected, bytes) != expected.end()) return true;
    if (expected.size() < reference.outs.size()) return false;
    if (!command.loose.empty() && path.starts_with(command.loose))
        return is_whole(bytes, expected.front());
    if (!command.rounds &&
        std::ranges::count(expected, expected.front()) == kRuns)
        return false;
    if (path.ends_with(".png"))
        return is_rounded_picture(bytes, expected.front());
    if (!path.ends_with(".json")) return is_rounded(bytes, expected.front());
    std::vector<Json> values;
    for (const auto& text : expected) values.push_back(Json::parse(text));
    const auto found = Json::try_parse(bytes);
    return found && is_same(*found, values);
}

bool is_same_print(const Reference& reference, const std::string& text) {
    return std::ranges::any_of(reference.prints, [&](const std::string& print) {
        return lines_of(print) == lines_of(text);
    });
}

}  // namespace tasuki::faults
