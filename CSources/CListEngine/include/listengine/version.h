/// The version of the library.
#ifndef LISTENGINE_VERSION_H
#define LISTENGINE_VERSION_H

#include "status.h"

LE_BEGIN_DECLS

/// The version of these headers. Until 1.0, versions with the same minor number are compatible; from then on, versions
/// with the same major number.
#define LE_VERSION_MAJOR 0
#define LE_VERSION_MINOR 1
#define LE_VERSION_PATCH 0
#define LE_VERSION "0.1.0"

/// A version as one number that grows with it, for comparisons in `#if`.
#define LE_VERSION_ENCODE(major, minor, patch) ((major) * 1000000 + (minor) * 1000 + (patch))
#define LE_VERSION_NUMBER LE_VERSION_ENCODE(LE_VERSION_MAJOR, LE_VERSION_MINOR, LE_VERSION_PATCH)

/// The version of the library that the program runs with, as `LE_VERSION` and as `LE_VERSION_NUMBER`. A shared library
/// can be newer than the headers that a program was compiled with.
LE_API const char *le_version(void);
LE_API int32_t le_version_number(void);

LE_END_DECLS

#endif
