#include "drivers/wilson/bench/engine.hpp"

#include <optional>

#include "codelets/wilson/variants.hpp"
#include "peers/bare/operator.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/team.hpp"
#include "runtime/gpu/gpu.hpp"
#include "runtime/graph/graph.hpp"
#if defined(TASUKI_HAS_GPU)
#include "peers/streams/operator.hpp"
#endif

namespace tasuki::drivers {

namespace {

using runtime::Worker;

/// An operator, its fields, and what both are made with.
template <class Machine, class Operator, class Field>
class Driven : public Engine {
  public:
    Driven(Machine& machine, const EngineProblem& p)
        : machine_{machine},
          d_{machine, p.decomposition, p.u, p.options},
          in_{machine, p.decomposition},
          x_{machine, p.decomposition},
          y_{machine, p.decomposition} {
        in_.write(p.source);
    }

    bool uses_starpu() const override { return true; }
    void apply(int n) override {
        for (int k = 0; k < n; ++k) submit(k);
    }
    void wait() override { machine_.wait(); }
    lattice::SpinorField result() override {
        apply(1);
        return x_.read();
    }

  protected:
    /// Application `k`.
    void submit(int k) {
        d_.submit_apply(k % 2 == 0 ? in_ : x_, k % 2 == 0 ? x_ : y_);
    }

  private:
    Machine& machine_;
    Operator d_;
    Field in_, x_, y_;
};

template <class T, int kLinkReals>
using Tasuki =
    Driven<runtime::Context, graphs::wilson::WilsonOperator<T, kLinkReals>,
           graphs::wilson::BlockField<T>>;
template <class T, int kLinkReals>
class Recorded : public Tasuki<T, kLinkReals> {
  public:
    Recorded(runtime::Context& context, const EngineProblem& problem)
        : Tasuki<T, kLinkReals>{context, problem} {
        // In the first one GPUs find how to launch the kernels.
        this->submit(0);
        even_ = runtime::record(context, [this] { this->submit(0); });
        odd_ = runtime::record(context, [this] { this->submit(1); });
    }

    void apply(int n) override { runtime::run({*even_, *odd_}, n); }

  private:
    std::optional<runtime::Graph> even_, odd_;
};

template <class T, int kLinkReals>
using Bare =
    Driven<runtime::Context, peers::bare::WilsonOperator<T, kLinkReals>,
           peers::bare::BlockField<T>>;

#if defined(TASUKI_HAS_GPU)

/// The GPUs and the CPUs of the context's workers.
struct StreamMachine {
    explicit StreamMachine(const runtime::Context& context)
        : machine{devices_of(context), team_of(context)} {}

    static std::vector<int> devices_of(const runtime::Context& context) {
        std::vector<int> devices;
        for (const auto& worker : context.workers(Worker::Kind::gpu))
            devices.push_back(worker.device);
        return devices;
    }
    static std::vector<int> team_of(const runtime::Context& context) {
        const auto workers = context.workers(Worker::Kind::cpu);
        return workers.empty() ? std::vector<int>{} : workers.front().cpus;
    }

    peers::streams::Machine machine;
};

template <class T, int kLinkReals>
class Streams : private StreamMachine,
                public Driven<peers::streams::Machine,
                              peers::streams::WilsonOperator<T, kLinkReals>,
                              peers::streams::BlockField<T>> {
  public:
    Streams(const runtime::Context& context, const EngineProblem& problem)
        : StreamMachine{context}, Streams::Driven{machine, problem} {}

    bool uses_starpu() const override { return false; }
};

#endif

}  // namespace

std::vector<std::string> engine_names() {
    return {"tasuki", "recorded", "streams", "bare"};
}

template <class T, int kLinkReals>
std::unique_ptr<Engine> make_engine(const std::string& name,
                                    runtime::Context& context,
                                    const EngineProblem& problem) {
    if (name == "tasuki")
        return std::make_unique<Tasuki<T, kLinkReals>>(context, problem);
    if (name == "recorded")
        return std::make_unique<Recorded<T, kLinkReals>>(context, problem);
    if (name == "bare")
        return std::make_unique<Bare<T, kLinkReals>>(context, problem);
#if defined(TASUKI_HAS_GPU)
    if (name == "streams")
        return std::make_unique<Streams<T, kLinkReals>>(context, problem);
#endif
    throw runtime::UnavailableError("engine " + name +
                                    " is not in a build without GPUs");
}

#define TASUKI_INSTANTIATE(T, kLinkReals)                        \
    template std::unique_ptr<Engine> make_engine<T, kLinkReals>( \
        const std::string&, runtime::Context&, const EngineProblem&);
TASUKI_FOR_OPERATOR_FORMS(TASUKI_INSTANTIATE)
#undef TASUKI_INSTANTIATE

}  // namespace tasuki::drivers
