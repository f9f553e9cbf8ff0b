// Numbers in the files of a database.
#ifndef LE_SQLITE_TREE_H
#define LE_SQLITE_TREE_H

#include "listengine_sqlite.h"

static inline uint32_t le__get2(const uint8_t *bytes) { return (uint32_t)bytes[0] << 8 | bytes[1]; }
static inline uint32_t le__get4(const uint8_t *bytes) { return le__get2(bytes) << 16 | le__get2(bytes + 2); }

/// Reads a number of 1 to 9 bytes. Returns how many it has, 0 if they go past `length`.
static inline size_t le__get_varint(const uint8_t *bytes, size_t length, uint64_t *number) {
    *number = 0;
    for (size_t i = 0; i < 9 && i < length; i++) {
        if (i == 8) {
            *number = *number << 8 | bytes[i];
            return 9;
        }
        *number = *number << 7 | (bytes[i] & 127);
        if (bytes[i] < 128) return i + 1;
    }
    return 0;
}

#endif
