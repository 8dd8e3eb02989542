# What is mended in StarPU's source. A patch is applied where its old lines are
# found: a later StarPU may have an answer of its own. Needs say.sh, child.sh,
# progress.sh, $here, $work, $log, $version, $toolkit and $cuda.

# has FILE LINE: whether a file of the source has this text in a line.
has() { grep -qsF -- "$2" "$work/source/$1"; }

patch_source() { patch -d "$work/source" -p1 -i "$here/$1.patch" "${@:2}"; }

# apply_patch NAME LOSS: LOSS is what becomes of a build without it.
apply_patch() {
    if ! command -v patch >/dev/null; then
        say "warning: no patch command is here: $2"
    elif ! run_logged "$log" patch_source "$1" --dry-run; then
        say "warning: $1.patch does not fit StarPU $version: $2"
    else
        run_logged "$log" patch_source "$1" ||
            die_with_log 70 "$log" "StarPU $version: $1.patch does not apply"
    fi
}

apply_patches() {
    if has src/core/perfmodel/perfmodel.c \
        '	_perf_model_add_dir(STARPU_SAMPLING_DIR, 1,'; then
        apply_patch relocated "a bundle warns of a missing folder in every run"
    fi
    if has src/datawizard/data_request.c \
        '_starpu_update_data_state(handle, r->dst_replicate, mode);'; then
        apply_patch outputs \
            "it may end programs whose data do not fit into a GPU"
    fi
    case $toolkit in
        cuda) apply_cuda_patches ;;
        simulated) apply_simulated_patches ;;
        hip-nvidia)
            if has configure 'STARPU_HIP_LDFLAGS="-lcuda -lcudart -lcublas'; then
                apply_patch hip-nvidia-cudart \
                    "programs need cuBLAS and NVIDIA's driver to start"
            fi
            ;;
    esac
}

# Programs use what the first and the last name, and tests compare numbers of a
# simulation.
apply_simulated_patches() {
    local name
    command -v patch >/dev/null ||
        die 3 "StarPU $version is patched for simulation, and no patch command" \
            "is here: install patch"
    for name in simulated-{ranks,order,workers,locks,spinlocks}; do
        run_logged "$log" patch_source "$name" ||
            die_with_log 3 "$log" "$name.patch does not fit StarPU $version"
    done
}

apply_cuda_patches() {
    if ((${cuda%%.*} >= 13)) && has src/drivers/cuda/driver_cuda.c \
        'props[devid].computeMode'; then
        command -v patch >/dev/null ||
            die 3 "StarPU $version does not compile with CUDA $cuda before it is" \
                "patched, and no patch command is here: install patch"
        apply_patch cuda13-compute-mode "it does not compile with CUDA $cuda"
    fi
    if has configure \
        'STARPU_CUDA_LDFLAGS="$STARPU_CUDA_LDFLAGS -lcudart -lcublas"'; then
        apply_patch without-cublas "programs need cuBLAS to start"
    fi
}
