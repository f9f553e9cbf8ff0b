/// The reason why a trace cannot be read, or why a replay differs from the recording.
public struct LayoutTraceError: Error, Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// The first line is not the first line of a trace.
        case notATrace
        /// The trace has another version of the format, which is given as it stands in the text.
        case otherVersion(String)
        /// The text ends before the line that marks the end of the trace.
        case cutShort
        /// The checksum does not match: the line was changed after it was written.
        case damaged
        /// The line cannot be parsed. The text says what was expected or found.
        case unreadable(String)
        /// The step uses an item, section or element that is not in the layout. The text says which.
        case outOfRange(String)
        /// The result of the step differs from the recorded one. The values are the digests of both.
        case differs(recorded: UInt64, found: UInt64)
    }

    /// The number of the line in the text, from 1.
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
        case .notATrace: "line \(line): the text is not a trace of a layout"
        case .otherVersion(let version): "line \(line): version \(version) of the trace format is not supported"
        case .cutShort: "line \(line): the trace is truncated; its end line is missing"
        case .damaged: "line \(line): the checksum does not match; the line was changed after it was written"
        case .unreadable(let what): "line \(line): \(what)"
        case .outOfRange(let what): "line \(line): \(what)"
        case .differs: "line \(line): the result of the step differs from the recorded one"
        }
    }
}
