// Closes what isa_begin.h opened.
#if defined(__clang__)
    #if LE_ISA >= LE_ISA_AVX2
        #pragma clang attribute pop
    #endif
    #pragma clang diagnostic pop
#elif defined(__GNUC__)
    #if LE_ISA >= LE_ISA_AVX2
        #pragma GCC pop_options
    #endif
    #pragma GCC diagnostic pop
#endif
