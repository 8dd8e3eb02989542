/* tasuki.h - the C interface of Tasuki: spherical harmonic transforms, gravity
 * of N bodies, and the Wilson-Dirac operator with its solver, on CPUs and GPUs.
 * The module of tasuki.f90 has the same for Fortran.
 *
 * Functions return TASUKI_DONE or the code of an error, and
 * tasuki_error_text() then has a message.  What they were to write is of no use
 * after an error, unless it is said here; handles are not made.  Nothing is
 * thrown, and no process is ended.
 *
 * Handles are made by *_create() and destroyed by *_destroy(), for which a null
 * handle is nothing to do.  A context is destroyed after all that was made with
 * it.  Any thread may call; calls with one context take turns.
 *
 * Arrays belong to the caller and have no gaps; their shapes are given as in C,
 * with the last index the fastest.  They are read and written during the call
 * alone.  The arrays of one call do not overlap.
 */
#ifndef TASUKI_H
#define TASUKI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#include <complex>
typedef std::complex<double> tasuki_complex;
extern "C" {
#else
#include <complex.h>
typedef double _Complex tasuki_complex;
#endif

/* What functions return: the exit codes of the command `tasuki`. */
enum {
    TASUKI_DONE = 0,
    TASUKI_BAD_INPUT = 2,   /* an argument breaks a rule of this file */
    TASUKI_UNAVAILABLE = 3, /* no such device here, or not enough memory */
    TASUKI_NUMERICS = 4,    /* no convergence, NaN */
    TASUKI_FAULT = 70       /* a bug, or a device that failed */
};

/* Message of the last error in the calling thread; "" if there was none.  Valid
 * until the next error in this thread. */
const char* tasuki_error_text(void);

/* Versions of Tasuki, of StarPU and of the GPU toolkit. */
const char* tasuki_version(void);

/* ---- What computes ------------------------------------------------------ */

/* The runtime.  A process has one at a time. */
typedef struct tasuki_context tasuki_context;

enum { TASUKI_ALL = -1 };

/* Starts the runtime.
 *   cpus       number of logical CPUs, or TASUKI_ALL
 *   gpus       number of GPUs, or TASUKI_ALL (none in a build for CPUs)
 *   placement  where to compute: "dynamic" (CPUs and GPUs share the work by
 *              their measured speeds), "cpu", "gpu", "split:F" (fraction F on
 *              the CPU) or "split:auto"; NULL: "dynamic".  The operator knows
 *              "host-t-minus", "host-t" and "host-all" too.
 * TASUKI_BAD_INPUT: a number below -1, an unknown placement, a second context.
 * TASUKI_UNAVAILABLE: more CPUs or GPUs than there are. */
int tasuki_context_create(int cpus, int gpus, const char* placement,
                          tasuki_context** context);

/* Stops the runtime.
 * TASUKI_BAD_INPUT: a handle made with it exists still; nothing is done.
 */
int tasuki_context_destroy(tasuki_context* context);

/* ---- Spherical harmonics ------------------------------------------------ */

/* Transforms of real fields of degrees up to lmax,
 *
 *   f(theta, phi) = sum_l a_l0 Y_l0
 *                   + 2 Re sum_(l, m > 0) a_lm Y_lm(theta, phi)
 *
 * Coefficients a_lm have m >= 0 and the order of SHTns, ducc0 and healpy: a_lm
 * is element m (2 lmax + 1 - m) / 2 + l.  Imaginary parts of m = 0 are ignored.
 * Spectra are (fields, nalm), with nalm = (lmax + 1) (lmax + 2) / 2.  Maps are
 * (fields, nlat, nlon): latitudes from north to south, longitudes 2 pi k / nlon
 * eastward. */
typedef struct tasuki_transform tasuki_transform;

/* Latitudes.  nlat >= lmax + 1 with TASUKI_GAUSS and 2 lmax + 1 else. */
enum {
    TASUKI_GAUSS = 0,   /* roots of the Legendre polynomial (ducc0: GL) */
    TASUKI_REGULAR = 1, /* colatitudes (j + 1/2) pi / nlat (F1) */
    TASUKI_POLES = 2,   /* colatitudes j pi / (nlat - 1) (CC) */
    TASUKI_INNER = 3    /* colatitudes (j + 1) pi / (nlat + 1) (F2) */
};

/* Integral of |Y_lm|^2 over the sphere. */
enum {
    TASUKI_ORTHONORMAL = 0, /* 1 */
    TASUKI_4PI = 1,         /* 4 pi */
    TASUKI_SCHMIDT = 2      /* 4 pi / (2 l + 1) */
};

/* Whether Y_lm have the phase (-1)^m of Condon and Shortley. */
enum { TASUKI_CONDON_SHORTLEY = 0, TASUKI_NO_PHASE = 1 };

/* Zeros, but for lmax, are the defaults. */
typedef struct {
    int lmax;   /* largest degree and order, at most 20000 */
    int nlat;   /* latitudes; 0: enough for products of two fields */
    int nlon;   /* longitudes, 2 lmax + 1 or more; 0: as nlat */
    int grid;   /* TASUKI_GAUSS, ... */
    int norm;   /* TASUKI_ORTHONORMAL, ... */
    int phase;  /* TASUKI_CONDON_SHORTLEY or TASUKI_NO_PHASE */
    int fields; /* fields that are transformed together; 0: 1 */
} tasuki_transform_options;

/* TASUKI_BAD_INPUT: a size that does not fit, or an unknown grid, norm or
 * phase. */
int tasuki_transform_create(tasuki_context* context,
                            const tasuki_transform_options* options,
                            tasuki_transform** transform);
int tasuki_transform_destroy(tasuki_transform* transform);

/* Lengths of arrays; NULL for what is not wanted. */
int tasuki_transform_sizes(const tasuki_transform* transform, int* nlat,
                           int* nlon, size_t* nalm);
/* Latitudes [rad] from north to south, (nlat). */
int tasuki_transform_latitudes(const tasuki_transform* transform,
                               double* latitudes);

/* The maps of spectra. */
int tasuki_synthesis(tasuki_transform* transform, const tasuki_complex* alm,
                     double* map);
/* The spectra of maps, by the quadrature of the grid. */
int tasuki_analysis(tasuki_transform* transform, const double* map,
                    tasuki_complex* alm);

/* The wind (u eastward, v northward; maps) of vorticity and divergence
 * (spectra) on the sphere of radius 1: on one of radius R, multiply it by R.
 * The means of both, l = 0, are taken as 0.
 * TASUKI_BAD_INPUT: the grid has no room for the degree lmax + 1. */
int tasuki_winds(tasuki_transform* transform, const tasuki_complex* vorticity,
                 const tasuki_complex* divergence, double* u, double* v);
/* Vorticity and divergence of a wind: the inverse of tasuki_winds(). */
int tasuki_vordiv(tasuki_transform* transform, const double* u, const double* v,
                  tasuki_complex* vorticity, tasuki_complex* divergence);

/* ---- Precisions --------------------------------------------------------- */

enum {
    TASUKI_DOUBLE = 0,
    TASUKI_SINGLE = 1,
    TASUKI_HALF = 2, /* 16-bit fixed point */
    TASUKI_MIXED = 3 /* positions in double, forces in single */
};

/* ---- N bodies ----------------------------------------------------------- */

/* Accelerations of bodies by each other's gravity, all pairs, with Plummer's
 * softening and G = 1:
 *
 *   a_i = sum_j m_j (x_j - x_i) / (|x_j - x_i|^2 + eps^2)^(3/2)
 *
 *   n          number of bodies
 *   x, m       positions (n, 3) and masses (n)
 *   eps        softening length; 0 only without two bodies at one place
 *   precision  TASUKI_DOUBLE; TASUKI_SINGLE and TASUKI_MIXED are many times as
 *              fast on GPUs
 *   a          accelerations, (n, 3)
 *   potential  potential energy of all bodies; NULL: it is not computed
 * TASUKI_BAD_INPUT: numbers that are not finite, negative masses or eps. */
int tasuki_accelerations(tasuki_context* context, size_t n, const double* x,
                         const double* m, double eps, int precision, double* a,
                         double* potential);

/* ---- Lattice QCD -------------------------------------------------------- */

/* The Wilson-Dirac operator, even-odd preconditioned where it is inverted,
 *
 *   D psi = A psi + 2 i kappa mu g_5 psi - kappa sum_mu
 *             [(1 - g_mu) U_mu(n) psi(n + mu)
 *              + (1 + g_mu) U_mu(n - mu)^dagger psi(n - mu)]
 *   A = 1 + (i / 2) kappa csw sum_(mu, nu) sigma_mu_nu F_mu_nu(n)
 *
 * in lattice units, with gamma matrices of DeGrand and Rossi (docs/c.md).
 * Links are (T, Z, Y, X, 4, 3, 3): mu = x, y, z, t, row, column.  Spinor fields
 * are (T, Z, Y, X, 4, 3): spin, colour. */
typedef struct tasuki_wilson tasuki_wilson;

enum { TASUKI_ANTIPERIODIC = 0, TASUKI_PERIODIC = 1 };

/* Conjugate gradients on D^dagger D, or stabilized biconjugate gradients. */
enum { TASUKI_CG = 0, TASUKI_BICGSTAB = 1 };

/* Zeros, but for kappa, are the defaults. */
typedef struct {
    double kappa;  /* hopping parameter */
    double csw;    /* coefficient of the clover term */
    double mu;     /* twisted mass */
    int boundary;  /* in T: TASUKI_ANTIPERIODIC or TASUKI_PERIODIC */
    int method;    /* TASUKI_CG or TASUKI_BICGSTAB */
    int precision; /* of iterations: TASUKI_DOUBLE, TASUKI_SINGLE or
                      TASUKI_HALF; residuals are always those of double */
    int blocks[4]; /* numbers along T, Z, Y, X, which workers share; all 0: one
                      for each GPU, along T */
} tasuki_wilson_options;

/*   extents  sites along T, Z, Y, X, even numbers up to 4096
 *   links    are copied
 * TASUKI_BAD_INPUT: extents or blocks that are not possible, an option that is
 * unknown or not finite. */
int tasuki_wilson_create(tasuki_context* context, const int extents[4],
                         const tasuki_complex* links,
                         const tasuki_wilson_options* options,
                         tasuki_wilson** wilson);
int tasuki_wilson_destroy(tasuki_wilson* wilson);

/* out = D psi */
int tasuki_wilson_apply(tasuki_wilson* wilson, const tasuki_complex* psi,
                        tasuki_complex* out);

/* Solves D psi = source from psi = 0, until |source - D psi| <= tolerance
 * |source|.
 *   tolerance       between 0 and 1
 *   max_iterations  1 or more
 *   iterations      how many there were; may be NULL
 *   residual        |source - D psi| / |source|, computed from psi; may be NULL
 * TASUKI_BAD_INPUT: the source is zero, or a number is wrong.
 * TASUKI_NUMERICS: it did not converge.  Then iterations and residual are set,
 * and psi is not. */
int tasuki_wilson_solve(tasuki_wilson* wilson, const tasuki_complex* source,
                        double tolerance, int64_t max_iterations,
                        tasuki_complex* psi, int64_t* iterations,
                        double* residual);

#ifdef __cplusplus
}
#endif

#endif
