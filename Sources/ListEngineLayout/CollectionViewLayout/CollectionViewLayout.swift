import Foundation

/// The layout of a list. Its sections can be of any kind.
///
///     var layout = CollectionViewLayout(width: 390)
///     try layout.append(.list(heights: heights, spacing: 8))         // [Double], a million of them
///     try layout.append(.flow(sizes: sizes, insets: .all(16)))
///     for element in layout.layoutAttributes(in: visibleRect) { draw(element.item, element.frame) }
///
/// Along the scroll axis a section consists of header, inset, lines of items, inset and footer. Sections follow each
/// other without a gap.
///
/// A layout is a value. Copying it is O(1), and a copy shares all storage with the original until one of them
/// changes. The layouts before and after an update can therefore exist side by side. Frames are not stored; a query
/// computes the frames that it returns. Queries do not change the layout, so several threads can query one layout.
///
/// In statements of complexity, *n* is the number of items of a section and *S* is the number of sections.
///
/// An index that is out of range ends the program with a message that contains the valid range. A value that cannot
/// be used makes the operation throw a ``LayoutError``; the layout stays as it was.
public struct CollectionViewLayout: Sendable {
    var storage: LayoutStorage

    /// Pixels per point. A value of 0 means that there is no pixel grid; so does a negative value or NaN.
    ///
    /// Compositional sections are aligned to the pixel grid, so a new scale solves them again.
    public var displayScale: CGFloat {
        didSet {
            pixels = Pixels(pixelSnapping, displayScale)
            if storage.displayScale != displayScale { rescale() }
        }
    }

    /// Which coordinates of returned frames are rounded to pixels, half away from zero. The test whether an element is
    /// in a rectangle uses the frame before rounding.
    public var pixelSnapping = PixelSnapping.none {
        didSet { pixels = Pixels(pixelSnapping, displayScale) }
    }

    private(set) var pixels = Pixels()

    /// The anchors of open scopes, outermost first.
    var followed: [FollowedAnchor] {
        get { openScopes?.anchors ?? [] }
        set { openScopes = newValue.isEmpty ? nil : OpenScopes(anchors: newValue) }
    }
    /// An object, because few layouts have open scopes and layouts are copied often: no reference costs less to copy than an array.
    private var openScopes: OpenScopes?

    /// An empty vertical list, laid out from left to right.
    /// - Parameter width: The width in points. A width that cannot be used counts as 0 and is reported in
    ///   ``diagnostics``.
    public init(width: CGFloat) { self.init(crossExtent: width) }

    /// An empty list.
    /// - Parameters:
    ///   - crossExtent: Extent across the scroll axis, in points: the width of a vertical list. An extent that cannot
    ///     be used counts as 0 and is reported in ``diagnostics``.
    ///   - scrollDirection: The axis that the list scrolls along.
    ///   - flowDirection: Right to left mirrors the x coordinates that the layout returns.
    ///   - displayScale: Pixels per point.
    public init(
        crossExtent: CGFloat, scrollDirection: ScrollDirection = .vertical,
        flowDirection: FlowDirection = .leftToRight, displayScale: CGFloat = 1
    ) {
        self.init(
            mainExtent: 0, crossExtent: crossExtent, scrollDirection: scrollDirection, flowDirection: flowDirection,
            displayScale: displayScale, containerInsets: .zero)
    }

    /// An empty list in a container. Use this initializer for compositional sections, whose fractional dimensions
    /// refer to both extents of the container.
    ///
    ///     var layout = CollectionViewLayout(size: bounds.size, displayScale: 2)
    ///     try layout.append(.compositional(section, count: 40))
    ///
    /// - Parameters:
    ///   - size: Width and height of the visible bounds, in points. An extent that cannot be used counts as 0 and is
    ///     reported in ``diagnostics``.
    ///   - scrollDirection: The axis that the list scrolls along.
    ///   - flowDirection: Right to left mirrors the x coordinates that the layout returns.
    ///   - displayScale: Pixels per point; 0 if there is no pixel grid.
    ///   - containerInsets: Insets of the container that compositional sections can add to their own.
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
        let advice = "Use a finite extent that is not negative."
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

    /// The visible extent has the same limit as every single length.
    static func usableMainExtent(_ extent: CGFloat) -> Int64? { usableCrossExtent(extent) }

    static func usableCrossExtent(_ extent: CGFloat) -> Int64? {
        extent >= 0 ? Units.usable(extent) : nil
    }

    /// Returns the storage after making sure that no other value shares it.
    @inline(__always)
    mutating func uniqueStorage() -> LayoutStorage {
        if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
        return storage
    }

    /// Returns the core's layout, for an edit of one item, after making sure that no other value shares it.
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

