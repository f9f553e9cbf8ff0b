import Foundation
import ListEngineLayout

/// A hash of computed values: different values very likely have different digests. The mixing function is that of SplitMix64
/// (G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014).
struct LayoutDigest {
    private(set) var value: UInt64 = 0

    mutating func add(_ bits: UInt64) {
        var z = (value ^ bits) &+ 0x9E37_79B9_7F4A_7C15
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        value = z ^ (z >> 31)
    }

    mutating func add(_ number: Int) { add(UInt64(bitPattern: Int64(number))) }
    mutating func add(_ length: CGFloat) { add(Double(length).bitPattern) }

    mutating func add(_ text: some StringProtocol) {
        for byte in text.utf8 { add(UInt64(byte)) }
        add(text.utf8.count)
    }

    mutating func add(_ rect: CGRect) {
        add(rect.origin.x)
        add(rect.origin.y)
        add(rect.size.width)
        add(rect.size.height)
    }

    mutating func add(_ path: ElementPath) {
        add(path.section)
        add(path.item)
        add(Int(path.category.rawValue))
    }

    /// Everything that a query returns about an element except the number of its kind, which depends on the order in which a
    /// program first uses the names of kinds.
    mutating func add(_ element: LayoutAttributes) {
        add(element.path)
        add(element.minX.bitPattern)
        add(element.minY.bitPattern)
        add(element.maxX.bitPattern)
        add(element.maxY.bitPattern)
        add(element.zIndex)
        add((element.isPinned ? 1 : 0) + (element.isEstimated ? 2 : 0) + (element.isHidden ? 4 : 0))
        if element.kind.rawValue > ElementKind.decoration.rawValue { add(element.kind.name) }
    }

    mutating func add(_ change: LayoutChange, _ scroll: ScrollAdjustment) {
        add(change.sections.lowerBound)
        add(change.sections.upperBound)
        add(change.items?.lowerBound ?? -1)
        add(change.items?.upperBound ?? -1)
        add(scroll.scrollDelta)
        add(scroll.clampedBy)
        guard let anchor = scroll.anchor else { return add(-1) }
        add(anchor.path)
        add(anchor.edge.rawValue)
        add(anchor.distance)
    }
}

extension LayoutDigest {
    /// The result of a step: the change or the error, the extent and the counts, and the first and the last frame that
    /// changed. If there is a viewport, also everything that is visible in it after the scrolling that the change requests.
    init(
        of step: LayoutStep, _ result: Result<StepOutcome, LayoutError>, viewport: Viewport?,
        in layout: CollectionViewLayout
    ) {
        var viewport = viewport
        if case .look(let seen) = step { viewport = seen }
        switch result {
        case .success(let outcome):
            guard let change = outcome.change else { break }
            add(change, outcome.scroll)
            if let items = change.items, let last = items.last {
                add(layout.frame(ofItem: items.lowerBound, inSection: change.sections.lowerBound))
                add(layout.frame(ofItem: last, inSection: change.sections.lowerBound))
            }
            let start = viewport.map { layout.contentOffset(of: $0.visibleBounds) } ?? 0
            if outcome.scroll.scrollDelta != 0, let seen = viewport {
                let moved = layout.visibleBounds(
                    atContentOffset: start + outcome.scroll.scrollDelta, size: seen.visibleBounds.size)
                viewport?.visibleBounds.origin = moved.origin
                viewport?.rect.origin.x += moved.minX - seen.visibleBounds.minX
                viewport?.rect.origin.y += moved.minY - seen.visibleBounds.minY
            }
        case .failure(let error):
            // The case and its values, not the message: its wording may change.
            let fault = Mirror(reflecting: error).children.first
            add(fault?.label ?? "\(error)")
            if let fault { add("\(fault.value)") }
        }
        add(layout.contentSize.width)
        add(layout.contentSize.height)
        add(layout.numberOfSections)
        add(layout.numberOfItems)
        guard let viewport else { return }
        for element in layout.layoutAttributes(in: viewport) { add(element) }
    }
}
