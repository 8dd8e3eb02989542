#include "views/maps/png.hpp"

#include <fmt/format.h>
#include <stb_image_write.h>

#include "io/atomic_file.hpp"
#include "runtime/error.hpp"

namespace tasuki::views {

static_assert(sizeof(Rgb) == 3, "pixels are handed to stb as they are");

std::string png_bytes(const Image& image) {
    std::string bytes;
    const auto append = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                              static_cast<std::size_t>(size));
    };
    if (image.pixels.empty() ||
        !stbi_write_png_to_func(append, &bytes, image.width, image.height,
                                sizeof(Rgb), image.pixels.data(),
                                image.width * static_cast<int>(sizeof(Rgb))))
        throw runtime::FaultError(
            fmt::format("a picture of {} x {} pixels cannot be encoded as PNG",
                        image.width, image.height));
    return bytes;
}

void write_png(const std::string& path, const Image& image) {
    io::write_file(path, png_bytes(image));
}

}  // namespace tasuki::views
