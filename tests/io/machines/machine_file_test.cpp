#include "io/machines/machine_file.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <sstream>

#include "json/json.hpp"
#include "tests/close.hpp"
#include "tests/folder.hpp"
#include "tests/refusal.hpp"

using namespace tasuki;
using namespace tasuki::test;
using io::machines::MachineFile, io::machines::read_machine;

namespace {

std::string shipped(const std::string& name) {
    return std::string{TASUKI_TEST_MACHINES "/"} + name + ".json";
}

Json k20x() {
    return Json::parse(read_file(shipped("k20x_2015")));
}

/// Reads what is left of a shipped machine after `change`.
MachineFile read_changed(const std::function<void(Json&)>& change) {
    const Folder folder;
    Json json = k20x();
    change(json);
    write_file(folder / "m.json", json.dump());
    return read_machine(folder / "m.json");
}

/// Of "/node/gpu": "/node" and "gpu".
std::pair<std::string, std::string> parts_of(const std::string& path) {
    const auto end = path.rfind('/');
    return {path.substr(0, end), path.substr(end + 1)};
}

}  // namespace

TEST_CASE("the numbers of a file are read in their units") {
    const auto file = read_machine(shipped("k20x_2015"));
    const runtime::Machine& m = file.machine;
    CHECK(close(m.cpu.bandwidth, 102.4e9, 1e-15));
    CHECK(close(m.cpu.double_flops, 307.2e9, 1e-15));
    CHECK(m.gpu->memory_bytes == 6'000'000'000);
    CHECK(close(m.gpu->to_host.latency, 10e-6, 1e-15));
    CHECK_FALSE(m.gpu->to_gpu);
    CHECK(close(m.task_costs.submit, 2.5e-6, 1e-15));
    CHECK_FALSE(m.task_costs.several_gpus);
    CHECK(file.published.size() == 6);
}

TEST_CASE("every shipped machine is read, and written as it was") {
    int count = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator{TASUKI_TEST_MACHINES}) {
        const auto path = entry.path().string();
        CAPTURE(path);
        CHECK(Json(io::machines::to_json(read_machine(path))) ==
              Json::parse(read_file(path)));
        ++count;
    }
    CHECK(count == 10);
}

TEST_CASE("a machine without GPUs needs no words about them") {
    const auto file = read_changed([](Json& j) {
        j["node"]["gpus"] = 0;
        j["node"].erase("gpu");
        for (const char* kind : {"published", "assumed"}) {
            std::vector<std::string> paths = j["origin"][kind];
            std::erase_if(paths, [](const std::string& path) {
                return path.starts_with("node.gpu.");
            });
            j["origin"][kind] = paths;
        }
    });
    CHECK(file.machine.gpus == 0);
    CHECK_FALSE(file.machine.gpu);
}

TEST_CASE("a missing key is refused by its path") {
    std::istringstream paths{
        "/format /name /nodes /node /network /origin /node/memory_gb "
        "/node/sockets /node/socket /node/gpus /node/gpu /node/socket/name "
        "/node/socket/cores /node/socket/bandwidth_gbs "
        "/node/socket/double_gflops /node/socket/single_gflops "
        "/node/socket/efficiency /node/gpu/name /node/gpu/memory_gb "
        "/node/gpu/bandwidth_gbs /node/gpu/to_host /node/gpu/to_host/kind "
        "/node/gpu/to_host/bandwidth_gbs /node/gpu/to_host/latency_us "
        "/network/latency_us /origin/note"};
    for (std::string path; paths >> path;) {
        CAPTURE(path);
        std::string dotted = path.substr(1);
        std::ranges::replace(dotted, '/', '.');
        CHECK_REFUSAL(read_changed([&](Json& j) {
                          const auto [parent, key] = parts_of(path);
                          j.at_path(parent).erase(key);
                      }),
                      "m.json: machine at " + dotted + ": expected",
                      "found nothing");
    }
}

