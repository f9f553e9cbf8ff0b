/// Which instruction set the kernels run on. All of them give the same bits; only the speed differs. These functions
/// may be called from any thread, and cost O(1).
#ifndef LISTENGINE_BACKEND_H
#define LISTENGINE_BACKEND_H

#include "status.h"

LE_BEGIN_DECLS

/// The backend in use: instruction set and provider of its vectors, for example "avx2+simde", "neon+vector" or
/// "scalar". Chosen once, at the first call into the library: the best that the processor has, or the one that the
/// environment variable LE_BACKEND names.
LE_API const char *le_backend(void);

/// The number of backends that this build has and this processor can run; at least 1.
LE_API int le_backend_count(void);

/// The name of backend `index`, from the plainest ("scalar") to the widest.
/// - `index`: 0 ..< `le_backend_count()`; NULL for others.
LE_API const char *le_backend_name(int index);

/// Uses backend `index` from now on, in all threads. For tests and measurements: data made under one backend is
/// used by another without conversion, so this may be called at any time. An index out of range changes nothing.
LE_API void le_backend_use(int index);

LE_END_DECLS

#endif
