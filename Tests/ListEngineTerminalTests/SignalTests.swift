import CListEngineTerminal
import Foundation
import Testing

@testable import ListEngineTerminal

/// The terminal of the process that a test starts.
private let variable = "LE_TEST_TERMINAL"

/// Opens the terminal and enters raw mode. It does not control this process, whose end would discard what was written.
private func start() {
    guard let path = getenv(variable) else { exit(99) }
    let terminal = open(path, O_RDWR | O_NOCTTY)
    guard le_terminal_start(terminal, terminal, "ENTER", "LEAVE") == 0, le_terminal_is_raw() else { exit(98) }
    // The process that waits for this one reads its number.
    let text = Array("pid \(getpid()) ".utf8)
    _ = le_terminal_write(text, text.count)
}

/// Sends a signal to this process, and waits for a minute until it has ended the process or a condition holds. Threads that
/// run tests block most signals, so another thread takes it.
private func send(_ number: Int32, until isTaken: () -> Bool = { false }) {
    kill(getpid(), number)
    for _ in 0..<6_000 {
        if isTaken() { return }
        usleep(10_000)
    }
}

/// Whether the program has been stopped and goes on, or has handled a signal, since the last call.
private func goesOn() -> Bool { le_terminal_wait(0) & UInt32(LE_TERMINAL_CONTINUED) != 0 }

@Suite("Signals", .serialized)
struct SignalTests {
    private let terminal: PseudoTerminal

    init() throws {
        terminal = try PseudoTerminal(width: 80, height: 24)
        setenv(variable, terminal.path, 1)
    }

    private func expectRestored(_ times: Int = 1) async {
        #expect(await terminal.wait { $0.text.components(separatedBy: "LEAVE").count == times + 1 }, "\(terminal.text)")
        #expect(terminal.isCooked)
    }

    @Test func terminate() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            start()
            send(SIGTERM)
        }
        await expectRestored()
    }

    @Test func interrupt() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            start()
            send(SIGINT)
        }
        await expectRestored()
    }

    @Test func hangUp() async {
        await #expect(processExitsWith: .signal(SIGHUP)) {
            start()
            send(SIGHUP)
        }
        await expectRestored()
    }

    @Test func abortByTheProgram() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            start()
            abort()
        }
        await expectRestored()
    }

    @Test func aFaultOnAnotherThread() async {
        await #expect(processExitsWith: .failure) {
            start()
            Thread.detachNewThread { UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1 }
            sleep(9)
        }
        await expectRestored()
    }

    @Test func aTrapOfSwift() async {
        await #expect(processExitsWith: .failure) {
            start()
            fatalError("planted")
        }
        await expectRestored()
    }

    @Test func anExitFromAnywhere() async {
        await #expect(processExitsWith: .exitCode(3)) {
            start()
            exit(3)
        }
        await expectRestored()
    }

    /// A handler that the program has set is called, and the program goes on in raw mode.
    @Test func aHandlerOfTheProgram() async {
        await #expect(processExitsWith: .exitCode(7)) {
            signal(SIGTERM) { _ in
                // In the handler, the terminal is the one of the shell.
                if le_terminal_is_raw() { _exit(1) }
            }
            start()
            send(SIGTERM, until: goesOn)
            guard le_terminal_is_raw() else { exit(2) }
            le_terminal_stop()
            exit(7)
        }
        await expectRestored(2)
    }

    @Test func aSignalThatIsIgnoredStaysIgnored() async {
        await #expect(processExitsWith: .exitCode(5)) {
            signal(SIGHUP, SIG_IGN)
            start()
            // The kernel discards it.
            send(SIGHUP) { true }
            exit(le_terminal_is_raw() ? 5 : 1)
        }
        await expectRestored()
    }

    /// Where no shell could let a process go on, the kernel ignores SIGTSTP. The terminal is left and entered again all the same.
    /// Scripts/in-terminal.py stops a process under a parent that controls jobs.
    @Test func stopAndContinue() async {
        async let ended = #expect(processExitsWith: .exitCode(4)) {
            start()
            send(SIGTSTP, until: goesOn)
            guard le_terminal_is_raw() else { exit(1) }
            exit(4)
        }
        #expect(await terminal.wait { $0.text.contains("LEAVE") })
        #expect(terminal.isCooked)
        let words = terminal.text.split(separator: " ")
        if let place = words.firstIndex(of: "ENTERpid"), place + 1 < words.count,
            let number = pid_t(words[place + 1].prefix { $0.isNumber })
        {
            // The process may not have stopped yet: the signal that lets it go on is sent until it did.
            for _ in 0..<200 where !terminal.text.contains("ENTER", times: 2) {
                kill(number, SIGCONT)
                try? await Task.sleep(nanoseconds: 20_000_000)
            }
        } else {
            Issue.record("no number of the process in \(terminal.text)")
        }
        _ = await ended
        await expectRestored(2)
    }
}

extension String {
    fileprivate func contains(_ text: String, times: Int) -> Bool { components(separatedBy: text).count > times }
}