TEST_CASE("an impossible value is refused: where, expected, found") {
    const auto refuses = [](const char* path, const Json& value,
                            const std::string& expected) {
        CAPTURE(path);
        CHECK_REFUSAL(read_changed([&](Json& j) {
                          const auto [parent, key] = parts_of(path);
                          j.at_path(parent)[key] = value;
                      }),
                      expected, "found " + value.dump());
    };
    refuses("/format", "tasuki-machine-9", "\"tasuki-machine-1\"");
    refuses("/name", "", "a text that is not empty");
    refuses("/nodes", 0, "a whole number, 1 to");
    refuses("/nodes", 1.5, "a whole number");
    refuses("/node/socket/cores", -2, "a whole number, 1 to 1024");
    refuses("/node/gpus", 65, "a whole number, 0 to 64");
    refuses("/node/gpu/bandwidth_gbs", -3, "a number above 0");
    refuses("/node/gpu/bandwidth_gbs", 0, "a number above 0");
    refuses("/node/gpu/bandwidth_gbs", "249.6", "a number above 0");
    refuses("/node/gpu/bandwidth_gbs", 249.6e9, "at most 100000");
    refuses("/node/gpu/efficiency", 1.01, "at most 1");
    refuses("/node/gpu/to_host/latency_us", -1, "a number above 0");
    refuses("/node/task_us/gpu", 0, "a number above 0");
    refuses("/node/task_us/several_gpus", 0, "a number above 0");
    refuses("/node", Json::array(), "an object");
    refuses("/origin/published", Json::array(), "a list of texts");
}

TEST_CASE("kernels may have an efficiency of their own") {
    const auto kernels = [](Json& j) {
        j["node"]["socket"]["kernels"] = {{"accelerate_single", 0.42}};
        j["node"]["gpu"]["kernels"] = {{"interior_double_18", 0.76},
                                       {"hopping", 1.02}};
        j["node"]["gpu"]["kernel_starts_us"] = {{"hopping", 2.5}};
        j["origin"]["assumed"].push_back("node.gpu.kernel_starts_us");
    };
    const auto file = read_changed(kernels);
    const runtime::Machine& m = file.machine;
    CHECK(m.cpu_kernels ==
          std::map<std::string, double>{{"accelerate_single", 0.42}});
    CHECK(m.gpu_kernels.at("interior_double_18") == 0.76);
    CHECK(m.gpu_kernels.at("hopping") == 1.02);
    CHECK(m.cpu_starts.empty());
    CHECK(test::close(m.gpu_starts.at("hopping"), 2.5e-6, 1e-12));
    Json json = k20x();
    kernels(json);
    CHECK(Json(io::machines::to_json(file)) == json);

    const auto refuses = [&](const Json& value, const std::string& place,
                             const std::string& expected) {
        CAPTURE(value);
        CHECK_REFUSAL(read_changed([&](Json& j) {
                          kernels(j);
                          j["node"]["gpu"]["kernels"] = value;
                      }),
                      "at node.gpu.kernels" + place, expected);
    };
    refuses({{"interior", 0}}, ".interior", "a number above 0, at most 10");
    refuses({{"interior", 11}}, ".interior", "a number above 0, at most 10");
    refuses({{"interior", "0.5"}}, ".interior", "a number above 0");
    refuses(Json::object(), "", "an object that is not empty");
    refuses(0.5, "", "an object");
    CHECK_REFUSAL(read_changed([&](Json& j) {
                      std::vector<std::string> assumed = j["origin"]["assumed"];
                      std::erase(assumed, "node.gpu.kernels");
                      j["origin"]["assumed"] = assumed;
                  }),
                  "node.gpu.kernels here, or in measured or published");
}

TEST_CASE("a key that is not known is refused") {
    CHECK_REFUSAL(read_changed([](Json& j) { j["node"]["colour"] = "red"; }),
                  "at node.colour", "expected one of gpu, gpus, memory_gb");
}

TEST_CASE("every rate has one origin") {
    CHECK_REFUSAL(read_changed([](Json& j) {
                      std::vector<std::string> paths = j["origin"]["published"];
                      paths.erase(paths.begin());
                      j["origin"]["published"] = paths;
                  }),
                  "node.socket.bandwidth_gbs here, or in measured");
    CHECK_REFUSAL(read_changed([](Json& j) {
                      j["origin"]["measured"] = {"node.socket.bandwidth_gbs"};
                  }),
                  "each in one list; not node.socket.bandwidth_gbs");
    CHECK_REFUSAL(read_changed([](Json& j) {
                      j["origin"]["measured"] = {"node.socket.cores"};
                  }),
                  "not node.socket.cores");
}

TEST_CASE("what is no JSON is refused at its byte") {
    const Folder folder;
    write_file(folder / "m.json", "{\"name\": }");
    CHECK_REFUSAL(read_machine(folder / "m.json"), "at byte 10",
                  "expected JSON");
    write_file(folder / "m.json", "");
    CHECK_REFUSAL(read_machine(folder / "m.json"), "expected JSON");
    CHECK_REFUSAL(read_machine(folder / "none.json"), "none.json");
    CHECK_REFUSAL(read_machine(folder.path()), folder.path());
}
