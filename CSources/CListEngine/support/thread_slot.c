#include "support/thread_slot.h"

#if defined(_WIN32)
    #ifndef WIN32_LEAN_AND_MEAN
        #define WIN32_LEAN_AND_MEAN
    #endif
    #include <windows.h>

// Only the local storage of fibers calls a function at the end. Threads without fibers are one fiber.
static void (*action)(void *);
static DWORD slot = FLS_OUT_OF_INDEXES;
static INIT_ONCE once = INIT_ONCE_STATIC_INIT;

static void WINAPI run_action(void *pointer) {
    if (pointer) action(pointer);
}

static BOOL WINAPI make_slot(INIT_ONCE *ignored, void *function, void **context) {
    (void)ignored, (void)context;
    action = *(void (**)(void *))function;
    slot = FlsAlloc(run_action);
    return TRUE;
}

bool le__thread_slot_set(void *pointer, void (*ended)(void *)) {
    InitOnceExecuteOnce(&once, make_slot, &ended, NULL);
    return slot != FLS_OUT_OF_INDEXES && FlsSetValue(slot, pointer);
}

void *le__thread_slot(void) { return FlsGetValue(slot); }

#elif defined(__wasm__) && !defined(_REENTRANT)

_Thread_local void *le__thread_slot_value;

// The only thread ends with the program.
bool le__thread_slot_set(void *pointer, void (*ended)(void *)) {
    (void)ended;
    le__thread_slot_value = pointer;
    return true;
}

#else
    #include <pthread.h>

// A key of POSIX threads calls a function at the end. The value that is read is a variable, because that takes one
// instruction.
_Thread_local void *le__thread_slot_value;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static bool has_key;
static void (*action)(void *);

static void run_action(void *pointer) {
    le__thread_slot_value = NULL;
    action(pointer);
}

bool le__thread_slot_set(void *pointer, void (*ended)(void *)) {
    pthread_mutex_lock(&mutex);
    if (!has_key) {
        action = ended;
        has_key = pthread_key_create(&key, run_action) == 0;
    }
    const bool can = has_key;
    pthread_mutex_unlock(&mutex);
    if (!can || pthread_setspecific(key, pointer) != 0) return false;
    le__thread_slot_value = pointer;
    return true;
}

#endif
