# Spack's recipe for Tasuki. Put it into a repository of your own as
# packages/tasuki/package.py; then, in a checkout of Tasuki,
#
#   spack dev-build tasuki@main            # or: tasuki@main+cuda cuda_arch=90
#
# NOT RUN YET: it was written where Spack is not installed.
from spack.package import *


class Tasuki(CMakePackage, CudaPackage):
    """Scientific kernels as task graphs on CPUs and GPUs together: the
    Wilson-Dirac operator of lattice QCD, direct N-body, and spherical
    harmonics, scheduled by StarPU."""

    license("MIT")

    version("main")

    variant("shared", default=True, description="Build shared libraries")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.22:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("starpu@1.4.7:1.4+mpi+fxt")
    depends_on("starpu+cuda", when="+cuda")
    depends_on("starpu~cuda", when="~cuda")
    depends_on("cuda@12:", when="+cuda")
    depends_on("mpi")
    depends_on("hwloc")
    depends_on("hwloc+cuda", when="+cuda")
    depends_on("highway@1.0.3:")
    depends_on("fftw@3:")
    depends_on("hdf5")
    depends_on("netcdf-c")
    depends_on("libdeflate")
    depends_on("zlib-api")
    depends_on("spdlog+fmt_external")
    depends_on("fmt")
    depends_on("cli11")
    depends_on("nlohmann-json")
    depends_on("random123")
    depends_on("pugixml")
    # stb and the font DejaVu Sans are those of the system: STB_INCLUDE and
    # TASUKI_FONT say where CMake does not find them.
    depends_on("doctest", type="test")

    generator("ninja")

    def cmake_args(self):
        args = [
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define("TASUKI_TESTS", self.run_tests),
            self.define("TASUKI_CCACHE", False),
            self.define("TASUKI_SIMD", "all"),
            self.define("TASUKI_GPU", "cuda" if "+cuda" in self.spec else "none"),
            # Spack keeps StarPU where it is for as long as this needs it.
            self.define("TASUKI_STARPU_INSTALL", "refer"),
        ]
        architectures = self.spec.variants["cuda_arch"].value if "+cuda" in self.spec else []
        if architectures and architectures[0] != "none":
            args.append(self.define("CMAKE_CUDA_ARCHITECTURES", list(architectures)))
        return args
