/// Counts the allocations of the calling thread, so that "allocates nothing" is a test. Linux with glibc only, and not
/// under a sanitizer, which replaces malloc itself.
#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations are counted here.
bool allocation_counter_works(void);

/// Allocations (malloc, calloc, realloc and the aligned ones) of this thread so far.
uint64_t allocation_count(void);

/// A block of 16 bytes, for `free`: an allocation that no optimiser sees through.
void *allocation_plant(void);

#endif
