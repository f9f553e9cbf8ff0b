import Foundation

/// The layout of a list: sections of any kind in one content.
///
///     var layout = CollectionViewLayout(width: 390)
///     try layout.append(.list(heights: heights, spacing: 8))         // [Double], a million of them
///     try layout.append(.flow(sizes: sizes, insets: .all(16)))
///     for element in layout.layoutAttributes(in: visibleRect) { draw(element.item, element.frame) }
///
/// Along the scroll axis a section is: header, inset, lines of items, inset, footer. Sections follow each other without
/// a gap.
///
/// A layout is a value. A copy is O(1), and shares everything with the original until one of them changes; the layouts
/// before and after an update live side by side. Frames are not stored: they are made for what is asked. Asking changes
/// nothing, so many threads may ask one layout.
///
/// In what the documentation says of costs, *n* is the number of items of a section and *S* the number of sections.
///
/// Indices out of range end the program, with the valid range. Values that cannot be used are refused with a
/// ``LayoutError``, and the layout stays as it was.
public struct CollectionViewLayout: Sendable {
    var storage: LayoutStorage

    /// Pixels in a point; 0 where there is no grid, as is what is no number or negative. Compositional sections are solved on it: another one solves them
    /// again.
    /// - Complexity: O(1); O(*S*) where there are compositional sections.
    public var displayScale: CGFloat {
        didSet {
            pixelScale = snapsToPixels ? CompositionArrays.pixelScale(displayScale) : 0
            if storage.displayScale != displayScale { rescale() }
        }
    }

    /// Answered frames have their edges rounded to pixels, half away from zero. Sizes follow from the edges. What is in
    /// a rectangle is decided before.
    public var snapsToPixels = false {
        didSet { pixelScale = snapsToPixels ? CompositionArrays.pixelScale(displayScale) : 0 }
    }

    /// Pixels in a point where edges are rounded, else 0.
    private(set) var pixelScale = 0.0

    /// An empty vertical list, laid out from left to right.
    /// - Parameter width: Points. What is no usable width counts as 0 and is reported in ``diagnostics``.
    public init(width: CGFloat) { self.init(crossExtent: width) }

    /// An empty list.
    /// - Parameters:
    ///   - crossExtent: Extent across the scroll axis, in points: the width of a vertical list. What is no usable extent
    ///     counts as 0 and is reported in ``diagnostics``.
    ///   - scrollDirection: The axis that the list scrolls along.
    ///   - flowDirection: Right to left mirrors what is answered in x.
    ///   - displayScale: Pixels in a point.
    public init(
        crossExtent: CGFloat, scrollDirection: ScrollDirection = .vertical,
        flowDirection: FlowDirection = .leftToRight, displayScale: CGFloat = 1
    ) {
        self.init(
            mainExtent: 0, crossExtent: crossExtent, scrollDirection: scrollDirection, flowDirection: flowDirection,
            displayScale: displayScale, containerInsets: .zero)
    }

    /// An empty list in a container, for compositional sections: their fractions are of both of its extents.
    ///
    ///     var layout = CollectionViewLayout(size: bounds.size, displayScale: 2)
    ///     try layout.append(.compositional(section, count: 40))
    ///
    /// - Parameters:
    ///   - size: Width and height of the visible bounds, in points. What is no usable extent counts as 0 and is reported
    ///     in ``diagnostics``.
    ///   - scrollDirection: The axis that the list scrolls along.
    ///   - flowDirection: Right to left mirrors what is answered in x.
    ///   - displayScale: Pixels in a point; 0 where there is no grid.
    ///   - containerInsets: What compositional sections can add to their insets.
    public init(
        size: CGSize, scrollDirection: ScrollDirection = .vertical, flowDirection: FlowDirection = .leftToRight,
        displayScale: CGFloat = 1, containerInsets: ContainerInsets = .zero
    ) {
        let vertical = scrollDirection == .vertical
        self.init(
            mainExtent: vertical ? size.height : size.width, crossExtent: vertical ? size.width : size.height,
            scrollDirection: scrollDirection, flowDirection: flowDirection, displayScale: displayScale,
            containerInsets: containerInsets)
    }

    private init(
        mainExtent: CGFloat, crossExtent: CGFloat, scrollDirection: ScrollDirection, flowDirection: FlowDirection,
        displayScale: CGFloat, containerInsets: ContainerInsets
    ) {
        let main = Self.usableMainExtent(mainExtent)
        let cross = Self.usableCrossExtent(crossExtent)
        storage = LayoutStorage(
            main: main ?? 0, cross: cross ?? 0, scrollDirection: scrollDirection, flowDirection: flowDirection)
        storage.displayScale = displayScale
        storage.containerInsets = containerInsets
        self.displayScale = displayScale
        let advice = "Give a finite extent that is not negative."
        if cross == nil {
            storage.diagnostics.record(
                LayoutDiagnostic(
                    code: .unusableCrossExtent, section: 0, item: nil, value: Double(crossExtent), advice: advice))
        }
        if main == nil {
            storage.diagnostics.record(
                LayoutDiagnostic(
                    code: .unusableMainExtent, section: 0, item: nil, value: Double(mainExtent), advice: advice))
        }
    }

