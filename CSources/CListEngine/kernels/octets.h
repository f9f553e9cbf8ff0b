// Eight 32-bit lanes that can change places, of 256-bit and wider instruction sets with SIMDe. LE_OCTETS says whether a
// kernel can use them.
//
//   le_o32      eight unsigned 32-bit lanes           le_o64      four doubles
//   le_i64      four signed 64-bit lanes              o32_bits(m), i64_bits(m)    bit i is lane i
//   o32_load_some(p, n)    the first n lanes are loaded, the others are 0; nothing after them is read
//   o32_bytes(w)           byte l of the 64-bit word w
//   o32_pick(a, lanes)     lane lanes[l] % 8 of a
//   o32_sums(a)            the sums of lanes 0 to l
//   o32_last(a)            lane 7
//   o32_add_pairs(s, v)    s, as four 64-bit numbers, plus both lanes of each pair of v
//   o32_frames(x, y, w, h, from, frames)    the lanes as frames in points: frames[l] is x, y, width, height of lane l.
//                                           `from` has what is subtracted after adding 3 * 2^31 points
//
// Included after lanes.h by every `kernels_<isa>.c`, through isa_begin.h.
#if LE_USE_SIMDE && LE_W32 >= 8
    #define LE_OCTETS 1
    #if LE_ISA == LE_ISA_AVX512
        #include <simde/x86/avx2.h>
    #endif

typedef simde__m256i le_o32;
typedef simde__m256d le_o64;

