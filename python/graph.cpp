// tasuki.Context: tasks of kernels of Python, on CPUs; graph.py has the rest.
#include "runtime/graph/graph.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "python/arrays.hpp"
#include "python/errors.hpp"
#include "python/module.hpp"
#include "python/runtime.hpp"
#include "runtime/core/lambda.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tasuki::python {

namespace {

using runtime::UsageError;

// The runtime counts elements in 32 bits, so words allow larger arrays than
// bytes.
using Word = std::uint64_t;
using Memory = nb::ndarray<Word, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
constexpr int kMost = 32;  // arrays of a task with the same access

/// An array over memory of numpy.  Kernels get arrays of numpy over the same
/// memory, so nothing dangles if they keep one.
class ArrayState {
  public:
    ArrayState(runtime::Context& context, const Memory& memory)
        : memory_{memory},
          array_{std::in_place, context,
                 std::span{memory_->data(), memory_->size()}} {}
    ~ArrayState() {
        array_.reset();
        const nb::gil_scoped_acquire acquire;
        memory_.reset();
    }
    ArrayState(const ArrayState&) = delete;
    ArrayState& operator=(const ArrayState&) = delete;

    runtime::Array<Word>& array() { return *array_; }
    const Word* home() const { return memory_->data(); }

  private:
    std::optional<Memory> memory_;
    std::optional<runtime::Array<Word>> array_;
};

/// Counts the tasks that were submitted and have not ended.
class OpenTasks {
  public:
    void add() {
        const std::lock_guard lock{mutex_};
        ++count_;
    }
    void remove() {
        const std::lock_guard lock{mutex_};
        --count_;
        ended_.notify_all();
    }
    /// Waits for their end, but at most 50 ms.
    /// @return  whether there are none
    bool wait_a_moment() {
        std::unique_lock lock{mutex_};
        return ended_.wait_for(lock, std::chrono::milliseconds{50},
                               [this] { return count_ == 0; });
    }

  private:
    std::mutex mutex_;
    std::condition_variable ended_;
    std::int64_t count_ = 0;
};

/// What a task calls.
class Call {
  public:
    /// @param homes  of its arrays, in the order of the lists
    Call(nb::object function, std::vector<const Word*> homes)
        : function_{std::move(function)}, homes_{std::move(homes)} {}
    ~Call() {
        const nb::gil_scoped_acquire acquire;
        const Inside kernel{Inside::What::kernel};
        function_.reset();
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    template <class... Lists>
    void run(const Lists&... lists) const {
        auto home = homes_.begin();
        const auto check = [&](const auto& list) {
            for (const auto& view : list)
                if (view.data() != *home++)
                    throw UsageError(
                        "a kernel of Python got its array in other memory: "
                        "expected a run without STARPU_USE_NUMA");
        };
        (check(lists), ...);
        const nb::gil_scoped_acquire acquire;
        const Inside kernel{Inside::What::kernel};
        try {
            function_();
        } catch (nb::python_error& error) {
            throw KernelRaised(exception_of(error));
        }
    }

  private:
    nb::object function_;
    std::vector<const Word*> homes_;
};

class Array {
  public:
    explicit Array(const Memory& memory)
        : state_{[&](const Computing& computing) {
              return std::make_shared<ArrayState>(computing.context(), memory);
          }} {}

    ArrayState& get(const Computing& computing) const {
        return state_.get(computing);
    }

  private:
    Held<ArrayState> state_;
};

struct Graph {
    Held<runtime::Graph> state;
};

using Arrays = std::vector<const Array*>;
using Function = nb::typed<nb::callable, nb::object()>;

template <class View>
runtime::List<View> list_of(const Computing& computing, const Arrays& arrays,
                            std::vector<const Word*>& homes) {
    runtime::List<View> list;
    for (const Array* each : arrays) {
        ArrayState& state = each->get(computing);
        list.add(state.array());
        homes.push_back(state.home());
    }
    return list;
}

class Context {
  public:
    Context(std::optional<int> cpus, std::optional<int> gpus,
            std::optional<int> workers)
        : tasks_{[&](const Computing& computing) {
              Settings settings = computing.settings();
              settings.cpus = cpus.value_or(settings.cpus);
              settings.gpus = gpus.value_or(settings.gpus);
              settings.cpu_workers = workers.value_or(settings.cpu_workers);
              if (cpus || gpus || workers) computing.start(settings);
              computing.context();
              return std::make_shared<std::shared_ptr<OpenTasks>>(
                  std::make_shared<OpenTasks>());
          }} {}

    Array array(const Memory& memory) const {
        check_open();
        return Array{memory};
    }

