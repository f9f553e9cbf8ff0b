// Damaged files for the reader of pages: its results must make sense, or it must refuse them, under AddressSanitizer.
//
// usage: pages [CASES [SEED]]: random changes of files that SQLite makes. With LE_LIBFUZZER it is a target of libFuzzer
// instead: the input is a file, and its first two bytes choose the page size and the root.
#include "listengine_sqlite.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct image {
    const uint8_t *bytes;
    size_t length;
    uint32_t page_size;
} image;

static bool read_page(void *context, uint32_t page, uint32_t offset, uint32_t length, uint8_t *bytes) {
    const image *i = context;
    uint64_t begin = (uint64_t)(page - 1) * i->page_size + offset;
    if (!page || begin + length > i->length || offset + (uint64_t)length > i->page_size) return false;
    memcpy(bytes, i->bytes + begin, length);
    return true;
}

/// With it a case is repeated.
static uint64_t seed;

static void check(bool condition, const char *what) {
    if (condition) return;
    fprintf(stderr, "pages: %s, seed %llu\n", what, (unsigned long long)seed);
    abort();
}

/// Reads a tree, and everything that a list takes from it. Returns whether it was read.
static bool read_tree(image *i, uint32_t root, uint32_t reserved) {
    le_sqlite_pages pages = {i, read_page, i->page_size, i->page_size - reserved, (uint32_t)(i->length / i->page_size)};
    le_sqlite_leaves leaves;
    bool is_read = le_sqlite_leaves_read(&pages, root, &leaves) == LE_SQLITE_OK;
    if (is_read) {
        check(leaves.count > 0 && leaves.count <= pages.page_count, "the number of leaves");
        is_read = le_sqlite_leaves_read_counts(&pages, &leaves, 0, 1) == LE_SQLITE_OK;
        for (size_t leaf = 0; leaf + 1 < leaves.count; leaf++) {
            size_t begin = leaf ? leaves.record_ends[leaf - 1] : 0, end = leaves.record_ends[leaf];
            le_sqlite_value values[4];
            check(begin <= end && end - begin <= LE_SQLITE_LONGEST_RECORD, "the length of a record");
            if (!leaves.is_index || begin == end) continue;
            // A copy, so that no read past its end goes unnoticed.
            uint8_t *record = malloc(end - begin);
            memcpy(record, leaves.records + begin, end - begin);
            for (size_t count = 1; count <= 4; count++) {
                if (!le_sqlite_record_values(record, end - begin, values, count)) break;
                le_sqlite_value *value = &values[count - 1];
                size_t bound = le_sqlite_key_bound(value), offset = 0;
                uint8_t *key = malloc(bound), *scratch = malloc(bound);
                size_t length = le_sqlite_key_append(value, (le_sqlite_collation)(leaf % 3), leaf % 2, key);
                check(length <= bound, "the length of a key");
                check(le_sqlite_key_read(key, length, &offset, (le_sqlite_collation)(leaf % 3), leaf % 2, value,
                                         scratch, bound),
                      "a key that does not come back");
                check(offset == length, "the end of a key");
                free(key);
                free(scratch);
            }
            free(record);
        }
    }
    le_sqlite_leaves_free(&leaves);
    return is_read;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    image i = {data + 2, size - 2, 512u << data[0] % 8};
    read_tree(&i, 1 + data[1] % 8, data[0] / 8);
    return 0;
}

#ifndef LE_LIBFUZZER

static uint64_t state;

static uint64_t next(uint64_t below) {
    uint64_t z = state += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return (z ^ (z >> 31)) % below;
}

