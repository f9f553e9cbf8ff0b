/// The terminal of a process in raw mode, which is left again however the process ends or stops.
///
/// One terminal at a time is started. From `le_terminal_start` to `le_terminal_stop`, the terminal is restored
/// - when the process exits,
/// - before the process ends or stops by a signal: SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, and those of faults such
/// as
///   SIGSEGV and SIGABRT. The action that the program had set before is then taken. If the process goes on, raw mode is
///   entered again, as it is at SIGCONT.
/// SIGKILL cannot be handled. After it, the shell command `reset` restores a terminal.
///
/// Signal handlers call only functions that POSIX lists as async-signal-safe. This is why these functions are C: code
/// in Swift may allocate, or lock what the interrupted code has locked.
#ifndef CLISTENGINETERMINAL_H
#define CLISTENGINETERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The events of a wait. Several can come together.
enum {
    /// There are bytes to read.
    LE_TERMINAL_INPUT = 1,
    /// The terminal has no more input: its other end was closed.
    LE_TERMINAL_END = 2,
    /// The size may have changed.
    LE_TERMINAL_RESIZED = 4,
    /// The process goes on after it was stopped. The screen must be drawn from scratch.
    LE_TERMINAL_CONTINUED = 8,
    /// `le_terminal_wake` was called.
    LE_TERMINAL_WOKEN = 16,
};

/// Enters raw mode and writes a text, and prepares to leave it.
///
/// input, output: descriptors of one terminal. They are not closed, and their flags are not changed.
/// enter, leave: written when raw mode is entered and left, at most 255 bytes each. They are copied.
/// Returns 0, or an error of `errno.h`: ENOTTY if a descriptor is no terminal, EBUSY if a terminal is started already,
/// and EINVAL if a text is too long. Then nothing was changed. Call it on the thread that draws; not in two threads together.
int le_terminal_start(int input, int output, const char *enter, const char *leave);

/// Restores the terminal and the signal actions. Does nothing if no terminal is started.
void le_terminal_stop(void);

/// Whether raw mode is on now: false after a signal that ends the process, and while it is stopped.
bool le_terminal_is_raw(void);

/// Waits until something happens, or for a time in milliseconds; a negative time has no limit.
/// Returns the events; 0 after the time, or if no terminal is started. One thread waits at a time.
unsigned le_terminal_wait(int milliseconds);

/// Lets `le_terminal_wait` return, on any thread and in a signal handler.
void le_terminal_wake(void);

/// Reads up to `capacity` bytes of input that is there. Returns the number of bytes, 0 at the end of the input, or a
/// negative number if there are none now.
ptrdiff_t le_terminal_read(uint8_t *bytes, size_t capacity);

/// Writes all bytes, as long as raw mode is on. Returns false if it is not, or if the terminal is gone.
bool le_terminal_write(const uint8_t *bytes, size_t count);

/// The columns and rows of a terminal. Returns false if the descriptor is no terminal that knows its size.
bool le_terminal_size(int descriptor, int *columns, int *rows);

/// Stops the process group as control Z does in a terminal that is not raw.
void le_terminal_suspend(void);

#ifdef __cplusplus
}
#endif

#endif
