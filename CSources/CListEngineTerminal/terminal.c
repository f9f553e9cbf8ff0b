#define _DEFAULT_SOURCE 1
#define _DARWIN_C_SOURCE 1
#include "CListEngineTerminal.h"

#if defined(__unix__) || defined(__APPLE__)

    #include <errno.h>
    #include <fcntl.h>
    #include <poll.h>
    #include <signal.h>
    #include <stdatomic.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/ioctl.h>
    #include <termios.h>
    #include <unistd.h>

    #if defined(__APPLE__)
        #include <TargetConditionals.h>
        #if !TARGET_OS_OSX
            #define LE_NO_ALTERNATE_STACK 1
        #endif
    #endif

// The values that handlers read. They are written before the handlers are set, and constant until they are reset.
static struct {
    int input, output;
    pid_t owner;
    struct termios before, raw;
    char enter[256], leave[256];
    size_t enter_length, leave_length;
    /// Handlers write a byte, so that a program that waits returns. The flags say why.
    int wake_read, wake_write;
} terminal;

static atomic_bool is_started;
/// Whether the terminal is in raw mode. Who turns it off restores the terminal.
static atomic_bool is_raw;
static atomic_uint events;

typedef enum { ENDS, STOPS, CONTINUES, RESIZES, FAULTS } signal_role;

static const struct {
    int number;
    signal_role role;
} handled[] = {
    {SIGINT, ENDS},       {SIGTERM, ENDS},     {SIGHUP, ENDS},    {SIGQUIT, ENDS},  {SIGTSTP, STOPS},
    {SIGCONT, CONTINUES}, {SIGWINCH, RESIZES}, {SIGSEGV, FAULTS}, {SIGBUS, FAULTS}, {SIGILL, FAULTS},
    {SIGFPE, FAULTS},     {SIGTRAP, FAULTS},   {SIGABRT, FAULTS}, {SIGSYS, FAULTS},
};
enum { handled_count = sizeof handled / sizeof handled[0] };

static struct sigaction before[handled_count];
static bool is_set[handled_count];

