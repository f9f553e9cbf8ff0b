// The vocabulary of kernels: vectors of 32-bit and 64-bit integers as wide as the instruction set of the file, and only
// operations that all instruction sets have. Only this file and octets.h use SIMDe. Three providers implement the operations: SIMDe,
// the vector types of the compiler (where SIMDe is missing, such as on phones), and plain arrays (scalar). The last has
// only the operations of bodies that the scalar kernels share.
//
//   le_v32      LE_W32 unsigned 32-bit lanes          le_v64      LE_W64 signed 64-bit lanes
//   le_m32      one truth value per lane              le_m64      likewise
//   m32_bits(m)    bit i is lane i                    m64_bits(m)    bit i is lane i
//   v32_max(a, b)  the larger lanes, unsigned         v32_gt_signed treats lanes as signed
//   v32_keep(m, a), v32_drop(m, a)  a where m is true, or where it is false; 0 elsewhere
//   v32_load_quads(p, stride, q)    lane l of q[j] is p[l * stride + j]; v32_store_quads is its inverse
//   v32_largest(a) the largest lane, unsigned
//   v32_reverse(a) last lane first                    v64_reverse(a) last lane first
//   v64_load_sums(p, x)    the bits of p[0] + x, p[1] + x, ..., which are doubles
//   v64_store_low(p, a)    the low halves of the lanes as 32-bit numbers; v32_low(a, b) has those of a, then of b
//   v64_evens(a, b), v64_odds(a, b)    lanes 0, 2, ... or 1, 3, ... of a, then of b
//
// Included once by every `kernels_<isa>.c`, through isa_begin.h.

#if LE_ISA == LE_ISA_AVX512
    #define LE_W32 16
#elif LE_ISA == LE_ISA_AVX2
    #define LE_W32 8
#else
    #define LE_W32 4
#endif
#define LE_W64 (LE_W32 / 2)

#if LE_ISA == LE_ISA_SCALAR
// ---------------------------------------------------------------------------------------------------- plain arrays

typedef struct {
    uint32_t lane[4];
} le_v32;
typedef struct {
    int64_t lane[2];
} le_v64;
typedef uint32_t le_m32;
typedef uint32_t le_m64;

    #define LE__EACH32(expr)                                                                                           \
        le_v32 r;                                                                                                      \
        for (int i = 0; i < 4; i++) r.lane[i] = (expr);                                                                \
        return r
    #define LE__EACH64(expr)                                                                                           \
        le_v64 r;                                                                                                      \
        for (int i = 0; i < 2; i++) r.lane[i] = (expr);                                                                \
        return r
    #define LE__MASK(n, expr)                                                                                          \
        uint32_t m = 0;                                                                                                \
        for (int i = 0; i < (n); i++) m |= (uint32_t)(expr) << i;                                                      \
        return m

LE_INLINE le_v32 v32_load(const void *p) {
    le_v32 r;
    memcpy(&r, p, sizeof r);
    return r;
}
LE_INLINE void v32_store(void *p, le_v32 v) { memcpy(p, &v, sizeof v); }
LE_INLINE le_v32 v32_set1(uint32_t x) { LE__EACH32(x); }
LE_INLINE le_v32 v32_add(le_v32 a, le_v32 b) { LE__EACH32(a.lane[i] + b.lane[i]); }
LE_INLINE le_v32 v32_and(le_v32 a, le_v32 b) { LE__EACH32(a.lane[i] & b.lane[i]); }
LE_INLINE le_v32 v32_or(le_v32 a, le_v32 b) { LE__EACH32(a.lane[i] | b.lane[i]); }
LE_INLINE le_v32 v32_xor(le_v32 a, le_v32 b) { LE__EACH32(a.lane[i] ^ b.lane[i]); }
LE_INLINE le_m32 v32_eq(le_v32 a, le_v32 b) { LE__MASK(4, a.lane[i] == b.lane[i]); }
LE_INLINE uint32_t m32_bits(le_m32 m) { return m; }
LE_INLINE le_m32 v32_gt_signed(le_v32 a, le_v32 b) { LE__MASK(4, (int32_t)a.lane[i] > (int32_t)b.lane[i]); }

