#include "listengine/status.h"

const char *le_status_text(le_status status) {
    switch (status) {
    case LE_OK:
        return "success";
    case LE_NO_MEMORY:
        return "out of memory";
    case LE_BAD_VALUE:
        return "a size is NaN, infinite, negative or past the limits";
    case LE_TOO_LARGE:
        return "a total or a count would pass the limits";
    case LE_BAD_EDITS:
        return "edits overlap, are out of order or out of range";
    case LE_BAD_ARGUMENT:
        return "a pointer is NULL or an option is unknown";
    case LE_NOT_SUPPORTED:
        return "this kind of section does not have the operation";
    case LE_BAD_INDEX:
        return "an index, a count or a range is out of range";
    }
    return "unknown status";
}