    /// Extent of the visible bounds along the scroll axis, in points. Fractional dimensions of compositional sections
    /// refer to it. It is 0 if the layout was created without a size.
    public var mainExtent: CGFloat { CGFloat(Units.points(storage.main)) }

    /// Insets of the container that compositional sections can add to their own.
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

    /// The number of items in all sections.
    /// - Complexity: O(1).
    public var numberOfItems: Int { storage.itemTotal }

    /// - Complexity: O(log *S*).
    /// - Precondition: The section is in the layout.
    public func numberOfItems(inSection section: Int) -> Int {
        let count = section < 0 ? -1 : storage.itemCount(inSection: section)
        if count < 0 { storage.indexFailure(section: section, items: nil) }
        return count
    }

    /// Returns the frame of a section. It covers the section's whole extent along the scroll axis and the full extent
    /// of the list across it.
    /// - Complexity: O(log *S*).
    /// - Precondition: The section is in the layout.
    public func frame(ofSection section: Int) -> CGRect {
        storage.checkSection(section)
        let place = storage.placement(ofSection: section)
        return snapped(
            storage.frame(
                UnitRect(mainMin: place.offset, mainMax: place.offset + place.extent, crossMax: storage.cross)))
    }

    /// Reports about values that could not be used, in places where no error can be thrown. Set the handler to
    /// receive each report.
    public var diagnostics: LayoutDiagnostics {
        get { storage.diagnostics }
        set { uniqueStorage().diagnostics = newValue }
    }

    /// The number of diagnostics that were recorded, of which the last are in ``diagnostics``.
    package var diagnosticTotal: Int { storage.diagnostics.total }

    /// Counted work of all edits of this layout since it was created empty.
    public var editWork: LayoutWork { storage.editWork }

    /// Bytes that the layout uses in the core, including those that it shares with copies.
    public var byteCount: Int { storage.byteCount }

    /// Returns whether one layout is a copy of the other and neither changed since. Two equal layouts that were
    /// created separately are not identical.
    /// - Complexity: O(1).
    public func isIdentical(to other: CollectionViewLayout) -> Bool {
        storage === other.storage && pixelSnapping == other.pixelSnapping
    }

    /// Checks all invariants of the layout's structure. Tests use it.
    /// - Returns: The first invariant that does not hold; nil if all hold.
    /// - Complexity: O(*N*), where *N* is the number of items in all sections.
    public func brokenInvariant() -> String? { storage.brokenInvariant() }
}

// MARK: - Pixels

/// Which coordinates of the frames that a layout returns are rounded to the pixels of the display.
public enum PixelSnapping: Sendable, Hashable {
    /// None.
    case none
    /// All edges. Sizes follow from the rounded edges, so adjacent items share an edge, and equal sizes can differ by a pixel.
    case edges
    /// The origins. Sizes stay as they are, as measured in a flow layout of UIKit. Adjacent items can overlap or leave a gap
    /// of up to a pixel.
    case origins
}

extension CollectionViewLayout {
    /// Rounds a frame to pixels as ``pixelSnapping`` says.
    @inline(__always)
    @usableFromInline
    func snapped(_ frame: CGRect) -> CGRect {
        guard pixels.scale > 0 else { return frame }
        return pixels.snapped(frame)
    }
}

/// Rounds frames to the pixels of a display.
struct Pixels: Sendable {
    /// Pixels per point; 0 if nothing is rounded.
    private(set) var scale = 0.0
    private var keepsSizes = false

    init() {}

    init(_ snapping: PixelSnapping, _ displayScale: CGFloat) {
        scale = snapping == .none ? 0 : CompositionArrays.pixelScale(displayScale)
        keepsSizes = snapping == .origins
    }

    @inline(__always)
    private func snapped(_ edge: Double) -> Double { (edge * scale).rounded() / scale }

    func snapped(_ frame: CGRect) -> CGRect {
        let minX = snapped(Double(frame.origin.x))
        let minY = snapped(Double(frame.origin.y))
        if keepsSizes { return CGRect(origin: CGPoint(x: minX, y: minY), size: frame.size) }
        let maxX = snapped(Double(frame.origin.x + frame.size.width))
        let maxY = snapped(Double(frame.origin.y + frame.size.height))
        return CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
    }

    func snap(_ elements: UnsafeMutablePointer<LayoutAttributes>, count: Int) {
        for index in 0..<count {
            let minX = snapped(elements[index].minX)
            let minY = snapped(elements[index].minY)
            let (maxX, maxY) = (elements[index].maxX, elements[index].maxY)
            elements[index].maxX = keepsSizes ? minX + (maxX - elements[index].minX) : snapped(maxX)
            elements[index].maxY = keepsSizes ? minY + (maxY - elements[index].minY) : snapped(maxY)
            elements[index].minX = minX
            elements[index].minY = minY
        }
    }
}
