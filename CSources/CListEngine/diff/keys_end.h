// Closes what keys.h opened.
#undef KEY
#undef K
#undef KEY_BITS
