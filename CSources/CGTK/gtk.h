// GTK 4 for Swift.
#include <gtk/gtk.h>
#include <pango/pangocairo.h>
