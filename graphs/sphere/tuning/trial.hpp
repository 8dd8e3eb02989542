// Transforms there and back, to see how long they take as they are cut.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "graphs/sphere/transform/memory.hpp"
#include "graphs/sphere/transform/transform.hpp"
#include "runtime/core/clock.hpp"

namespace tasuki::graphs::sphere {

/// Of as many fields as it is for, or of some, of a transform as it is cut.
class Transform::Trial {
  public:
    struct Times {
        double synthesis, analysis;  // [s]
        double sum() const { return synthesis + analysis; }
    };

    explicit Trial(Transform& transform)
        : transform_{transform},
          spectra_{transform.make_spectra(fields_of(transform))},
          fields_{transform.make_fields(fields_of(transform))} {
        {
            std::mt19937_64 random{1};
            std::normal_distribution<double> normal;
            const auto host = spectra_.coefficients.write();
            for (tasuki::sphere::Complex& s : host.span())
                s = {normal(random), 0};
        }
        // Once for plans and first uses.
        static_cast<void>(seconds_until([](Direction) {}));
    }

    /// Until all results are there.
    Times seconds() {
        return median_of_some([&](Direction direction) {
            if (direction == Direction::synthesis)
                for (std::size_t b = 0; b < fields_.block.size(); ++b) await(b);
            else if (transform_.options_.to_host)
                static_cast<void>(spectra_.coefficients.read());
            else
                spectra_.coefficients.wait();
        });
    }

    /// Of each worker, from the time until it has ended, which is known of the
    /// one that is waited for first.
    std::vector<Speed> speeds(const std::vector<Speed>& workers) {
        const auto& ranks = transform_.context_.ranks();
        std::vector<Speed> own;
        for (const Speed& speed : workers) {
            const bool here = speed.rank == ranks.rank();
            const Times middle = median_of_some([&](Direction direction) {
                if (here) await_worker(speed.worker, direction);
            });
            if (!here) continue;
            std::size_t pairs = 0;
            for (const Part& part : transform_.parts_)
                if (part.block.rank == speed.rank &&
                    part.block.worker == speed.worker)
                    pairs += part.block.size();
            own.push_back({speed.rank, speed.worker, speed.kind,
                           static_cast<double>(pairs) / middle.sum()});
        }
        return gather_speeds(ranks, own);
    }

  private:
    static int fields_of(const Transform& transform) {
        return fields_of_trials(transform.options_.fields);
    }
    void await(std::size_t b) const {
        if (!transform_.is_local(b)) return;
        if (transform_.options_.to_host)
            static_cast<void>(fields_.block[b].read());
        else
            fields_.block[b].wait();
    }
    void await_worker(int worker, Direction direction) {
        if (direction == Direction::synthesis) {
            for (std::size_t b = 0; b < fields_.block.size(); ++b)
                if (transform_.parts_[b].block.worker == worker) await(b);
            return;
        }
        // The sums of others have to come to the worker that collects.
        if (worker != transform_.main_worker_)
            return spectra_.coefficients.wait();
        for (auto& [key, workspace] : transform_.workspaces_)
            for (const Series& s : workspace.of_worker)
                if (s.worker == worker && s.written) s.sums.wait();
    }

    /// The middle of some, as a host that others use too has better and worse
    /// moments; of more where they are short, of fewer where they are long.
    template <class Await>
    Times median_of_some(const Await& wait_for) {
        constexpr double enough = 0.05, plenty = 0.5;  // [s]
        constexpr std::size_t few = 5, most = 15;
        std::vector<double> synthesis, analysis;
        double sum = 0;
        do {
            const Times times = seconds_until(wait_for);
            synthesis.push_back(times.synthesis);
            analysis.push_back(times.analysis);
            // Ranks repeat as often as the slowest of them would.
            sum += transform_.context_.ranks().largest(times.sum());
        } while (sum < (synthesis.size() < few ? plenty : enough) &&
                 synthesis.size() < most);
        const auto middle = [](std::vector<double>& of) {
            std::sort(of.begin(), of.end());
            return of[of.size() / 2];
        };
        return {middle(synthesis), middle(analysis)};
    }

    /// @param wait_for  called with the direction that was submitted
    template <class Await>
    Times seconds_until(const Await& wait_for) {
        // The input was written on the host, as by callers of a
        // transform.
        const bool to_host = transform_.options_.to_host;
        if (to_host) static_cast<void>(spectra_.coefficients.update());
        Times times{};
        times.synthesis = timed([&] {
            transform_.submit_synthesis(spectra_, fields_);
            wait_for(Direction::synthesis);
        });
        for (std::size_t b = 0; to_host && b < fields_.block.size(); ++b)
            if (transform_.is_local(b))
                static_cast<void>(fields_.block[b].update());
        times.analysis = timed([&] {
            transform_.submit_analysis(fields_, spectra_);
            wait_for(Direction::analysis);
        });
        return times;
    }

    template <class Body>
    double timed(const Body& body) {
        transform_.context_.ranks().barrier();
        const auto start = runtime::machine_nanoseconds();
        body();
        const auto end = runtime::machine_nanoseconds();
        transform_.context_.wait();
        return 1e-9 * static_cast<double>(end - start);
    }

    Transform& transform_;
    Spectra spectra_;
    Fields fields_;
};

}  // namespace tasuki::graphs::sphere
