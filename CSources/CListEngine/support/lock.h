// A lock for critical sections of a few dozen instructions. A thread spins for a short time, then sleeps until it is
// woken.
//
// On Apple systems and on Windows this is the lock of the system. Apple's lock lends the priority of a waiting thread
// to the thread that holds the lock. Elsewhere the lock counts the threads that hold it or wait for it (a "benaphore",
// B. Schillings, 1996). Only a thread that has to wait, and the thread that wakes it, use a mutex, so acquiring or
// releasing a free lock is one atomic instruction.
//
// Statically initialised by LE__LOCK_INIT; it is never destroyed.
//
// A child of fork() has only the thread that forked, so a lock that another thread held would stay locked for ever. The
// locks that le__lock_follow_forks knows are held while the process forks, and free in the child.
#ifndef LE_SUPPORT_LOCK_H
#define LE_SUPPORT_LOCK_H

#include "support/macros.h"

#if defined(_WIN32) || defined(__wasm__)
    #define LE__FORKS 0
#else
    #define LE__FORKS 1
#endif

#if defined(_WIN32)
    #ifndef WIN32_LEAN_AND_MEAN
        #define WIN32_LEAN_AND_MEAN
    #endif
    #include <windows.h>
typedef SRWLOCK le__lock;
    #define LE__LOCK_INIT SRWLOCK_INIT
LE_INLINE void le__lock_acquire(le__lock *lock) { AcquireSRWLockExclusive(lock); }
LE_INLINE void le__lock_release(le__lock *lock) { ReleaseSRWLockExclusive(lock); }
#elif defined(__APPLE__)
    #include <os/lock.h>
typedef os_unfair_lock le__lock;
    #define LE__LOCK_INIT OS_UNFAIR_LOCK_INIT
LE_INLINE void le__lock_acquire(le__lock *lock) { os_unfair_lock_lock(lock); }
LE_INLINE void le__lock_release(le__lock *lock) { os_unfair_lock_unlock(lock); }
#elif defined(__wasm__) && !defined(_REENTRANT)
// A build for one thread.
typedef int le__lock;
    #define LE__LOCK_INIT 0
LE_INLINE void le__lock_acquire(le__lock *lock) { (void)lock; }
LE_INLINE void le__lock_release(le__lock *lock) { (void)lock; }
#else
    #include <pthread.h>
    #include <stdatomic.h>
typedef struct {
    _Atomic(int) threads; // threads that hold the lock or wait for it
    int wakes;            // wake-ups posted and not yet consumed; guarded by the mutex
    pthread_mutex_t mutex;
    pthread_cond_t condition;
} le__lock;
    #define LE__LOCK_INIT {0, 0, PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER}

void le__lock_wait(le__lock *lock);
void le__lock_wake(le__lock *lock);

LE_INLINE void le__lock_acquire(le__lock *lock) {
    int free = 0;
    if (LE_UNLIKELY(!atomic_compare_exchange_strong_explicit(&lock->threads, &free, 1, memory_order_acquire,
                                                             memory_order_relaxed)))
        le__lock_wait(lock);
}

LE_INLINE void le__lock_release(le__lock *lock) {
    if (LE_UNLIKELY(atomic_fetch_sub_explicit(&lock->threads, 1, memory_order_release) > 1)) le__lock_wake(lock);
}
#endif

#if LE__FORKS
// Call this once for each lock, in a constructor. No thread may wait for one of them while it holds another one.
void le__lock_follow_forks(le__lock *lock);
#endif

#endif
