// The pipeline of `tasuki sht --stream`.
#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <deque>
#include <memory>
#include <mutex>
#include <source_location>

#include "drivers/common/progress.hpp"
#include "drivers/common/worker_names.hpp"
#include "drivers/sht/stream_files.hpp"
#include "graphs/sphere/flow/winds.hpp"
#include "io/descriptor.hpp"
#include "runtime/core/clock.hpp"
#include "runtime/core/context.hpp"
#include "runtime/core/error.hpp"
#include "runtime/core/host_memory.hpp"
#include "runtime/trace/trace.hpp"

namespace tasuki::drivers {

namespace {

using graphs::sphere::Fields, graphs::sphere::Spectra;
using io::Helpers;
using runtime::Worker;

double now() {
    return 1e-9 * static_cast<double>(runtime::machine_nanoseconds());
}

/// Buffers whose transform has ended, as threads of the library say.
class Ended {
  public:
    Ended() : event_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)} {
        if (event_ < 0)
            throw runtime::FaultError("eventfd", errno,
                                      std::source_location::current());
    }
    int descriptor() const { return event_; }
    void add(int buffer) {
        {
            const std::lock_guard lock{mutex_};
            buffers_.push_back(buffer);
        }
        const std::uint64_t one = 1;
        (void)!::write(event_, &one, sizeof one);
    }
    std::vector<int> take() {
        std::uint64_t count = 0;
        (void)!::read(event_, &count, sizeof count);
        const std::lock_guard lock{mutex_};
        return std::exchange(buffers_, {});
    }

  private:
    io::Descriptor event_;
    std::mutex mutex_;
    std::vector<int> buffers_;
};

/// A worker with the tables of its transforms.
struct Lane {
    Lane(runtime::Context& context, const StreamPlan& plan,
         const Worker& worker)
        : transform{context,
                    {.truncation = plan.truncation_on_grid(),
                     .grid = plan.grid,
                     .worker = worker.id}},
          result{worker.name} {
        if (plan.winds) winds.emplace(transform);
    }
    graphs::sphere::Transform transform;
    std::optional<graphs::sphere::WindTransform> winds;
    StreamResult::Worker result;
    int under_way = 0;  // transforms
    double since = 0;   // when the first of these began [s]
};

/// The arrays of a worker over a buffer.
struct Buffer {
    Lane* lane;
    Fields fields;
    std::vector<Spectra> spectra;  // both of a wind
    std::int64_t item = -1;        // what is in it; -1: it is free
};

class Pipeline {
  public:
    Pipeline(const StreamPlan& plan, runtime::Context& context,
             const StreamMachine& machine, const StreamBuffers& memory,
             Helpers& helpers)
        : plan_{plan},
          helpers_{helpers},
          pinned_{context, memory.all()},
          context_{context} {
        for (const auto kind : {Worker::Kind::gpu, Worker::Kind::cpu}) {
            const bool gpu = kind == Worker::Kind::gpu;
            const int workers = gpu ? machine.gpus : machine.cpu_workers;
            for (int w = 0; w < workers; ++w) {
                const auto worker =
                    context.workers(kind)[static_cast<std::size_t>(w)];
                Lane& lane = lanes_.emplace_back(context, plan, worker);
                const int number = static_cast<int>(lanes_.size()) - 1;
                find_rows(lane, memory.rows(number));
                for (int b = 0;
                     b < (gpu ? machine.gpu_buffers : machine.cpu_buffers); ++b)
                    add_buffer(lane, memory);
            }
        }
        context.wait();
    }

    void all() {
        const auto total = static_cast<std::int64_t>(plan_.fields());
        ProgressLine progress{"field", static_cast<std::size_t>(total)};
        while (written_ < total) {
            start_jobs(total);
            // A task that fails wakes nobody.
            constexpr int patience = 200;  // [ms]
            for (const auto& done :
                 helpers_.wait(ended_->descriptor(), patience))
                finish(done);
            for (const int b : ended_->take()) {
                end_transform(*buffers_[std::size_t(b)].lane);
                to_write_.push_back(b);
            }
            if (context_.has_failed()) context_.wait();
            progress.show(static_cast<std::size_t>(written_));
        }
    }

    void report(StreamResult& result) const {
        result.reading = reading_;
        result.writing = writing_;
        for (const Lane& lane : lanes_) result.by_worker.push_back(lane.result);
    }

  private:
    /// How the transform has the rows of the grid.
    void find_rows(const Lane& lane, std::span<std::int32_t> rows) const {
        auto row = rows.begin();
        const int latitudes = plan_.grid.latitudes;
        for (const auto& part : lane.transform.parts())
            for (int k = 0; k < static_cast<int>(plan_.variables()); ++k)
                for (const bool south : {false, true})
                    for (int p = 0; p < part.latitudes.pairs; ++p) {
                        const int north = part.latitudes.begin + p;
                        *row++ = k * latitudes +
                                 (south ? latitudes - 1 - north : north);
                    }
    }

    void add_buffer(Lane& lane, const StreamBuffers& memory) {
        const auto count = static_cast<int>(plan_.variables());
        const auto b = static_cast<int>(buffers_.size());
        auto fields = memory.fields(b);
        auto spectra = memory.spectra(b);
        Buffer buffer{&lane, {count, {}}, {}};
        for (const auto& part : lane.transform.parts()) {
            const auto size = static_cast<std::size_t>(2 * count) *
                              part.block.size() *
                              static_cast<std::size_t>(plan_.grid.longitudes);
            buffer.fields.block.emplace_back(context_, fields.first(size));
            fields = fields.subspan(size);
        }
        const auto size = spectra.size() / plan_.variables();
        for (int k = 0; k < count; ++k)
            buffer.spectra.push_back(
                {1,
                 {context_,
                  spectra.subspan(static_cast<std::size_t>(k) * size, size)}});
        buffers_.push_back(std::move(buffer));
    }