LE_INLINE le_v64 v64_load(const void *p) {
    le_v64 r;
    memcpy(&r, p, sizeof r);
    return r;
}
LE_INLINE le_v64 v64_set1(int64_t x) { LE__EACH64(x); }
LE_INLINE le_m64 v64_eq(le_v64 a, le_v64 b) { LE__MASK(2, a.lane[i] == b.lane[i]); }
LE_INLINE uint32_t m64_bits(le_m64 m) { return m; }
LE_INLINE le_v32 v32_reverse(le_v32 a) { LE__EACH32(a.lane[3 - i]); }
LE_INLINE le_v64 v64_reverse(le_v64 a) { LE__EACH64(a.lane[1 - i]); }

    #undef LE__EACH32
    #undef LE__EACH64
    #undef LE__MASK

#elif LE_USE_SIMDE && LE_ISA == LE_ISA_AVX512
// --------------------------------------------------------------------------------------------------- SIMDe, 512 bit
    #include <simde/x86/avx512.h>

typedef simde__m512i le_v32, le_v64;
typedef simde__mmask16 le_m32;
typedef simde__mmask8 le_m64;

LE_INLINE le_v32 v32_load(const void *p) { return simde_mm512_loadu_si512(p); }
LE_INLINE void v32_store(void *p, le_v32 v) { simde_mm512_storeu_si512(p, v); }
LE_INLINE le_v32 v32_set1(uint32_t x) { return simde_mm512_set1_epi32((int32_t)x); }
LE_INLINE le_v32 v32_add(le_v32 a, le_v32 b) { return simde_mm512_add_epi32(a, b); }
LE_INLINE le_v32 v32_sub(le_v32 a, le_v32 b) { return simde_mm512_sub_epi32(a, b); }
LE_INLINE le_v32 v32_and(le_v32 a, le_v32 b) { return simde_mm512_and_si512(a, b); }
LE_INLINE le_v32 v32_or(le_v32 a, le_v32 b) { return simde_mm512_or_si512(a, b); }
LE_INLINE le_v32 v32_xor(le_v32 a, le_v32 b) { return simde_mm512_xor_si512(a, b); }
LE_INLINE le_v32 v32_max(le_v32 a, le_v32 b) { return simde_mm512_max_epu32(a, b); }
    #define v32_shr(a, bits) simde_mm512_srli_epi32(a, bits)
    #define v32_shl(a, bits) simde_mm512_slli_epi32(a, bits)
LE_INLINE le_m32 v32_eq(le_v32 a, le_v32 b) { return simde_mm512_cmpeq_epi32_mask(a, b); }
LE_INLINE uint32_t m32_bits(le_m32 m) { return m; }
LE_INLINE le_m32 v32_gt_signed(le_v32 a, le_v32 b) { return simde_mm512_cmpgt_epi32_mask(a, b); }
LE_INLINE le_v32 v32_keep(le_m32 m, le_v32 a) { return simde_mm512_maskz_mov_epi32(m, a); }
LE_INLINE le_v32 v32_drop(le_m32 m, le_v32 a) { return simde_mm512_maskz_mov_epi32((le_m32)~m, a); }
LE_INLINE void v32__transpose(const le_v32 r[4], le_v32 q[4]) {
    le_v32 a = simde_mm512_unpacklo_epi32(r[0], r[1]), b = simde_mm512_unpackhi_epi32(r[0], r[1]);
    le_v32 c = simde_mm512_unpacklo_epi32(r[2], r[3]), d = simde_mm512_unpackhi_epi32(r[2], r[3]);
    q[0] = simde_mm512_unpacklo_epi64(a, c);
    q[1] = simde_mm512_unpackhi_epi64(a, c);
    q[2] = simde_mm512_unpacklo_epi64(b, d);
    q[3] = simde_mm512_unpackhi_epi64(b, d);
}
LE_INLINE void v32_load_quads(const uint32_t *p, size_t stride, le_v32 q[4]) {
    le_v32 r[4];
    #define LE__QUAD(l) simde_mm_loadu_si128((const simde__m128i *)(p + (l) * stride))
    for (size_t k = 0; k < 4; k++) {
        r[k] = simde_mm512_castsi128_si512(LE__QUAD(k));
        r[k] = simde_mm512_inserti32x4(r[k], LE__QUAD(k + 4), 1);
        r[k] = simde_mm512_inserti32x4(r[k], LE__QUAD(k + 8), 2);
        r[k] = simde_mm512_inserti32x4(r[k], LE__QUAD(k + 12), 3);
    }
    #undef LE__QUAD
    v32__transpose(r, q);
}
LE_INLINE void v32_store_quads(uint32_t *p, size_t stride, const le_v32 q[4]) {
    le_v32 r[4];
    v32__transpose(q, r);
    for (size_t k = 0; k < 4; k++) {
        simde_mm_storeu_si128((simde__m128i *)(p + k * stride), simde_mm512_castsi512_si128(r[k]));
        simde_mm_storeu_si128((simde__m128i *)(p + (k + 4) * stride), simde_mm512_extracti32x4_epi32(r[k], 1));
        simde_mm_storeu_si128((simde__m128i *)(p + (k + 8) * stride), simde_mm512_extracti32x4_epi32(r[k], 2));
        simde_mm_storeu_si128((simde__m128i *)(p + (k + 12) * stride), simde_mm512_extracti32x4_epi32(r[k], 3));
    }
}

