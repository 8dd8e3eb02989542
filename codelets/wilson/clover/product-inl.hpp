// C on a site, or on the sites of the lanes: written once as arithmetic-inl.hpp
// is.
#if defined(TASUKI_WILSON_CLOVER_PRODUCT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef TASUKI_WILSON_CLOVER_PRODUCT_INL
#undef TASUKI_WILSON_CLOVER_PRODUCT_INL
#else
#define TASUKI_WILSON_CLOVER_PRODUCT_INL
#endif

#include "codelets/wilson/arithmetic-inl.hpp"
#include "codelets/wilson/clover/clover.hpp"

TASUKI_TARGET_BEGIN

/// y = (B + i t) x for one chirality of a site.
/// @param b     a record of the block
/// @param x, y  (2 spins)(3 colours)(re, im)
template <class R>
TASUKI_FN void block_product(const R (&b)[clover::kBlockReals], const R& t,
                             const R (&x)[12], R (&y)[12]) {
    TASUKI_UNROLL(6)
    for (int i = 0; i < 6; ++i) {
        R re = neg_mul_add(t, x[2 * i + 1], b[i] * x[2 * i]);
        R im = mul_add(t, x[2 * i], b[i] * x[2 * i + 1]);
        TASUKI_UNROLL(6)
        for (int j = 0; j < i; ++j) {
            const int at = clover::below_diagonal(i, j);
            re = mul_add(b[at], x[2 * j], re);
            re = neg_mul_add(b[at + 1], x[2 * j + 1], re);
            im = mul_add(b[at], x[2 * j + 1], im);
            im = mul_add(b[at + 1], x[2 * j], im);
        }
        TASUKI_UNROLL(6)
        for (int j = i + 1; j < 6; ++j) {
            const int at = clover::below_diagonal(j, i);
            re = mul_add(b[at], x[2 * j], re);
            re = mul_add(b[at + 1], x[2 * j + 1], re);
            im = mul_add(b[at], x[2 * j + 1], im);
            im = neg_mul_add(b[at + 1], x[2 * j], im);
        }
        y[2 * i] = re;
        y[2 * i + 1] = im;
    }
}

/// x = C x.
/// @param blocks(chirality, record)  loads the record of a block
/// @param x                          (4 spins)(3 colours)(re, im)
template <class R, class LoadBlock>
TASUKI_FN void multiply_by_clover(const LoadBlock& load_block, const R& t,
                                  R (&x)[kSpinorReals]) {
    R half[2][12];  // of either chirality
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) {
        half[0][k] = x[k] - x[12 + k];
        half[1][k] = x[k] + x[12 + k];
    }
    R product[2][12];
    TASUKI_UNROLL(2)
    for (int chirality = 0; chirality < 2; ++chirality) {
        R b[clover::kBlockReals];
        load_block(chirality, b);
        block_product(b, chirality == 0 ? t : broadcast(Scalar<R>(0)) - t,
                      half[chirality], product[chirality]);
    }
    const R one_half = broadcast(Scalar<R>(0.5));
    TASUKI_UNROLL(12)
    for (int k = 0; k < 12; ++k) {
        x[k] = one_half * (product[1][k] + product[0][k]);
        x[12 + k] = one_half * (product[1][k] - product[0][k]);
    }
}

TASUKI_TARGET_END

#endif
