// One pointer for each thread, with a function that is called with it when the thread ends. It is not called for
// other threads that still run when the program ends or the library is unloaded.
#ifndef LE_SUPPORT_THREAD_SLOT_H
#define LE_SUPPORT_THREAD_SLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "support/macros.h"

typedef void (*le__thread_ended)(void *pointer);

// Whether threads have pointers; all calls pass the same function. On Windows they have none: a function that is called
// when a thread ends is also called when the program ends, while locks are held by threads that are gone.
bool le__thread_slot_works(le__thread_ended ended);

// Sets the pointer of the calling thread, after le__thread_slot_works. False if memory is short.
bool le__thread_slot_set(void *pointer);

// At the end of the program or when the library is unloaded: calls the function for the calling thread. From now on
// threads have no pointers.
void le__thread_slot_end(void);

// The pointer of the calling thread: NULL until it is set, and after `ended` was called.
#if defined(_WIN32)
LE_INLINE void *le__thread_slot(void) { return NULL; }
#else
extern _Thread_local void *le__thread_slot_value;
LE_INLINE void *le__thread_slot(void) { return le__thread_slot_value; }
#endif

#endif
