/// The version of the library.
#ifndef LISTENGINE_VERSION_H
#define LISTENGINE_VERSION_H

#include "status.h"

LE_BEGIN_DECLS

/// The version of these headers. Before 1.0, versions with the same minor number are compatible. From 1.0 on, versions
/// with the same major number are.
#define LE_VERSION_MAJOR 0
#define LE_VERSION_MINOR 1
#define LE_VERSION_PATCH 0
#define LE_VERSION "0.1.0"

/// A version as one number, for comparisons in `#if`. Later versions have larger numbers.
#define LE_VERSION_ENCODE(major, minor, patch) ((major) * 1000000 + (minor) * 1000 + (patch))
#define LE_VERSION_NUMBER LE_VERSION_ENCODE(LE_VERSION_MAJOR, LE_VERSION_MINOR, LE_VERSION_PATCH)

/// The version of the library that the program runs with, in the forms of `LE_VERSION` and `LE_VERSION_NUMBER`. A
/// shared library can be newer than the headers that a program was compiled with.
LE_API const char *le_version(void);
LE_API int32_t le_version_number(void);

LE_END_DECLS

#endif
