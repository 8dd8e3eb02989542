/* Transforms on the sphere, gravity and the Wilson-Dirac operator from C.  Each
 * result is compared with what it has to be. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <tasuki/tasuki.h>

/* Ends the program where a function of Tasuki has failed. */
static void check(int error) {
    if (error == TASUKI_DONE) return;
    fprintf(stderr, "%s\n", tasuki_error_text());
    exit(error);
}

/* Ends the program where a result is wrong by more than `most`. */
static void expect(const char* what, double error, double most) {
    printf("%s: off by %.1e\n", what, error);
    if (!(error <= most)) exit(1);
}

static void* memory(size_t bytes) {
    void* const all = malloc(bytes);
    if (all == NULL) exit(TASUKI_UNAVAILABLE);
    return all;
}

/* Between -1 and 1. */
static double deviate(void) {
    return 2.0 * rand() / RAND_MAX - 1;
}

/* Largest |a - b|. */
static double difference(size_t n, const tasuki_complex* a,
                         const tasuki_complex* b) {
    double most = 0;
    for (size_t k = 0; k < n; ++k) most = fmax(most, cabs(a[k] - b[k]));
    return most;
}

/* Analysis after synthesis gives the coefficients back. */
static void transform(tasuki_context* context) {
    enum { lmax = 31 };
    const tasuki_transform_options options = {.lmax = lmax};
    tasuki_transform* its;
    int nlat, nlon;
    size_t nalm;
    check(tasuki_transform_create(context, &options, &its));
    check(tasuki_transform_sizes(its, &nlat, &nlon, &nalm));
    tasuki_complex* const alm = memory(nalm * sizeof *alm);
    tasuki_complex* const back = memory(nalm * sizeof *back);
    double* const map = memory((size_t)nlat * (size_t)nlon * sizeof *map);
    for (size_t k = 0; k < nalm; ++k)
        alm[k] = deviate() + (k > lmax ? deviate() * I : 0); /* m > 0 */
    check(tasuki_synthesis(its, alm, map));
    check(tasuki_analysis(its, map, back));
    expect("analysis of synthesis", difference(nalm, back, alm), 1e-12);
    free(alm);
    free(back);
    free(map);
    check(tasuki_transform_destroy(its));
}

/* Two bodies at a distance of 5. */
static void gravity(tasuki_context* context) {
    const double x[2][3] = {{0, 0, 0}, {3, 0, 4}}, m[2] = {1, 2};
    double a[2][3], potential;
    check(tasuki_accelerations(context, 2, x[0], m, 0, TASUKI_DOUBLE, a[0],
                               &potential));
    double error = fabs(potential + m[0] * m[1] / 5);
    for (int k = 0; k < 3; ++k) {
        error = fmax(error, fabs(a[0][k] - m[1] * x[1][k] / 125));
        error = fmax(error, fabs(a[1][k] + m[0] * x[1][k] / 125));
    }
    expect("forces of two bodies", error, 1e-15);
}

/* D times the solution of D psi = source is the source. */
static void lattice(tasuki_context* context) {
    enum { sites = 8 * 4 * 4 * 6 };
    const int extents[4] = {8, 4, 4, 6}; /* T, Z, Y, X */
    const size_t links = sites * 4, n = sites * 12;
    tasuki_complex* const u = memory(links * 9 * sizeof *u);
    tasuki_complex* const source = memory(n * sizeof *source);
    tasuki_complex* const psi = memory(n * sizeof *psi);
    tasuki_complex* const back = memory(n * sizeof *back);
    for (size_t k = 0; k < links; ++k) { /* diagonal matrices of SU(3) */
        const double a = deviate(), b = deviate();
        for (size_t e = 0; e < 9; ++e) u[9 * k + e] = 0;
        u[9 * k] = cexp(a * I);
        u[9 * k + 4] = cexp(b * I);
        u[9 * k + 8] = cexp(-(a + b) * I);
    }
    for (size_t k = 0; k < n; ++k) source[k] = deviate() + deviate() * I;

    const tasuki_wilson_options options = {.kappa = 0.12, .csw = 1};
    tasuki_wilson* d;
    int64_t iterations;
    double residual;
    check(tasuki_wilson_create(context, extents, u, &options, &d));
    check(tasuki_wilson_solve(d, source, 1e-12, 1000, psi, &iterations,
                              &residual));
    printf("%d iterations, residual %.1e\n", (int)iterations, residual);
    check(tasuki_wilson_apply(d, psi, back));
    expect("D times the solution", difference(n, back, source), 1e-9);
    free(u);
    free(source);
    free(psi);
    free(back);
    check(tasuki_wilson_destroy(d));
}

int main(void) {
    tasuki_context* context;
    check(tasuki_context_create(TASUKI_ALL, TASUKI_ALL, NULL, &context));
    transform(context);
    gravity(context);
    lattice(context);
    check(tasuki_context_destroy(context));
    return 0;
}
