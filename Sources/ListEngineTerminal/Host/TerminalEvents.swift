import CListEngineTerminal
import Foundation

/// An event of a terminal. A separate thread reads them.
enum TerminalEvent: Sendable {
    case input([TerminalInput])
    case resized
    case continued
    case frame
    case ended
}

/// The terminal in raw mode, and the thread that reads it.
final class TerminalReader: Sendable {
    let events: AsyncStream<TerminalEvent>
    private let continuation: AsyncStream<TerminalEvent>.Continuation
    private let output: Int32
    private let state = State()

    /// The state that both threads use, guarded by a lock.
    private final class State: @unchecked Sendable {
        private let lock = NSLock()
        private var isStopped = false
        let ended = DispatchSemaphore(value: 0)

        func stop() { lock.withLock { isStopped = true } }
        var mayGoOn: Bool { lock.withLock { !isStopped } }
    }

    // The alternate screen without a cursor and without wrapping, pasted text between marks, and the mouse.
    private static let enter = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"
    private static let enterMouse = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
    private static let leave =
        "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    /// Nil if the descriptors are no terminal, or if the terminal of the process is in use.
    init?(input: Int32, output: Int32, usesMouse: Bool) {
        guard le_terminal_start(input, output, Self.enter + (usesMouse ? Self.enterMouse : ""), Self.leave) == 0 else {
            return nil
        }
        self.output = output
        (events, continuation) = AsyncStream.makeStream()
        Thread.detachNewThread { [continuation, state] in
            Self.read(continuation, state)
            state.ended.signal()
        }
    }

    /// Restores the terminal.
    func stop() {
        state.stop()
        le_terminal_wake()
        state.ended.wait()
        le_terminal_stop()
        continuation.finish()
    }

    func wake() { continuation.yield(.frame) }

    func suspend() { le_terminal_suspend() }

    /// - Returns: False if the terminal is gone, or was restored because the process ends.
    func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in bytes.baseAddress.map { le_terminal_write($0, bytes.count) } ?? true }
    }

    /// Columns and rows; 80 x 24 if the terminal does not report them.
    var size: (width: Int, height: Int) {
        var (columns, rows) = (Int32(80), Int32(24))
        _ = le_terminal_size(output, &columns, &rows)
        return (Int(columns), Int(rows))
    }

    private static func read(_ events: AsyncStream<TerminalEvent>.Continuation, _ state: State) {
        var decoder = TerminalDecoder()
        var bytes = [UInt8](repeating: 0, count: 4096)
        while state.mayGoOn {
            // A lone escape is the key if nothing follows soon.
            let found = le_terminal_wait(decoder.isWaiting ? 40 : -1)
            guard state.mayGoOn else { return }
            if found & UInt32(LE_TERMINAL_CONTINUED) != 0 { events.yield(.continued) }
            if found & UInt32(LE_TERMINAL_RESIZED) != 0 { events.yield(.resized) }
            var input: [TerminalInput] = []
            if found & UInt32(LE_TERMINAL_INPUT) != 0 {
                let count = le_terminal_read(&bytes, bytes.count)
                if count == 0 { return events.yield(.ended).ignored }
                if count > 0 { input = decoder.read(bytes.prefix(count)) }
            } else if found & UInt32(LE_TERMINAL_END) != 0 {
                return events.yield(.ended).ignored
            } else if found == 0, decoder.isWaiting {
                input = decoder.flush()
            }
            if !input.isEmpty { events.yield(.input(input)) }
        }
    }
}

extension AsyncStream.Continuation.YieldResult {
    fileprivate var ignored: Void { () }
}