/// Writes without waiting for a terminal whose other end does not read: a process must end even then.
static void write_now(const char *bytes, size_t count) {
    while (count > 0) {
        struct pollfd ready = {.fd = terminal.output, .events = POLLOUT};
        if (poll(&ready, 1, 200) <= 0) {
            return;
        }
        // Small pieces: a descriptor that is ready takes at least some bytes.
        ssize_t written = write(terminal.output, bytes, count < 64 ? count : 64);
        if (written < 0 && errno != EINTR && errno != EAGAIN) {
            return;
        }
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
}

static void leave(void) {
    // A child of this process must not restore the terminal of its parent.
    if (getpid() != terminal.owner || !atomic_exchange(&is_raw, false)) {
        return;
    }
    write_now(terminal.leave, terminal.leave_length);
    tcsetattr(terminal.output, TCSANOW, &terminal.before);
}

/// Enters raw mode, unless the process is in the background: its terminal then belongs to others. A terminal that does
/// not control the process has no background.
static void enter(void) {
    pid_t foreground = tcgetpgrp(terminal.output);
    if (getpid() != terminal.owner || (foreground > 0 && foreground != getpgrp())) { return; }
    tcsetattr(terminal.output, TCSANOW, &terminal.raw);
    write_now(terminal.enter, terminal.enter_length);
    atomic_store(&is_raw, true);
}

static void note(unsigned event) {
    atomic_fetch_or(&events, event);
    // A full pipe already wakes the program.
    ssize_t written = write(terminal.wake_write, "", 1);
    (void)written;
}

static void handle(int number, siginfo_t *info, void *context);

static struct sigaction own_action(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = handle;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigfillset(&action.sa_mask);
    return action;
}

/// Takes the action that the program had for a signal, which is blocked while its handler runs.
static void take_action_before(int place) {
    struct sigaction own = own_action();
    sigset_t set, masked;
    sigaction(handled[place].number, &before[place], NULL);
    raise(handled[place].number);
    sigemptyset(&set);
    sigaddset(&set, handled[place].number);
    // The signal is taken here. If the process goes on, it does so behind this call.
    pthread_sigmask(SIG_UNBLOCK, &set, &masked);
    pthread_sigmask(SIG_SETMASK, &masked, NULL);
    sigaction(handled[place].number, &own, NULL);
}

static void handle(int number, siginfo_t *info, void *context) {
    (void)context;
    int error = errno, place = 0;
    while (handled[place].number != number) {
        place++;
    }
    switch (handled[place].role) {
    case RESIZES:
        note(LE_TERMINAL_RESIZED);
        break;
    case CONTINUES:
        // The process was stopped by a signal that cannot be handled, or its terminal was changed meanwhile.
        enter();
        note(LE_TERMINAL_CONTINUED);
        break;
    case ENDS:
    case STOPS:
        leave();
        take_action_before(place);
        enter();
        note(LE_TERMINAL_CONTINUED);
        break;
    case FAULTS:
        leave();
        if (info && info->si_code > 0 && number != SIGTRAP) {
            // The instruction is run again, and faults again.
            sigaction(number, &before[place], NULL);
        } else {
            take_action_before(place);
        }
        break;
    }
    errno = error;
}

static void leave_at_exit(void) {
    if (atomic_load(&is_started)) {
        leave();
    }
}

    #ifndef LE_NO_ALTERNATE_STACK
/// For a handler on a stack that has overflowed.
static char alternate_stack[65536];
    #endif

static void reset_actions(void) {
    for (int place = 0; place < handled_count; place++) {
        if (is_set[place]) {
            sigaction(handled[place].number, &before[place], NULL);
        }
        is_set[place] = false;
    }
}

static bool make_pipe(int ends[2]) {
    if (pipe(ends) != 0) {
        return false;
    }
    for (int end = 0; end < 2; end++) {
        fcntl(ends[end], F_SETFD, FD_CLOEXEC);
        fcntl(ends[end], F_SETFL, O_NONBLOCK);
    }
    return true;
}

int le_terminal_start(int input, int output, const char *enter_text, const char *leave_text) {
    static bool leaves_at_exit;
    if (atomic_load(&is_started)) {
        return EBUSY;
    }
    size_t enter_length = strlen(enter_text), leave_length = strlen(leave_text);
    if (enter_length >= sizeof terminal.enter || leave_length >= sizeof terminal.leave) {
        return EINVAL;
    }
    if (!isatty(input) || !isatty(output)) {
        return ENOTTY;
    }
    if (tcgetattr(output, &terminal.before) != 0) {
        return errno;
    }
    int ends[2];
    if (!make_pipe(ends)) {
        return errno;
    }
    terminal.input = input;
    terminal.output = output;
    terminal.owner = getpid();
    terminal.wake_read = ends[0];
    terminal.wake_write = ends[1];
    memcpy(terminal.enter, enter_text, enter_length);
    memcpy(terminal.leave, leave_text, leave_length);
    terminal.enter_length = enter_length;
    terminal.leave_length = leave_length;
    terminal.raw = terminal.before;
    terminal.raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
    terminal.raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL | INLCR | IGNCR | ISTRIP | BRKINT);
    terminal.raw.c_oflag &= ~(tcflag_t)OPOST;
    terminal.raw.c_cflag |= CS8;
    terminal.raw.c_cc[VMIN] = 1;
    terminal.raw.c_cc[VTIME] = 0;
    atomic_store(&events, 0);
    if (!leaves_at_exit) {
        leaves_at_exit = atexit(leave_at_exit) == 0;
    }
    #ifndef LE_NO_ALTERNATE_STACK
    stack_t stack;
    if (sigaltstack(NULL, &stack) == 0 && (stack.ss_flags & SS_DISABLE)) {
        stack = (stack_t){.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
        sigaltstack(&stack, NULL);
    }
    #endif
    atomic_store(&is_started, true);
    struct sigaction own = own_action();
    for (int place = 0; place < handled_count; place++) {
        sigaction(handled[place].number, NULL, &before[place]);
        // A program that ignores a signal, as under nohup, goes on ignoring it.
        bool is_ignored = !(before[place].sa_flags & SA_SIGINFO) && before[place].sa_handler == SIG_IGN;
        is_set[place] = !is_ignored && sigaction(handled[place].number, &own, NULL) == 0;
    }
    // Its terminal may have been given to others before the handlers were set.
    tcsetattr(output, TCSAFLUSH, &terminal.raw);
    enter();
    return 0;
}

void le_terminal_stop(void) {
    if (!atomic_load(&is_started)) {
        return;
    }
    // No handler may come in between: what it reads goes away.
    sigset_t all, masked;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &masked);
    leave();
    reset_actions();
    atomic_store(&is_started, false);
    close(terminal.wake_read);
    close(terminal.wake_write);
    terminal.wake_read = terminal.wake_write = -1;
    pthread_sigmask(SIG_SETMASK, &masked, NULL);
}

