// A mutator that knows the boundaries of the operations in a history.
//
// An operation consumes as many bytes as it needs, so inserting or deleting a byte changes all later operations.
// libFuzzer's own mutations therefore seldom add an operation while the others stay the same. This mutator inserts,
// changes, moves and removes whole operations. It knows their boundaries for inputs that have run.
#include "mutator.h"

#include <string.h>

#include "harness.h"

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);

enum { KNOWN = 1 << 13, LONGEST = 4096 };

typedef struct {
    uint64_t key;
    int operations;
    uint16_t start[MOST_OPERATIONS + 1]; // the last entry is the end of the history
    uint16_t missing;                    // bytes that the last operation read past the end
} known_input;

static known_input known[KNOWN], running_input;

static uint64_t key_of(const uint8_t *data, size_t size) {
    uint64_t key = 0xCBF29CE484222325u;
    for (size_t i = 0; i < size; i++) key = (key ^ data[i]) * 0x100000001B3u;
    return key ? key : 1;
}

void mutator_begins(const uint8_t *data, size_t size) {
    running_input = (known_input){.key = size < LONGEST ? key_of(data, size) : 0};
}

void mutator_operation(size_t start) {
    if (running_input.operations < MOST_OPERATIONS) running_input.start[running_input.operations++] = (uint16_t)start;
}

void mutator_ends(size_t end, size_t missing) {
    running_input.start[running_input.operations] = (uint16_t)end;
    running_input.missing = (uint16_t)smaller((int64_t)missing, 64);
    if (running_input.key) known[running_input.key % KNOWN] = running_input;
}

// Inserts bytes. False: there is no room for them.
static bool insert(uint8_t *data, size_t *size, size_t most, size_t at, const uint8_t *bytes, size_t count) {
    if (*size + count > most) return false;
    memmove(data + at + count, data + at, *size - at);
    memcpy(data + at, bytes, count);
    *size += count;
    return true;
}

static void cut(uint8_t *data, size_t *size, size_t at, size_t count) {
    memmove(data + at, data + at + count, *size - at - count);
    *size -= count;
}

// An operation of any kind, often one that covers many others. Most have enough memory.
static size_t fresh_operation(rng *r, uint8_t *out) {
    const size_t count = (size_t)rng_in(r, 4, 14);
    for (size_t i = 0; i < count; i++) out[i] = (uint8_t)rng_next(r);
    if (!rng_chance(r, 4)) out[0] %= 192;
    if (rng_chance(r, 3)) out[0] = SCRIPT_OVER_LEAVES + OPERATIONS * (out[0] / 51);
    return count;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) {
    rng r = {seed};
    const known_input *in = &known[key_of(data, size) % KNOWN];
    if (in->key != key_of(data, size) || in->operations == 0 || rng_chance(&r, 3))
        return LLVMFuzzerMutate(data, size, most);
    const int chosen = (int)rng_below(&r, in->operations);
    const size_t start = in->start[chosen], length = in->start[chosen + 1] - start;
    uint8_t bytes[LONGEST + 64] = {0};
    switch (rng_below(&r, 6)) {
    case 0:
        memcpy(bytes, data + start, length);
        LLVMFuzzerMutate(bytes, length, length);
        memcpy(data + start, bytes, length);
        return size;
    case 1:
        if (in->operations > 1) cut(data, &size, start, length);
        return size;
    case 2: // repeated there or elsewhere
        memcpy(bytes, data + start, length);
        if (rng_chance(&r, 2) && chosen + 1 < in->operations) {
            cut(data, &size, start, length);
            insert(data, &size, most, in->start[rng_below(&r, chosen + 1)], bytes, length);
            return size;
        }
        return insert(data, &size, most, start, bytes, length) ? size : LLVMFuzzerMutate(data, size, most);
    default: {
        // At the end, after the bytes that the last operation would read past it; or before an operation.
        const bool last = rng_chance(&r, 2);
        const size_t at = last ? in->start[in->operations] : start, zeros = last ? in->missing : 0;
        const size_t count = zeros + fresh_operation(&r, bytes + zeros);
        return insert(data, &size, most, at, bytes, count) ? size : LLVMFuzzerMutate(data, size, most);
    }
    }
}
