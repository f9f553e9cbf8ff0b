#include "kernels/kernels.h"
#include "listengine/diff.h"

size_t le_diff_equal_tokens(const uint32_t *a, const uint32_t *b, size_t count) {
    return le__kernels_in_use()->equal_ahead(a, b, count);
}

size_t le_diff_equal_tokens_before(const uint32_t *a_end, const uint32_t *b_end, size_t count) {
    return le__kernels_in_use()->equal_behind(a_end, b_end, count);
}

size_t le_diff_ascending_tokens(const uint32_t *tokens, uint32_t first, size_t count) {
    return le__kernels_in_use()->ascending(tokens, first, count);
}

size_t le_diff_predicted_tokens(const uint32_t *tokens, const uint64_t *known, const uint64_t *keys, uint32_t *out,
                                size_t count) {
    return le__kernels_in_use()->predicted(tokens, known, keys, out, count);
}

void le_diff_prefetch_tokens(const uint32_t *tokens, size_t count) { le__prefetch(tokens, count * sizeof *tokens); }