bool le_terminal_is_raw(void) { return atomic_load(&is_raw); }

unsigned le_terminal_wait(int milliseconds) {
    if (!atomic_load(&is_started)) {
        return 0;
    }
    struct pollfd ready[2] = {
        {.fd = terminal.input, .events = POLLIN},
        {.fd = terminal.wake_read, .events = POLLIN},
    };
    int count = poll(ready, 2, milliseconds);
    unsigned found = 0;
    if (count > 0) {
        char bytes[256];
        if (ready[1].revents) {
            while (read(terminal.wake_read, bytes, sizeof bytes) == (ssize_t)sizeof bytes) {}
        }
        if (ready[0].revents & POLLIN) {
            found |= LE_TERMINAL_INPUT;
        } else if (ready[0].revents) {
            found |= LE_TERMINAL_END;
        }
    }
    return found | atomic_exchange(&events, 0);
}

void le_terminal_wake(void) {
    if (atomic_load(&is_started)) {
        note(LE_TERMINAL_WOKEN);
    }
}

ptrdiff_t le_terminal_read(uint8_t *bytes, size_t capacity) {
    if (!atomic_load(&is_started)) {
        return 0;
    }
    ssize_t count = read(terminal.input, bytes, capacity);
    if (count >= 0) {
        return count;
    }
    // EIO: the process is in the background, or the terminal is gone. A wait says which.
    return errno == EINTR || errno == EAGAIN ? -1 : 0;
}

bool le_terminal_write(const uint8_t *bytes, size_t count) {
    while (count > 0) {
        if (!atomic_load(&is_started) || !atomic_load(&is_raw)) {
            return false;
        }
        ssize_t written = write(terminal.output, bytes, count);
        if (written < 0 && errno == EAGAIN) {
            struct pollfd ready = {.fd = terminal.output, .events = POLLOUT};
            poll(&ready, 1, 200);
        } else if (written < 0 && errno != EINTR) {
            return false;
        }
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        }
    }
    return true;
}

bool le_terminal_size(int descriptor, int *columns, int *rows) {
    struct winsize size;
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) {
        return false;
    }
    *columns = size.ws_col;
    *rows = size.ws_row;
    return true;
}

void le_terminal_suspend(void) { kill(0, SIGTSTP); }

#else

// A platform without terminals of this kind, such as Windows and WASI.

int le_terminal_start(int input, int output, const char *enter, const char *leave) { return 25; }
void le_terminal_stop(void) {}
bool le_terminal_is_raw(void) { return false; }
unsigned le_terminal_wait(int milliseconds) { return 0; }
void le_terminal_wake(void) {}
ptrdiff_t le_terminal_read(uint8_t *bytes, size_t capacity) { return 0; }
bool le_terminal_write(const uint8_t *bytes, size_t count) { return false; }
bool le_terminal_size(int descriptor, int *columns, int *rows) { return false; }
void le_terminal_suspend(void) {}

#endif