LE_INLINE le_v64 v64_load(const void *p) { return simde_mm512_loadu_si512(p); }
LE_INLINE void v64_store(void *p, le_v64 v) { simde_mm512_storeu_si512(p, v); }
LE_INLINE le_v64 v64_set1(int64_t x) { return simde_mm512_set1_epi64(x); }
LE_INLINE le_m64 v64_eq(le_v64 a, le_v64 b) { return simde_mm512_cmpeq_epi64_mask(a, b); }
LE_INLINE uint32_t m64_bits(le_m64 m) { return m; }
LE_INLINE uint32_t v32_largest(le_v32 a) {
    a = v32_max(a, simde_mm512_shuffle_i32x4(a, a, 0x4e));
    a = v32_max(a, simde_mm512_shuffle_i32x4(a, a, 0xb1));
    uint32_t each[16];
    v32_store(each, a);
    return LE_MAX(LE_MAX(each[0], each[1]), LE_MAX(each[2], each[3]));
}
LE_INLINE le_v32 v32_reverse(le_v32 a) {
    le_v32 lanes = simde_mm512_set_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    return simde_mm512_permutexvar_epi32(lanes, a);
}
LE_INLINE le_v64 v64_reverse(le_v64 a) {
    return simde_mm512_permutexvar_epi64(simde_mm512_set_epi64(0, 1, 2, 3, 4, 5, 6, 7), a);
}

LE_INLINE le_v64 v64_add(le_v64 a, le_v64 b) { return simde_mm512_add_epi64(a, b); }
LE_INLINE le_v64 v64_and(le_v64 a, le_v64 b) { return simde_mm512_and_si512(a, b); }
LE_INLINE le_v64 v64_or(le_v64 a, le_v64 b) { return simde_mm512_or_si512(a, b); }
LE_INLINE le_v64 v64_xor(le_v64 a, le_v64 b) { return simde_mm512_xor_si512(a, b); }
LE_INLINE le_v64 v64_load_sums(const double *p, double x) {
    return simde_mm512_castpd_si512(simde_mm512_add_pd(simde_mm512_loadu_pd(p), simde_mm512_set1_pd(x)));
}
LE_INLINE void v64_store_low(uint32_t *p, le_v64 a) {
    simde_mm256_storeu_si256((simde__m256i *)p, simde_mm512_cvtepi64_epi32(a));
}
LE_INLINE le_v32 v32_low(le_v64 a, le_v64 b) {
    return simde_mm512_inserti64x4(simde_mm512_castsi256_si512(simde_mm512_cvtepi64_epi32(a)),
                                   simde_mm512_cvtepi64_epi32(b), 1);
}
LE_INLINE le_v64 v64_evens(le_v64 a, le_v64 b) {
    return simde_mm512_permutex2var_epi64(a, simde_mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0), b);
}
LE_INLINE le_v64 v64_odds(le_v64 a, le_v64 b) {
    return simde_mm512_permutex2var_epi64(a, simde_mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1), b);
}
LE_INLINE void v32_split_pairs(const le_v64 v[4], le_v32 *a, le_v32 *b) {
    // Interleave the first numbers of eight pairs into one half and the second numbers into the other, then combine
    // halves.
    const le_v32 low = simde_mm512_set_epi32(30, 26, 22, 18, 14, 10, 6, 2, 28, 24, 20, 16, 12, 8, 4, 0);
    le_v32 x = simde_mm512_permutex2var_epi32(v[0], low, v[1]), y = simde_mm512_permutex2var_epi32(v[2], low, v[3]);
    *a = simde_mm512_shuffle_i32x4(x, y, 0x44);
    *b = simde_mm512_shuffle_i32x4(x, y, 0xEE);
}
LE_INLINE le_v64 v64_add_pairs(le_v64 s, le_v32 v) {
    le_v64 low = simde_mm512_and_si512(v, simde_mm512_set1_epi64(0xFFFFFFFF));
    return simde_mm512_add_epi64(simde_mm512_add_epi64(s, low), simde_mm512_srli_epi64(v, 32));
}

