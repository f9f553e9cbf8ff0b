// Keys as bytes. A term is a tag, which orders NULL, numbers, strings and blobs, and the value:
//
// - a number: the floating-point number next to it, and how much an integer is above it. Such numbers become unsigned
// integers that have the same
//   order; an integer of 64 bits differs from the one next to it by at most 512.
// - bytes: the byte 0 is written as 0 255, and the end as 0 0, so that a text comes before its continuations.
//
// The bytes of a descending term are inverted.
#include "listengine_sqlite.h"

#include <string.h>
#ifdef LISTENGINE_SQLITE
    #include <sqlite3.h>
#endif

enum { TAG_NULL = 0x10, TAG_NUMBER = 0x20, TAG_TEXT = 0x30, TAG_BLOB = 0x40, NUMBER_LENGTH = 10 };

static uint8_t folded(uint8_t byte) { return byte >= 'A' && byte <= 'Z' ? (uint8_t)(byte + 32) : byte; }

/// NOCASE compares the bytes up to a byte 0, and strings that are equal up to there are ordered by their lengths.
static size_t length_to_zero(const uint8_t *bytes, size_t length) {
    const uint8_t *zero = length ? memchr(bytes, 0, length) : NULL;
    return zero ? (size_t)(zero - bytes) : length;
}

size_t le_sqlite_key_bound(const le_sqlite_value *value) {
    if (value->type == LE_SQLITE_TEXT || value->type == LE_SQLITE_BLOB) return 32 + 2 * value->length;
    return 1 + NUMBER_LENGTH;
}

static void put(uint8_t *out, uint64_t number, int count) {
    for (int i = count - 1; i >= 0; i--, number >>= 8) out[i] = (uint8_t)number;
}

static size_t put_number(uint8_t *out, double real, int residual) {
    if (real == 0) real = 0; // without a sign
    uint64_t bits;
    memcpy(&bits, &real, 8);
    bits = bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
    put(out, bits, 8);
    put(out + 8, (uint64_t)(residual + 0x8000), 2);
    return NUMBER_LENGTH;
}

static size_t put_bytes(uint8_t *out, const uint8_t *bytes, size_t length, bool folds) {
    size_t end = 0;
    for (size_t i = 0; i < length; i++) {
        out[end++] = folds ? folded(bytes[i]) : bytes[i];
        if (!bytes[i]) out[end++] = 255;
    }
    out[end++] = 0;
    out[end++] = 0;
    return end;
}

size_t le_sqlite_key_append(const le_sqlite_value *value, le_sqlite_collation collation, bool descending,
                            uint8_t *out) {
    size_t end = 1, length = value->length;
    switch (value->type) {
    case LE_SQLITE_NULL:
        out[0] = TAG_NULL;
        break;
    case LE_SQLITE_INTEGER: {
        double near = (double)value->integer;
        // The result can be 2^63, which is no integer of 64 bits.
        int64_t base = near >= 0x1p63 ? INT64_MAX : (int64_t)near;
        int residual = (int)(value->integer - base) - (near >= 0x1p63 ? 1 : 0);
        out[0] = TAG_NUMBER;
        end += put_number(out + 1, near, residual);
        break;
    }
    case LE_SQLITE_REAL:
        out[0] = value->real == value->real ? TAG_NUMBER : TAG_NULL;
        if (out[0] == TAG_NUMBER) end += put_number(out + 1, value->real, 0);
        break;
    case LE_SQLITE_TEXT:
        out[0] = TAG_TEXT;
        if (collation == LE_SQLITE_RTRIM) {
            while (length && value->bytes[length - 1] == ' ') length--;
        }
        if (collation == LE_SQLITE_NOCASE && length_to_zero(value->bytes, length) < length) {
            // The bytes before the first 0, then 0 255, then the length in 8 bytes.
            size_t shown = length_to_zero(value->bytes, length);
            end += put_bytes(out + 1, value->bytes, shown, true) - 1;
            out[end++] = 255;
            put(out + end, length, 8);
            end += 8;
        } else {
            end += put_bytes(out + 1, value->bytes, length, collation == LE_SQLITE_NOCASE);
        }
        break;
    case LE_SQLITE_BLOB:
        out[0] = TAG_BLOB;
        end += put_bytes(out + 1, value->bytes, length, false);
        break;
    }
    if (descending) {
        for (size_t i = 0; i < end; i++) out[i] = (uint8_t)~out[i];
    }
    return end;
}

/// The bytes of a key, upright.
typedef struct reader {
    const uint8_t *key;
    size_t length, offset;
    uint8_t mask;
} reader;

static bool take(reader *r, uint8_t *byte) {
    if (r->offset >= r->length) return false;
    *byte = r->key[r->offset++] ^ r->mask;
    return true;
}

static bool take_number(reader *r, int count, uint64_t *number) {
    uint8_t byte = 0;
    for (*number = 0; count > 0; count--) {
        if (!take(r, &byte)) return false;
        *number = *number << 8 | byte;
    }
    return true;
}

