// Threads for a system without them: a thread runs to its end where it is created. For the tests alone; the core has no
// threads of its own.
#pragma once
#include <stddef.h>

typedef int pthread_t;
typedef int pthread_attr_t;

static inline int pthread_attr_init(pthread_attr_t *attributes) { return *attributes = 0; }
static inline int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t bytes) {
    (void)attributes, (void)bytes;
    return 0;
}
static inline int pthread_attr_destroy(pthread_attr_t *attributes) { return *attributes = 0; }

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                                 void *data) {
    (void)attributes;
    body(data);
    return *thread = 0;
}
static inline int pthread_join(pthread_t thread, void **result) {
    if (result) *result = NULL;
    return thread;
}
