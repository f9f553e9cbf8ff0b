#include "listengine/version.h"

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

_Static_assert(sizeof LE_VERSION == sizeof TEXT(LE_VERSION_MAJOR) "." TEXT(LE_VERSION_MINOR) "." TEXT(LE_VERSION_PATCH),
               "the text of the version and its numbers are changed together");

const char *le_version(void) { return TEXT(LE_VERSION_MAJOR) "." TEXT(LE_VERSION_MINOR) "." TEXT(LE_VERSION_PATCH); }

int32_t le_version_number(void) { return LE_VERSION_NUMBER; }
