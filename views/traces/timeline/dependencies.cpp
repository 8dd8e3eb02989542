#include "views/traces/timeline/dependencies.hpp"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace tasuki::trace {

namespace {

using runtime::BufferUse;

/// The last that wrote an array, and who has read it since.
struct Users {
    int task = -1, message = -1;  // one of them wrote last, or neither
    std::vector<int> readers;     // tasks
};

using Arrays = std::unordered_map<std::uint64_t, Users>;

void need_writer(const Users& users, Needs& needs) {
    if (users.task >= 0) needs.tasks.push_back(users.task);
    if (users.message >= 0) needs.messages.push_back(users.message);
}

void make_unique(std::vector<int>& numbers) {
    std::ranges::sort(numbers);
    const auto rest = std::ranges::unique(numbers);
    numbers.erase(rest.begin(), rest.end());
}

void add_task(int task, const std::vector<BufferUse>& buffers, Arrays& arrays,
              Needs& needs) {
    for (const BufferUse& use : buffers) {
        Users& users = arrays[use.handle];
        need_writer(users, needs);
        if (use.writes)
            needs.tasks.insert(needs.tasks.end(), users.readers.begin(),
                               users.readers.end());
    }
    // A task that has an array twice does not wait for itself.
    for (const BufferUse& use : buffers)
        if (use.writes)
            arrays[use.handle] = {task, -1, {}};
        else
            arrays[use.handle].readers.push_back(task);
    make_unique(needs.tasks);
    make_unique(needs.messages);
}

}  // namespace

Dependencies find_dependencies(const runtime::RankRecord& record) {
    struct Submission {
        std::uint64_t order;
        bool is_task;
        int index;
    };
    std::vector<Submission> steps;
    for (std::size_t k = 0; k < record.tasks.size(); ++k)
        steps.push_back({record.tasks[k].order, true, static_cast<int>(k)});
    for (std::size_t k = 0; k < record.messages.size(); ++k)
        steps.push_back({record.messages[k].order, false, static_cast<int>(k)});
    std::ranges::sort(steps, {}, &Submission::order);

    Dependencies found{std::vector<Needs>(record.tasks.size()),
                       std::vector<Needs>(record.messages.size())};
    Arrays arrays;
    for (const Submission& step : steps) {
        if (step.is_task) {
            add_task(step.index, record.tasks[step.index].buffers, arrays,
                     found.of_tasks[step.index]);
            continue;
        }
        const auto& message = record.messages[step.index];
        Users& users = arrays[message.buffer.handle];
        if (message.sends)
            need_writer(users, found.of_messages[step.index]);
        else
            users = {-1, step.index, {}};
    }
    return found;
}

}  // namespace tasuki::trace
