// Slabs: large pieces of memory, each divided into blocks of one size. The pool (see pool.h) takes several blocks at
// once.
#ifndef LE_SUPPORT_SLABS_H
#define LE_SUPPORT_SLABS_H

#include <stddef.h>
#include <stdint.h>

// Takes `n` blocks of a size class. Returns how many there are: fewer, or 0, if memory is short. New blocks that follow
// each other in memory are in reverse order, because the pool uses the last one first.
uint32_t le__slabs_take(int size_class, void **blocks, uint32_t n);

void le__slabs_give(int size_class, void *const *blocks, uint32_t n);

// The bytes of the slabs that are kept for reuse, and a function that frees them.
size_t le__slabs_idle_bytes(void);
void le__slabs_trim(void);

#endif
