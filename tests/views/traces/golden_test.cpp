// Small records and what has to come of them, in tests/data/trace: two ranks,
// and a GPU beside CPUs.  With TASUKI_TEST_WRITE=1 the files are written anew,
// to be looked at.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/folder.hpp"
#include "tests/skip.hpp"
#include "tests/views/traces/made_records.hpp"
#include "views/traces/timeline/folder.hpp"
#include "views/traces/timeline/records.hpp"
#include "views/traces/views.hpp"

namespace {

using namespace tasuki;
namespace fs = std::filesystem;

fs::path data(const std::string& name) {
    return fs::path{TASUKI_TEST_DATA} / "trace" / name;
}

trace::Timeline timeline_of(const fs::path& folder, int ranks) {
    std::vector<runtime::RankRecord> records;
    for (int r = 0; r < ranks; ++r)
        records.push_back(runtime::parse_rank_record(test::read_file(
            (folder / fmt::format("record_{}.json", r)).string())));
    auto t = trace::read_records(records, test::name_faces);
    t.title = "a golden trace";
    t.command = "tasuki wilson --trace DIR";
    t.version = "none";
    t.window = {2, 2};
    t.cost = {{0.5, 0.25, 1}, {1, 0.5, 0.75}};
    return t;
}

void write_records(const fs::path& folder,
                   const std::vector<runtime::RankRecord>& records) {
    fs::create_directories(folder / "expected");
    for (std::size_t r = 0; r < records.size(); ++r)
        test::write_file((folder / fmt::format("record_{}.json", r)).string(),
                         runtime::to_text(records[r]) + '\n');
}

/// Of a page without its style and its script, which are the same for all.
std::string content_of(const fs::path& file) {
    auto text = test::read_file(file.string());
    for (const auto& [begin, end] :
         {std::pair{"<style>", "</style>"}, {"<script>", "</script>"}})
        if (const auto at = text.find(begin);
            file.extension() == ".html" && at != std::string::npos)
            text.erase(at, text.find(end, at) - at);
    return text;
}

}  // namespace

TEST_CASE("a small trace is written as it always was") {
    // A bundle has the test, but not the sources that it was built from; where
    // they are, so is the data.
    const fs::path sources = fs::path{TASUKI_TEST_DATA}.parent_path();
    if (!fs::exists(sources))
        return test::skip(sources.string() + " is not on this machine");
    const bool write = std::getenv("TASUKI_TEST_WRITE") != nullptr;
    for (const auto& [name, records] :
         {std::pair{"two_ranks", test::two_ranks()},
          std::pair{"gpu", std::vector{test::gpu_record()}}}) {
        CAPTURE(name);
        if (write) write_records(data(name), records);
        const test::Folder folder;
        const auto timeline =
            timeline_of(data(name), static_cast<int>(records.size()));
        trace::TraceFolder{folder / "trace"}.write(timeline);
        trace::write_views(folder / "trace", timeline);
        int files = 0;
        for (const auto& entry : fs::directory_iterator{folder / "trace"}) {
            const auto file = entry.path().filename();
            const auto expected = data(name) / "expected" / file;
            CAPTURE(file.string());
            const auto text = content_of(entry.path());
            if (write) test::write_file(expected.string(), text);
            // Whole files would drown the message.
            const bool same = text == test::read_file(expected.string());
            CHECK(same);
            ++files;
        }
        CHECK(files == 11);
    }
}
