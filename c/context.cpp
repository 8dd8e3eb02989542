#include "c/context.hpp"

#include "graphs/wilson/placement.hpp"

using namespace tasuki;

namespace {

void check_number(const char* name, int found) {
    if (found < TASUKI_ALL)
        throw runtime::UsageError(fmt::format(
            "{}: expected a number of 0 or more, or TASUKI_ALL, found {}", name,
            found));
}

}  // namespace

int tasuki_context_create(int cpus, int gpus, const char* placement,
                          tasuki_context** context) {
    return c::attempt([&] {
        auto& to = c::given(context, "the handle to make");
        check_number("cpus", cpus);
        check_number("gpus", gpus);
        const std::string name = placement == nullptr ? "dynamic" : placement;
        // The operator knows more placements than the other graphs.
        (void)graphs::wilson::Placement::parse(name);
        to = new tasuki_context{{.cpus = cpus, .gpus = gpus}, name};
    });
}

int tasuki_context_destroy(tasuki_context* context) {
    return c::attempt([&] {
        if (context == nullptr) return;
        {
            const std::lock_guard lock{context->mutex};
            if (context->objects > 0)
                throw runtime::UsageError(fmt::format(
                    "context: {} of the handles made with it exist still: "
                    "destroy these first",
                    context->objects));
        }
        delete context;
    });
}
