import Foundation
import ListEngineData

/// A chat on a server that is slow, and fails at random. It needs no file: this process plays the server.
public final class MessageServer: MessageStore, @unchecked Sendable {
    public struct Problem: Error {}

    private let delay: Double
    private let failures: Int
    private let lock = NSLock()
    // Guarded by the lock.
    private var bits = Bits(seed: 1)
    private let generated: Int
    /// The messages after the generated ones.
    private var appended: [Message] = []
    private var revision = RowRevision(1)
    private var listeners: [UUID: AsyncStream<Changes>.Continuation] = [:]

    public typealias Changes = RowChanges<Int, Int, Message>

    /// - Parameters:
    ///   - count: The number of messages at first.
    ///   - delay: The seconds until an answer.
    ///   - failures: The answers in a hundred that are failures.
    public init(messages count: Int = 1_000_000, delay: Double = 0.3, failures: Int = 20) {
        generated = count
        self.delay = delay
        self.failures = failures
    }

    public let name = "a slow server"

    public func messages() -> Rows { Rows(server: self, words: []) }

    public func messages(matching text: String) -> Rows {
        Rows(server: self, words: text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init))
    }

    public func message(in row: Message) -> Message { row }

    public func reason(of error: any Error) -> String { "the server does not answer" }

    /// Another member answers, word by word.
    public func send(_ text: String) async throws {
        try await answer()
        append(author: 0, text)
        let answer = Message(generated: text.hashValue & 0xFFFF).text.split(separator: " ")
        let reply = append(author: 1, "…")
        Task.detached { [self] in
            for end in answer.indices {
                try await Task.sleep(nanoseconds: 100_000_000)
                rewrite(reply, answer[...end].joined(separator: " "))
            }
        }
    }

    /// Appends a message of another member now and then, as long as this object is there.
    /// - Parameter interval: The seconds between two of them.
    public func receive(every interval: Double) {
        Task.detached { [weak self] in
            for number in 0... {
                try await Task.sleep(nanoseconds: UInt64(interval * 1e9))
                guard let self else { return }
                append(author: 1 + number % (Message.authors.count - 1), Message(generated: number).text)
            }
        }
    }

    @discardableResult
    private func append(author: Int, _ text: String) -> Int {
        lock.withLock {
            let number = generated + appended.count
            let time = Int(Date().timeIntervalSince1970)
            appended.append(Message(id: number, author: author, time: time, text: text))
            report(RowEdit(id: number, old: nil, new: number, row: appended[appended.count - 1]))
            return number
        }
    }

    private func rewrite(_ number: Int, _ text: String) {
        lock.withLock {
            appended[number - generated].text = text
            report(RowEdit(id: number, old: number, new: number, row: appended[number - generated]))
        }
    }

    private func report(_ edit: RowEdit<Int, Int, Message>) {
        revision.number += 1
        for listener in listeners.values { listener.yield(.edits([edit], revision)) }
    }

    private func answer() async throws {
        try await Task.sleep(nanoseconds: UInt64(delay * 1e9))
        let fails = lock.withLock { bits.below(100) < failures }
        if fails { throw Problem() }
    }

    /// All messages by number, or those of a search, whose keys are negative because the newest comes first.
    public struct Rows: RowSource {
        let server: MessageServer
        let words: [String]

        public func rows(_ side: RowSide<Int>, limit: Int) async throws -> RowSlice<Int, Int, Message> {
            try await server.answer()
            let state = server.lock.withLock { (server.appended, server.revision) }
            let count = server.generated + state.0.count
            let all = words.isEmpty ? 0..<count : 1 - count..<1
            func message(_ key: Int) -> Message {
                abs(key) < server.generated ? Message(generated: abs(key)) : state.0[abs(key) - server.generated]
            }
            // The keys in the direction in which they are read.
            let keys: any Sequence<Int> =
                switch side {
                case .first: all
                case .last: all.reversed()
                case .from(let key): max(key, all.lowerBound)..<max(key, all.upperBound)
                case .after(let key): max(key + 1, all.lowerBound)..<max(key + 1, all.upperBound)
                case .before(let key): (all.lowerBound..<max(all.lowerBound, min(key, all.upperBound))).reversed()
                }
            var (rows, isEnd) = ([] as [KeyedRow<Int, Int, Message>], true)
            for key in keys {
                try Task.checkCancellation()
                let message = message(key)
                guard matches(message) else { continue }
                if rows.count == limit {
                    isEnd = false
                    break
                }
                rows.append(KeyedRow(key: key, id: message.id, row: message))
            }
            return RowSlice(
                side.isBackward ? rows.reversed() : rows, isEnd: isEnd, revision: words.isEmpty ? state.1 : .initial)
        }

        private func matches(_ message: Message) -> Bool {
            if words.isEmpty { return true }
            let found = message.text.lowercased().split { !$0.isLetter && !$0.isNumber }
            return words.allSatisfy { word in found.contains { $0.hasPrefix(word) } }
        }

        public func outlines(since revision: RowRevision?) -> AsyncThrowingStream<RowOutline<Int>, any Error> {
            AsyncThrowingStream { stream in
                if words.isEmpty {
                    server.lock.withLock {
                        let count = server.generated + server.appended.count
                        let pages = stride(from: 0, to: count, by: 500).map {
                            RowPage(first: $0, count: min(500, count - $0))
                        }
                        _ = stream.yield(.pages(pages, end: nil, revision: server.revision))
                    }
                }
                stream.finish()
            }
        }

        public func changes() -> AsyncStream<Changes> {
            let (stream, continuation) = AsyncStream.makeStream(of: Changes.self)
            guard words.isEmpty else {
                continuation.finish()
                return stream
            }
            let (server, id) = (server, UUID())
            server.lock.withLock { server.listeners[id] = continuation }
            continuation.onTermination = { [weak server] _ in
                _ = server?.lock.withLock { server?.listeners.removeValue(forKey: id) }
            }
            return stream
        }
    }
}
