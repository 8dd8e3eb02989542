#include "graphs/share.hpp"

#include <fmt/format.h>

#include <array>

#include "graphs/split_text.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::graphs {

namespace {

using Name = Share::Name;

struct Entry {
    Name name;
    const char* text;
};
constexpr std::array kEntries{
    Entry{Name::gpu, "gpu"},
    Entry{Name::cpu, "cpu"},
    Entry{Name::dynamic, "dynamic"},
};

}  // namespace

Share Share::parse(std::string_view text) {
    for (const Entry& entry : kEntries)
        if (text == entry.text) return entry.name;
    if (const auto fraction = parse_split(text)) return split(*fraction);
    throw runtime::UsageError(
        fmt::format("unknown placement '{}': expected gpu, cpu, dynamic, "
                    "split:F, split:auto",
                    text));
}

std::string Share::to_string() const {
    for (const Entry& entry : kEntries)
        if (entry.name == name_) return entry.text;
    return split_text(fraction_);
}

bool Share::uses(runtime::Worker::Kind kind) const {
    const bool cpu = kind == runtime::Worker::Kind::cpu;
    if (name_ == Name::split) return fraction_ != (cpu ? 0 : 1);
    return name_ != (cpu ? Name::gpu : Name::cpu);
}

double Share::cpu_fraction() const {
    if (name_ == Name::cpu) return 1;
    return name_ == Name::split ? fraction_ : 0;
}

bool Share::needs_gpu() const {
    return name_ == Name::gpu || (name_ == Name::split && fraction_ < 1);
}

bool Share::needs_cpu() const {
    return name_ == Name::cpu || (name_ == Name::split && fraction_ != 0);
}

namespace {

void check_share(bool has_gpu, bool has_cpu, Share share) {
    const auto refuse = [&](const char* what, const char* others) {
        throw runtime::UnavailableError(fmt::format(
            "placement {} needs a {} worker, and this run has none (see "
            "--cpus, --gpus and `tasuki devices`; placements without it: {})",
            share.to_string(), what, others));
    };
    if (share.needs_gpu() && !has_gpu) refuse("GPU", "cpu, dynamic");
    if (share.needs_cpu() && !has_cpu) refuse("CPU", "gpu, dynamic");
}

}  // namespace

void check_share(const runtime::Context& context, Share share) {
    using Kind = runtime::Worker::Kind;
    check_share(context.count(Kind::gpu) > 0, context.count(Kind::cpu) > 0,
                share);
}

void check_share(const runtime::Resources& here, Share share) {
    check_share(!here.gpus.empty(), here.cpus > 0, share);
}

}  // namespace tasuki::graphs
