#include "runtime/core/background.hpp"

#include <memory>
#include <utility>

#include "runtime/core/clock.hpp"
#include "runtime/core/closure.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::runtime {

namespace {

struct Call {
    static constexpr bool blocks = true;
    struct Args {
        const std::function<void()>* function;
    };
    static void cpu(const Args& args, Update<char>) { (*args.function)(); }
};

}  // namespace

Background::Background(Context& context, std::size_t at_once)
    : context_{context} {
    for (std::size_t k = 0; k < at_once; ++k)
        order_.emplace_back(context, 1, '\0');
}

void Background::add(std::string_view name, std::function<void()> function) {
    detail::refuse_to_record("function in the background");
    if (context_.count(Worker::Kind::cpu) == 0) return function();
    while (open_.size() > order_.size()) wait_for_first();
    auto& background = context_.session().background;
    ++background;
    try {
        const auto kept =
            std::make_shared<const std::function<void()>>(std::move(function));
        open_.push_back(detail::submit_as<Call>(
            detail::record_named<Call>(name), context_, {kept.get()},
            {.when_done = [&background] { --background; }}, kept,
            order_[added_++ % order_.size()]));
    } catch (...) {
        --background;
        throw;
    }
}

void Background::wait() {
    while (!open_.empty()) wait_for_first();
}

void Background::wait_for_first() {
    const auto begin = machine_nanoseconds();
    const Task first = open_.front();
    open_.pop_front();
    first.wait();
    waited_ += 1e-9 * static_cast<double>(machine_nanoseconds() - begin);
}

}  // namespace tasuki::runtime