LE_INLINE le_o32 o32_load(const void *p) { return simde_mm256_loadu_si256((const le_o32 *)p); }
LE_INLINE void o32_store(void *p, le_o32 v) { simde_mm256_storeu_si256((le_o32 *)p, v); }
LE_INLINE le_o32 o32_set1(uint32_t x) { return simde_mm256_set1_epi32((int32_t)x); }
LE_INLINE le_o32 o32_add(le_o32 a, le_o32 b) { return simde_mm256_add_epi32(a, b); }
LE_INLINE le_o32 o32_sub(le_o32 a, le_o32 b) { return simde_mm256_sub_epi32(a, b); }
LE_INLINE le_o32 o32_mul(le_o32 a, le_o32 b) {
    #ifdef SIMDE_X86_AVX2_NATIVE
    return simde_mm256_mullo_epi32(a, b);
    #else
    // SIMDe's text for other processors multiplies signed numbers, whose overflow is undefined.
    uint32_t x[8], y[8];
    o32_store(x, a);
    o32_store(y, b);
    for (int l = 0; l < 8; l++) x[l] *= y[l];
    return o32_load(x);
    #endif
}
LE_INLINE le_o32 o32_max(le_o32 a, le_o32 b) { return simde_mm256_max_epu32(a, b); }
LE_INLINE le_o32 o32_max_signed(le_o32 a, le_o32 b) { return simde_mm256_max_epi32(a, b); }
LE_INLINE le_o32 o32_min(le_o32 a, le_o32 b) { return simde_mm256_min_epu32(a, b); }
LE_INLINE le_o32 o32_and(le_o32 a, le_o32 b) { return simde_mm256_and_si256(a, b); }
LE_INLINE le_o32 o32_eq(le_o32 a, le_o32 b) { return simde_mm256_cmpeq_epi32(a, b); }
LE_INLINE uint32_t o32_bits(le_o32 m) {
    return (uint32_t)simde_mm256_movemask_ps(simde_mm256_castsi256_ps(m));
}
LE_INLINE le_o32 o32_half(le_o32 a) { return simde_mm256_srli_epi32(a, 1); }
LE_INLINE le_o32 o32_pick(le_o32 a, le_o32 lanes) { return simde_mm256_permutevar8x32_epi32(a, lanes); }
LE_INLINE le_o32 o32_bytes(const uint64_t *word) {
    return simde_mm256_cvtepu8_epi32(simde_mm_loadl_epi64((const simde__m128i *)word));
}
LE_INLINE le_o32 o32_load_some(const uint32_t *p, size_t n) {
    #ifdef SIMDE_X86_AVX2_NATIVE
    static const int32_t lanes[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
    return simde_mm256_maskload_epi32((const int32_t *)p, o32_load(lanes + 8 - n));
    #else
    // SIMDe's text for other processors reads all lanes before it masks them.
    uint32_t some[8] = {0};
    memcpy(some, p, n * sizeof *p);
    return o32_load(some);
    #endif
}
LE_INLINE le_o32 o32_sums(le_o32 a) {
    a = o32_add(a, simde_mm256_slli_si256(a, 4));
    a = o32_add(a, simde_mm256_slli_si256(a, 8));
    // The sum of the low half, in all lanes of the high half.
    const le_o32 low = simde_mm256_shuffle_epi32(a, 0xff);
    return o32_add(a, simde_mm256_permute2x128_si256(low, low, 0x08));
}
LE_INLINE uint32_t o32_last(le_o32 a) {
    return (uint32_t)simde_mm_extract_epi32(simde_mm256_extracti128_si256(a, 1), 3);
}

LE_INLINE le_o64 o64_set(double a, double b, double c, double d) { return simde_mm256_set_pd(d, c, b, a); }
LE_INLINE void o64_store(double *p, le_o64 v) { simde_mm256_storeu_pd(p, v); }
LE_INLINE void o64_store_relative(float *p, le_o64 v) { simde_mm_storeu_ps(p, simde_mm256_cvtpd_ps(v)); }
LE_INLINE void o32_frames(le_o32 x, le_o32 y, le_o32 w, le_o32 h, le_o64 from, le_o64 frames[8]) {
    const le_o32 high = o32_set1(0x41F80000); // of 3 * 2^31, whose last place is worth one unit
    // In the halves of 64-bit pairs: items 0, 1 and 4, 5; then 2, 3 and 6, 7.
    for (int k = 0; k < 2; k++) {
        const le_o32 xy = k ? simde_mm256_unpackhi_epi32(x, y) : simde_mm256_unpacklo_epi32(x, y);
        const le_o32 wh = k ? simde_mm256_unpackhi_epi32(w, h) : simde_mm256_unpacklo_epi32(w, h);
        const le_o32 low = simde_mm256_permute2x128_si256(xy, wh, 0x20);
        const le_o32 rest = simde_mm256_permute2x128_si256(xy, wh, 0x31);
    #define LE__POINTS(v) simde_mm256_sub_pd(simde_mm256_castsi256_pd(v), from)
        frames[2 * k] = LE__POINTS(simde_mm256_unpacklo_epi32(low, high));
        frames[2 * k + 1] = LE__POINTS(simde_mm256_unpackhi_epi32(low, high));
        frames[2 * k + 4] = LE__POINTS(simde_mm256_unpacklo_epi32(rest, high));
        frames[2 * k + 5] = LE__POINTS(simde_mm256_unpackhi_epi32(rest, high));
    #undef LE__POINTS
    }
}
LE_INLINE le_o32 o32_add_pairs(le_o32 s, le_o32 v) {
    const le_o32 low = simde_mm256_and_si256(v, simde_mm256_set1_epi64x(0xFFFFFFFF));
    return simde_mm256_add_epi64(simde_mm256_add_epi64(s, low), simde_mm256_srli_epi64(v, 32));
}

typedef simde__m256i le_i64;
LE_INLINE le_i64 i64_load(const int64_t *p) { return simde_mm256_loadu_si256((const le_i64 *)p); }
LE_INLINE le_i64 i64_set1(int64_t x) { return simde_mm256_set1_epi64x(x); }
LE_INLINE le_i64 i64_and(le_i64 a, le_i64 b) { return simde_mm256_and_si256(a, b); }
LE_INLINE le_i64 i64_gt(le_i64 a, le_i64 b) { return simde_mm256_cmpgt_epi64(a, b); }
LE_INLINE uint32_t i64_bits(le_i64 m) { return (uint32_t)simde_mm256_movemask_pd(simde_mm256_castsi256_pd(m)); }
#else
    #define LE_OCTETS 0
#endif
