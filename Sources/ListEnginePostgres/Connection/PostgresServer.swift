#if PostgreSQL
    import Foundation
    import ListEngineData

    /// A connection to a PostgreSQL server, for any number of lists.
    ///
    /// It connects when it is first used, in a separate thread, and connects again when the connection has ended. The calls of
    /// libpq block, so this thread makes all of them, one request after the other. A request whose task is cancelled is
    /// cancelled on the server. Lists of one server share the connection: give a list whose statements take long a separate one.
    public final class PostgresServer: Sendable {
        let worker: PostgresWorker

        /// - Parameters:
        ///   - parameters: Parameters as "host=/run/postgresql dbname=mail", or an address as "postgresql://host/mail". libpq adds what is
        ///     missing, from its environment variables and its password file.
        ///   - patience: The seconds for which a request waits while the server cannot be reached, or does not answer a look for changes. Until
        ///     the first connection was made, requests fail immediately.
        ///   - timeLimit: The seconds for which a statement waits for the server to send something. Then the request fails, and the connection is
        ///     made again: a server that stands still says nothing. Choose more if the server needs longer for a page, as without an index.
        public convenience init(_ parameters: String, patience: Double = 10, timeLimit: Double = 60) {
            self.init(parameters, patience: patience, timeLimit: timeLimit, heartbeat: 30)
        }

        /// - Parameter heartbeat: The seconds after which lists look for changes without a notification. An ended connection is noticed.
        init(_ parameters: String, patience: Double = 10, timeLimit: Double = 60, heartbeat: Double) {
            worker = PostgresWorker(patience: patience, heartbeat: heartbeat) {
                try PostgresSession(parameters, timeLimit: timeLimit, isAbandoned: $0)
            }
            let worker = worker
            let thread = Thread { worker.work() }
            thread.name = "ListEnginePostgres"
            thread.start()
        }

        deinit { worker.stop() }

        /// Calls a closure with the connection, in the thread of the server.
        func run<Result: Sendable>(_ body: @escaping @Sendable (PostgresSession) throws -> Result) async throws
            -> Result
        {
            let job = PostgresWorker.Job()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    job.finish = { continuation.resume(throwing: $0) }
                    job.body = { continuation.resume(returning: try body($0)) }
                    worker.add(job)
                }
            } onCancel: {
                worker.cancel(job)
            }
        }
    }

    /// A list that follows the changes of the server. All calls are made in the thread of the server.
    protocol PostgresWatcher: AnyObject {
        /// The channel that announces changes; nil if the list follows none.
        var channel: String? { get }
        /// Looks for changes.
        func look(_ session: PostgresSession) throws
        /// There is a new connection. It has no state in common with the former one. A look follows.
        func startAgain()
    }

    /// The thread of a server, and what it shares with others.
    final class PostgresWorker: @unchecked Sendable {
        /// A request. One of its closures is called, once: by the thread, unless the request never had its turn.
        final class Job: @unchecked Sendable {
            /// Throws if the request is not answered.
            var body: (PostgresSession) throws -> Void = { _ in }
            var finish: (any Error) -> Void = { _ in }
            // Guarded by the lock of the worker.
            fileprivate var isCancelled = false
            fileprivate var cancelled: UInt64?
            fileprivate var deadline: UInt64 = 0
            fileprivate var attempts = 0
        }

        private struct Watcher {
            weak var object: (any PostgresWatcher)?
        }

        /// The longest pause between two attempts to connect, in seconds.
        private static let longestPause = 5.0

        /// Connects. The closure says whether to give up waiting.
        private let open: (@escaping () -> Bool) throws -> PostgresSession
        // In nanoseconds.
        private let patience: UInt64
        private let heartbeat: UInt64
        private let lock = NSLock()
        // Guarded by the lock.
        private var jobs: [Job] = []
        private var running: Job?
        private var canceller: PostgresCanceller?
        private var watchers: [Watcher] = []
        private var isStopped = false
        /// Bytes in it wake the thread.
        private let wakes: (reader: Int32, writer: Int32)

        // Used by the thread only.
        private var session: PostgresSession?
        private var wasConnected = false
        private var pause = 0.0
        private var nextAttempt: UInt64 = 0
        private var nextLook: UInt64 = 0

        init(
            patience: Double, heartbeat: Double, open: @escaping (@escaping () -> Bool) throws -> PostgresSession
        ) {
            (self.patience, self.heartbeat) = (nanoseconds(patience), nanoseconds(heartbeat))
            self.open = open
            var ends: [Int32] = [-1, -1]
            if pipe(&ends) != 0 { ends = [-1, -1] }
            for end in ends where end >= 0 {
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
            }
            wakes = (ends[0], ends[1])
        }

        deinit {
            guard wakes.reader >= 0 else { return }
            close(wakes.reader)
            close(wakes.writer)
        }

        // MARK: - Other threads

        private func wake() {
            var byte: UInt8 = 0
            _ = write(wakes.writer, &byte, 1)
        }

        func stop() {
            let canceller = lock.withLock {
                isStopped = true
                return running == nil ? nil : self.canceller
            }
            wake()
            canceller?.send()
        }

        func add(_ job: Job) {
            guard wakes.reader >= 0 else {
                return job.finish(PostgresError(.connection, "expected two free descriptors for a server, found none"))
            }
            let isCancelled = lock.withLock {
                guard !job.isCancelled else { return true }
                job.deadline = now() + patience
                jobs.append(job)
                return false
            }
            if isCancelled { job.finish(CancellationError()) } else { wake() }
        }

        func cancel(_ job: Job) {
            let (canceller, isWaiting) = lock.withLock { () -> (PostgresCanceller?, Bool) in
                job.isCancelled = true
                job.cancelled = now()
                let place = jobs.firstIndex { $0 === job }
                if let place { jobs.remove(at: place) }
                return (running === job ? self.canceller : nil, place != nil)
            }
            // The thread may be waiting for the server.
            if isWaiting { job.finish(CancellationError()) }
            canceller?.send()
        }

        func watch(_ watcher: any PostgresWatcher) {
            lock.withLock { watchers.append(Watcher(object: watcher)) }
        }

        private func watching() -> [any PostgresWatcher] {
            lock.withLock {
                watchers.removeAll { $0.object == nil }
                return watchers.compactMap(\.object)
            }
        }

        // MARK: - The thread

        func work() {
            guard wakes.reader >= 0 else { return }
            while true {
                let (isStopped, dropped) = lock.withLock {
                    let dropped = self.isStopped ? jobs : []
                    if self.isStopped { jobs = [] }
                    return (self.isStopped, dropped)
                }
                for job in dropped { job.finish(CancellationError()) }
                if isStopped { break }
                if session == nil {
                    connect()
                } else {
                    // The first look that waited would be given up for requests that have waited long enough: they come first.
                    if !isAbandoned { lookIfNotified() }
                    if session != nil { runJob() }
                }
                wait()
            }
            session = nil
        }

        /// Connects, if someone needs it and the pause after the last attempt is over.
        private func connect() {
            let waiting = lock.withLock { !jobs.isEmpty }
            guard waiting || wasConnected && !watching().isEmpty, now() >= nextAttempt else { return }
            do {
                let opened = try open { [weak self] in self?.isAbandoned ?? true }
                session = opened
                lock.withLock { canceller = opened.canceller }
                pause = 0
                // Lists that followed the former connection look soon. A look may wait for a lock, so no request waits for it here.
                nextLook = wasConnected ? now() : now() + heartbeat
                if wasConnected { for watcher in watching() { watcher.startAgain() } }
                wasConnected = true
            } catch {
                disconnect()
                let time = now()
                let failed = lock.withLock {
                    let failed = jobs.filter { !wasConnected || $0.deadline <= time }
                    jobs.removeAll { !wasConnected || $0.deadline <= time }
                    return failed
                }
                for job in failed { job.finish(error) }
            }
        }

        private func disconnect() {
            let former = lock.withLock {
                defer { canceller = nil }
                return canceller
            }
            // The statement may wait for a lock.
            if session?.isUnanswered ?? false { former?.send() }
            session = nil
            pause = min(Self.longestPause, max(0.05, pause * 2))
            nextAttempt = now() + UInt64(pause * 1e9)
        }

        /// Calls a closure with the session. Its errors are those of lists, which report them when rows are requested.
        private func attempt(_ body: (PostgresSession) throws -> Void) {
            guard let session else { return }
            for _ in 0..<Self.mostAttempts {
                let ended = session.canceller.ended
                do { return try body(session) } catch {
                    if session.isLost { return disconnect() }
                    guard wasCancelledByMistake(error, session, ended) else { return }
                }
            }
        }

        private static let mostAttempts = 10

        /// A request to cancel can arrive late and hit the next statement. Then it had not ended when that statement began.
        private func wasCancelledByMistake(_ error: any Error, _ session: PostgresSession, _ ended: Int) -> Bool {
            (error as? PostgresError)?.cause == .cancelled && session.canceller.begun > ended
        }

        /// The server does not answer, and the running request was cancelled, the server was released, or requests wait for a look for changes.
        private var isAbandoned: Bool {
            let (time, pause) = (now(), 5_000_000_000 as UInt64)
            return lock.withLock {
                if isStopped { return true }
                if let running { return running.cancelled.map { $0 + pause < time } ?? false }
                return jobs.contains { $0.deadline - patience + max(patience, pause) < time }
            }
        }

        private func lookIfNotified() {
            guard let session else { return }
            let channels = session.notified
            session.notified = []
            let isDue = now() >= nextLook
            if isDue { nextLook = now() + heartbeat }
            guard isDue || !channels.isEmpty else { return }
            for watcher in watching() where isDue || watcher.channel.map(channels.contains) ?? false {
                attempt { try watcher.look($0) }
                if self.session == nil { return moveToEnd(watcher) }
            }
        }

        /// A list whose look has ended the connection looks after the others in the next one.
        private func moveToEnd(_ watcher: any PostgresWatcher) {
            lock.withLock {
                guard let place = watchers.firstIndex(where: { $0.object === watcher }) else { return }
                watchers.append(watchers.remove(at: place))
            }
        }

        private func runJob() {
            let job = lock.withLock {
                running = jobs.isEmpty ? nil : jobs.removeFirst()
                return running
            }
            guard let job, let session else { return }
            let ended = session.canceller.ended
            do {
                try job.body(session)
                lock.withLock { running = nil }
            } catch {
                let isCancelled = lock.withLock {
                    running = nil
                    return job.isCancelled
                }
                job.attempts += 1
                if session.isLost { disconnect() }
                let canRepeat =
                    job.attempts < Self.mostAttempts
                    && (session.isLost
                        ? !session.isUnanswered && now() < job.deadline : wasCancelledByMistake(error, session, ended))
                if isCancelled {
                    job.finish(CancellationError())
                } else if canRepeat {
                    let isCancelled = lock.withLock {
                        if !job.isCancelled { jobs.insert(job, at: 0) }
                        return job.isCancelled
                    }
                    if isCancelled { job.finish(CancellationError()) }
                } else {
                    job.finish(error)
                }
            }
        }

        /// Waits for a request, for the server, or until something is due.
        private func wait() {
            let (hasJobs, isStopped) = lock.withLock { (!jobs.isEmpty, self.isStopped) }
            if isStopped { return }
            var due = UInt64.max
            if session == nil {
                if hasJobs || wasConnected && !watching().isEmpty { due = nextAttempt }
            } else {
                if hasJobs || !(session?.notified.isEmpty ?? true) { return }
                due = nextLook
            }
            let time = now()
            let seconds = due == .max ? -1 : due <= time ? 0 : Double(due - time) / 1e9
            let events = Int16(POLLIN)
            var polled = [pollfd(fd: wakes.reader, events: events, revents: 0)]
            if let session { polled.append(pollfd(fd: session.descriptor, events: events, revents: 0)) }
            poll(&polled, nfds_t(polled.count), seconds < 0 ? -1 : Int32(min(60_000, seconds * 1_000 + 1)))
            if polled[0].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 64)
                while read(wakes.reader, &bytes, bytes.count) == bytes.count {}
            }
            if polled.count > 1, polled[1].revents != 0 { attempt { try $0.receive() } }
        }
    }
#endif
