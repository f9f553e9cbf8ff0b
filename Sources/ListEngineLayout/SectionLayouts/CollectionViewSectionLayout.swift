import Foundation

/// The layout of one section, written by hand.
///
/// A layout says where the items, the header and the footer of its section are, relative to the section's start along
/// the scroll axis. The main layout asks once, after ``prepare()``, and keeps the answers: frames may overlap, stand in
/// any order and leave the content.
///
///     final class Staircase: CollectionViewSectionLayout {
///         var sectionIndex = 0
///         weak var collectionView: MyCollectionView?
///         weak var dataSource: MyDataSource?
///         weak var section: MySection?
///
///         func prepare() { count = dataSource?.numberOfItems(inSection: sectionIndex) ?? 0 }
///         func contentHeight() -> CGFloat { CGFloat(count) * 20 }
///         func frameForHeader() -> CGRect { .zero }
///         func frameForFooter() -> CGRect { .zero }
///         func frameForItem(atIndex index: Int) -> CGRect {
///             CGRect(x: CGFloat(index) * 10, y: CGFloat(index) * 20, width: 100, height: 20)
///         }
///     }
///
/// The three back-references have whatever type the conformer declares, weak or not; leave out those that are not
/// needed. What the list engine knows of them it sets before ``prepare(in:)``, where the types agree.
///
/// ``CollectionViewSectionFlowLayout``, ``ListSectionLayout`` and ``GridSectionLayout`` are layouts in stock.
@MainActor
public protocol CollectionViewSectionLayout {
    // Unconstrained on purpose: with a class-bound or protocol-typed requirement, a conformer's own weak property of a
    // concrete type would silently not be its witness.
    associatedtype CollectionViewReference = AnyObject
    associatedtype DataSourceReference = AnyObject
    associatedtype SectionReference = AnyObject

    /// Index of the section in the list.
    var sectionIndex: Int { get set }

    var collectionView: CollectionViewReference? { get }
    var dataSource: DataSourceReference? { get set }
    var section: SectionReference? { get set }

    /// Makes the layout ready to answer.
    func prepare()

    /// Extent of the section along the scroll axis, header and footer included.
    func contentHeight() -> CGFloat

    /// Frame of the header relative to the section's start; empty when there is none.
    func frameForHeader() -> CGRect

    /// Frame of the footer relative to the section's start; empty when there is none.
    func frameForFooter() -> CGRect

    /// Frame of an item relative to the section's start.
    func frameForItem(atIndex index: Int) -> CGRect

    // MARK: Members with a default

    /// Makes the layout ready for a container and a number of items. The default calls `prepare()`.
    mutating func prepare(in context: SectionLayoutContext)

    /// Extent of the section along the scroll axis. The default is ``contentHeight()``, its name where the list is
    /// vertical.
    var contentExtent: CGFloat { get }

    /// Writes the frames of a range of items, the first at the span's start. The default asks for one after the other.
    func frames(ofItems items: Range<Int>, into frames: inout MutableSpan<CGRect>)

    /// The header stays in view while its section is. False by default.
    var pinsHeader: Bool { get }

    /// The footer stays in view while its section is. False by default.
    var pinsFooter: Bool { get }
}

extension CollectionViewSectionLayout {
    public mutating func prepare(in context: SectionLayoutContext) { prepare() }

    public var contentExtent: CGFloat { contentHeight() }

    public func frames(ofItems items: Range<Int>, into frames: inout MutableSpan<CGRect>) {
        for (slot, item) in items.enumerated() { frames[slot] = frameForItem(atIndex: item) }
    }

    public var pinsHeader: Bool { false }
    public var pinsFooter: Bool { false }
}

extension CollectionViewSectionLayout where CollectionViewReference == AnyObject {
    public var collectionView: AnyObject? { nil }
}

extension CollectionViewSectionLayout where DataSourceReference == AnyObject {
    public var dataSource: AnyObject? {
        get { nil }
        set {}
    }
}

extension CollectionViewSectionLayout where SectionReference == AnyObject {
    public var section: AnyObject? {
        get { nil }
        set {}
    }
}

/// Objects that a section layout may want to see, as a list knows them.
public struct SectionLayoutReferences {
    public var dataSource: AnyObject?
    public var section: AnyObject?

    public init(dataSource: AnyObject? = nil, section: AnyObject? = nil) {
        self.dataSource = dataSource
        self.section = section
    }
}

extension CollectionViewSectionLayout {
    /// Sets what the engine knows, as far as the types of the conformer allow.
    mutating func receive(_ references: SectionLayoutReferences, sectionIndex index: Int) {
        sectionIndex = index
        if let object = references.dataSource, let typed = object as? DataSourceReference { dataSource = typed }
        if let object = references.section, let typed = object as? SectionReference { section = typed }
    }
}
