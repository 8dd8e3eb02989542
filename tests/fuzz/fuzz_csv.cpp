// The reader of tables: three columns, of which one is numbers.
#include <sys/mman.h>
#include <unistd.h>

#include "io/csv.hpp"
#include "io/descriptor.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    using namespace tasuki;
    // A table is read by its name: a file in memory has one.
    const io::Descriptor file{::memfd_create("table", MFD_CLOEXEC)};
    if (::write(file, data, size) != static_cast<ssize_t>(size)) return -1;
    const auto path = "/proc/self/fd/" + std::to_string(file);
    fuzz::read("", [&](const io::Source&) {
        for (const auto& row : io::read_csv(path, "a,b,c", 2)) {
            (void)row.number<double>(0);
            (void)row.places(1, 1000);
            (void)io::csv_field(row.text(2));
        }
    });
    return 0;
}