    /// What is visible along the scroll axis is as limited as single lengths are.
    static func usableMainExtent(_ extent: CGFloat) -> Int64? { usableCrossExtent(extent) }

    static func usableCrossExtent(_ extent: CGFloat) -> Int64? {
        extent >= 0 ? Units.usable(extent) : nil
    }

    /// The storage, of this value alone from now on.
    @inline(__always)
    mutating func uniqueStorage() -> LayoutStorage {
        if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
        return storage
    }

    /// The core's layout for an edit of one item; of this value alone from now on.
    @inline(__always)
    mutating func uniqueCore() -> CoreLayout {
        if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
        return storage.core
    }
}

extension CollectionViewLayout {
    /// The axis that the list scrolls along.
    public var scrollDirection: ScrollDirection { storage.scrollDirection }

    public var flowDirection: FlowDirection { storage.flowDirection }

    /// Extent across the scroll axis, in points.
    public var crossExtent: CGFloat { CGFloat(Units.points(storage.cross)) }

    /// Extent of the visible bounds along the scroll axis, in points, that fractions of compositional sections are of; 0
    /// where the layout was not made with a size.
    public var mainExtent: CGFloat { CGFloat(Units.points(storage.main)) }

    /// What compositional sections can add to their insets.
    public var containerInsets: ContainerInsets { storage.containerInsets }

    /// Size of the content, in points.
    /// - Complexity: O(1).
    public var contentSize: CGSize {
        let main = CGFloat(Units.points(storage.extent))
        return storage.isHorizontal
            ? CGSize(width: main, height: crossExtent) : CGSize(width: crossExtent, height: main)
    }

    /// - Complexity: O(1).
    public var numberOfSections: Int { storage.sectionCount }

    /// Items of all sections.
    /// - Complexity: O(1).
    public var numberOfItems: Int { storage.itemTotal }

    /// - Complexity: O(log *S*).
    /// - Precondition: The section is in the layout.
    public func numberOfItems(inSection section: Int) -> Int {
        let count = section < 0 ? -1 : storage.itemCount(inSection: section)
        if count < 0 { storage.indexFailure(section: section, items: nil) }
        return count
    }

    /// Frame of a section: all of its extent along the scroll axis, and the width of the list.
    /// - Complexity: O(log *S*).
    /// - Precondition: The section is in the layout.
    public func frame(ofSection section: Int) -> CGRect {
        storage.checkSection(section)
        let place = storage.placement(ofSection: section)
        return snapped(
            storage.frame(
                UnitRect(mainMin: place.offset, mainMax: place.offset + place.extent, crossMax: storage.cross)))
    }

    /// What could not be used where nothing may throw. A handler can be set on it.
    public var diagnostics: LayoutDiagnostics {
        get { storage.diagnostics }
        set { uniqueStorage().diagnostics = newValue }
    }

    /// Work of all edits that led to this layout, since it was made empty.
    public var editWork: LayoutWork { storage.editWork }

    /// Bytes that the layout uses in the core, those shared with copies included.
    public var byteCount: Int { storage.byteCount }

    /// Nothing was changed in either since one was copied from the other. Layouts that are alike but were made apart are
    /// not identical.
    /// - Complexity: O(1).
    public func isIdentical(to other: CollectionViewLayout) -> Bool {
        storage === other.storage && snapsToPixels == other.snapsToPixels
    }

    /// Checks every rule of the structure, for tests.
    /// - Returns: The rule that does not hold; nil when all do.
    /// - Complexity: O(all items).
    public func brokenInvariant() -> String? { storage.brokenInvariant() }
}

// MARK: - Pixels

extension CollectionViewLayout {
    /// Rounds edges to pixels where that was asked for.
    @inline(__always)
    func snapped(_ frame: CGRect) -> CGRect {
        guard pixelScale > 0 else { return frame }
        return Pixels.snapped(frame, scale: pixelScale)
    }
}

/// Rounding of edges to the pixels of a display.
enum Pixels {
    @inline(__always)
    static func snapped(_ edge: Double, scale: Double) -> Double { (edge * scale).rounded() / scale }

    static func snapped(_ frame: CGRect, scale: Double) -> CGRect {
        let minX = snapped(Double(frame.origin.x), scale: scale)
        let minY = snapped(Double(frame.origin.y), scale: scale)
        let maxX = snapped(Double(frame.origin.x + frame.size.width), scale: scale)
        let maxY = snapped(Double(frame.origin.y + frame.size.height), scale: scale)
        return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

    static func snap(_ elements: UnsafeMutablePointer<LayoutAttributes>, count: Int, scale: Double) {
        for index in 0..<count {
            elements[index].minX = snapped(elements[index].minX, scale: scale)
            elements[index].minY = snapped(elements[index].minY, scale: scale)
            elements[index].maxX = snapped(elements[index].maxX, scale: scale)
            elements[index].maxY = snapped(elements[index].maxY, scale: scale)
        }
    }
}
