// From the records of ranks to the model of a run.
#include "views/traces/timeline/records.hpp"

#include <doctest/doctest.h>

#include "io/input_error.hpp"
#include "runtime/core/error.hpp"
#include "tests/views/traces/made_records.hpp"

namespace {

using namespace tasuki;
using namespace tasuki::trace;
using test::gpu_record, test::name_faces, test::two_ranks;

const Task& task_of(const Timeline& t, const std::string& phase, int rank) {
    for (const Task& task : t.tasks)
        if (task.phase == phase && t.lanes[task.lane].rank == rank) return task;
    throw std::out_of_range(phase);
}

int place_of(const Timeline& t, const Task& task) {
    return static_cast<int>(&task - t.tasks.data());
}

}  // namespace

TEST_CASE("a record goes as text from rank to rank and is the same") {
    for (const auto& record : two_ranks())
        CHECK(to_text(parse_rank_record(to_text(record))) == to_text(record));
    for (const char* text : {"", "{}", "[1]", "{\"lanes\": [{}]}"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(parse_rank_record(text), runtime::UsageError);
    }
}

TEST_CASE("times of ranks whose clocks differ are on one clock") {
    const auto t = read_records(two_ranks(), name_faces);
    // The second rank's clock is 5000 ns behind, and loses 1 in 1000.
    CHECK(t.ranks == 2);
    CHECK(task_of(t, "pack", 0).start == 1000);
    CHECK(task_of(t, "pack", 1).start == 1001);
    CHECK(task_of(t, "pack", 1).end == 3003);
    CHECK(t.clocks_within == 40);
    CHECK(t.length == 20020);
}

TEST_CASE("tasks know what they work on and what they wait for") {
    const auto t = read_records(two_ranks(), name_faces);
    const Task& pack = task_of(t, "pack", 0);
    const Task& matvec = task_of(t, "matvec", 0);
    CHECK(pack.block == 0);
    CHECK(matvec.faces == "face 64");
    CHECK(matvec.iteration == 2);
    CHECK(pack.bytes == 1100);
    CHECK(pack.flops == 500);
    // matvec reads what rank 1 sent, and pack has read what it writes.
    CHECK(matvec.after == std::vector{place_of(t, pack)});
    REQUIRE(matvec.after_messages.size() == 1);
    const Message& message = t.messages[matvec.after_messages[0]];
    CHECK(message.source == 1);
    CHECK(message.target == 0);
    CHECK(message.bytes == 100);
    CHECK(message.after == std::vector{place_of(t, task_of(t, "pack", 1))});
    // It could leave when pack had ended there.
    CHECK(message.start == 3003);
    CHECK(message.end == 6000);
}

TEST_CASE("a message has arrived when a task reads it, noted late or not") {
    auto records = two_ranks();
    records[0].messages[1].done += 5000;  // after matvec has begun
    const auto t = read_records(records, name_faces);
    const Task& matvec = task_of(t, "matvec", 0);
    CHECK(t.messages.at(matvec.after_messages.at(0)).end == matvec.start);
}

TEST_CASE("a worker that waits for another rank waits for data") {
    const auto t = read_records(two_ranks(), name_faces);
    REQUIRE(t.waits.size() == 2);  // each for the other
    CHECK(t.waits[0].task == place_of(t, task_of(t, "matvec", 0)));
    CHECK(t.waits[0].start == 3003);
    CHECK(t.waits[0].end == 6000);
}

TEST_CASE("the number of ready tasks follows from when they became so") {
    const auto t = read_records(two_ranks(), name_faces);
    REQUIRE(t.ready.size() == 2);
    double largest = 0;
    for (const Sample& sample : t.ready[0])
        largest = std::max(largest, sample.value);
    CHECK(largest == 1);
    CHECK(t.ready[0].back().value == 0);
}

TEST_CASE("the streams of a GPU are lanes, and its memory is named") {
    const auto t = read_records({gpu_record()}, name_faces);
    REQUIRE(t.lanes.size() == 3);
    CHECK(t.lanes[0].name == "GPU 0");
    CHECK(t.lanes[1].name == "GPU 0 faces");
    CHECK(t.lanes[2].name == "CPU x2");
    CHECK(t.nodes[t.lanes[0].node].name == "GPU 0");
    CHECK(t.nodes[t.lanes[2].node].name == "host");
    // The second was queued while the first ran.
    REQUIRE(t.tasks.size() == 3);
    CHECK(t.tasks[0].end == t.tasks[1].start);
    CHECK(t.tasks[1].duration() == 4000);
}

TEST_CASE("transfers come from StarPU's events, on the record's clock") {
    const auto t = read_records({gpu_record()}, name_faces);
    REQUIRE(t.transfers.size() == 3);  // not what was before the record
    const Transfer& down = t.transfers[0];
    CHECK(t.nodes[down.source].name == "GPU 0");
    CHECK(t.nodes[down.target].name == "host");
    CHECK(down.bytes == 4096);
    CHECK_FALSE(down.ahead);
    CHECK(down.start == 5000);
    CHECK(down.end == 7000);
    CHECK(t.transfers[1].ahead);
    // The CPU's task asked for it at 4500 and got it at 7100.
    REQUIRE(t.waits.size() == 1);
    CHECK(t.lanes[t.waits[0].lane].name == "CPU x2");
    CHECK(t.waits[0].start == 5000);
    CHECK(t.waits[0].end == 7100);
}

TEST_CASE("events that are cut off or foreign are refused with their line") {
    auto record = gpu_record();
    const auto refusal = [&](const std::string& events) {
        record.events = events;
        try {
            read_records({record}, name_faces);
        } catch (const io::InputError& e) {
            return std::string{e.what()};
        }
        return std::string{"nothing"};
    };
    const std::string whole = record.events;
    CHECK(refusal(whole) == "nothing");
    CHECK(refusal(whole.substr(0, whole.size() - 1)).find("line 32") !=
          std::string::npos);
    CHECK(refusal("no trace\n").find("line 1: expected a kind of event") !=
          std::string::npos);
    CHECK(refusal(whole + "24 1.0 F p x mm0 com_9\n")
              .find("line 33: expected a number, found x") !=
          std::string::npos);
    CHECK(refusal(whole + "24 1.0 F\n").find("expected field StartContainer") !=
          std::string::npos);
    CHECK(refusal("%EventDef PajeNewEvent 9\n%EndEventDef\n")
              .find("marks of the recorder") != std::string::npos);
}

TEST_CASE("a record that contradicts itself is refused") {
    auto record = gpu_record();
    record.tasks[0].worker = 17;
    CHECK_THROWS_AS(read_records({record}, name_faces), io::InputError);
    record = gpu_record();
    std::swap(record.tasks[0].start, record.tasks[0].end);
    CHECK_THROWS_AS(read_records({record}, name_faces), io::InputError);
}

TEST_CASE("files written beside the workers have lanes of their own") {
    auto record = two_ranks()[0];
    const auto beside = [&](std::uint64_t order, int begin, int end) {
        auto task = test::made::task(order, "output", {-1, 0}, {}, 0,
                                     record.begin + begin, record.begin + end);
        task.beside = true;
        record.tasks.push_back(task);
    };
    beside(4, 500, 4000);  // over pack, on the worker that began it
    beside(5, 3000, 5000);
    beside(6, 4500, 6000);
    record.messages.clear();
    const auto t =
        read_records({parse_rank_record(to_text(record))}, name_faces);
    REQUIRE(t.lanes.size() == 3);
    CHECK(t.lanes[1].name == "background #0");
    CHECK(t.lanes[2].kind() == LaneKind::background);
    CHECK(task_of(t, "pack", 0).start == 1000);
    std::vector<std::pair<int, Time>> starts;
    for (const Task& task : t.tasks)
        if (task.phase == "output") starts.emplace_back(task.lane, task.start);
    CHECK(starts ==
          std::vector<std::pair<int, Time>>{{1, 500}, {1, 4500}, {2, 3000}});
}