static bool read_number(reader *r, le_sqlite_value *value) {
    uint64_t bits, biased;
    if (!take_number(r, 8, &bits) || !take_number(r, 2, &biased)) return false;
    bits = bits >> 63 ? bits & ~((uint64_t)1 << 63) : ~bits;
    double real;
    memcpy(&real, &bits, 8);
    int residual = (int)biased - 0x8000;
    if (real != real || residual < -512 || residual > 512) return false;
    if (real == 0x1p63 && residual < 0) {
        *value = (le_sqlite_value){.type = LE_SQLITE_INTEGER, .integer = INT64_MAX + (residual + 1)};
    } else if (real >= -0x1p63 && real < 0x1p63 && (double)(int64_t)real == real) {
        int64_t integer;
        if (__builtin_add_overflow((int64_t)real, (int64_t)residual, &integer)) return false;
        *value = (le_sqlite_value){.type = LE_SQLITE_INTEGER, .integer = integer};
    } else {
        if (residual) return false;
        *value = (le_sqlite_value){.type = LE_SQLITE_REAL, .real = real};
    }
    return true;
}

/// Reads bytes to their end, into `out` if it is not NULL, and says how many there are.
static bool read_bytes(reader *r, bool has_length, uint8_t *out, size_t capacity, size_t *count) {
    uint8_t byte = 0, next = 0;
    for (*count = 0;;) {
        if (!take(r, &byte)) return false;
        if (!byte) {
            if (!take(r, &next)) return false;
            if (!next) return true;
            if (next != 255) return false;
            if (has_length) {
                uint64_t length;
                if (!take_number(r, 8, &length) || length <= *count || length > INT32_MAX) return false;
                if (out) {
                    if (length > capacity) return false;
                    memset(out + *count, 0, length - *count);
                }
                *count = length;
                return true;
            }
        }
        if (out) {
            if (*count >= capacity) return false;
            out[*count] = byte;
        }
        ++*count;
    }
}

bool le_sqlite_key_read(const uint8_t *key, size_t length, size_t *offset, le_sqlite_collation collation,
                        bool descending, le_sqlite_value *value, uint8_t *scratch, size_t capacity) {
    reader r = {key, length, *offset, descending ? 255 : 0};
    uint8_t tag = 0;
    if (!take(&r, &tag)) return false;
    *value = (le_sqlite_value){.type = LE_SQLITE_NULL};
    switch (tag) {
    case TAG_NULL:
        break;
    case TAG_NUMBER:
        if (!read_number(&r, value)) return false;
        break;
    case TAG_TEXT:
    case TAG_BLOB: {
        uint8_t none;
        bool is_text = tag == TAG_TEXT;
        value->type = is_text ? LE_SQLITE_TEXT : LE_SQLITE_BLOB;
        value->bytes = scratch;
        if (!read_bytes(&r, is_text && collation == LE_SQLITE_NOCASE, scratch ? scratch : &none, scratch ? capacity : 0,
                        &value->length))
            return false;
        break;
    }
    default:
        return false;
    }
    *offset = r.offset;
    return true;
}

size_t le_sqlite_key_scratch(const uint8_t *key, size_t length, size_t offset, le_sqlite_collation collation,
                             bool descending) {
    reader r = {key, length, offset, descending ? 255 : 0};
    uint8_t tag = 0;
    size_t count = 0;
    if (!take(&r, &tag) || (tag != TAG_TEXT && tag != TAG_BLOB)) return 0;
    return read_bytes(&r, tag == TAG_TEXT && collation == LE_SQLITE_NOCASE, NULL, 0, &count) ? count : 0;
}

#ifdef LISTENGINE_SQLITE

le_sqlite_value le_sqlite_column_value(struct sqlite3_stmt *statement, int column, bool as_stored) {
    le_sqlite_value value = {.type = LE_SQLITE_NULL};
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        value.type = LE_SQLITE_INTEGER;
        value.integer = sqlite3_column_int64(statement, column);
        break;
    case SQLITE_FLOAT:
        value.type = LE_SQLITE_REAL;
        value.real = sqlite3_column_double(statement, column);
        break;
    case SQLITE_TEXT:
        value.type = LE_SQLITE_TEXT;
        // sqlite3_column_blob returns text in the encoding of the database; sqlite3_column_text converts it to UTF-8.
        value.bytes = as_stored ? sqlite3_column_blob(statement, column) : sqlite3_column_text(statement, column);
        value.length = (size_t)sqlite3_column_bytes(statement, column);
        break;
    case SQLITE_BLOB:
        value.type = LE_SQLITE_BLOB;
        value.bytes = sqlite3_column_blob(statement, column);
        value.length = (size_t)sqlite3_column_bytes(statement, column);
        break;
    default:
        break;
    }
    return value;
}

#endif
