/// Status codes, and the annotations that the other headers use.
#ifndef LISTENGINE_STATUS_H
#define LISTENGINE_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if UINTPTR_MAX < UINT64_MAX
    #error "ListEngine needs 64-bit addresses: on watchOS Int and CGFloat have 32 bits, which lists outgrow"
#endif

#ifdef __cplusplus
    #define LE_BEGIN_DECLS extern "C" {
    #define LE_END_DECLS }
#else
    #define LE_BEGIN_DECLS
    #define LE_END_DECLS
#endif

/// What a call that can fail answers. Zero is success.
typedef enum le_status {
    LE_OK = 0,
    LE_NO_MEMORY,     ///< The allocator refused; nothing was changed.
    LE_BAD_VALUE,     ///< A size is NaN, infinite, negative (below minus the spacing) or past the limits.
    LE_TOO_LARGE,     ///< A total would pass `LE_MAX_TOTAL`, or a count `LE_MAX_COUNT`.
    LE_BAD_EDITS,     ///< Edits of a script overlap, are out of order or out of range.
    LE_NO_CAPACITY,   ///< The caller's buffer is too small; the message of the call says what was needed.
    LE_NOT_SUPPORTED, ///< The operation does not exist for this kind of section.
    LE_BAD_INDEX,     ///< A section, an item or a range of them is not in the layout; nothing was changed.
} le_status;

/// One sentence for a status, in English, static.
const char *le_status_text(le_status status);

#endif
