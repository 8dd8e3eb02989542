// Whether a trace in the trace-event format is what its format asks for, and
// whether the figures of a trace are sums over its tables.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "json/json.hpp"
#include "tests/close.hpp"
#include "tests/folder.hpp"

namespace tasuki::test {

/// [ns]; the file has microseconds with three digits.
inline long nanoseconds(const Json& us) {
    return std::lround(1000 * us.get<double>());
}

/// Slices of a thread nest, times do not go back, every flow begins and ends
/// within a slice, and every thread has a name.
inline void check_chrome(const std::string& text) {
    using Thread = std::pair<int, int>;
    const auto j = Json::parse(text);
    std::map<Thread, std::vector<std::pair<long, long>>> open, all;
    std::set<Thread> named;
    std::map<int, std::pair<Thread, long>> begun;
    std::set<int> ended;
    long last = 0;
    int slices = 0;
    for (const auto& e : j.at("traceEvents")) {
        const std::string kind = e.at("ph");
        if (kind == "M") {
            if (e.at("name") == "thread_name")
                named.emplace(e.at("pid"), e.at("tid"));
            continue;
        }
        const long at = nanoseconds(e.at("ts"));
        CHECK(at >= last);
        last = at;
        if (kind == "C") continue;
        const Thread thread{e.at("pid"), e.at("tid")};
        CHECK(named.contains(thread));
        if (kind == "X") {
            const long end = at + nanoseconds(e.at("dur"));
            CHECK(end >= at);
            auto& stack = open[thread];
            while (!stack.empty() && stack.back().second <= at)
                stack.pop_back();
            if (!stack.empty()) CHECK(end <= stack.back().second);
            stack.emplace_back(at, end);
            all[thread].emplace_back(at, end);
            ++slices;
        } else if (kind == "s") {
            CHECK(begun.try_emplace(e.at("id"), thread, at).second);
        } else {
            CHECK(kind == "f");
            REQUIRE(begun.contains(e.at("id")));
            CHECK(ended.insert(e.at("id").get<int>()).second);
            CHECK(begun.at(e.at("id")).second <= at);
        }
        if (kind == "s" || kind == "f")
            CHECK(std::ranges::any_of(all[thread], [at](const auto& slice) {
                return slice.first <= at && at <= slice.second;
            }));
    }
    CHECK(slices > 0);
    CHECK(begun.size() == ended.size());
}

/// The lines of a table below its head, cut at the commas.
inline std::vector<std::vector<std::string>> rows_of(const std::string& path) {
    std::istringstream lines{read_file(path)};
    std::vector<std::vector<std::string>> rows;
    std::string line;
    std::getline(lines, line);
    while (std::getline(lines, line)) {
        auto& row = rows.emplace_back(1);
        for (const char c : line)
            if (c == ',')
                row.emplace_back();
            else
                row.back() += c;
    }
    return rows;
}

/// summary.json of a trace's folder against its tasks.csv and messages.csv.
inline void check_sums(const std::string& folder) {
    const auto j = Json::parse(read_file(folder + "/summary.json"));
    std::map<std::string, std::pair<int, long>> phases;
    const int from = j.at("iterations").at(0), to = j.at("iterations").at(1);
    long first = -1, last = 0, before = -1;
    const auto tasks = rows_of(folder + "/tasks.csv");
    for (const auto& row : tasks) {
        const long start = std::stol(row[12]), end = std::stol(row[13]);
        if (std::stoi(row[7]) >= 0 && std::stoi(row[7]) < from)
            before = std::max(before, end);
        if (row[8] != "1") continue;
        phases[row[4]].first += 1;
        phases[row[4]].second += end - start;
        first = first < 0 ? start : std::min(first, start);
        last = std::max(last, end);
    }
    CHECK(!phases.empty());
    std::map<std::string, std::pair<int, long>> found;
    for (const auto& p : j.at("phases")) {
        auto& [count, time] = found[p.at("phase")];
        count += p.at("tasks").get<int>();
        time += std::lround(1e9 * p.at("seconds").get<double>());
    }
    CHECK(found == phases);
    long bytes = 0, sum = 0;
    for (const auto& row : rows_of(folder + "/messages.csv")) {
        if (std::stoi(row[4]) >= 0 && std::stoi(row[4]) < from)
            before = std::max(before, std::stol(row[7]));
        if (std::stoi(row[4]) >= from && std::stoi(row[4]) <= to) {
            bytes += std::stol(row[5]);
            first = std::min(first, std::stol(row[6]));
            last = std::max(last, std::stol(row[7]));
        }
    }
    if (before >= 0) first = before;
    for (const auto& link : j.at("links"))
        if (link.at("rank").is_null()) sum += link.at("bytes").get<long>();
    CHECK(sum == bytes);
    const double length = j.at("seconds");
    CHECK(std::lround(1e9 * length) == last - first);
    for (const auto& w : j.at("workers")) {
        CHECK(close(w.at("busy").get<double>() + w.at("waiting").get<double>() +
                        w.at("idle").get<double>(),
                    length, 1e-14));
        CHECK(w.at("idle").get<double>() >= 0);
        long busy = 0;
        for (const auto& row : tasks)
            if (row[1] == std::to_string(w.at("rank").get<int>()) &&
                row[2] == w.at("name"))
                busy += std::max(0L, std::min(last, std::stol(row[13])) -
                                         std::max(first, std::stol(row[12])));
        CHECK(std::lround(1e9 * w.at("busy").get<double>()) == busy);
    }
}

}  // namespace tasuki::test
