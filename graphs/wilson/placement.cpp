#include "graphs/wilson/placement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>

#include "graphs/split_text.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::graphs::wilson {

namespace {

using runtime::Where;
using Name = Placement::Name;

struct Entry {
    Name name;
    const char* text;
};
constexpr std::array kEntries{
    Entry{Name::gpu, "gpu"},
    Entry{Name::cpu, "cpu"},
    Entry{Name::host_t_minus, "host-t-minus"},
    Entry{Name::host_t, "host-t"},
    Entry{Name::host_all, "host-all"},
    Entry{Name::dynamic, "dynamic"},
};

}  // namespace

Placement Placement::parse(std::string_view text) {
    for (const Entry& entry : kEntries)
        if (text == entry.text) return entry.name;
    if (const auto fraction = parse_split(text)) return split(*fraction);
    throw runtime::UsageError(
        fmt::format("unknown placement '{}': expected {}, split:F, split:auto",
                    text, fmt::join(names(), ", ")));
}

std::vector<std::string> Placement::names() {
    std::vector<std::string> names;
    for (const Entry& entry : kEntries) names.emplace_back(entry.text);
    return names;
}

std::string Placement::to_string() const {
    for (const Entry& entry : kEntries)
        if (entry.name == name_) return entry.text;
    return split_text(fraction_);
}

Where Placement::bulk() const {
    switch (name_) {
        case Name::cpu:
            return Where::cpu;
        case Name::dynamic:
        case Name::split:
            return Where::any;
        default:
            return Where::gpu;
    }
}

Where Placement::block(int index, int count) const {
    if (name_ != Name::split) return bulk();
    const int on_cpu = static_cast<int>(std::lround(fraction_ * count));
    return index >= count - on_cpu ? Where::cpu : Where::gpu;
}

Where Placement::matvec(int index, int count, int mu,
                        tasuki::wilson::Hop hop) const {
    const bool t = mu == tasuki::wilson::kT;
    // The minus face of the paper carries U^dagger psi to the next block.
    const bool minus = hop == tasuki::wilson::Hop::backward;
    switch (name_) {
        case Name::host_t_minus:
            return t && minus ? Where::cpu : Where::gpu;
        case Name::host_t:
            return t ? Where::cpu : Where::gpu;
        case Name::host_all:
            return Where::cpu;
        default:
            return block(index, count);
    }
}

namespace {

void check_placement(bool has_gpu, bool has_cpu, Placement placement) {
    const auto refuse = [&](const char* what) {
        throw runtime::UnavailableError(fmt::format(
            "placement {} needs a {} worker, and this run has none (see "
            "--cpus, --gpus and `tasuki devices`; placements without it: {})",
            placement.to_string(), what,
            what[0] == 'G' ? "cpu, dynamic" : "gpu, dynamic"));
    };
    if (placement.needs_gpu() && !has_gpu) refuse("GPU");
    if (placement.needs_cpu() && !has_cpu) refuse("CPU");
}

}  // namespace

void check_placement(const runtime::Context& context, Placement placement) {
    using Kind = runtime::Worker::Kind;
    check_placement(context.count(Kind::gpu) > 0, context.count(Kind::cpu) > 0,
                    placement);
}

void check_placement(const runtime::Resources& here, Placement placement) {
    check_placement(!here.gpus.empty(), here.cpus > 0, placement);
}

}  // namespace tasuki::graphs::wilson
