#ifndef _GNU_SOURCE
    #define _GNU_SOURCE // syscall
#endif
#include "support/barrier.h"

#if LE__MEMBARRIER
    #include <linux/membarrier.h>
    #include <sys/syscall.h>
    #include <unistd.h>

bool le__section_prepare(void) {
    #ifdef SYS_membarrier
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
    #else
    return false;
    #endif
}

bool le__section_want(_Atomic(bool) *alone) {
    atomic_store(alone, true);
    #ifdef SYS_membarrier
    return le__section_prepare() && syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
    #else
    return false;
    #endif
}

#else

bool le__section_prepare(void) { return true; }

bool le__section_want(_Atomic(bool) *alone) {
    atomic_store(alone, true);
    return true;
}

#endif
