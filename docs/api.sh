#!/usr/bin/env bash
# api.sh DIR: the reference of the headers of the library, with README and the
# guides, as a site in DIR, made by Doxygen. A public name without a comment is
# an error.
set -euo pipefail

target=$(realpath -m -- "$1")
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
warnings=$(mktemp)
trap 'rm -f -- "$warnings"' EXIT
mkdir -p "$target"

# One toolkit stands for all, and what a header says at its top is Doxygen's
# text of the file; what is indented there is code.
doxygen - <<OPTIONS
PROJECT_NAME = Tasuki
PROJECT_BRIEF = "Task graphs of scientific kernels on CPUs and GPUs"
INCLUDE_PATH = .
INPUT = README.md CONTRIBUTING.md CHANGELOG.md docs packaging json runtime simulation \
    program codelets/device/blas.hpp codelets/device/blas_cuda.hpp \
    codelets/device/dense.hpp codelets/device/fft.hpp codelets/device/fft_cuda.hpp
FILE_PATTERNS = *.hpp *.md *.dox
RECURSIVE = YES
EXCLUDE_PATTERNS = */hip.hpp */*_hip.hpp */*_amd.hpp
EXCLUDE_SYMBOLS = *::detail *::detail::* *::ProfilerRange
USE_MDFILE_AS_MAINPAGE = README.md
IMAGE_PATH = docs
STRIP_FROM_PATH = .
FILTER_PATTERNS = *.hpp="sed -f docs/api/header.sed"
JAVADOC_AUTOBRIEF = YES
EXTRACT_STATIC = YES
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = __CUDACC__ TASUKI_CUDA TASUKI_GPU_FFT \
    TASUKI_HD=inline TASUKI_DEVICE=inline "__launch_bounds__(n)="
WARN_IF_INCOMPLETE_DOC = NO
WARN_LOGFILE = "$warnings"
QUIET = YES
HAVE_DOT = NO
GENERATE_LATEX = NO
OUTPUT_DIRECTORY = "$target"
HTML_OUTPUT = .
OPTIONS
# The links of pages are checked by site.sh.
! sed -n "s,^$PWD/\(.*\.hpp:\),\1,p" "$warnings" | sort -u | grep . >&2
