#include "support/lock.h"

#if !defined(_WIN32) && !defined(__APPLE__) && !(defined(__wasm__) && !defined(_REENTRANT))

enum { TRIES = 64 }; // about as long as a lock is held; spinning for longer only takes time from its holder

void le__lock_wait(le__lock *lock) {
    for (int i = 0; i < TRIES; i++) {
        int free = 0;
        if (atomic_load_explicit(&lock->threads, memory_order_relaxed) == 0 &&
            atomic_compare_exchange_strong_explicit(&lock->threads, &free, 1, memory_order_acquire,
                                                    memory_order_relaxed))
            return;
    }
    if (atomic_fetch_add_explicit(&lock->threads, 1, memory_order_acquire) == 0) return;
    // From here on the count says that a thread waits, so the thread that releases the lock wakes one.
    pthread_mutex_lock(&lock->mutex);
    while (lock->wakes == 0) pthread_cond_wait(&lock->condition, &lock->mutex);
    lock->wakes--;
    pthread_mutex_unlock(&lock->mutex);
}

void le__lock_wake(le__lock *lock) {
    pthread_mutex_lock(&lock->mutex);
    lock->wakes++;
    pthread_cond_signal(&lock->condition);
    pthread_mutex_unlock(&lock->mutex);
}

#endif

#if LE__FORKS
    #include <assert.h>
    #include <pthread.h>
    #include <string.h>

enum { MOST = 8 };
static le__lock *followed[MOST];
static int count;

static void before_fork(void) {
    for (int i = 0; i < count; i++) le__lock_acquire(followed[i]);
}

static void after_fork(void) {
    for (int i = count; i-- > 0;) le__lock_release(followed[i]);
}

// Threads that wait for a lock are not in the child, and a lock of the system belongs to a thread of the parent.
static void in_child(void) {
    static const le__lock free = LE__LOCK_INIT;
    for (int i = 0; i < count; i++) memcpy((void *)followed[i], (const void *)&free, sizeof free);
}

void le__lock_follow_forks(le__lock *lock) {
    assert(count < MOST);
    // This fails if memory is short. A child of a fork can then find a lock held.
    if (count == 0) pthread_atfork(before_fork, after_fork, in_child);
    followed[count++] = lock;
}

#else

typedef int le__lock_has_no_forks; // ISO C requires at least one declaration in each file

#endif