    void start_jobs(std::int64_t total) {
        while (helpers_.has_idle()) {
            // What is written leaves a buffer free.
            if (!to_write_.empty()) {
                const int b = to_write_.front();
                to_write_.pop_front();
                helpers_.start({buffers_[std::size_t(b)].item, b,
                                StreamFiles::Task::write});
                continue;
            }
            // Those of GPUs come first.
            const auto free = std::ranges::find(buffers_, -1, &Buffer::item);
            if (next_ == total || free == buffers_.end()) return;
            free->item = next_++;
            helpers_.start({free->item,
                            static_cast<int>(free - buffers_.begin()),
                            StreamFiles::Task::read});
        }
    }

    void finish(const Helpers::Done& done) {
        Buffer& buffer = buffers_[std::size_t(done.buffer)];
        if (done.task == StreamFiles::Task::read) {
            reading_ += done.seconds;
            transform(buffer, done.buffer);
        } else {
            writing_ += done.seconds;
            buffer.item = -1;
            ++buffer.lane->result.fields;
            ++written_;
        }
    }

    void transform(Buffer& b, int number) {
        Lane& lane = *b.lane;
        if (lane.under_way++ == 0) lane.since = now();
        // The helper has changed the host's memory.
        std::vector<const runtime::Data*> results;
        if (plan_.analyzes) {
            for (auto& block : b.fields.block) (void)block.write();
            if (plan_.winds)
                lane.winds->submit_vorticity_divergence(b.fields, b.spectra[0],
                                                        b.spectra[1]);
            else
                lane.transform.submit_analysis(b.fields, b.spectra[0]);
            for (auto& s : b.spectra) results.push_back(&s.coefficients);
        } else {
            for (auto& s : b.spectra) (void)s.coefficients.write();
            if (plan_.winds)
                lane.winds->submit_winds(b.spectra[0], b.spectra[1], b.fields);
            else
                lane.transform.submit_synthesis(b.spectra[0], b.fields);
            for (auto& block : b.fields.block) results.push_back(&block);
        }
        const auto open =
            std::make_shared<std::atomic<std::size_t>>(results.size());
        for (const auto* result : results)
            result->send_to_host([ended = ended_, open, number] {
                if (--*open == 0) ended->add(number);
            });
    }

    static void end_transform(Lane& lane) {
        if (--lane.under_way == 0) lane.result.busy += now() - lane.since;
    }

    const StreamPlan& plan_;
    Helpers& helpers_;
    runtime::PinnedMemory pinned_;
    runtime::Context& context_;
    /// Callbacks of tasks have it, too.
    std::shared_ptr<Ended> ended_ = std::make_shared<Ended>();
    std::deque<Lane> lanes_;
    std::vector<Buffer> buffers_;
    std::deque<int> to_write_;
    std::int64_t next_ = 0, written_ = 0;
    double reading_ = 0, writing_ = 0;
};

io::FieldFile output_file(const StreamOptions& o, const StreamPlan& plan) {
    if (!plan.analyzes) return {o.out, plan.output};
    return {o.out,
            plan.output,
            plan.truncation,
            {io::parse_normalization(o.normalization), o.condon_shortley}};
}

/// A failure in the words of the task that failed would be that of a bug.
template <class Run>
void without_task_names(const Run& run) {
    try {
        run();
    } catch (const runtime::TaskFailed& failed) {
        std::rethrow_exception(failed.cause());
    }
}

}  // namespace

StreamResult run_planned(const StreamOptions& options, const StreamPlan& plan,
                         runtime::Recorder* recorder) {
    const auto machine = stream_machine(options, recorder);
    const StreamBuffers buffers{plan, machine.gpus + machine.cpu_workers,
                                machine.buffers()};
    io::FieldFile output{output_file(options, plan)};
    StreamFiles files{options, plan, buffers, output};
    const auto worker_of = [&](int buffer) {
        const int on_gpus = machine.gpus * machine.gpu_buffers;
        return buffer < on_gpus
                   ? buffer / machine.gpu_buffers
                   : machine.gpus + (buffer - on_gpus) / machine.cpu_buffers;
    };
    Helpers helpers{
        {.file = options.input.empty() ? options.out : options.input,
         .count = machine.helpers,
         .job_seconds = 600,
         .work =
             [&](const Helpers::Job& job) {
                 files.work(job, worker_of(job.buffer));
             },
         .place = StreamFiles::place}};
    StreamResult result;
    runtime::Context context{machine.context};
    graphs::check_share(context, graphs::Share::parse(placement_of(options)));
    const auto begin = [&] {
        Pipeline pipeline{plan, context, machine, buffers, helpers};
        if (recorder != nullptr) recorder->start();
        const double since = now();
        pipeline.all();
        result.seconds = now() - since;
        if (recorder != nullptr) recorder->stop();
        pipeline.report(result);
    };
    without_task_names(begin);
    const double since = now();
    output.commit();
    result.times = {result.seconds, now() - since, worked_in(context)};
    result.placement = options.placement;
    result.policy = context.policy();
    result.workers = worker_names(context);
    result.helpers = machine.helpers;
    result.buffers = machine.buffers();
    result.fields = static_cast<int>(plan.fields());
    const double each = static_cast<double>(plan.fields() * plan.variables());
    result.bytes_read = each * static_cast<double>(plan.input.stored_bytes);
    result.bytes_written = static_cast<double>(output.bytes());
    return result;
}

}  // namespace tasuki::drivers
