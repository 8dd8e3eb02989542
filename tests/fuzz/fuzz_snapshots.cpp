// The readers of snapshots, of bodies and of a flow. The library of HDF5 does
// not end for some broken files, so an input changes no bytes of a file: it
// says which attributes and datasets are missing, or of which other type, shape
// and value they are. What is right needs no byte but a small one.
#include <array>
#include <cstring>
#include <variant>

#include "io/bodies/snapshot.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/sphere/flow_snapshot.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace {

using namespace tasuki;
using Value = std::variant<double, std::uint64_t, std::string>;

struct Attribute {
    const char *path, *name;
    Value right;
};

// Of both formats, which differ in the first.
const std::vector<Attribute> kAttributes{
    {"/", "format_version", std::uint64_t{1}},
    {"/", "dt", 0.5},
    {"/clock", "origin_time", 0.},
    {"/clock", "origin_step", std::uint64_t{0}},
    {"/", "time", 1.},
    {"/", "step", std::uint64_t{2}},
    {"/", "eps", 0.1},
    {"/", "gravity", 1.},
    {"/", "precision", "double"},
    {"/", "model", "king"},
    {"/", "n", std::uint64_t{2}},
    {"/", "seed", std::uint64_t{1}},
    {"/", "w0", 6.},
    {"/start", "time", 0.},
    {"/start", "mass", 1.},
    {"/start", "kinetic", 1.},
    {"/start", "potential", -1.},
    {"/", "truncation", std::uint64_t{2}},
    {"/", "rotation", 6.},
    {"/", "viscosity", 0.},
    {"/", "order", std::uint64_t{4}},
    {"/", "start", "random:10,20"},
    {"/", "wind", 0.25},
    {"/start", "energy", 1.},
    {"/start", "enstrophy", 1.},
    {"/", "fft_plans", ""},
    {"/picture", "width", 1.},
    {"/picture", "brightest", 1.},
    {"/picture", "largest", 1.}};

class Bytes {
  public:
    explicit Bytes(std::string bytes) : bytes_{std::move(bytes)} {}

    template <class T>
    T next() {
        T value{};
        const auto count = std::min(sizeof value, bytes_.size() - at_);
        std::memcpy(&value, bytes_.data() + at_, count);
        at_ += count;
        return value;
    }
    std::string text() {
        const auto begin = at_;
        at_ = std::min(at_ + next<std::uint8_t>() % 32 + 1, bytes_.size());
        // HDF5 ends texts with a NUL.
        return bytes_.substr(begin, at_ - begin).c_str();
    }

  private:
    std::string bytes_;
    std::size_t at_ = 0;
};

void add(io::Hdf5Writer& file, Bytes& bytes, const Attribute& attribute) {
    const auto write = [&](const auto& value) {
        file.add_attribute(attribute.path, attribute.name, value);
    };
    switch (bytes.next<std::uint8_t>()) {
        case 251:
            return;
        case 252:
            return write(bytes.next<double>());
        case 253:
            return write(bytes.next<std::uint64_t>());
        case 254:
            return write(bytes.text());
        case 255:
            return write(std::vector{bytes.next<double>(), 1.});
        default:
            std::visit(write, attribute.right);
    }
}

/// Mostly of this shape, with values of any kind.
void add(io::Hdf5Writer& file, Bytes& bytes, const char* path,
         std::vector<hsize_t> shape) {
    const auto change = bytes.next<std::uint8_t>();
    if (change == 255) return;
    if (change > 250) shape[0] = change - 250;
    if (change > 240 && change <= 250) shape.push_back(1);
    std::size_t size = 1;
    for (const auto extent : shape) size *= extent;
    std::vector<double> values(size, 0.5);
    if (change % 2 == 1)
        for (double& value : values) value = bytes.next<double>();
    file.add_dataset(path, values, shape);
}

std::string image_of(Bytes& bytes) {
    io::Hdf5Writer file;
    const bool flow = bytes.next<std::uint8_t>() % 2 == 1;
    for (const char* group : {"/clock", "/start", "/picture"})
        file.add_group(group);
    add(file, bytes,
        {"/", "format",
         flow ? "Tasuki sphere snapshot" : "Tasuki N-body snapshot"});
    for (const auto& attribute : kAttributes) add(file, bytes, attribute);
    for (const char* name : {"centre", "momentum", "angular_momentum"})
        file.add_attribute("/start", name, std::array{1., 2., 3.});
    add(file, bytes, "/mass", {2});
    add(file, bytes, "/position", {2, 3});
    add(file, bytes, "/velocity", {2, 3});
    add(file, bytes, "/vorticity_spectrum", {6, 2});
    const auto image = file.image();
    return {reinterpret_cast<const char*>(image.data()), image.size()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
    Bytes bytes{fuzz::text(data, size)};
    const auto image = image_of(bytes);
    fuzz::read(image,
               [](const auto& source) { (void)io::read_snapshot(source); });
    fuzz::read(image, [](const auto& source) { (void)io::read_flow(source); });
    return 0;
}