#elif LE_USE_SIMDE
// -------------------------------------------------------------------------------------- SIMDe, 256 bit and 128 bit
    #if LE_ISA == LE_ISA_AVX2
        #include <simde/x86/avx2.h>
        #define LE__MM(name) simde_mm256_##name
        #define LE__SI(name) simde_mm256_##name##_si256
typedef simde__m256i le_v32, le_v64, le_m32, le_m64;
    #else
        #include <simde/x86/sse4.2.h>
        #define LE__MM(name) simde_mm_##name
        #define LE__SI(name) simde_mm_##name##_si128
typedef simde__m128i le_v32, le_v64, le_m32, le_m64;
    #endif

LE_INLINE le_v32 v32_load(const void *p) { return LE__SI(loadu)((const le_v32 *)p); }
LE_INLINE void v32_store(void *p, le_v32 v) { LE__SI(storeu)((le_v32 *)p, v); }
LE_INLINE le_v32 v32_set1(uint32_t x) { return LE__MM(set1_epi32)((int32_t)x); }
LE_INLINE le_v32 v32_add(le_v32 a, le_v32 b) { return LE__MM(add_epi32)(a, b); }
LE_INLINE le_v32 v32_sub(le_v32 a, le_v32 b) { return LE__MM(sub_epi32)(a, b); }
LE_INLINE le_v32 v32_and(le_v32 a, le_v32 b) { return LE__SI (and)(a, b); }
LE_INLINE le_v32 v32_or(le_v32 a, le_v32 b) { return LE__SI(or)(a, b); }
LE_INLINE le_v32 v32_xor(le_v32 a, le_v32 b) { return LE__SI(xor)(a, b); }
    #define v32_shr(a, bits) LE__MM(srli_epi32)(a, bits)
    #define v32_shl(a, bits) LE__MM(slli_epi32)(a, bits)
LE_INLINE le_m32 v32_eq(le_v32 a, le_v32 b) { return LE__MM(cmpeq_epi32)(a, b); }
LE_INLINE uint32_t m32_bits(le_m32 m) {
    #if LE_ISA == LE_ISA_AVX2
    return (uint32_t)simde_mm256_movemask_ps(simde_mm256_castsi256_ps(m));
    #else
    return (uint32_t)simde_mm_movemask_ps(simde_mm_castsi128_ps(m));
    #endif
}
    #if LE_ISA == LE_ISA_AVX2
LE_INLINE le_v32 v32_max(le_v32 a, le_v32 b) { return simde_mm256_max_epu32(a, b); }
    #else
// Signed comparison of values moved by 2^31 is unsigned comparison of the values.
LE_INLINE le_m32 v32__gt(le_v32 a, le_v32 b) {
    le_v32 bias = v32_set1(0x80000000u);
    return LE__MM(cmpgt_epi32)(v32_xor(a, bias), v32_xor(b, bias));
}
LE_INLINE le_v32 v32__select(le_m32 m, le_v32 a, le_v32 b) {
    return v32_or(v32_and(a, m), simde_mm_andnot_si128(m, b));
}
LE_INLINE le_v32 v32_max(le_v32 a, le_v32 b) { return v32__select(v32__gt(a, b), a, b); }
    #endif

