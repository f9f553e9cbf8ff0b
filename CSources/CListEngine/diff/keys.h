// Opens a body that is compiled once for 64-bit keys and once for 32-bit keys: KEY is the type, K(name) the name.
// No include guard: keys_end.h closes it again.
#if KEY_BITS == 64
    #define KEY uint64_t
    #define K(name) name##_64
#else
    #define KEY uint32_t
    #define K(name) name##_32
#endif
