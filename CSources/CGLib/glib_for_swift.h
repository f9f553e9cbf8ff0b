// GLib for Swift.
#include <glib.h>
