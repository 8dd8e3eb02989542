// The font file, in the program: no font is needed where it runs.  The
// assembler reads it: as an array of numbers it would be four megabytes of
// source.
#include "views/maps/font_data.hpp"

asm(".pushsection .rodata\n"
    ".balign 16\n"
    ".hidden tasuki_font_begin, tasuki_font_end\n"
    ".global tasuki_font_begin, tasuki_font_end\n"
    "tasuki_font_begin:\n"
    ".incbin \"" TASUKI_FONT
    "\"\n"
    "tasuki_font_end:\n"
    ".popsection\n");

extern "C" const unsigned char tasuki_font_begin[], tasuki_font_end[];

namespace tasuki::views {

std::span<const unsigned char> font_data() {
    return {tasuki_font_begin, tasuki_font_end};
}

}  // namespace tasuki::views
