/// Status codes, and the annotations that the other headers use.
#ifndef LISTENGINE_STATUS_H
#define LISTENGINE_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__swift__) && UINTPTR_MAX < UINT64_MAX
    #error "ListEngine's Swift modules need an Int and a CGFloat of 64 bits; the C library does not"
#endif

#ifdef __cplusplus
    #define LE_BEGIN_DECLS extern "C" {
    #define LE_END_DECLS }
#else
    #define LE_BEGIN_DECLS
    #define LE_END_DECLS
#endif

// Precedes every public function. The shared library hides all other symbols. On Windows, programs that link the shared
// library define LE_SHARED, and the build of the library defines LE_BUILDING_SHARED.
#if defined(_WIN32) && defined(LE_BUILDING_SHARED)
    #define LE_API __declspec(dllexport)
#elif defined(_WIN32) && defined(LE_SHARED)
    #define LE_API __declspec(dllimport)
#elif defined(__GNUC__)
    #define LE_API __attribute__((visibility("default")))
#else
    #define LE_API
#endif

/// The result of a call that can fail. Zero is success. After any other status the value is unchanged.
typedef enum le_status {
    LE_OK = 0,
    LE_NO_MEMORY,     ///< An allocation failed.
    LE_BAD_VALUE,     ///< A length, size or scale is NaN, infinite, or outside its range.
    LE_TOO_LARGE,     ///< A total would exceed `LE_MAX_TOTAL`, or a count `LE_MAX_COUNT`.
    LE_BAD_EDITS,     ///< Edits of a script overlap, are out of order or out of range.
    LE_BAD_ARGUMENT,  ///< A NULL that is not allowed, or an unknown value of an enumeration or flag.
    LE_NOT_SUPPORTED, ///< The operation does not exist for this kind of section, or a callback edited the layout.
    LE_BAD_INDEX,     ///< An index, a count or a range is below zero or past the end.
} le_status;

LE_BEGIN_DECLS

/// The meaning of a status in English, as a static string; "unknown status" for other values.
LE_API const char *le_status_text(le_status status);

LE_END_DECLS

#endif
