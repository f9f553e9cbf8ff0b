import Foundation
import ListEngine
import ListEngineLayout

/// The delegate of a list of ``CompositionalLayoutableSection``s.
///
/// A call about an element is forwarded to the delegate of its section, with an index path of the whole list. Calls
/// about scrolling, and other calls about no item, are forwarded to the delegates of all sections, in order. The
/// `outerDelegate` receives every call first.
@MainActor
open class CompositionalLayoutDelegate: CollectionViewDelegateRouter, PositionalDelegate {
    public private(set) weak var provider: (any CompositionalLayoutProvider)?
    let parts = LayoutableParts()
    /// Whether this is not an object of a subclass.
    private let isPlain: Bool

    /// - Parameter provider: Provides the sections. It is held weakly.
    public init(provider: any CompositionalLayoutProvider) {
        self.provider = provider
        isPlain = Self.self == CompositionalLayoutDelegate.self
        super.init()
    }

    private func sections(_ collectionView: CollectionView) -> [CompositionalLayoutableSection] {
        collectionView.compositionalSections ?? provider?.compositionalLayoutSections ?? []
    }

    // MARK: Owners of elements

    /// The delegate of the section of an element; nil for elements of the list itself.
    public override func owner(of indexPath: IndexPath, in collectionView: CollectionView) -> RoutedElement? {
        guard let path = ElementPath(indexPath), let delegate = delegate(collectionView, ofSection: path.section)
        else { return nil }
        return (delegate, indexPath)
    }

    package var reportsCells: Bool { true }

    package func willDisplay(_ cell: CollectionViewCell, at path: ElementPath, in collectionView: CollectionView) {
        if part(path.section, collectionView)?.willDisplay(cell, at: path, in: collectionView) != nil { return }
        self.collectionView(collectionView, willDisplay: cell, forItemAt: path.indexPath)
    }

    package func didEndDisplaying(_ cell: CollectionViewCell, at path: ElementPath, in collectionView: CollectionView) {
        if part(path.section, collectionView)?.didEndDisplaying(cell, at: path, in: collectionView) != nil { return }
        self.collectionView(collectionView, didEndDisplaying: cell, forItemAt: path.indexPath)
    }

    /// A section that is called directly. A subclass can change who is notified, and an outer delegate is notified of each cell.
    @inline(__always)
    private func part(_ section: Int, _ collectionView: CollectionView) -> LayoutablePart? {
        guard isPlain, outerDelegate == nil else { return nil }
        if !parts.areCurrent(for: collectionView) { parts.update(for: collectionView, sections(collectionView)) }
        return parts[section]
    }

    private func delegate(
        _ collectionView: CollectionView, ofSection section: Int
    ) -> (any CompositionalLayoutableSectionDelegate)? {
        let sections = sections(collectionView)
        return sections.indices.contains(section) ? sections[section].delegate : nil
    }

    public override func forEachOwner(
        in collectionView: CollectionView, _ body: @MainActor (any CollectionViewDelegate) -> Void
    ) {
        for section in sections(collectionView) { if let delegate = section.delegate { body(delegate) } }
    }
}
