// Swift's main actor on GLib's main loop. Empty where GLib is not.
#ifndef LISTENGINE_GLIB_MAIN_ACTOR_H
#define LISTENGINE_GLIB_MAIN_ACTOR_H

#if __has_include(<glib.h>)
/// Lets GLib's default main context run what is dispatched to the main queue. Call it on the main thread. Further calls
/// have no effect.
void le_glib_attach_main_queue(void);
#endif
#endif
