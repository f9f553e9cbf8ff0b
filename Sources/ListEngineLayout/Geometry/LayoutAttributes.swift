import Foundation

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

/// Where one element is and how it is shown: plain numbers, 80 bytes, without references.
///
/// A layout answers queries with these. Edges are in points of the content, y growing downward and x to the right.
///
///     for element in layout.layoutAttributes(in: visibleRect) {
///         draw(element.section, element.item, element.frame)
///     }
public struct LayoutAttributes: BitwiseCopyable, Sendable, Hashable {
    // The order and the types of these members are those of the C core's `le_element`, which writes them; a test
    // holds the two together.
    public var minX: Double
    public var minY: Double
    public var maxX: Double
    public var maxY: Double

    /// Index in the section. See ``ElementPath/item`` for elements that are none.
    public var item: Int

    @usableFromInline var sectionNumber: Int32
    @usableFromInline var zNumber: Int32

    /// What the element is called: ``ElementKind/item``, ``ElementKind/header``, ``ElementKind/footer`` or a name.
    public var kind: ElementKind

    @usableFromInline var categoryNumber: UInt8
    @usableFromInline var flags: UInt8

    /// Opacity, from 0 to 1.
    public var alpha: Float

    /// Applied to the element around its centre when it is drawn; queries look at the frame without it.
    public var transform: ElementTransform

    @usableFromInline static var pinnedFlag: UInt8 { 1 }
    @usableFromInline static var estimatedFlag: UInt8 { 2 }
    @usableFromInline static var hiddenFlag: UInt8 { 4 }

    /// An element at a frame, shown as it is.
    /// - Precondition: The section's index fits 32 bits.
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
    /// Index of the section; ``ElementPath/wholeList`` for the headers and footers of the list itself.
    /// - Precondition: It fits 32 bits.
    @inlinable public var section: Int {
        get { Int(sectionNumber) }
        set { sectionNumber = Int32(newValue) }
    }

    @inlinable public var category: ElementCategory {
        // The core writes the known values only.
        ElementCategory(rawValue: categoryNumber) ?? .item
    }

    public var path: ElementPath { ElementPath(section: section, item: item, category: category) }

    /// The index path of the element; the index alone for those of the list itself. Making one costs more than all other
    /// members together.
    public var indexPath: IndexPath {
        // Not from an array of both, which has memory of its own.
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

    /// Order of drawing: larger is nearer to the viewer. Elements that can be pinned have 1, others 0, unless their
    /// section says otherwise.
    @inlinable public var zIndex: Int {
        get { Int(zNumber) }
        set { zNumber = Int32(clamping: newValue) }
    }

    @inlinable public var isHidden: Bool {
        get { flags & Self.hiddenFlag != 0 }
        set { flags = newValue ? flags | Self.hiddenFlag : flags & ~Self.hiddenFlag }
    }

    /// The element stands elsewhere than its section put it, to stay in view.
    @inlinable public var isPinned: Bool { flags & Self.pinnedFlag != 0 }

    /// The section's sizes are estimates; in a compositional section, the element's size is one that was not measured.
    @inlinable public var isEstimated: Bool { flags & Self.estimatedFlag != 0 }
}
