// A source of GLib's main loop that runs the main queue of Dispatch.
#include "glib_main_actor.h"

#if __has_include(<glib.h>)
    #include <glib-unix.h>
    #include <stdbool.h>
    #include <stdint.h>
    #include <unistd.h>

// What Dispatch has for main loops other than its own: no public header declares these functions. Foundation's run loop
// uses the same.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *unused);

static gboolean drain(gint handle, GIOCondition condition, gpointer unused) {
    (void)condition, (void)unused;
    uint64_t count;
    // The handle counts wake-ups, and does not block.
    (void)!read(handle, &count, sizeof count);
    _dispatch_main_queue_callback_4CF(NULL);
    return G_SOURCE_CONTINUE;
}

void le_glib_attach_main_queue(void) {
    static bool is_attached;
    if (!is_attached) g_unix_fd_add(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, drain, NULL);
    is_attached = true;
}
#endif
