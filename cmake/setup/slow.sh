# What makes StarPU slow, or leaves devices idle, without a word of it: a line of
# ./tasuki doctor for each. Every function prints what it finds wrong with what
# it is given, and nothing if all is well. Needs folders.sh, gpu.sh and $pc.

# All of it, for this machine; reads $pc, the folder of starpu-1.4.pc or nothing.
warn_of_slowness() {
    local cpus gpus=0 amd=0 models header
    # nproc believes these, which are about threads and not about CPUs.
    cpus=$(env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT nproc)
    gpus=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU ') || true
    [[ ! -e /dev/kfd ]] ||
        amd=$(grep -ls '^simd_count [1-9]' \
            /sys/class/kfd/kfd/topology/nodes/*/properties | wc -l) || true
    slow_quota "$cpus" "$(cpu_quota /sys/fs/cgroup "$(cgroup_path)")"
    slow_cores "$cpus" "$((gpus + amd))"
    ((gpus == 0)) ||
        slow_hwloc "$(pkg-config --variable=libdir hwloc 2>/dev/null)"
    models=${STARPU_PERF_MODEL_DIR:-$(starpu_home)/.starpu/sampling}
    slow_tables "$models/bus/${STARPU_HOSTNAME:-$(uname -n)}"
    [[ -n $pc ]] || return 0
    header=$(starpu_variable starpu_includedir)/starpu_config.h
    slow_limit "$header" STARPU_MAXCPUS "$cpus" CPUs
    slow_limit "$header" STARPU_MAXCUDADEVS "$gpus" "NVIDIA GPUs"
    slow_limit "$header" STARPU_MAXHIPDEVS "$amd" "AMD GPUs"
}

# Where StarPU looks for its folder, in its order.
starpu_home() { printf '%s\n' "${XDG_CACHE_HOME:-${STARPU_HOME:-${HOME:-}}}"; }

cgroup_path() { sed -n 's/^0:://p' /proc/self/cgroup 2>/dev/null; }

# cpu_quota FOLDER PATH: the CPUs that the control group PATH, or one that it is
# in, may use at a time, in hundredths; nothing if there is no such limit.
cpu_quota() {
    local root=$1 path=$2 quota period least=
    while :; do
        if { read -r quota period <"$root$path/cpu.max"; } 2>/dev/null &&
            [[ $quota =~ ^[0-9]+$ && $period =~ ^[1-9][0-9]*$ ]]; then
            quota=$((100 * quota / period))
            if [[ -z $least ]] || ((quota < least)); then least=$quota; fi
        fi
        [[ $path == */* ]] || break
        path=${path%/*}
    done
    # of version 1 of control groups
    if [[ -z $least ]] &&
        { read -r quota <"$root/cpu/cpu.cfs_quota_us" &&
            read -r period <"$root/cpu/cpu.cfs_period_us"; } 2>/dev/null &&
        ((quota > 0 && period > 0)); then
        least=$((100 * quota / period))
    fi
    printf '%s\n' "$least"
}

# slow_quota CPUS QUOTA
slow_quota() {
    [[ -n $2 ]] && (($2 < 100 * $1)) || return 0
    printf '%d CPUs are visible, but the control group has the time of %d.%02d: %s\n' \
        "$1" $(($2 / 100)) $(($2 % 100)) \
        "threads wait for each other, --cpus makes fewer of them"
}

# slow_cores CPUS GPUS: the driver of each GPU polls on a CPU.
slow_cores() {
    (($2 > 0 && $1 < $2 + 1)) || return 0
    echo "$1 CPUs for $2 GPUs: a GPU's driver shares its core with CPU work;" \
        "$(($2 + 1)) CPUs are needed at least, --gpus uses fewer GPUs"
}

# slow_limit HEADER MACRO NUMBER WHAT
slow_limit() {
    local limit
    limit=$(sed -n "s/^#define $2 \([0-9]*\).*/\1/p" "$1" 2>/dev/null)
    [[ -n $limit ]] && (($3 > limit)) || return 0
    echo "$3 $4 are here, StarPU was built for at most $limit ($2): the others" \
        "stay idle; TASUKI_STARPU=build makes one for more"
}

# slow_hwloc LIBRARY_FOLDER: hwloc knows where a GPU sits by its parts for CUDA
# or NVML, which are plugins or within the library.
slow_hwloc() {
    local folder=$1 part
    for part in "$folder"/hwloc/hwloc_{cuda,nvml}.so \
        "${HWLOC_PLUGINS_PATH:-/nowhere}"/hwloc_{cuda,nvml}.so; do
        [[ ! -e $part ]] || return 0
    done
    [[ $(ldd "$folder/libhwloc.so" 2>/dev/null) != *lib@(cudart|nvidia-ml)* ]] ||
        return 0
    echo "hwloc in $folder has neither its CUDA nor its NVML part: StarPU does" \
        "not know which NUMA node a GPU is at, and may bind its driver to another" \
        "(Debian: libhwloc-contrib-plugins)"
}

# slow_tables PATH: StarPU's measurements of the links between memories, in
# PATH.bandwidth [MB/s] and PATH.latency [us].
slow_tables() {
    local kind
    for kind in bandwidth latency; do
        [[ -r $1.$kind ]] || continue
        awk -v file="$1.$kind" '
            function bad(x) { return x == 0 || x ~ /nan|inf/ }
            /^#/ { n = split(substr($0, 2), name, "\t")
                   for (i = 1; i <= n; i++) sub(/^ *to /, "", name[i])
                   while (n > 0 && name[n] ~ /^ *$/) n--
                   next }
            { row++
              for (i = 1; i <= n && row <= n; i++) value[row, i] = $i }
            END {
                for (i = 1; i <= n; i++)
                    for (j = 1; j <= n; j++)
                        if (i != j && !unmeasured && bad(value[i, j]))
                            unmeasured = name[i] " to " name[j] " is " value[i, j]
                for (j = 2; j <= n; j++)
                    for (k = j + 1; k <= n; k++)
                        if (name[j] !~ /^NUMA/ && !bad(value[1, j]) &&
                            value[1, j] == value[1, k] &&
                            value[j, 1] == value[k, 1])
                            equal = name[j] " and " name[k] " have the same"
                what = unmeasured ? unmeasured : equal
                if (what)
                    print file ": " what ": placements go by it; remove the " \
                        "file, and the next run measures again"
            }' "$1.$kind"
    done
}
