/// The instruction set that the kernels use. Results are identical on all of them; only the speed differs. These
/// functions may be called from any thread, and cost O(1).
#ifndef LISTENGINE_BACKEND_H
#define LISTENGINE_BACKEND_H

#include "status.h"

LE_BEGIN_DECLS

/// The backend in use: the instruction set and the provider of its vectors, for example "avx2+simde", "neon+vector" or
/// "scalar". The first call into the library chooses the best backend that the processor has, or the one that the
/// environment variable LE_BACKEND names.
LE_API const char *le_backend(void);

/// The number of backends that this build has and this processor can run; at least 1.
LE_API int le_backend_count(void);

/// The name of backend `index`, from the plainest ("scalar") to the widest.
/// - `index`: 0 ..< `le_backend_count()`. For any other index the result is NULL.
LE_API const char *le_backend_name(int index);

/// Uses backend `index` from now on, in all threads. For tests and measurements. May be called at any time, because
/// every backend can use data that another one made. An index out of range changes nothing.
LE_API void le_backend_use(int index);

LE_END_DECLS

#endif
