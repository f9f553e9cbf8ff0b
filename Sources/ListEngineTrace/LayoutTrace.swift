import Foundation
import ListEngineLayout

/// The recorded operations on a layout as text, which can be replayed with identical results.
///
///     let trace = try LayoutTrace(text)
///     let layout = try trace.replay()          // throws if the result of a step differs from the recorded one
///
/// A ``LayoutRecorder`` writes the text. Each step is one line: its name and arguments, the anchor and the viewport that it
/// keeps, a digest of its result, and a checksum of the line. Lengths are written so that they are read as exactly the same
/// numbers. A replay therefore gives the same results on every machine and with every instruction set.
///
/// ```text
/// listengine-layout-trace 1
/// container 0 390 vertical left-to-right 1
/// section 0 list of extents 3 40 52.5 44 =487ff32a0ee3f7e9 #cbf54c15
/// resize 0 1 extents 1 88 keeping 0 2 1 start 0 =951c38c64848faaf #161ef5cf
/// end 2
/// ```
///
/// Digest and checksum may be omitted, and are then not compared. So you can write a trace by hand, or reduce one to a few
/// lines. Empty lines and lines that begin with two slashes are ignored.
public struct LayoutTrace: Sendable {
    /// A step as it was recorded.
    public struct Entry: Sendable {
        public var step: LayoutStep
        public var anchor: ScrollAnchor?
        public var viewport: Viewport?
        /// The number of its line in the text, from 1.
        public var line: Int
        var digest: UInt64?
    }

    /// The version of the text format that is written and read.
    public static let version = "1"

    static let firstWord = "listengine-layout-trace"

    public private(set) var entries: [Entry] = []
    private let container: CollectionViewLayout

    /// Reads a trace.
    /// - Parameters:
    ///   - text: As ``LayoutRecorder/text``.
    ///   - isFinished: Pass false to read a text that may end anywhere, such as that of a program that crashed. All complete
    ///     lines are read.
    /// - Throws: ``LayoutTraceError`` with the line that cannot be read.
    /// - Complexity: O(text).
    public init(_ text: String, isFinished: Bool = true) throws(LayoutTraceError) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // The text after the last line end is empty, or a truncated line.
        if !isFinished || lines.last?.isEmpty == true { _ = lines.popLast() }
        var container: CollectionViewLayout?
        var hasVersion = false
        var steps = 0
        for (index, text) in lines.enumerated() {
            let number = index + 1
            if text.allSatisfy({ $0 == " " }) || text.hasPrefix("//") { continue }
            if !hasVersion {
                try Self.checkVersion(text, line: number)
                hasVersion = true
                continue
            }
            var (reader, digest) = try Self.checked(text, line: number)
            if container == nil {
                container = try reader.container()
            } else if reader.consume("end") {
                guard try reader.int() == steps, reader.isAtEnd else {
                    throw LayoutTraceError(line: number, reason: .cutShort)
                }
                self.container = container ?? CollectionViewLayout(width: 0)
                if let more = lines[(index + 1)...].firstIndex(where: { !$0.isEmpty }) {
                    throw LayoutTraceError(line: more + 1, reason: .unreadable("unexpected text after the end line"))
                }
                return
            } else {
                let step = try reader.step()
                let anchor = try reader.anchor()
                let viewport = try reader.keptViewport()
                guard reader.isAtEnd else { throw reader.unreadable("unexpected text after the step") }
                entries.append(
                    Entry(step: step, anchor: anchor, viewport: viewport, line: number, digest: digest))
                steps += 1
            }
        }
        guard hasVersion else { throw LayoutTraceError(line: 1, reason: isFinished ? .notATrace : .cutShort) }
        guard let container, !isFinished else { throw LayoutTraceError(line: lines.count + 1, reason: .cutShort) }
        self.container = container
    }

    private static func checkVersion(_ text: Substring, line: Int) throws(LayoutTraceError) {
        let words = text.split(separator: " ")
        guard words.first?.elementsEqual(firstWord) == true, words.count == 2 else {
            throw LayoutTraceError(line: line, reason: .notATrace)
        }
        guard words[1] == version else {
            throw LayoutTraceError(line: line, reason: .otherVersion(String(words[1])))
        }
    }

    /// Checks the checksum of a line. Returns the line without its checksum, and its digest.
    private static func checked(
        _ text: Substring, line: Int
    ) throws(LayoutTraceError) -> (TraceReader, digest: UInt64?) {
        var text = text
        func last(_ mark: Character) throws(LayoutTraceError) -> UInt64? {
            guard let space = text.lastIndex(of: " "), text[space...].dropFirst().first == mark else { return nil }
            let digits = text[space...].dropFirst(2)
            guard let value = UInt64(digits, radix: 16), digits.first != "+" else {
                throw LayoutTraceError(line: line, reason: .damaged)
            }
            text = text[..<space]
            return value
        }
        if let sum = try last("#"), sum != checksum(text) { throw LayoutTraceError(line: line, reason: .damaged) }
        let digest = try last("=")
        return (TraceReader(text, line: line), digest)
    }

    static func checksum(_ text: some StringProtocol) -> UInt64 {
        var digest = LayoutDigest()
        digest.add(text)
        return digest.value >> 32
    }

    /// Performs all steps again, starting with an empty layout.
    /// - Parameter body: Called with the layout after each step.
    /// - Returns: The layout after the last step.
    /// - Throws: ``LayoutTraceError`` if a step uses an element that is not in the layout, or if its result differs from the
    ///   recorded one.
    @discardableResult
    public func replay(
        _ body: (Entry, CollectionViewLayout) -> Void = { _, _ in }
    ) throws(LayoutTraceError) -> CollectionViewLayout {
        var layout = container
        for entry in entries {
            if let fault = layout.fault(of: entry.step, keeping: entry.anchor) {
                throw LayoutTraceError(line: entry.line, reason: .outOfRange(fault))
            }
            let found = layout.digest(performing: entry.step, keeping: entry.anchor, in: entry.viewport).digest
            if let recorded = entry.digest, recorded != found {
                throw LayoutTraceError(line: entry.line, reason: .differs(recorded: recorded, found: found))
            }
            body(entry, layout)
        }
        return layout
    }
}

