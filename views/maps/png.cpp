#include "views/maps/png.hpp"

#include <stb_image_write.h>

#include <new>

#include "io/atomic_file.hpp"
#include "runtime/core/error.hpp"

namespace tasuki::views {

static_assert(sizeof(Rgb) == 3, "pixels are handed to stb as they are");

std::string png_bytes(const Image& image) {
    std::string bytes;
    const auto append = [](void* to, void* data, int size) {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                              static_cast<std::size_t>(size));
    };
    if (image.pixels.empty())
        throw runtime::FaultError("a picture without pixels");
    // It fails for lack of memory only.
    if (!stbi_write_png_to_func(append, &bytes, image.width, image.height,
                                sizeof(Rgb), image.pixels.data(),
                                image.width * static_cast<int>(sizeof(Rgb))))
        throw std::bad_alloc{};
    return bytes;
}

void write_png(const std::string& path, const Image& image) {
    io::write_file(path, png_bytes(image));
}

}  // namespace tasuki::views