    void submit(const std::string& name, const nb::object& function,
                const Arrays& writes, const Arrays& updates,
                const Arrays& reads) const {
        using runtime::Each;
        using W = runtime::Write<Word>;
        using U = runtime::Update<Word>;
        using R = runtime::Read<Word>;
        nb::object its = function;
        const Computing computing;
        const auto tasks = tasks_.get(computing);
        std::vector<const Word*> homes;
        auto w = list_of<W>(computing, writes, homes);
        auto u = list_of<U>(computing, updates, homes);
        auto r = list_of<R>(computing, reads, homes);
        const auto call =
            std::make_shared<Call>(std::move(its), std::move(homes));
        const bool is_recorded = Inside::what() == Inside::What::recording;
        runtime::SubmitOptions options;
        if (!is_recorded) {
            tasks->add();
            options.when_done = [tasks] { tasks->remove(); };
        }
        try {
            runtime::submit(
                computing.context(), name,
                [call](Each<W, kMost> written, Each<U, kMost> updated,
                       Each<R, kMost> read) {
                    call->run(written, updated, read);
                },
                options, w, u, r);
        } catch (...) {
            if (!is_recorded) tasks->remove();
            throw;
        }
    }

    Graph record(const Function& function) const {
        return {Held<runtime::Graph>{[&](const Computing& computing) {
            tasks_.get(computing);
            const Inside recording{Inside::What::recording};
            return std::make_shared<runtime::Graph>(
                runtime::record(computing.context(), [&] {
                    const nb::gil_scoped_acquire acquire;
                    function();
                }));
        }}};
    }

    void run(const Graph& graph, std::int64_t times) const {
        if (times < 0)
            throw UsageError(fmt::format(
                "times: expected a number of 0 or more, found {}", times));
        const Computing computing;
        tasks_.get(computing);
        auto& its = graph.state.get(computing);
        computing.repeat(times, [&](std::int64_t count) {
            its.run(count);
            computing.context().wait();
        });
    }

    void wait() const {
        const Computing computing;
        wait_for_tasks(computing);
    }

    /// Calls `function` when the array is on the host and no task uses it, and
    /// returns what it returns.
    nb::any on_host(const Array& array, const Function& function,
                    bool writes) const {
        nb::any result;
        const Computing computing;
        wait_for_tasks(computing);
        auto& its = array.get(computing).array();
        const runtime::Array<Word>::Host<Word> host{
            its, writes ? runtime::Access::update : runtime::Access::read};
        const nb::gil_scoped_acquire acquire;
        result = function();
        return result;
    }

    bool is_closed() const {
        const Computing computing;
        return !tasks_.is_alive();
    }

    void close(bool cancels) const {
        const Computing computing;
        if (!tasks_.is_alive()) return;
        if (cancels) computing.context().cancel("the Context is closed");
        computing.end_context();
    }

  private:
    /// @throws UsageError  it has ended
    void check_open() const {
        const Computing computing;
        tasks_.get(computing);
    }

    /// Waits for all tasks; Ctrl-C cancels them.
    void wait_for_tasks(const Computing& computing) const {
        const auto tasks = tasks_.get(computing);
        auto& context = computing.context();
        try {
            while (!context.has_failed() && !tasks->wait_a_moment())
                computing.check_signals();
        } catch (...) {
            context.cancel("interrupted");
            throw;
        }
        context.wait();
    }

    Held<std::shared_ptr<OpenTasks>> tasks_;
};

constexpr auto kRecord =
    R"(Record the tasks that a function submits; none of them runs.

Parameters
----------
function : called once, without arguments; it submits tasks, and does not wait

Returns
-------
the graph, which run() runs

Raises
------
UsageError : the function waits, or reads an array)";

constexpr auto kRun =
    R"(Run a recorded graph, and wait for its end.

Ctrl-C ends it between two runs.

Parameters
----------
graph : what record() returned
times : number of runs, one after the other

Raises
------
TaskFailed : a kernel has raised an exception)";

constexpr auto kWait =
    R"(Wait for all tasks that were submitted.

Ctrl-C cancels those that have not begun; this Context has then failed.

Raises
------
TaskFailed : a kernel has raised an exception)";

}  // namespace

void add_graph(nb::module_& m) {
    nb::class_<Array>(m, "_Array");
    nb::class_<Graph>(m, "Graph", "Recorded tasks, of one Context.")
        .def(
            "__len__",
            [](const Graph& graph) {
                const Computing computing;
                return graph.state.get(computing).size();
            },
            "Number of tasks.");
    nb::class_<Context>(m, "_Context")
        .def(nb::init<std::optional<int>, std::optional<int>,
                      std::optional<int>>(),
             "cpus"_a = nb::none(), "gpus"_a = nb::none(),
             "workers"_a = nb::none())
        .def("_array", &Context::array, "memory"_a.noconvert())
        .def("_submit", &Context::submit, "name"_a, "function"_a, "writes"_a,
             "updates"_a, "reads"_a)
        .def("_on_host", &Context::on_host, "array"_a, "function"_a, "writes"_a)
        .def("_close", &Context::close, "cancels"_a)
        .def_prop_ro("closed", &Context::is_closed,
                     "Whether it has ended, by close() or after a failure.")
        .def("record", &Context::record, "function"_a, kRecord)
        .def("run", &Context::run, "graph"_a, "times"_a = 1, kRun)
        .def("wait", &Context::wait, kWait);
}

}  // namespace tasuki::python
