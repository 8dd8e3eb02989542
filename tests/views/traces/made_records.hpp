// Records written by hand: two ranks that exchange a face, and a GPU with its
// two streams beside a team of CPUs.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "runtime/trace/trace.hpp"

namespace tasuki::test {

inline std::string name_faces(std::uint32_t of_part) {
    return of_part == 0 ? "" : fmt::format("face {}", of_part);
}

namespace made {

constexpr std::int64_t kZero = 1000000;  ///< the first rank's clock at begin

inline runtime::BufferUse reads(std::uint64_t handle, std::uint64_t bytes) {
    return {handle, true, false, bytes};
}
inline runtime::BufferUse writes(std::uint64_t handle, std::uint64_t bytes) {
    return {handle, false, true, bytes};
}

/// Ready when submitted, 100 ns before it starts.
inline runtime::TaskRecord task(std::uint64_t order, const char* name,
                                runtime::TraceLabel label,
                                std::vector<runtime::BufferUse> buffers,
                                int worker, std::int64_t start,
                                std::int64_t end) {
    return {order,
            name,
            2,
            label,
            1,
            500,
            std::move(buffers),
            worker,
            start - 200,
            start - 100,
            start - 50,
            start - 10,
            start,
            end};
}

/// pack -> message to the other -> matvec, which waits for the other's; the
/// times are of this rank's clock, which shows `zero` at begin.
inline runtime::RankRecord rank_of_two(int rank, std::int64_t zero) {
    runtime::RankRecord r;
    r.lanes = {{0, false, false, 0, 1, 0}};
    r.begin = zero;
    r.end = zero + 20000;
    r.tasks = {task(0, "pack", {rank, 0}, {reads(1, 1000), writes(2, 100)}, 0,
                    zero + 1000, zero + 3000),
               task(3, "matvec", {rank, 64}, {reads(3, 100), writes(1, 1000)},
                    0, zero + 7000, zero + 9000)};
    r.messages = {
        {1, true, 1 - rank, 9, 2, reads(2, 100), zero + 500, zero + 5500},
        {2, false, 1 - rank, 9, 2, writes(3, 100), zero + 600, zero + 6000}};
    return r;
}

}  // namespace made

inline std::vector<runtime::RankRecord> two_ranks() {
    auto first = made::rank_of_two(0, made::kZero);
    first.before = {made::kZero, 0, 0};
    first.after = {made::kZero + 20000, 0, 0};
    const std::int64_t behind = made::kZero - 5000;
    auto second = made::rank_of_two(1, behind);
    second.before = {behind, 5000, 30};
    second.after = {behind + 20000, 5020, 40};
    return {first, second};
}

inline runtime::RankRecord gpu_record() {
    using namespace made;
    runtime::RankRecord r;
    r.lanes = {{0, false, false, 0, 2, 0},
               {1, true, false, 0, 1, 1},
               {2, true, true, 0, 1, 1}};
    r.before = {kZero, 0, 0};
    r.after = {kZero + 20000, 0, 0};
    r.begin = kZero;
    r.end = kZero + 20000;
    r.tasks = {task(0, "interior", {0, 0}, {reads(1, 4096), writes(2, 4096)}, 1,
                    kZero + 1000, kZero + 4000),
               task(1, "interior", {1, 0}, {reads(3, 4096), writes(4, 4096)}, 1,
                    kZero + 2000, kZero + 8000),
               task(2, "matvec", {0, 64}, {reads(2, 4096), writes(5, 4096)}, 0,
                    kZero + 7200, kZero + 9000)};
    r.tasks[2].fetch_begin = kZero + 4500;
    r.tasks[2].fetch_end = kZero + 7100;
    r.events = fmt::format(R"(%EventDef	PajeNewEvent	9
%	Time	date
%	Type	string
%	Container	string
%	Value	string
%EndEventDef
%EventDef	PajeEndLink	19
%	Time	date
%	Type	string
%	Container	string
%	Value	string
%	EndContainer	string
%	Key	string
%EndEventDef
%EventDef	PajeStartLink	24
%	Time	date
%	Type	string
%	Container	string
%	Value	string
%	StartContainer	string
%	Key	string
%EndEventDef
24 99.0 F p 8 mm1 com_0
19 99.5 F p 8 mm0 com_0
9 100.0 prog_event p "tasuki begin 0 {}"
24 100.005 F p 4096 mm1 com_1
24 100.006 PF p 512 mm0 com_2
24 100.006 F p 256 mm1 com_3
19 100.007 F p 4096 mm0 com_1
19 100.0075 PF p 512 mm1 com_2
19 100.008 F p 256 mm0 com_3
9 100.02 prog_event p "tasuki end 0 {}"
)",
                           kZero, kZero + 20000);
    return r;
}

}  // namespace tasuki::test
