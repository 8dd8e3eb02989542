#!/usr/bin/env bash
# Includes point where docs/architecture.md says: down, and never sideways
# between commands or between formats.
source "$(dirname -- "$0")/lib.sh"
cd "$source_root"

# Reads lines FILE:NUMBER:#include "PATH", and prints those that are not allowed.
check_includes() {
    awk -F: '
    # The room of a file: its first folder; in io/, views/ and drivers/ the
    # folder below, with what that folder holds.
    function room(path, part, n) {
        n = split(path, part, "/")
        if (part[1] == "drivers" && n == 2) return "drivers"
        if (part[1] !~ /^(io|views|drivers)$/ || n == 2) return part[1]
        if (part[3] == "timeline") return "views/traces/timeline"
        return part[1] "/" part[2]
    }
    BEGIN {
        may["json"] = may["runtime"] = ""
        may["program"] = may["simulation"] = "runtime"
        may["codelets"] = "runtime"
        may["graphs"] = "runtime codelets simulation"
        may["peers"] = "runtime codelets graphs"
        may["io"] = "runtime codelets"
        formats = "runtime codelets io"
        may["io/hdf5"] = may["io/lime"] = formats
        may["io/machines"] = formats " simulation"
        may["io/gauge"] = formats " io/lime"
        may["io/bodies"] = may["io/sphere"] = may["io/quenched"] = \
            formats " io/hdf5"
        may["io/propagator"] = formats " io/hdf5 io/lime"
        files = formats " io/hdf5 io/lime io/gauge io/bodies io/sphere io/quenched" \
            " io/propagator io/machines"
        may["views/pages"] = may["views/maps"] = files
        may["views/charts"] = files " views/pages"
        may["views/traces/timeline"] = files " views/pages program"
        may["views/traces"] = files " views/pages views/charts views/traces/timeline"
        shared = files " program simulation graphs views/pages views/charts views/maps" \
            " views/traces views/traces/timeline"
        may["drivers/common"] = shared
        may["drivers/experiment"] = shared " drivers/common"
        may["drivers"] = may["drivers/experiment"] " drivers/experiment"
        may["drivers/lattice"] = may["drivers"] " drivers"
        command = may["drivers"] " drivers drivers/lattice drivers/simulate peers"
        may["interface"] = "runtime codelets graphs io/sphere"
        may["c"] = "runtime codelets graphs interface"
        may["python"] = may["c"] " io io/gauge io/sphere"
        # It runs the cells of a comparison, on the graphs of simulate tasks.
        may["drivers/policies"] = command " drivers/compare drivers/tasks"
    }
    {
        from = room($1)
        split($3, quoted, "\"")
        path = quoted[2]
        if (path !~ /^(json|runtime|simulation|program|codelets|graphs|peers|io|views|drivers|interface|c|python)\//) next
        to = room(path)
        if (from == to || to == "json") next
        allowed = from in may ? may[from] : from ~ /^drivers\// ? command : ""
        if (index(" " allowed " ", " " to " ")) next
        printf "%s:%s: %s may not include %s (%s)\n", $1, $2, from, to, path
    }'
}

includes=$(grep -rnE '^ *# *include "' --include='*.[ch]pp' \
    json runtime simulation program codelets graphs peers io views drivers interface c \
    python)
found=$(check_includes <<<"$includes")
[[ -z $found ]] || fail "$found"

# Reads lines FILE:NUMBER:#include "PATH", and prints those that take of runtime/
# what runtime/headers.txt does not give them.
check_headers() {
    awk -F '"' '
    FILENAME != "-" { split($0, line, " "); kind["runtime/" line[2]] = line[1]; next }
    { from = $1; sub(/:.*/, "", from); path = $2; sub(/^tasuki\//, "", path) }
    path !~ /^runtime\// { next }
    {
        inside = from ~ /^runtime\//
        installed = inside ? kind[from] ~ /^(public|part)$/ || from ~ /runtime.hpp$/ : \
            from ~ /^examples\/|^(codelets|graphs|program|peers\/(bare|streams))\/.*hpp$/
        wanted = inside ? ".*" : "public|own"
        if (installed) wanted = inside ? "public|part" : "public"
        if (kind[path] !~ "^(" wanted ")$") print $0 ": not in runtime/headers.txt as " wanted
    }' runtime/headers.txt -
}

for header in $(sed -n 's/^[a-z][a-z]* //p' runtime/headers.txt); do
    [[ -f runtime/$header ]] || fail "runtime/$header of headers.txt is not there"
done
# Examples name them as they are installed.
outside=$(grep -rnE '^ *# *include <tasuki/' examples | tr '<>' '""')
found=$(grep -v '^simulation/' <<<"$includes"$'\n'"$outside" | check_headers)
[[ -z $found ]] || fail "$found"

# They can fail.
for line in 'drivers/x.cpp:1:#include "runtime/core/session.hpp"' \
    'graphs/x.cpp:1:#include "runtime/core/signature.hpp"' \
    'examples/x.cpp:1:#include "tasuki/runtime/core/cgroup.hpp"' \
    'graphs/x.hpp:1:#include "runtime/core/cgroup.hpp"' \
    'runtime/core/array.hpp:1:#include "runtime/core/session.hpp"'; do
    [[ -n $(check_headers <<<"$line") ]] || fail "'$line' was not refused"
done
for line in 'io/gauge/x.cpp:1:#include "drivers/common/y.hpp"' \
    'io/gauge/x.cpp:1:#include "io/bodies/y.hpp"' \
    'views/maps/x.cpp:1:#include "graphs/nbody/y.hpp"' \
    'drivers/sht/x.cpp:1:#include "drivers/sphere/y.hpp"' \
    'drivers/policies/x.cpp:1:#include "drivers/sphere/y.hpp"' \
    'drivers/compare/x.cpp:1:#include "drivers/policies/y.hpp"' \
    'runtime/x.cpp:1:#include "program/y.hpp"' \
    'runtime/x.cpp:1:#include "simulation/y.hpp"' \
    'python/x.cpp:1:#include "drivers/sht/y.hpp"' \
    'graphs/x.cpp:1:#include "python/y.hpp"' \
    'graphs/x.cpp:1:#include "interface/y.hpp"' \
    'c/x.cpp:1:#include "io/gauge/y.hpp"' \
    'python/x.cpp:1:#include "c/y.hpp"' \
    'codelets/x.cpp:1:#include "graphs/y.hpp"'; do
    [[ -n $(check_includes <<<"$line") ]] || fail "'$line' was not refused"
done
