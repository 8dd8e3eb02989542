// The functions of the stb header, compiled once.
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb_truetype.h>
