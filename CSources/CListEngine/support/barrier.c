#ifndef _GNU_SOURCE
    #define _GNU_SOURCE // syscall
#endif
#include "support/barrier.h"

#if LE__MEMBARRIER
    #include <linux/membarrier.h>
    #include <sys/syscall.h>
    #include <unistd.h>

bool le__section_want(_Atomic(bool) *alone) {
    atomic_store(alone, true);
    #ifdef SYS_membarrier
    // Registering again costs nothing.
    return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0 &&
           syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0;
    #else
    return false;
    #endif
}

#else

bool le__section_want(_Atomic(bool) *alone) {
    atomic_store(alone, true);
    return true;
}

#endif
