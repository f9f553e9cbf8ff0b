import Foundation

#if canImport(CoreGraphics)
    import CoreGraphics
#endif

/// An affine transform in the plane, in single precision: x' = a x + c y + tx, y' = b x + d y + ty.
public struct ElementTransform: BitwiseCopyable, Sendable, Hashable {
    public var a: Float
    public var b: Float
    public var c: Float
    public var d: Float
    public var tx: Float
    public var ty: Float

    public init(a: Float = 1, b: Float = 0, c: Float = 0, d: Float = 1, tx: Float = 0, ty: Float = 0) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    public static let identity = ElementTransform()
}

/// The position and appearance of one element. The structure has 80 bytes and holds no references.
///
/// Queries of a layout return these structures. Edges are in points of the content; y grows downward and x to the
/// right.
///
///     for element in layout.layoutAttributes(in: visibleRect) {
///         draw(element.section, element.item, element.frame)
///     }
public struct LayoutAttributes: BitwiseCopyable, Sendable, Hashable {
    // The C core writes these members as an `le_element`, so their order and types must match it. A test compares the
    // two.
    public var minX: Double
    public var minY: Double
    public var maxX: Double
    public var maxY: Double

    /// Index in the section. See ``ElementPath/item`` for elements that are not items.
    public var item: Int

    @usableFromInline var sectionNumber: Int32
    @usableFromInline var zNumber: Int32

    /// The element's kind: ``ElementKind/item``, ``ElementKind/header``, ``ElementKind/footer`` or a kind that the
    /// section names.
    public var kind: ElementKind

    @usableFromInline var categoryNumber: UInt8
    @usableFromInline var flags: UInt8

    /// Opacity, from 0 to 1.
    public var alpha: Float

    /// The transform to apply around the element's centre when drawing it. Queries use the frame without the
    /// transform.
    public var transform: ElementTransform

    @usableFromInline static var pinnedFlag: UInt8 { 1 }
    @usableFromInline static var estimatedFlag: UInt8 { 2 }
    @usableFromInline static var hiddenFlag: UInt8 { 4 }

    /// Creates the attributes of an element with a frame, full opacity and no transform.
    /// - Precondition: The section's index fits in 32 bits.
    public init(_ path: ElementPath, frame: CGRect) {
        minX = Double(frame.origin.x)
        minY = Double(frame.origin.y)
        maxX = minX + Double(frame.size.width)
        maxY = minY + Double(frame.size.height)
        item = path.item
        sectionNumber = Int32(path.section)
        zNumber = 0
        kind =
            switch path.category {
            case .header: .header
            case .item: .item
            case .footer: .footer
            case .supplementary: .supplementary
            case .decoration: .decoration
            }
        categoryNumber = path.category.rawValue
        flags = 0
        alpha = 1
        transform = .identity
    }
}

extension LayoutAttributes {
    /// Index of the section. It is ``ElementPath/wholeList`` for the headers and footers of the list itself.
    /// - Precondition: A new value fits in 32 bits.
    @inlinable public var section: Int {
        get { Int(sectionNumber) }
        set { sectionNumber = Int32(newValue) }
    }

    @inlinable public var category: ElementCategory {
        // The core writes only values that the enumeration has.
        ElementCategory(rawValue: categoryNumber) ?? .item
    }

    @inlinable public var path: ElementPath { ElementPath(section: section, item: item, category: category) }

    /// The index path of the element. For an element of the list itself it has a single index, the element's own.
    ///
    /// Creating an index path costs more than reading all other members together.
    public var indexPath: IndexPath {
        // An index path made from an array of two indices would allocate memory for the array.
        section < 0 ? IndexPath(index: item) : IndexPath(index: section).appending(item)
    }

    /// The rectangle between the edges, in points of the content.
    @inlinable public var frame: CGRect {
        get { CGRect(x: minX, y: minY, width: maxX - minX, height: maxY - minY) }
        set {
            minX = Double(newValue.origin.x)
            minY = Double(newValue.origin.y)
            maxX = minX + Double(newValue.size.width)
            maxY = minY + Double(newValue.size.height)
        }
    }

    /// Returns the point of the element's frame that the transform draws at a point of the content. Nil if the transform
    /// draws the element as a line, as a point, or nowhere.
    package func untransformed(_ point: CGPoint) -> CGPoint? {
        guard transform != .identity else { return point }
        let (a, b, c, d) = (Double(transform.a), Double(transform.b), Double(transform.c), Double(transform.d))
        let determinant = a * d - b * c
        guard determinant.isFinite, determinant != 0 else { return nil }
        let (centerX, centerY) = ((minX + maxX) / 2, (minY + maxY) / 2)
        let x = Double(point.x) - centerX - Double(transform.tx)
        let y = Double(point.y) - centerY - Double(transform.ty)
        return CGPoint(
            x: (d * x - c * y) / determinant + centerX, y: (a * y - b * x) / determinant + centerY)
    }

    /// Drawing order: an element with a larger value is nearer to the viewer. The default is 1 for elements that can
    /// be pinned and 0 for all others. A section can set other values.
    @inlinable public var zIndex: Int {
        get { Int(zNumber) }
        set { zNumber = Int32(clamping: newValue) }
    }

    @inlinable public var isHidden: Bool {
        get { flags & Self.hiddenFlag != 0 }
        set { flags = newValue ? flags | Self.hiddenFlag : flags & ~Self.hiddenFlag }
    }

    /// The element was moved from the place where its section puts it, so that it stays visible.
    @inlinable public var isPinned: Bool { flags & Self.pinnedFlag != 0 }

    /// The element's size is an estimate. In a compositional section, this means that the element was not measured.
    /// In other sections, all items of an estimated section have this flag.
    @inlinable public var isEstimated: Bool { flags & Self.estimatedFlag != 0 }
}
