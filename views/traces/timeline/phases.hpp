// The phases in the order in which they follow one another, and the colour of
// each, the same in every file and picture.
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

namespace tasuki::trace {

struct Colour {
    int red, green, blue;  ///< 0 to 255
};

/// Of the palette of Okabe and Ito (see charts/chart_style.cpp), readable
/// under black text.
struct PhaseStyle {
    std::string_view phase;
    Colour colour;
    std::string_view chrome;  ///< the nearest of Chrome's reserved names
};

inline constexpr std::array kPhaseStyles{
    PhaseStyle{"pack", {240, 180, 41}, "yellow"},
    PhaseStyle{"matvec", {213, 94, 0}, "bad"},
    PhaseStyle{"interior", {86, 180, 233}, "thread_state_runnable"},
    PhaseStyle{"merge", {0, 158, 115}, "good"},
    PhaseStyle{"hopping", {86, 180, 233}, "thread_state_runnable"},
    PhaseStyle{"clover_add", {180, 150, 215}, "detailed_memory_dump"},
    PhaseStyle{"clover_multiply", {150, 215, 215}, "vsync_highlight_color"},
    PhaseStyle{"difference", {200, 165, 125}, "rail_idle"},
    PhaseStyle{"residual", {200, 165, 125}, "rail_idle"},
    PhaseStyle{"correction", {0, 158, 115}, "good"},
    PhaseStyle{"norm2", {125, 155, 220}, "rail_load"},
    PhaseStyle{"dot", {125, 155, 220}, "rail_load"},
    PhaseStyle{"join_blocks", {180, 150, 215}, "detailed_memory_dump"},
    PhaseStyle{"join_ranks", {180, 150, 215}, "detailed_memory_dump"},
    PhaseStyle{"cg_update", {240, 180, 41}, "yellow"},
    PhaseStyle{"cg_direction", {213, 94, 0}, "bad"},
    PhaseStyle{"cg_scalars", {170, 200, 120}, "olive"},
    PhaseStyle{"bicgstab_half_update", {230, 140, 90}, "thread_state_iowait"},
    PhaseStyle{"bicgstab_update", {240, 180, 41}, "yellow"},
    PhaseStyle{"bicgstab_direction", {213, 94, 0}, "bad"},
    PhaseStyle{"bicgstab_scalars", {170, 200, 120}, "olive"},
    PhaseStyle{"report", {190, 190, 110}, "rail_response"},
    PhaseStyle{"heatbath", {125, 155, 220}, "rail_load"},
    PhaseStyle{"overrelaxation", {170, 200, 120}, "olive"},
    PhaseStyle{"reunitarization", {200, 165, 125}, "rail_idle"},
    PhaseStyle{"plaquette", {190, 190, 110}, "rail_response"},
    PhaseStyle{"kick", {240, 180, 41}, "yellow"},
    PhaseStyle{"drift", {0, 158, 115}, "good"},
    PhaseStyle{"accelerate", {86, 180, 233}, "thread_state_runnable"},
    PhaseStyle{"accelerate_potential", {125, 155, 220}, "rail_load"},
    PhaseStyle{"moments", {200, 165, 125}, "rail_idle"},
    PhaseStyle{"keep", {170, 200, 120}, "olive"},
    PhaseStyle{"start", {225, 190, 170}, "startup"},
    PhaseStyle{"wind", {235, 215, 110}, "light_memory_dump"},
    PhaseStyle{"expansion", {200, 165, 125}, "rail_idle"},
    PhaseStyle{"synthesis", {86, 180, 233}, "thread_state_runnable"},
    PhaseStyle{"to_grid", {240, 180, 41}, "yellow"},
    PhaseStyle{"flux", {230, 140, 90}, "thread_state_iowait"},
    PhaseStyle{"from_grid", {213, 94, 0}, "bad"},
    PhaseStyle{"analysis", {125, 155, 220}, "rail_load"},
    PhaseStyle{"collection", {170, 200, 120}, "olive"},
    PhaseStyle{"whole_synthesis", {86, 180, 233}, "thread_state_runnable"},
    PhaseStyle{"whole_analysis", {125, 155, 220}, "rail_load"},
    PhaseStyle{"divergence", {180, 150, 215}, "detailed_memory_dump"},
    PhaseStyle{"advance", {0, 158, 115}, "good"},
    PhaseStyle{"gust", {150, 215, 215}, "vsync_highlight_color"},
    PhaseStyle{"power", {190, 190, 110}, "rail_response"},
    PhaseStyle{"open", {204, 121, 167}, "rail_animation"},
    PhaseStyle{"put", {204, 121, 167}, "rail_animation"},
    PhaseStyle{"take", {204, 121, 167}, "rail_animation"},
    PhaseStyle{"release", {204, 121, 167}, "rail_animation"},
    PhaseStyle{"exchange", {204, 121, 167}, "rail_animation"},
    PhaseStyle{"waiting", {220, 220, 220}, "generic_work"},
};

/// For any other codelet.
inline constexpr PhaseStyle kOtherStyle{"other", {150, 150, 150}, "grey"};

constexpr const PhaseStyle& style_of(std::string_view phase) {
    for (const PhaseStyle& style : kPhaseStyles)
        if (style.phase == phase) return style;
    return kOtherStyle;
}

/// Place in that order; others last.
constexpr std::size_t place_of(std::string_view phase) {
    std::size_t k = 0;
    while (k < kPhaseStyles.size() && kPhaseStyles[k].phase != phase) ++k;
    return k;
}

/// "#d55e00"
inline std::string hex(Colour c) {
    return fmt::format("#{:02x}{:02x}{:02x}", c.red, c.green, c.blue);
}

}  // namespace tasuki::trace
