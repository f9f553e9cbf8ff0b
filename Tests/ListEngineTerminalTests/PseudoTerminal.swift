import Foundation

@testable import ListEngineTerminal

/// Both ends of a pseudo-terminal. A thread reads what is written to it into an emulator.
final class PseudoTerminal: @unchecked Sendable {
    let master: Int32
    let slave: Int32
    let path: String
    private let reader: Reader
    private var isHungUp = false

    init(width: Int = 40, height: Int = 8) throws {
        #if canImport(Darwin)
            master = posix_openpt(O_RDWR | O_NOCTTY)
            guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
                throw POSIXError(.ENOTTY)
            }
            path = String(cString: name)
        #else
            // Swift's module of the C library has no posix_openpt: TIOCSPTLCK unlocks, and TIOCGPTN reads the number.
            master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (isLocked, number) = (Int32(0), Int32(0))
            guard master >= 0, ioctl(master, 0x4004_5431, &isLocked) == 0, ioctl(master, 0x8004_5430, &number) == 0
            else {
                throw POSIXError(.ENOTTY)
            }
            path = "/dev/pts/\(number)"
        #endif
        slave = open(path, O_RDWR | O_NOCTTY)
        guard slave >= 0 else { throw POSIXError(.ENOTTY) }
        reader = Reader(Emulator(width: width, height: height))
        setSize(width, height)
        let (master, reader) = (master, reader)
        Thread.detachNewThread { reader.read(master) }
    }

    /// Closes the end that the user sees.
    func hangUp() {
        isHungUp = true
        // The next terminal may get the number of the descriptor, which the thread must not read then.
        reader.stop()
        close(master)
    }

    deinit {
        if !isHungUp { hangUp() }
        close(slave)
    }

    var screen: Emulator { reader.lock.withLock { reader.emulator } }
    var text: String { screen.text }
    /// The whole output.
    var output: String { reader.lock.withLock { reader.log } }

    func type(_ text: String) {
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            let count = write(master, Array(bytes[start...]), bytes.count - start)
            guard count > 0 else { return }
            start += count
        }
    }

    func setSize(_ width: Int, _ height: Int) {
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        reader.lock.withLock { reader.emulator.resize(width: width, height: height) }
    }

    /// Whether the terminal echoes and waits for whole lines, as a shell leaves it.
    var isCooked: Bool {
        var state = termios()
        guard tcgetattr(slave, &state) == 0 else { return false }
        let flags = tcflag_t(ICANON | ECHO | ISIG)
        return state.c_lflag & flags == flags && state.c_oflag & tcflag_t(OPOST) != 0
    }

    /// Waits until a condition holds. Each look is a turn of the main actor, so a list that waits for other tests there is waited
    /// for, however long they take.
    @MainActor
    func wait(_ condition: @Sendable (Emulator) -> Bool) async -> Bool {
        for _ in 0..<12_000 {
            if condition(screen) { return true }
            try? await Task.sleep(nanoseconds: 5_000_000)
        }
        return false
    }
}

/// The thread that reads a pseudo-terminal, and what it has read.
private final class Reader: @unchecked Sendable {
    let lock = NSLock()
    var emulator: Emulator
    var log = ""
    private var bytes: [UInt8] = []
    private var isStopped = false
    private let ended = DispatchSemaphore(value: 0)

    init(_ emulator: Emulator) { self.emulator = emulator }

    func stop() {
        lock.withLock { isStopped = true }
        ended.wait()
    }

    func read(_ descriptor: Int32) {
        defer { ended.signal() }
        var bytes = [UInt8](repeating: 0, count: 65536)
        while !lock.withLock({ isStopped }) {
            var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, 20) > 0 else { continue }
            let count = Foundation.read(descriptor, &bytes, bytes.count)
            // Without a process on the other end there is nothing to read, for now.
            if count > 0 { take(bytes.prefix(count)) } else { usleep(5_000) }
        }
    }

    private func take(_ new: ArraySlice<UInt8>) {
        lock.withLock {
            bytes += new
            // Up to the last whole scalar.
            var end = bytes.count
            while end > 0, bytes[end - 1] & 0xC0 == 0x80 { end -= 1 }
            if end > 0, bytes[end - 1] >= 0xC0 {
                let length = bytes[end - 1] < 0xE0 ? 2 : bytes[end - 1] < 0xF0 ? 3 : 4
                end = bytes.count - end + 1 >= length ? bytes.count : end - 1
            } else {
                end = bytes.count
            }
            let text = String(decoding: bytes[..<end], as: UTF8.self)
            bytes.removeFirst(end)
            log += text
            emulator.write(text)
        }
    }
}
