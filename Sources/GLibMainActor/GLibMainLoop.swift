#if GLib
    import CGLib
    import CGLibMainActor
    import Dispatch  // The functions that the C code calls: without this import they are not linked.

    /// GLib's main loop, which runs Swift's main actor.
    ///
    /// A program on GLib or GTK runs GLib's main loop on its main thread. Swift's main actor runs on the main queue of Dispatch, which
    /// that loop does not know: a `Task` of the main actor never begins. After ``attach()`` the loop runs both.
    ///
    ///     import GLibMainActor
    ///
    ///     GLibMainLoop.attach()
    ///     var isDone = false
    ///     Task {
    ///         try await Task.sleep(for: .milliseconds(10))
    ///         print("after ten milliseconds")
    ///         isDone = true
    ///     }
    ///     GLibMainLoop.run { isDone }
    ///
    /// The main queue comes from two functions of Dispatch that no public header declares:
    /// `_dispatch_get_main_queue_handle_4CF` and `_dispatch_main_queue_callback_4CF`. The run loop of Foundation uses them too. In a
    /// version of Dispatch without them the program would not start, and the message of the linker would name them.
    ///
    /// A loop that a task of the main actor runs, such as that of a dialog, runs no other tasks of the main actor until that task
    /// suspends or ends. Dispatch does not run its main queue within itself.
    @MainActor
    public enum GLibMainLoop {
        /// Lets GLib's default main context run the main actor, whoever runs that context: ``run(until:)``, a GMainLoop, or a
        /// GtkApplication. Further calls have no effect.
        public static func attach() { le_glib_attach_main_queue() }

        /// Runs the loop until a condition holds.
        /// - Parameter isDone: Called before each turn of the loop. A turn waits for the next event.
        public static func run(until isDone: () -> Bool) {
            attach()
            while !isDone() { g_main_context_iteration(nil, 1) }
        }
    }
#endif
