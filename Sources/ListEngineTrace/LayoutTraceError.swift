/// Why a trace cannot be read, or does not run as it was recorded.
public struct LayoutTraceError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The first line is not that of a trace.
        case notATrace
        /// The trace is of another version of its format; this is what it calls it.
        case otherVersion(String)
        /// The text ends before the line that says that the run has ended.
        case cutShort
        /// The line was changed since it was written.
        case damaged
        /// The line says nothing that is known.
        case unreadable(String)
        /// The step names what is not in the layout.
        case outOfRange(String)
        /// The step led to something else than when it was recorded.
        case differs(recorded: UInt64, found: UInt64)
    }

    /// Counted from 1.
    public var line: Int
    public var reason: Reason

    public init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }
}

extension LayoutTraceError: CustomStringConvertible {
    public var description: String {
        switch reason {
        case .notATrace: "line \(line): this is no trace of a layout"
        case .otherVersion(let version): "line \(line): version \(version) of traces is not known"
        case .cutShort: "line \(line): the trace ends before the run does"
        case .damaged: "line \(line) was changed since it was written"
        case .unreadable(let what): "line \(line): \(what)"
        case .outOfRange(let what): "line \(line): \(what)"
        case .differs: "line \(line): the step leads to another layout than when it was recorded"
        }
    }
}
