;;; Guix's recipe for Tasuki, for CPUs. StarPU comes from the channel guix-hpc.
;;; In a checkout of Tasuki:
;;;
;;;   guix build -f packaging/guix/tasuki.scm
;;;   guix shell -f packaging/guix/tasuki.scm -- tasuki wilson
;;;
;;; NOT RUN YET: it was written where Guix is not installed.
(use-modules (guix packages)
             (guix gexp)
             (guix git-download)
             (guix build-system cmake)
             ((guix licenses) #:prefix license:)
             (gnu packages))

(define checkout (string-append (dirname (current-filename)) "/../.."))

(package
  (name "tasuki")
  (version "0.1.0")
  (source (local-file "../.." "tasuki-checkout"
                      #:recursive? #t
                      #:select? (or (git-predicate checkout)
                                    (const #t))))
  (build-system cmake-build-system)
  (arguments
   (list #:tests? #f                    ;they start StarPU and Open MPI
         #:configure-flags
         #~(list "-DTASUKI_TESTS=OFF"
                 "-DTASUKI_CCACHE=OFF"
                 "-DTASUKI_GPU=none"
                 "-DTASUKI_SIMD=all"
                 "-DBUILD_SHARED_LIBS=ON"
                 ;; A store item stays for as long as this refers to it.
                 "-DTASUKI_STARPU_INSTALL=refer")))
  (native-inputs (map specification->package '("pkg-config")))
  ;; Headers and configuration of what our own headers include.
  (propagated-inputs
   (map specification->package
        '("starpu" "openmpi" "hwloc" "highway" "fftw" "fmt" "spdlog"
          "nlohmann-json" "random123" "zlib")))
  (inputs
   (map specification->package
        '("cli11" "hdf5" "libdeflate" "netcdf" "pugixml" "stb-truetype"
          "font-dejavu")))
  (home-page #f)
  (synopsis "Scientific kernels as task graphs on CPUs and GPUs")
  (description
   "Tasuki runs kernels of lattice QCD, N-body systems and spherical harmonics
as a graph of tasks, which StarPU schedules on the CPUs and GPUs of a machine.")
  (license license:expat))
