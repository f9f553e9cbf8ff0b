import Foundation

/// A layout of one section that you write yourself.
///
/// A section layout supplies the frames of its items, header and footer, relative to the section's start along the
/// scroll axis. The main layout calls ``prepare()``, reads all frames once and stores them. Frames can overlap, be in
/// any order and lie outside the content.
///
///     final class Staircase: CollectionViewSectionLayout {
///         var sectionIndex = 0
///         weak var collectionView: MyCollectionView?
///         weak var dataSource: MyDataSource?
///         weak var section: MySection?
///         private var count = 0
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
/// The three back-references can have any type that the conforming type declares, weak or strong. Leave out those
/// that are not needed. The engine sets those that it knows before it calls ``prepare(in:)``, if the types match. If a
/// type does not match, the property stays nil, and the layout reports ``LayoutDiagnostic/Code/unsetReference`` once.
///
/// ``CollectionViewSectionFlowLayout``, ``ListSectionLayout``, ``GridSectionLayout`` and ``WaterfallSectionLayout``
/// are built in.
@MainActor
public protocol CollectionViewSectionLayout {
    // These are unconstrained on purpose. If a requirement had a class-bound or protocol type, a conforming type's
    // own weak property of a concrete type would not satisfy it, without any warning.
    associatedtype CollectionViewReference = AnyObject
    associatedtype DataSourceReference = AnyObject
    associatedtype SectionReference = AnyObject

    /// Index of the section in the list.
    var sectionIndex: Int { get set }

    /// The view that shows the section. It is set before the layout is prepared, if the property has a setter.
    var collectionView: CollectionViewReference? { get set }
    var dataSource: DataSourceReference? { get set }
    var section: SectionReference? { get set }

    /// Prepares the layout. The methods that return frames and extents are called after this one.
    func prepare()

    /// Extent of the section along the scroll axis, header and footer included.
    func contentHeight() -> CGFloat

    /// Frame of the header, relative to the section's start. An empty frame means that there is no header.
    func frameForHeader() -> CGRect

    /// Frame of the footer, relative to the section's start. An empty frame means that there is no footer.
    func frameForFooter() -> CGRect

    /// Frame of an item, relative to the section's start.
    func frameForItem(atIndex index: Int) -> CGRect

    // MARK: Members with a default

    /// Prepares the layout for a container and a number of items. The default calls `prepare()`.
    mutating func prepare(in context: SectionLayoutContext)

    /// Extent of the section along the scroll axis. The default is ``contentHeight()``, which is named after the
    /// extent of a vertical list.
    var contentExtent: CGFloat { get }

    /// Writes the frames of a range of items. The first frame is at the span's start. The default calls
    /// ``CollectionViewSectionLayout/frameForItem(atIndex:)`` for each item.
    func frames(ofItems items: Range<Int>, into frames: inout MutableSpan<CGRect>)

    /// Whether the header stays visible while its section is visible. The default is false.
    var pinsHeader: Bool { get }

    /// Whether the footer stays visible while its section is visible. The default is false.
    var pinsFooter: Bool { get }
}

extension CollectionViewSectionLayout {
    public mutating func prepare(in context: SectionLayoutContext) { prepare() }

    public var contentExtent: CGFloat { contentHeight() }

    public func frames(ofItems items: Range<Int>, into frames: inout MutableSpan<CGRect>) {
        let interruption = RecipeInterruption.ofFrames
        for (slot, item) in items.enumerated() where interruption?.isOutdated != true {
            frames[slot] = frameForItem(atIndex: item)
        }
    }

    public var pinsHeader: Bool { false }
    public var pinsFooter: Bool { false }
}

// Not constrained: it is also the setter of a layout whose own property has none.
extension CollectionViewSectionLayout {
    public var collectionView: CollectionViewReference? {
        get { nil }
        set {}
    }
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

/// Objects that a section layout can refer to.
public struct SectionLayoutReferences {
    public var collectionView: AnyObject?
    public var dataSource: AnyObject?
    public var section: AnyObject?

    public init(collectionView: AnyObject? = nil, dataSource: AnyObject? = nil, section: AnyObject? = nil) {
        self.collectionView = collectionView
        self.dataSource = dataSource
        self.section = section
    }
}

extension CollectionViewSectionLayout {
    /// Sets the back-references that the engine knows, if the conforming type's properties have matching types.
    /// - Returns: The properties whose type does not match, each with the object that it cannot hold.
    @discardableResult
    mutating func receive(_ references: SectionLayoutReferences, sectionIndex index: Int) -> [UnsetReference] {
        sectionIndex = index
        var unset: [UnsetReference] = []
        func typed<Reference>(_ object: AnyObject?, _ property: String, over old: Reference?) -> Reference? {
            guard let object else { return nil }
            if let typed = object as? Reference { return typed }
            // A style that the program set is kept.
            guard old == nil else { return nil }
            unset.append(
                UnsetReference(property: "\(Self.self).\(property)", type: "\(Reference.self)", object: object))
            return nil
        }
        if let found = typed(references.collectionView, "collectionView", over: collectionView) {
            collectionView = found
        }
        if let found = typed(references.dataSource, "dataSource", over: dataSource) { dataSource = found }
        if let found = typed(references.section, "section", over: section) { section = found }
        return unset
    }

    /// A copy that has the back-references. A layout that is an object has them itself then.
    package func receiving(_ references: SectionLayoutReferences, sectionIndex index: Int) -> Self {
        var copy = self
        copy.receive(references, sectionIndex: index)
        return copy
    }
}

/// A back-reference of a section layout whose type does not fit the object of the list. It stays nil.
struct UnsetReference {
    var property: String
    var type: String
    var object: AnyObject

    func diagnostic(inSection section: Int) -> LayoutDiagnostic {
        LayoutDiagnostic(
            code: .unsetReference, section: section, path: property, value: 0,
            advice: "It stays nil, because its type is \(type)? and the list has a \(Swift.type(of: object)) for it. "
                + "Declare it as \(Swift.type(of: object))?, or as AnyObject?.")
    }
}
