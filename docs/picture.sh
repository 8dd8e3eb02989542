#!/usr/bin/env bash
# picture.sh COMMAND...: runs it and prints its stdout as an SVG picture of a
# terminal. How docs/wilson.svg was made:
#   docs/picture.sh ./tasuki wilson > docs/wilson.svg
set -euo pipefail

output=$("$@")
printf '$ %s\n%s\n' "$*" "$output" | awk '
    { line[NR] = $0; if (length($0) > columns) columns = length($0) }

    function colour(text) {
        if (text ~ /^\$ /) return "#7ee08a"
        if (text ~ /^  (check|speed|memory) /) return "#ffffff"
        return text ~ /^  phase / ? "#8fb8f6" : "#cfd5dc"
    }

    END {
        advance = 7.8; step = 18 # of a 13 px font
        width = int(columns * advance) + 40; height = NR * step + 30
        printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" " \
            "height=\"%d\" viewBox=\"0 0 %d %d\">\n", width, height, width, height
        print "<rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#1b1f24\"/>"
        print "<g font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\""
        print "   font-size=\"13\">"
        for (k = 1; k <= NR; k++) {
            match(line[k], /^ */) # a given place and width: columns stand
            text = substr(line[k], RLENGTH + 1) # under one another in any font
            if (text == "") continue
            x = 20 + RLENGTH * advance; length_px = length(text) * advance
            gsub(/&/, "\\&amp;", text)
            gsub(/</, "\\&lt;", text)
            gsub(/ /, "\302\240", text) # browsers make one space of several
            printf "<text x=\"%.1f\" y=\"%d\" textLength=\"%.1f\" fill=\"%s\">" \
                "%s</text>\n", x, k * step + 16, length_px, colour(line[k]), text
        }
        print "</g>\n</svg>"
    }'
