import Foundation
import ListEngineLayout

/// A layout whose run is written down, step by step, so that it can be run again: what led to a fault is a text that can
/// be sent, and kept as a test.
///
///     var recorder = LayoutRecorder(CollectionViewLayout(width: 390))
///     try recorder.perform(.insertSection(.list(heights: heights), at: 0))
///     try recorder.perform(.resizeItems(startingAt: 3, inSection: 0, to: .extents([88])), keeping: anchor, in: viewport)
///     try recorder.look(viewport)
///     print(recorder.text)                     // see LayoutTrace
///
/// Recording costs O(what a step says), and the query of what is visible where a step has a viewport.
public struct LayoutRecorder: Sendable {
    public private(set) var layout: CollectionViewLayout
    private var lines: String
    private var count = 0

    /// - Parameter layout: What the run begins with: a layout without sections, whose container is written.
    /// - Precondition: The layout has no sections, nor headers and footers of its own.
    public init(_ layout: CollectionViewLayout) {
        guard layout.numberOfSections == 0, layout.contentSize.height == 0 || layout.contentSize.width == 0 else {
            fatalError("a layout with \(layout.numberOfSections) sections cannot be recorded; valid is an empty one")
        }
        self.layout = layout
        var writer = TraceWriter()
        writer.addContainer(layout)
        lines = "\(LayoutTrace.firstWord) \(LayoutTrace.version)\n\(writer.text)\n"
    }

    /// The run until now, as ``LayoutTrace`` reads it.
    public var text: String { lines + "end \(count)\n" }

    /// Does a step and writes it down. A step that is refused is written as well: it is refused again.
    /// - Returns: The change; nil of a look.
    /// - Throws: As the operation that the step stands for.
    /// - Precondition: As of that operation.
    @discardableResult
    public mutating func perform(
        _ step: LayoutStep, keeping anchor: ScrollAnchor? = nil, in viewport: Viewport? = nil
    ) throws(LayoutError) -> LayoutChange? {
        let (result, digest) = layout.digest(performing: step, keeping: anchor, in: viewport)
        var writer = TraceWriter()
        if step.isWritable {
            writer.add(step)
            writer.add(keeping: anchor, in: viewport)
        } else {
            writer.add("unrecorded")
        }
        writer.add("=" + String(digest, radix: 16))
        let sum = String(LayoutTrace.checksum(writer.text), radix: 16)
        lines += "\(writer.text) #\(sum)\n"
        count += 1
        return try result.get()
    }

    /// Asks what is visible, and writes it down.
    @discardableResult
    public mutating func look(_ viewport: Viewport) -> [LayoutAttributes] {
        // A look is refused by nothing.
        _ = try? perform(.look(viewport))
        return layout.layoutAttributes(in: viewport)
    }
}

extension LayoutStep {
    /// All that the step says can be written.
    fileprivate var isWritable: Bool {
        switch self {
        case .insertSection(let recipe, _), .insertSections(let recipe, _, _), .reloadSection(_, let recipe),
            .restyleSection(_, let recipe):
            if case .compositional(let arrangement) = recipe.arrangement { return arrangement.isData }
            if case .custom = recipe.extentRule?.kind { return false }
            return true
        default: return true
        }
    }
}
