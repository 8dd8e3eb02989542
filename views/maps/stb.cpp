// The functions of the stb headers, compiled once.
#include <zlib.h>

#include <cstdlib>

namespace {

/// zlib in place of stb's own deflate, which makes files a quarter larger.
/// @return nothing if it failed, else memory that stb frees
unsigned char* deflated(const unsigned char* bytes, int size, int* packed,
                        int level) {
    auto room = compressBound(static_cast<uLong>(size));
    auto* out = static_cast<unsigned char*>(std::malloc(room));
    if (out &&
        compress2(out, &room, bytes, static_cast<uLong>(size), level) != Z_OK) {
        std::free(out);
        out = nullptr;
    }
    *packed = static_cast<int>(room);
    return out;
}

}  // namespace

#define STBIW_ZLIB_COMPRESS deflated
#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb_image_write.h>

#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>
