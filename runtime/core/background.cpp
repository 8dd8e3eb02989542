#include "runtime/core/background.hpp"

#include <exception>
#include <memory>
#include <utility>

#include "runtime/core/clock.hpp"
#include "runtime/core/closure.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/session.hpp"
#include "runtime/core/submit.hpp"

namespace tasuki::runtime {

struct Background::Call {
    static constexpr bool blocks = true;
    struct Kept {
        std::function<void()> function;
        std::shared_ptr<FirstFailure> error;
    };
    struct Args {
        const Kept* kept;
    };
    static void cpu(const Args& args, Update<char>) {
        const auto& [function, error] = *args.kept;
        if (error->any()) return;
        try {
            function();
        } catch (...) {
            error->note(std::current_exception());
        }
    }
};

/// Adds the time of its life.
class Background::Waited {
  public:
    explicit Waited(double& seconds) : seconds_{seconds} {}
    ~Waited() {
        seconds_ += 1e-9 * static_cast<double>(machine_nanoseconds() - begin_);
    }
    Waited(const Waited&) = delete;
    Waited& operator=(const Waited&) = delete;

  private:
    double& seconds_;
    std::int64_t begin_ = machine_nanoseconds();
};

Background::Background(Context& context, std::size_t at_once)
    : context_{context}, error_{std::make_shared<FirstFailure>()} {
    for (std::size_t k = 0; k < at_once; ++k)
        order_.emplace_back(context, 1, '\0');
}

void Background::add(std::string_view name, std::function<void()> function) {
    detail::refuse_to_record("function in the background");
    if (calls_itself()) {
        const Waited waited{waited_};
        return function();
    }
    while (open_.size() > order_.size()) wait_for_first();
    error_->check();
    auto& background = context_.session().background;
    ++background;
    try {
        const auto kept = std::make_shared<const Call::Kept>(
            Call::Kept{std::move(function), error_});
        open_.push_back(detail::submit_as<Call>(
            detail::record_named<Call>(name), context_, {kept.get()},
            {.when_done = [&background] { --background; }}, kept,
            order_[added_++ % order_.size()]));
    } catch (...) {
        --background;
        throw;
    }
}

bool Background::calls_itself() const {
    return order_.empty() || context_.count(Worker::Kind::cpu) == 0;
}

bool Background::is_full() const {
    return calls_itself() ||
           (open_.size() > order_.size() && !open_.front().is_done());
}

void Background::wait() {
    while (!open_.empty()) wait_for_first();
    error_->check();
}

void Background::wait_for_first() {
    const Waited waited{waited_};
    const Task first = open_.front();
    open_.pop_front();
    first.wait();
}

}  // namespace tasuki::runtime
