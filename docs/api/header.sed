# The comment at the top of a header as Doxygen's, without a change of its lines.
1,/^#pragma once/ {
    s,^//  ,///      ,
    s,^//\( \|$\),///\1,
    s,^#pragma once,/// @file,
}