/// The changes of a step, nil where it looked, and how far to scroll after it.
typealias StepOutcome = (change: LayoutChange?, scroll: ScrollAdjustment)

extension CollectionViewLayout {
    /// Performs a step and returns the digest of its result.
    mutating func digest(
        performing step: LayoutStep, keeping anchor: ScrollAnchor?, in viewport: Viewport?
    ) -> (result: Result<StepOutcome, LayoutError>, digest: UInt64) {
        let result: Result<StepOutcome, LayoutError>
        do throws(LayoutError) {
            var change: LayoutChange?
            let scroll = try keeping(anchor, in: viewport) { layout throws(LayoutError) in
                change = try layout.perform(step)
            }
            result = .success((change, scroll))
        } catch {
            result = .failure(error)
        }
        return (result, LayoutDigest(of: step, result, viewport: viewport, in: self).value)
    }
}

// MARK: - The container

extension TraceWriter {
    mutating func addContainer(_ layout: CollectionViewLayout) {
        add("container")
        add(layout.mainExtent, layout.crossExtent)
        add(layout.scrollDirection == .vertical ? "vertical" : "horizontal")
        add(layout.flowDirection == .leftToRight ? "left-to-right" : "right-to-left")
        add(layout.displayScale)
        add("snapping", if: layout.pixelSnapping == .edges)
        add("snapping-origins", if: layout.pixelSnapping == .origins)
        let insets = layout.containerInsets
        add("safe-area", insets.safeArea, unless: .zero) { $0.add($1) }
        add("margins", insets.layoutMargins, unless: .zero) { $0.add($1) }
        add("readable", insets.readableContent, unless: .zero) { $0.add($1) }
    }
}

extension TraceReader {
    fileprivate mutating func container() throws(LayoutTraceError) -> CollectionViewLayout {
        try expect("container")
        let (main, cross) = (try length(), try length())
        let direction = try choice([("vertical", ScrollDirection.vertical), ("horizontal", .horizontal)])
        let flow = try choice([("left-to-right", FlowDirection.leftToRight), ("right-to-left", .rightToLeft)])
        let scale = try length()
        let snapping: PixelSnapping = consume("snapping") ? .edges : consume("snapping-origins") ? .origins : .none
        var insets = ContainerInsets.zero
        if consume("safe-area") { insets.safeArea = try self.insets() }
        if consume("margins") { insets.layoutMargins = try self.insets() }
        if consume("readable") { insets.readableContent = try self.insets() }
        guard isAtEnd else { throw unreadable("unexpected text after the container") }
        var layout = CollectionViewLayout(
            size: direction == .vertical
                ? CGSize(width: cross, height: main) : CGSize(width: main, height: cross),
            scrollDirection: direction, flowDirection: flow, displayScale: scale, containerInsets: insets)
        layout.pixelSnapping = snapping
        return layout
    }
}