/// A file in memory, with tables and indexes of short and long strings.
static uint8_t *make_file(uint32_t page_size, int64_t *length, uint32_t *roots, size_t *root_count) {
    sqlite3 *database;
    char sql[2000];
    check(sqlite3_open(":memory:", &database) == SQLITE_OK, "no database");
    snprintf(sql, sizeof sql,
             "PRAGMA page_size = %u; CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE INDEX i ON t(a);"
             "CREATE TABLE w(a, b, PRIMARY KEY (a, b)) WITHOUT ROWID;"
             "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < %u) INSERT INTO t SELECT i, "
             "CASE i %% 5 "
             "WHEN 0 THEN i WHEN 1 THEN i / 7.0 WHEN 2 THEN printf('%%.*c', i * 37 %% %u, 'x') WHEN 3 THEN 'k' || i "
             "END FROM c;"
             "INSERT INTO w SELECT a, id FROM t WHERE a IS NOT NULL;",
             page_size, 400 + page_size / 8, page_size * 2);
    check(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, sqlite3_errmsg(database));
    sqlite3_stmt *statement;
    sqlite3_prepare_v2(database, "SELECT rootpage FROM sqlite_schema WHERE rootpage > 0", -1, &statement, NULL);
    for (*root_count = 0; sqlite3_step(statement) == SQLITE_ROW;)
        roots[(*root_count)++] = (uint32_t)sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_int64 bytes;
    uint8_t *file = sqlite3_serialize(database, "main", &bytes, 0);
    *length = bytes;
    sqlite3_close(database);
    return file;
}

    #if defined(__has_feature)
        #if __has_feature(address_sanitizer)
extern void __sanitizer_set_death_callback(void (*callback)(void)); // NOLINT
static void print_seed(void) { fprintf(stderr, "pages: seed %llu\n", (unsigned long long)seed); }
            #define NAME_SEED() __sanitizer_set_death_callback(print_seed)
        #endif
    #endif
    #ifndef NAME_SEED
        #define NAME_SEED()
    #endif

int main(int count, char **arguments) {
    long cases = count > 1 ? atol(arguments[1]) : 2000;
    uint64_t only = count > 2 ? strtoull(arguments[2], NULL, 10) : 0;
    long read = 0, refused = 0;
    NAME_SEED();
    for (uint32_t size = 0; size < 8; size++) {
        uint32_t roots[8];
        size_t root_count;
        int64_t length;
        uint8_t *file = make_file(512u << size, &length, roots, &root_count), *copy = malloc((size_t)length);
        image i = {copy, (size_t)length, 512u << size};
        memcpy(copy, file, (size_t)length);
        for (size_t root = 0; root < root_count; root++)
            check(read_tree(&i, roots[root], 0), "a sound file is refused");
        for (long number = 1; number <= cases / 8; number++) {
            seed = state = only ? only : (uint64_t)number;
            memcpy(copy, file, (size_t)length);
            i.length = (size_t)length;
            uint64_t page_count = (uint64_t)length / i.page_size;
            switch (next(4)) {
            case 0: // a torn page: the rest is another one's
                memcpy(copy + next(page_count) * i.page_size + i.page_size / 2, copy + next(page_count) * i.page_size,
                       i.page_size / 2);
                break;
            case 1:
                i.length = next((uint64_t)length);
                break;
            case 2: {
                uint64_t page = next(page_count);
                for (uint32_t k = 0; k < i.page_size; k++) copy[page * i.page_size + k] = (uint8_t)next(256);
                break;
            }
            default:
                for (uint64_t changes = 1 + next(30); changes; changes--) {
                    // In the first bytes of a page there is more to break.
                    uint64_t at = next(page_count) * i.page_size + next(next(2) ? 32 : i.page_size);
                    copy[at] = next(2) ? (uint8_t)next(256) : copy[at] ^ (uint8_t)(1 << next(8));
                }
            }
            bool is_read =
                read_tree(&i, next(8) ? roots[next(root_count)] : (uint32_t)next(page_count + 2), next(16) ? 0 : 20);
            if (is_read)
                read++;
            else
                refused++;
            if (only) break;
        }
        free(copy);
        sqlite3_free(file);
    }
    check(only || (read && refused), "all files were read, or all refused");
    printf("✔ %ld damaged files read, %ld refused\n", read, refused);
    return 0;
}

#endif
