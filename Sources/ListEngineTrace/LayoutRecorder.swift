import Foundation
import ListEngineLayout

/// A layout that records each operation, so that the operations can be replayed. The recording is a text, which you can
/// attach to a bug report or keep as a test.
///
///     var recorder = LayoutRecorder(CollectionViewLayout(width: 390))
///     try recorder.perform(.insertSection(.list(heights: heights), at: 0))
///     try recorder.perform(.resizeItems(startingAt: 3, inSection: 0, to: .extents([88])), keeping: anchor, in: viewport)
///     try recorder.look(viewport)
///     print(recorder.text)                     // see LayoutTrace
///
/// Recording a step takes O(size of its arguments). If the step has a viewport, recording also queries the visible elements.
public struct LayoutRecorder: Sendable {
    public private(set) var layout: CollectionViewLayout
    private var lines: String
    private var count = 0

    /// - Parameter layout: The initial layout, which has no sections. Its container is recorded.
    /// - Precondition: The layout has no sections, and no separate headers and footers.
    public init(_ layout: CollectionViewLayout) {
        guard layout.numberOfSections == 0, layout.contentSize.height == 0 || layout.contentSize.width == 0 else {
            fatalError("LayoutRecorder needs a layout without sections; got one with \(layout.numberOfSections)")
        }
        self.layout = layout
        var writer = TraceWriter()
        writer.addContainer(layout)
        lines = "\(LayoutTrace.firstWord) \(LayoutTrace.version)\n\(writer.text)\n"
    }

    /// The recording so far, in the format that ``LayoutTrace`` reads.
    public var text: String { lines + "end \(count)\n" }

    /// Performs a step and records it. A step that throws is recorded too, and throws again when it is replayed.
    /// - Returns: The change, or nil for ``LayoutStep/look(_:)``, and how far to scroll so that the anchor keeps its position.
    /// - Throws: The errors of the operation that the step stands for.
    /// - Precondition: Those of that operation.
    @discardableResult
    public mutating func perform(
        _ step: LayoutStep, keeping anchor: ScrollAnchor? = nil, in viewport: Viewport? = nil
    ) throws(LayoutError) -> (change: LayoutChange?, scroll: ScrollAdjustment) {
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

    /// Queries the visible elements and records the query.
    @discardableResult
    public mutating func look(_ viewport: Viewport) -> [LayoutAttributes] {
        // A query cannot fail.
        _ = try? perform(.look(viewport))
        return layout.layoutAttributes(in: viewport)
    }
}

extension LayoutStep {
    /// Whether all arguments of the step can be written as text.
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
