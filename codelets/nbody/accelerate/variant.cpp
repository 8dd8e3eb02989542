#include "codelets/nbody/accelerate/variant.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "runtime/core/error.hpp"

namespace tasuki::nbody {

namespace {

constexpr std::array kRootNames{"sqrt", "rsqrt", "rsqrt_rn", "approx"};
constexpr std::array kStagingNames{"direct", "shared"};
constexpr int kThreads[] = {64, 128, kMostThreads};
constexpr int kParts[] = {1, 2, 4, 8};
constexpr int kWarp = 32;

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
        const auto begin = text.find_first_not_of(" ,");
        if (begin == text.npos) return words;
        text.remove_prefix(begin);
        const auto end = std::min(text.find_first_of(" ,"), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

template <class Names>
int place_in(const Names& names, std::string_view word) {
    const auto found = std::find(names.begin(), names.end(), word);
    return found == names.end() ? -1 : static_cast<int>(found - names.begin());
}

/// The number behind `words[k]`, one of `allowed`.
template <class Allowed>
int number_behind(const std::vector<std::string_view>& words, std::size_t k,
                  const Allowed& allowed) {
    int number = -1;
    if (k + 1 < words.size()) {
        const auto word = words[k + 1];
        const auto [end, error] =
            std::from_chars(word.data(), word.data() + word.size(), number);
        if (error != std::errc{} || end != word.data() + word.size())
            number = -1;
    }
    if (std::find(std::begin(allowed), std::end(allowed), number) ==
        std::end(allowed))
        throw runtime::UsageError(
            fmt::format("variant: expected {} and one of {}, found '{}'",
                        words[k], fmt::join(allowed, ", "),
                        k + 1 < words.size() ? words[k + 1] : ""));
    return number;
}

bool fits(int wished, int value) {
    return wished < 0 || wished == value;
}

}  // namespace

const char* to_string(Root root) {
    return kRootNames[static_cast<std::size_t>(root)];
}

std::string to_string(const Variant& v) {
    return fmt::format("{}, {}, unroll {}, bodies {}, threads {}, parts {}",
                       to_string(v.root),
                       kStagingNames[static_cast<std::size_t>(v.staging)],
                       v.unroll, v.bodies, v.threads, v.parts);
}

bool& has_all_variants() {
    static bool all = false;
    return all;
}

bool Wish::allows(const Variant& v) const {
    return fits(root, static_cast<int>(v.root)) &&
           fits(staging, static_cast<int>(v.staging)) &&
           fits(unroll, v.unroll) && fits(bodies, v.bodies) &&
           fits(threads, v.threads) && fits(parts, v.parts);
}

Wish parse_wish(std::string_view text, int most_unroll) {
    std::vector<int> unrolls;
    for (const int unroll : kUnrolls)
        if (unroll <= most_unroll) unrolls.push_back(unroll);
    Wish wish;
    const auto words = words_of(text);
    for (std::size_t k = 0; k < words.size(); ++k) {
        const auto word = words[k];
        if (const int root = place_in(kRootNames, word); root >= 0)
            wish.root = root;
        else if (const int staging = place_in(kStagingNames, word);
                 staging >= 0)
            wish.staging = staging;
        else if (word == "unroll")
            wish.unroll = number_behind(words, k++, unrolls);
        else if (word == "bodies")
            wish.bodies = number_behind(words, k++, kBodiesPerThread);
        else if (word == "threads")
            wish.threads = number_behind(words, k++, kThreads);
        else if (word == "parts")
            wish.parts = number_behind(words, k++, kParts);
        else
            throw runtime::UsageError(fmt::format(
                "variant: expected {}, {}, or unroll, bodies, threads, parts "
                "with a number, found '{}'",
                fmt::join(kRootNames, ", "), fmt::join(kStagingNames, ", "),
                word));
    }
    if (wish.threads > 0 && wish.parts > wish.threads / kWarp)
        throw runtime::UsageError(fmt::format(
            "variant: expected at most {} parts of {} threads, found {}",
            wish.threads / kWarp, wish.threads, wish.parts));
    if (variants(wish, most_unroll).empty())
        throw runtime::UnavailableError(fmt::format(
            "variant '{}': only `tasuki bench nbody` has kernels that are "
            "never the fastest; here are approx, shared, unroll {} and more",
            text, most_unroll >= 32 ? 8 : 4));
    return wish;
}

std::vector<Variant> variants(const Wish& wish, int most_unroll) {
    std::vector<Variant> all;
    for (int root = 0; root < kRoots; ++root)
        for (const auto staging : {Staging::direct, Staging::shared})
            for (const int unroll : kUnrolls)
                for (const int bodies : kBodiesPerThread)
                    for (const int threads : kThreads)
                        for (const int parts : kParts) {
                            const Variant v{static_cast<Root>(root),
                                            staging,
                                            unroll,
                                            bodies,
                                            threads,
                                            parts};
                            if (unroll <= most_unroll &&
                                parts <= threads / kWarp && wish.allows(v) &&
                                (has_all_variants() ||
                                 is_usual(v, most_unroll)))
                                all.push_back(v);
                        }
    return all;
}

}  // namespace tasuki::nbody
