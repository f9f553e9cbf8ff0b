// One pointer for each thread, with a function that is called with it when the thread ends. It is not called for
// threads that still run when the program ends.
#ifndef LE_SUPPORT_THREAD_SLOT_H
#define LE_SUPPORT_THREAD_SLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "support/macros.h"

// Sets the pointer of the calling thread. False if that is not possible. All calls pass the same function.
bool le__thread_slot_set(void *pointer, void (*ended)(void *));

// The pointer of the calling thread: NULL until it is set, and after the thread has ended.
#if defined(_WIN32)
void *le__thread_slot(void);
#else
extern _Thread_local void *le__thread_slot_value;
LE_INLINE void *le__thread_slot(void) { return le__thread_slot_value; }
#endif

#endif
