#include "support/thread_slot.h"

#if defined(_WIN32)

bool le__thread_slot_works(le__thread_ended ended) {
    (void)ended;
    return false;
}

bool le__thread_slot_set(void *pointer) {
    (void)pointer;
    return false;
}

void le__thread_slot_end(void) {}

#elif defined(__wasm__) && !defined(_REENTRANT)

_Thread_local void *le__thread_slot_value;

// The only thread ends with the program.
bool le__thread_slot_works(le__thread_ended ended) {
    (void)ended;
    return true;
}

bool le__thread_slot_set(void *pointer) {
    le__thread_slot_value = pointer;
    return true;
}

void le__thread_slot_end(void) {}

#else
    #include <pthread.h>
    #include <stdatomic.h>

// A key of POSIX threads calls a function at the end. Reading this variable is cheaper than reading the key.
_Thread_local void *le__thread_slot_value;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static atomic_bool has_key;
static _Atomic(le__thread_ended) action;

static void run_action(void *pointer) {
    le__thread_slot_value = NULL;
    le__thread_ended ended = atomic_load(&action);
    ended(pointer);
}

static void make_key(void) { has_key = pthread_key_create(&key, run_action) == 0; }

// A key must not call a function of a library that was unloaded.
void le__thread_slot_end(void) {
    if (!atomic_exchange(&has_key, false)) return;
    pthread_key_delete(key);
    if (le__thread_slot_value) run_action(le__thread_slot_value);
}

bool le__thread_slot_works(le__thread_ended ended) {
    atomic_store(&action, ended);
    pthread_once(&once, make_key);
    return has_key;
}

bool le__thread_slot_set(void *pointer) {
    // Where the variable belongs to another key, it can be gone before this key's function is called.
    void *before = pthread_getspecific(key);
    if (before) run_action(before);
    if (pthread_setspecific(key, pointer) != 0) return false;
    le__thread_slot_value = pointer;
    return true;
}

#endif
