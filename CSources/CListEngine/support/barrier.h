// A flag that one thread sets again and again, and that others rarely ask for.
//
// A thread that enters a section says so and then asks whether another thread wants to be alone. The other thread says
// that it wants to be alone and then asks who is inside. At least one must see the other, so each needs a barrier
// between its two steps. Such a barrier waits until all writes before it have reached the cache, which costs more than
// the section. On Linux the thread that wants to be alone therefore makes the kernel run a barrier on the processors of
// all others (membarrier), and threads that enter only keep the compiler from exchanging their steps. Elsewhere both
// use atomic operations in sequential order, which is cheap on 64-bit ARM.
#ifndef LE_SUPPORT_BARRIER_H
#define LE_SUPPORT_BARRIER_H

#include <stdatomic.h>
#include <stdbool.h>

#include "support/macros.h"

// Android ends a program that makes a system call that its filter does not know.
#if defined(__linux__) && !defined(__ANDROID__) && defined(__has_include)
    #if __has_include(<linux/membarrier.h>)
        #define LE__MEMBARRIER 1
    #endif
#endif
#ifndef LE__MEMBARRIER
    #define LE__MEMBARRIER 0
#endif

// Enters a section. False if another thread wants to be alone: the caller is not inside.
LE_INLINE bool le__section_enter(_Atomic(bool) *inside, _Atomic(bool) *alone) {
#if LE__MEMBARRIER
    atomic_store_explicit(inside, true, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst);
    if (LE_LIKELY(!atomic_load_explicit(alone, memory_order_acquire))) return true;
#else
    atomic_store(inside, true);
    if (LE_LIKELY(!atomic_load(alone))) return true;
#endif
    atomic_store_explicit(inside, false, memory_order_release);
    return false;
}

LE_INLINE void le__section_leave(_Atomic(bool) *inside) { atomic_store_explicit(inside, false, memory_order_release); }

// Whether another thread is in its section, after le__section_want.
LE_INLINE bool le__section_inside(_Atomic(bool) *inside) {
#if LE__MEMBARRIER
    return atomic_load_explicit(inside, memory_order_acquire);
#else
    return atomic_load(inside);
#endif
}

// Tells the system that this process will want to be alone. The first time takes microseconds while the process has one
// thread, and several milliseconds later; again, it costs nothing. False as for le__section_want, which calls this too.
bool le__section_prepare(void);

// Says that the calling thread wants to be alone; one thread at a time. Then no thread enters, and le__section_inside
// says which are inside. False if the system cannot tell: Linux before 4.14, or a filter of system calls.
bool le__section_want(_Atomic(bool) *alone);

LE_INLINE void le__section_done(_Atomic(bool) *alone) { atomic_store_explicit(alone, false, memory_order_release); }

#endif
