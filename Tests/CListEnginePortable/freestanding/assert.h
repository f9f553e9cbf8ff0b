#pragma once
#define static_assert _Static_assert
void le_stub_assert(int);
#ifdef NDEBUG
    #define assert(condition) ((void)0)
#else
    #define assert(condition) le_stub_assert(!!(condition))
#endif
