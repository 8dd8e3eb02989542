// The reader of a trace's folder, and every view of what it reads. An input is
// the files one after another, with a line "====" between them; one that begins
// with '%' is the events that StarPU writes.
#include <cstdlib>

#include "tests/folder.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/fuzz/traces.hpp"
#include "views/traces/timeline/folder.hpp"
#include "views/traces/timeline/starpu_events.hpp"
#include "views/traces/timeline/tables.hpp"

namespace {

using namespace tasuki;

void write_folder(const test::Folder& folder, std::string_view bytes) {
    constexpr std::string_view kBetween = "====\n";
    for (const char* name : {"run.json", "tasks.csv", "messages.csv",
                             "transfers.csv", "waits.csv", "ready.csv"}) {
        const auto end = std::min(bytes.find(kBetween), bytes.size());
        test::write_file(folder / name, bytes.substr(0, end));
        bytes.remove_prefix(std::min(end + kBetween.size(), bytes.size()));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    static const test::Folder folder;
    const auto bytes = fuzz::text(data, size);
    fuzz::read("", [&](const io::Source&) {
        if (bytes.starts_with('%')) return (void)trace::parse_transfers(bytes);
        write_folder(folder, bytes);
        fuzz::check_views(trace::read_folder(folder.path()));
    });
    return 0;
}
