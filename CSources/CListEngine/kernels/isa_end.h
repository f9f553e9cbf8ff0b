// Closes what isa_begin.h opened.
#if defined(__clang__)
    #if defined(LE__TARGET_PUSHED)
        #pragma clang attribute pop
    #endif
    #pragma clang diagnostic pop
#elif defined(__GNUC__)
    #if defined(LE__TARGET_PUSHED)
        #pragma GCC pop_options
    #endif
    #pragma GCC diagnostic pop
#endif
