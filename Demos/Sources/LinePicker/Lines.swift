import Foundation

/// Lines of bytes, as a value. Copies share their chunks.
public struct Lines: Sendable {
    /// Consecutive lines. It never changes, so threads can share it.
    final class Chunk: Sendable {
        /// The lines, without their line breaks.
        let bytes: [UInt8]
        /// The end of each line in `bytes`.
        let ends: [UInt32]

        init(bytes: [UInt8], ends: [UInt32]) {
            self.bytes = bytes
            self.ends = ends
        }

        func range(ofLine line: Int) -> Range<Int> { (line == 0 ? 0 : Int(ends[line - 1]))..<Int(ends[line]) }
    }

    private(set) var chunks: [Chunk] = []
    /// The first line of each chunk.
    private(set) var starts: [Int] = []
    public private(set) var count = 0

    public init() {}

    /// The number of bytes at which a chunk no longer grows.
    private static let fullSize = 1 << 20

    /// Appends lines. Small chunks are joined, so that their number stays small however few lines come at a time: each byte is copied
    /// O(log n) times.
    mutating func append(_ chunk: Chunk) {
        guard !chunk.ends.isEmpty else { return }
        var chunk = chunk
        count += chunk.ends.count
        while let last = chunks.last, last.bytes.count < 2 * chunk.bytes.count + 64,
            last.bytes.count + chunk.bytes.count + last.ends.count <= Self.fullSize
        {
            let base = UInt32(last.bytes.count)
            chunk = Chunk(bytes: last.bytes + chunk.bytes, ends: last.ends + chunk.ends.map { $0 + base })
            chunks.removeLast()
            starts.removeLast()
        }
        starts.append(count - chunk.ends.count)
        chunks.append(chunk)
    }

    private func place(of line: Int) -> (chunk: Int, line: Int) {
        var (low, high) = (0, starts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= line { low = middle } else { high = middle }
        }
        return (low, line - starts[low])
    }

    /// The bytes of a line.
    public func bytes(ofLine line: Int) -> ArraySlice<UInt8> {
        let place = place(of: line)
        let chunk = chunks[place.chunk]
        return chunk.bytes[chunk.range(ofLine: place.line)]
    }

    /// A line as text, of at most `limit` bytes.
    public func text(ofLine line: Int, limit: Int = 4_096) -> String {
        String(decoding: bytes(ofLine: line).prefix(limit), as: UTF8.self)
    }
}

/// Splits bytes that come in pieces into lines.
struct LineSplitter {
    private var bytes: [UInt8] = []
    private var ends: [UInt32] = []
    /// The end of the last whole line.
    private var end = 0

    /// The most bytes of a line; longer ones are split.
    static let longestLine = 1 << 30

    /// Takes the next bytes.
    /// - Returns: The lines that have ended.
    mutating func take(_ piece: UnsafeRawBufferPointer) -> Lines.Chunk {
        var start = 0
        while start < piece.count {
            let rest = piece.count - start
            let found = memchr(piece.baseAddress! + start, 10, rest).map { UnsafeRawPointer($0) - piece.baseAddress! }
            bytes.append(contentsOf: piece[start..<(found ?? piece.count)])
            if let found {
                endLine()
                start = found + 1
            } else {
                start = piece.count
                if bytes.count - end >= Self.longestLine { endLine() }
            }
        }
        return cut()
    }

    /// The last line, if it has no line break.
    mutating func finish() -> Lines.Chunk {
        if bytes.count > end { endLine() }
        return cut()
    }

    private mutating func endLine() {
        end = bytes.count
        ends.append(UInt32(end))
    }

    private mutating func cut() -> Lines.Chunk {
        let chunk = Lines.Chunk(bytes: Array(bytes[..<end]), ends: ends)
        bytes.removeFirst(end)
        (ends, end) = ([], 0)
        return chunk
    }
}

/// The lines that a thread reads from a file descriptor. Any thread can take those that have been read.
public final class LineReader: @unchecked Sendable {
    private let lock = NSLock()
    private var lines = Lines()
    private var isDone = false
    private var isNoticed = false
    private let notify: @Sendable () -> Void

    /// - Parameter notify: Called on another thread when there are lines that ``take()`` has not returned, and at the end.
    public init(_ descriptor: Int32, notify: @escaping @Sendable () -> Void) {
        self.notify = notify
        Thread.detachNewThread { [self] in read(descriptor) }
    }

    /// All lines that were read, and whether the input has ended.
    public func take() -> (lines: Lines, isDone: Bool) {
        lock.withLock {
            isNoticed = false
            return (lines, isDone)
        }
    }

    private func read(_ descriptor: Int32) {
        var splitter = LineSplitter()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = Foundation.read(descriptor, buffer.baseAddress!, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            add(splitter.take(UnsafeRawBufferPointer(rebasing: buffer[..<count])), isLast: false)
        }
        add(splitter.finish(), isLast: true)
    }

    private func add(_ chunk: Lines.Chunk, isLast: Bool) {
        let wasNoticed = lock.withLock {
            lines.append(chunk)
            isDone = isLast
            defer { isNoticed = isNoticed || isLast || !chunk.ends.isEmpty }
            return isNoticed
        }
        if !wasNoticed, isLast || !chunk.ends.isEmpty { notify() }
    }
}
