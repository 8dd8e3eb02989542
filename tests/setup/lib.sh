# For the tests of the wrapper: a checkout with the real scripts and a small C
# program in place of the project, a StarPU source that builds at once, and
# checks that say what they expected. Nothing here uses the network.
set -euo pipefail

source_root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# The tests decide what a build sees, not the machine's environment.
unset TASUKI_TARGETS TASUKI_CUDA_ARCHITECTURES TASUKI_HIP_ARCHITECTURES
unset TASUKI_STARPU TASUKI_STARPU_LOG TASUKI_JOBS CXXFLAGS CFLAGS LDFLAGS
unset TASUKI_STARPU_SHA256 TASUKI_MAY_REMOVE_PACKAGES XDG_CACHE_HOME CCACHE_DIR
unset CUDAHOSTCXX CMAKE_PREFIX_PATH PKG_CONFIG_PATH CPATH
export TASUKI_GPU=none TASUKI_CACHE=$scratch/cache
export TASUKI_STARPU_TARBALL=$scratch/starpu-1.4.99.tar.gz
export HOME=$scratch/home
mkdir -p "$HOME"

skip() {
    echo "SKIPPED: $*"
    exit 77
}

# try COMMAND...: leaves $status, and the output in $scratch/out and err
try() {
    status=0
    "$@" >"$scratch/out" 2>"$scratch/err" </dev/null || status=$?
}

fail() {
    echo "FAILED: $*"
    [[ ! -e $scratch/out ]] || { echo "stdout was:" && cat "$scratch/out"; }
    [[ ! -e $scratch/err ]] || { echo "stderr was:" && cat "$scratch/err"; }
    exit 1
}

expect_status() { ((status == $1)) || fail "exit $status, expected $1"; }
expect_out() { grep -qE -- "$1" "$scratch/out" || fail "stdout lacks: $1"; }
expect_err() { grep -qE -- "$1" "$scratch/err" || fail "stderr lacks: $1"; }

# wait_for COMMAND...: until it succeeds. What never happens is ended by CTest's
# limit: how long things take says nothing on a machine that others use too.
wait_for() {
    until "$@"; do sleep 0.05; done
}

# has_ended PID: it may be there until init buries it.
has_ended() {
    local state
    state=$(sed -n 's/^State:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null) || true
    [[ -z $state || $state == Z* ]]
}

# fake NAME SCRIPT: a command of that name for this test, before all others.
fake() {
    mkdir -p "$scratch/bin"
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/bin/$1"
    chmod +x "$scratch/bin/$1"
    [[ :$PATH: == *":$scratch/bin:"* ]] || PATH=$scratch/bin:$PATH
}

# tools_without NAME...: a folder, $scratch/tools, with all commands but these.
# Used as PATH it is a machine that does not have them.
tools_without() {
    local folder
    rm -rf "$scratch/tools"
    mkdir "$scratch/tools"
    for folder in ${PATH//:/ }; do
        # what an earlier folder has wins
        ln -s "$folder"/* "$scratch/tools/" 2>/dev/null || true
    done
    (cd "$scratch/tools" && rm -f "$@")
}

# fake_starpu VERSION [CONFIGURE_COMMAND]: a source archive; its configure
# counts its runs in $scratch/configured.
fake_starpu() {
    local folder=$scratch/starpu-source/starpu-$1
    rm -rf "$scratch/starpu-source"
    mkdir -p "$folder"
    cat >"$folder/configure" <<CONFIGURE
#!/bin/sh
PACKAGE_VERSION='$1'
echo run >> "$scratch/configured"
${2:-:}
for option in "\$@"; do
    case \$option in --prefix=*) prefix=\${option#--prefix=} ;; esac
done
printf 'all:\ninstall:\n\tmkdir -p \$(DESTDIR)%s/lib/pkgconfig\n\tcp starpu-1.4.pc \$(DESTDIR)%s/lib/pkgconfig\n' "\$prefix" "\$prefix" > Makefile
printf 'prefix=%s\nName: starpu\nDescription: a stand-in\nVersion: $1\n' "\$prefix" > starpu-1.4.pc
CONFIGURE
    chmod +x "$folder/configure"
    tar -czf "$TASUKI_STARPU_TARBALL" -C "$scratch/starpu-source" "starpu-$1"
}

# stub_checkout: puts a checkout into $scratch/checkout and goes there.
stub_checkout() {
    mkdir -p "$scratch/checkout/cmake"
    cd "$scratch/checkout"
    cp "$source_root/tasuki" .
    cp "$source_root/CMakePresets.json" "$source_root/LICENSE" .
    cp -r "$source_root"/cmake/{setup,starpu,Tasuki{Bundle,BundleInstall,Licences}.cmake} cmake/
    mkdir -p packaging && cp "$source_root/packaging/dependencies.txt" packaging/
    cat >CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(Stub LANGUAGES C)
if(TASUKI_STARPU_PREFIX)
  add_custom_command(OUTPUT ${TASUKI_STARPU_PREFIX}/.complete
    COMMAND ${CMAKE_SOURCE_DIR}/cmake/starpu/build.sh VERBATIM)
  add_custom_target(starpu ALL DEPENDS ${TASUKI_STARPU_PREFIX}/.complete)
else()
  add_custom_target(starpu)
  find_package(PkgConfig REQUIRED)
  pkg_check_modules(STARPU REQUIRED starpu-1.4>=1.4.7)
endif()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(TASUKI_TESTS ON)
set(TASUKI_GPU_TOOLKIT ${TASUKI_GPU})
add_executable(tasuki stub.c)
target_link_libraries(tasuki z)
add_dependencies(tasuki starpu)
foreach(name devices trace wilson)
  add_executable(tasuki-${name} stub.c)
  target_link_libraries(tasuki-${name} z)
  set_target_properties(tasuki-${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/libexec/tasuki)
  set_property(GLOBAL APPEND PROPERTY TASUKI_PROGRAMS tasuki-${name})
endforeach()
add_subdirectory(tests)
include(cmake/TasukiBundle.cmake)
CMAKE
    mkdir -p drivers tests/unit
    echo 'add_subdirectory(unit)' >tests/CMakeLists.txt
    printf 'TASUKI_COMMAND("", "%s", "%s"\n' \
        devices{,} trace{,} wilson{,} >drivers/commands.def
    cat >tests/unit/CMakeLists.txt <<'CMAKE'
add_executable(test_stub ../../stub.c)
target_link_libraries(test_stub z)
CMAKE
    cat >stub.c <<'C'
#include <stdio.h>
#include <string.h>
const char *zlibVersion(void);
int main(int argc, char **argv) {
    if (argc > 1 && !strcmp(argv[1], "--bad")) return 2;
    for (int i = 1; i < argc; i++) puts(argv[i]);
    return !zlibVersion();
}
C
}