LE_INLINE le_m32 v32_gt_signed(le_v32 a, le_v32 b) { return LE__MM(cmpgt_epi32)(a, b); }
LE_INLINE le_v32 v32_keep(le_m32 m, le_v32 a) { return LE__SI (and)(m, a); }
LE_INLINE le_v32 v32_drop(le_m32 m, le_v32 a) { return LE__SI(andnot)(m, a); }
LE_INLINE void v32__transpose(const le_v32 r[4], le_v32 q[4]) {
    le_v32 a = LE__MM(unpacklo_epi32)(r[0], r[1]), b = LE__MM(unpackhi_epi32)(r[0], r[1]);
    le_v32 c = LE__MM(unpacklo_epi32)(r[2], r[3]), d = LE__MM(unpackhi_epi32)(r[2], r[3]);
    q[0] = LE__MM(unpacklo_epi64)(a, c);
    q[1] = LE__MM(unpackhi_epi64)(a, c);
    q[2] = LE__MM(unpacklo_epi64)(b, d);
    q[3] = LE__MM(unpackhi_epi64)(b, d);
}
    #define LE__QUAD(l) simde_mm_loadu_si128((const simde__m128i *)(p + (l) * stride))
    #define LE__QUAD_TO(l, v) simde_mm_storeu_si128((simde__m128i *)(p + (l) * stride), v)
    #if LE_ISA == LE_ISA_AVX2
LE_INLINE void v32_load_quads(const uint32_t *p, size_t stride, le_v32 q[4]) {
    le_v32 r[4];
    for (size_t k = 0; k < 4; k++)
        r[k] = simde_mm256_inserti128_si256(simde_mm256_castsi128_si256(LE__QUAD(k)), LE__QUAD(k + 4), 1);
    v32__transpose(r, q);
}
LE_INLINE void v32_store_quads(uint32_t *p, size_t stride, const le_v32 q[4]) {
    le_v32 r[4];
    v32__transpose(q, r);
    for (size_t k = 0; k < 4; k++) {
        LE__QUAD_TO(k, simde_mm256_castsi256_si128(r[k]));
        LE__QUAD_TO(k + 4, simde_mm256_extracti128_si256(r[k], 1));
    }
}
    #else
LE_INLINE void v32_load_quads(const uint32_t *p, size_t stride, le_v32 q[4]) {
    le_v32 r[4] = {LE__QUAD(0), LE__QUAD(1), LE__QUAD(2), LE__QUAD(3)};
    v32__transpose(r, q);
}
LE_INLINE void v32_store_quads(uint32_t *p, size_t stride, const le_v32 q[4]) {
    le_v32 r[4];
    v32__transpose(q, r);
    for (size_t k = 0; k < 4; k++) LE__QUAD_TO(k, r[k]);
}
    #endif

LE_INLINE le_v64 v64_load(const void *p) { return LE__SI(loadu)((const le_v64 *)p); }
LE_INLINE void v64_store(void *p, le_v64 v) { LE__SI(storeu)((le_v64 *)p, v); }
LE_INLINE le_v64 v64_set1(int64_t x) { return LE__MM(set1_epi64x)(x); }
LE_INLINE le_m64 v64_eq(le_v64 a, le_v64 b) { return LE__MM(cmpeq_epi64)(a, b); }
LE_INLINE uint32_t m64_bits(le_m64 m) {
    #if LE_ISA == LE_ISA_AVX2
    return (uint32_t)simde_mm256_movemask_pd(simde_mm256_castsi256_pd(m));
    #else
    return (uint32_t)simde_mm_movemask_pd(simde_mm_castsi128_pd(m));
    #endif
}
LE_INLINE uint32_t v32_largest(le_v32 a) {
    #if LE_ISA == LE_ISA_AVX2
    a = v32_max(a, simde_mm256_permute4x64_epi64(a, 0x4e));
    #endif
    a = v32_max(a, LE__MM(shuffle_epi32)(a, 0x4e));
    a = v32_max(a, LE__MM(shuffle_epi32)(a, 0xb1));
    #if LE_ISA == LE_ISA_AVX2
    return (uint32_t)simde_mm_cvtsi128_si32(simde_mm256_castsi256_si128(a));
    #else
    return (uint32_t)simde_mm_cvtsi128_si32(a);
    #endif
}
    #if LE_ISA == LE_ISA_AVX2
