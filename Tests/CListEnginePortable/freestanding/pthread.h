// <pthread.h> of Apple's systems: what the core uses of it.
#pragma once
typedef unsigned long pthread_key_t;
typedef struct {
    long sig;
    char opaque[8];
} pthread_once_t;
#define PTHREAD_ONCE_INIT {0x30B1BCBA, {0}}
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_key_create(pthread_key_t *, void (*)(void *));
int pthread_key_delete(pthread_key_t);
void *pthread_getspecific(pthread_key_t);
int pthread_setspecific(pthread_key_t, const void *);
