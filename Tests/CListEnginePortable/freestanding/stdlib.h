// Declarations of the C standard library for a check of syntax: see Scripts/other-platforms.sh.
#pragma once
#include <stddef.h>
void *malloc(size_t);
void *calloc(size_t, size_t);
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
void free(void *);
void abort(void);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
char *getenv(const char *);