LE_INLINE le_v32 v32_reverse(le_v32 a) {
    return simde_mm256_permutevar8x32_epi32(a, simde_mm256_set_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
LE_INLINE le_v64 v64_reverse(le_v64 a) { return simde_mm256_permute4x64_epi64(a, 0x1b); }
    #else
LE_INLINE le_v32 v32_reverse(le_v32 a) { return simde_mm_shuffle_epi32(a, 0x1b); }
LE_INLINE le_v64 v64_reverse(le_v64 a) { return simde_mm_shuffle_epi32(a, 0x4e); }
    #endif

LE_INLINE le_v64 v64_add(le_v64 a, le_v64 b) { return LE__MM(add_epi64)(a, b); }
LE_INLINE le_v64 v64_and(le_v64 a, le_v64 b) { return LE__SI (and)(a, b); }
LE_INLINE le_v64 v64_or(le_v64 a, le_v64 b) { return LE__SI(or)(a, b); }
LE_INLINE le_v64 v64_xor(le_v64 a, le_v64 b) { return LE__SI(xor)(a, b); }
LE_INLINE le_v64 v64_add_pairs(le_v64 s, le_v32 v) {
    le_v64 low = LE__SI (and)(v, LE__MM(set1_epi64x)(0xFFFFFFFF));
    return LE__MM(add_epi64)(LE__MM(add_epi64)(s, low), LE__MM(srli_epi64)(v, 32));
}
    #if LE_ISA == LE_ISA_AVX2
        #define LE__PICK(x, y, which)                                                                                  \
            simde_mm256_castps_si256(                                                                                  \
                simde_mm256_shuffle_ps(simde_mm256_castsi256_ps(x), simde_mm256_castsi256_ps(y), which))
LE_INLINE le_v64 v64_load_sums(const double *p, double x) {
    return simde_mm256_castpd_si256(simde_mm256_add_pd(simde_mm256_loadu_pd(p), simde_mm256_set1_pd(x)));
}
LE_INLINE void v64_store_low(uint32_t *p, le_v64 a) {
    const le_v32 low = simde_mm256_permutevar8x32_epi32(a, simde_mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0));
    simde_mm_storeu_si128((simde__m128i *)p, simde_mm256_castsi256_si128(low));
}
LE_INLINE le_v32 v32_low(le_v64 a, le_v64 b) { return simde_mm256_permute4x64_epi64(LE__PICK(a, b, 0x88), 0xD8); }
LE_INLINE le_v64 v64_evens(le_v64 a, le_v64 b) {
    return simde_mm256_permute4x64_epi64(simde_mm256_unpacklo_epi64(a, b), 0xD8);
}
LE_INLINE le_v64 v64_odds(le_v64 a, le_v64 b) {
    return simde_mm256_permute4x64_epi64(simde_mm256_unpackhi_epi64(a, b), 0xD8);
}
LE_INLINE void v32_split_pairs(const le_v64 v[4], le_v32 *a, le_v32 *b) {
    // Pairs 0, 2 | 1, 3 and 4, 6 | 5, 7 are in the halves of x and y; the last step puts them in order.
    le_v32 x = LE__PICK(v[0], v[1], 0x88), y = LE__PICK(v[2], v[3], 0x88);
    const le_v32 order = simde_mm256_set_epi32(7, 3, 6, 2, 5, 1, 4, 0);
    *a = simde_mm256_permutevar8x32_epi32(LE__PICK(x, y, 0x88), order);
    *b = simde_mm256_permutevar8x32_epi32(LE__PICK(x, y, 0xDD), order);
}
    #else
        #define LE__PICK(x, y, which)                                                                                  \
            simde_mm_castps_si128(simde_mm_shuffle_ps(simde_mm_castsi128_ps(x), simde_mm_castsi128_ps(y), which))
LE_INLINE le_v64 v64_load_sums(const double *p, double x) {
    return simde_mm_castpd_si128(simde_mm_add_pd(simde_mm_loadu_pd(p), simde_mm_set1_pd(x)));
}
LE_INLINE void v64_store_low(uint32_t *p, le_v64 a) {
    simde_mm_storel_epi64((simde__m128i *)p, simde_mm_shuffle_epi32(a, 0x08));
}
LE_INLINE le_v32 v32_low(le_v64 a, le_v64 b) { return LE__PICK(a, b, 0x88); }
LE_INLINE le_v64 v64_evens(le_v64 a, le_v64 b) { return simde_mm_unpacklo_epi64(a, b); }
LE_INLINE le_v64 v64_odds(le_v64 a, le_v64 b) { return simde_mm_unpackhi_epi64(a, b); }
LE_INLINE void v32_split_pairs(const le_v64 v[4], le_v32 *a, le_v32 *b) {
    le_v32 x = LE__PICK(v[0], v[1], 0x88), y = LE__PICK(v[2], v[3], 0x88);
    *a = LE__PICK(x, y, 0x88);
    *b = LE__PICK(x, y, 0xDD);
}
    #endif

#else
// ------------------------------------------------------------------------------------ the compiler's vector types

typedef uint32_t le_v32 __attribute__((vector_size(LE_W32 * 4), aligned(4)));
typedef int32_t le_m32 __attribute__((vector_size(LE_W32 * 4), aligned(4)));
typedef int64_t le_v64 __attribute__((vector_size(LE_W32 * 4), aligned(8)));
typedef int64_t le_m64 __attribute__((vector_size(LE_W32 * 4), aligned(8)));

LE_INLINE le_v32 v32_load(const void *p) {
    le_v32 r;
    memcpy(&r, p, sizeof r);
    return r;
}
LE_INLINE void v32_store(void *p, le_v32 v) { memcpy(p, &v, sizeof v); }
LE_INLINE le_v32 v32_set1(uint32_t x) { return x - (le_v32){0}; }
LE_INLINE le_v32 v32_add(le_v32 a, le_v32 b) { return a + b; }
LE_INLINE le_v32 v32_sub(le_v32 a, le_v32 b) { return a - b; }
LE_INLINE le_v32 v32_and(le_v32 a, le_v32 b) { return a & b; }
LE_INLINE le_v32 v32_or(le_v32 a, le_v32 b) { return a | b; }
LE_INLINE le_v32 v32_xor(le_v32 a, le_v32 b) { return a ^ b; }
    #define v32_shr(a, bits) ((a) >> (bits))
    #define v32_shl(a, bits) ((a) << (bits))
LE_INLINE le_m32 v32__gt(le_v32 a, le_v32 b) { return (le_m32)(a > b); }
LE_INLINE le_m32 v32_eq(le_v32 a, le_v32 b) { return (le_m32)(a == b); }
LE_INLINE le_v32 v32__select(le_m32 m, le_v32 a, le_v32 b) { return (a & (le_v32)m) | (b & ~(le_v32)m); }
LE_INLINE le_v32 v32_max(le_v32 a, le_v32 b) { return v32__select(v32__gt(a, b), a, b); }
// Vector types have no movemask; the compiler produces one from this loop of constant length.
LE_INLINE uint32_t m32_bits(le_m32 m) {
    uint32_t bits = 0;
    for (int i = 0; i < LE_W32; i++) bits |= (uint32_t)(m[i] & 1) << i;
    return bits;
}

LE_INLINE le_m32 v32_gt_signed(le_v32 a, le_v32 b) { return (le_m32)((le_m32)a > (le_m32)b); }
LE_INLINE le_v32 v32_keep(le_m32 m, le_v32 a) { return a & (le_v32)m; }
LE_INLINE le_v32 v32_drop(le_m32 m, le_v32 a) { return a & ~(le_v32)m; }
// Four pieces at a time, as 128-bit vectors. A compiler without __builtin_shufflevector (GCC 11) processes lane by
// lane.
    #ifdef __has_builtin
        #if __has_builtin(__builtin_shufflevector)
            #define LE__HAS_SHUFFLE 1
        #endif
    #endif
typedef uint32_t le__quad __attribute__((vector_size(16), aligned(4)));
LE_INLINE void v32__transpose(const le__quad r[4], le__quad q[4]) {
    #ifdef LE__HAS_SHUFFLE
    le__quad a = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5), b = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7);
    le__quad c = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5), d = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
    q[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
    q[1] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
    q[2] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
    q[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
    #else
    for (int j = 0; j < 4; j++)
        for (int l = 0; l < 4; l++) q[j][l] = r[l][j];
    #endif
}
LE_INLINE void v32_load_quads(const uint32_t *p, size_t stride, le_v32 q[4]) {
    for (size_t g = 0; g < LE_W32 / 4; g++) {
        le__quad r[4], t[4];
        for (size_t k = 0; k < 4; k++) memcpy(&r[k], p + (4 * g + k) * stride, 16);
        v32__transpose(r, t);
        for (size_t j = 0; j < 4; j++) memcpy((uint32_t *)&q[j] + 4 * g, &t[j], 16);
    }
}
LE_INLINE void v32_store_quads(uint32_t *p, size_t stride, const le_v32 q[4]) {
    for (size_t g = 0; g < LE_W32 / 4; g++) {
        le__quad r[4], t[4];
        for (size_t j = 0; j < 4; j++) memcpy(&t[j], (const uint32_t *)&q[j] + 4 * g, 16);
        v32__transpose(t, r);
        for (size_t k = 0; k < 4; k++) memcpy(p + (4 * g + k) * stride, &r[k], 16);
    }
}

LE_INLINE le_v64 v64_load(const void *p) {
    le_v64 r;
    memcpy(&r, p, sizeof r);
    return r;
}
LE_INLINE void v64_store(void *p, le_v64 v) { memcpy(p, &v, sizeof v); }
LE_INLINE le_v64 v64_set1(int64_t x) { return x - (le_v64){0}; }
LE_INLINE le_m64 v64_eq(le_v64 a, le_v64 b) { return (le_m64)(a == b); }
LE_INLINE uint32_t m64_bits(le_m64 m) {
    uint32_t bits = 0;
    for (int i = 0; i < LE_W64; i++) bits |= (uint32_t)(m[i] & 1) << i;
    return bits;
}
LE_INLINE le_v64 v64_add(le_v64 a, le_v64 b) {
    typedef uint64_t u64 __attribute__((vector_size(LE_W32 * 4)));
    return (le_v64)((u64)a + (u64)b);
}
LE_INLINE le_v64 v64_and(le_v64 a, le_v64 b) { return a & b; }
LE_INLINE le_v64 v64_or(le_v64 a, le_v64 b) { return a | b; }
LE_INLINE le_v64 v64_xor(le_v64 a, le_v64 b) { return a ^ b; }
LE_INLINE le_v64 v64_load_sums(const double *p, double x) {
    typedef double f64 __attribute__((vector_size(LE_W32 * 4)));
    f64 v;
    memcpy(&v, p, sizeof v);
    v += x;
    return v64_load(&v);
}
LE_INLINE void v64_store_low(uint32_t *p, le_v64 a) {
    for (int i = 0; i < LE_W64; i++) p[i] = (uint32_t)a[i];
}
LE_INLINE le_v32 v32_low(le_v64 a, le_v64 b) {
    le_v32 r;
    for (int i = 0; i < LE_W64; i++) {
        r[i] = (uint32_t)a[i];
        r[i + LE_W64] = (uint32_t)b[i];
    }
    return r;
}
LE_INLINE le_v64 v64__every_other(le_v64 a, le_v64 b, int first) {
    le_v64 r;
    for (int i = 0; i < LE_W64 / 2; i++) {
        r[i] = a[2 * i + first];
        r[i + LE_W64 / 2] = b[2 * i + first];
    }
    return r;
}
LE_INLINE le_v64 v64_evens(le_v64 a, le_v64 b) { return v64__every_other(a, b, 0); }
LE_INLINE le_v64 v64_odds(le_v64 a, le_v64 b) { return v64__every_other(a, b, 1); }
LE_INLINE void v32_split_pairs(const le_v64 v[4], le_v32 *a, le_v32 *b) {
    for (int i = 0; i < LE_W32; i++) {
        (*a)[i] = (uint32_t)v[2 * i / LE_W64][2 * i % LE_W64];
        (*b)[i] = (uint32_t)v[2 * i / LE_W64][2 * i % LE_W64 + 1];
    }
}
LE_INLINE le_v64 v64_add_pairs(le_v64 s, le_v32 v) {
    le_v64 pairs;
    memcpy(&pairs, &v, sizeof pairs);
    return s + (pairs & 0xFFFFFFFF) + (pairs >> 32 & 0xFFFFFFFF);
}
LE_INLINE uint32_t v32_largest(le_v32 a) {
    uint32_t most = 0;
    for (int i = 0; i < LE_W32; i++) most = LE_MAX(most, a[i]);
    return most;
}
// The compiler turns this loop of constant length into one permutation.
LE_INLINE le_v32 v32_reverse(le_v32 a) {
    le_v32 r;
    for (int i = 0; i < LE_W32; i++) r[i] = a[LE_W32 - 1 - i];
    return r;
}
LE_INLINE le_v64 v64_reverse(le_v64 a) {
    le_v64 r;
    for (int i = 0; i < LE_W64; i++) r[i] = a[LE_W64 - 1 - i];
    return r;
}
#endif
