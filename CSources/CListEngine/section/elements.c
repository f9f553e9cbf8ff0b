// The fields that elements share.
#include "section/elements.h"

// Not inlined: otherwise the compiler splits the constants and stores each element field by field, where a copy needs
// three or five wide stores.
LE_NOINLINE le_element le__element_like(int64_t section, le_category category, int32_t z_index, uint8_t flags) {
    static const uint16_t kinds[] = {
        [LE_HEADER] = 1, [LE_ITEM] = 0, [LE_FOOTER] = 2, [LE_SUPPLEMENTARY] = 0, [LE_DECORATION] = 0};
    return (le_element){.section = (int32_t)section,
                        .z_index = z_index,
                        .kind = kinds[category],
                        .category = (uint8_t)category,
                        .flags = flags,
                        .alpha = 1,
                        .transform = {1, 0, 0, 1, 0, 0}};
}
