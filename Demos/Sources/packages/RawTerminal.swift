import Foundation

/// The terminal of this process, in raw mode and with the alternate screen.
struct RawTerminal {
    private var before = termios()

    /// Nil if standard input or output is not a terminal.
    init?() {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else {
            return nil
        }
        var raw = before
        raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        raw.c_iflag &= ~tcflag_t(IXON | ICRNL)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
        // The alternate screen, without a cursor.
        write("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Restores the terminal.
    func restore() {
        write("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l")
        var before = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    }

    func write(_ text: String) { FileHandle.standardOutput.write(Data(text.utf8)) }

    /// Columns and rows; 80x24 if the terminal does not report them.
    var size: (width: Int, height: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The bytes typed; empty after a fifth of a second without a key, nil at the end of the input.
    func read() -> [UInt8]? {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 200) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}
