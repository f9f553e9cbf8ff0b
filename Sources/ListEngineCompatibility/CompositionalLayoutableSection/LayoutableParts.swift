import ListEngine
import ListEngineLayout

/// A section that is its own data source or delegate, as most are. The slots of a section are weak references. Reading one
/// costs more than the other work for a cell, and the list holds the section anyway.
///
/// The methods call the section without retaining it, which is slow because there are weak references to it.
@MainActor
final class LayoutablePart {
    private let dataSource: (any CollectionViewDataSource)?
    private let delegate: (any CompositionalLayoutableSectionDelegate)?

    init(_ section: CompositionalLayoutableSection) {
        let (dataSource, delegate) = (section.dataSource, section.delegate)
        self.dataSource = dataSource === section ? dataSource : nil
        self.delegate = delegate === section ? delegate : nil
    }

    /// The cell of an item; nil if the section is not its own data source.
    @inline(never)
    func cell(at path: ElementPath, in collectionView: CollectionView) -> CollectionViewCell? {
        dataSource?.collectionView(collectionView, cellForItemAt: path.indexPath)
    }

    /// Returns nil if the section is not its own delegate.
    @inline(never)
    func willDisplay(_ cell: CollectionViewCell, at path: ElementPath, in collectionView: CollectionView) -> Void? {
        delegate?.callWillDisplay(cell, at: path, in: collectionView)
    }

    /// Returns nil if the section is not its own delegate.
    @inline(never)
    func didEndDisplaying(
        _ cell: CollectionViewCell, at path: ElementPath, in collectionView: CollectionView
    ) -> Void? {
        delegate?.callDidEndDisplaying(cell, at: path, in: collectionView)
    }
}

/// The sections of a list, as ``LayoutablePart``s. It is a class, because a structure that changes itself would be checked for
/// overlapping accesses at each call.
@MainActor
final class LayoutableParts {
    private var parts: [LayoutablePart] = []
    private var changes = -1
    private var view: ObjectIdentifier?

    subscript(section: Int) -> LayoutablePart? { section >= 0 && section < parts.count ? parts[section] : nil }

    /// Whether the collection view, its sections and their slots are those of the last ``update(for:_:)``.
    @inline(__always)
    func areCurrent(for collectionView: CollectionView) -> Bool {
        changes == CollectionView.partnerChanges && view == ObjectIdentifier(collectionView)
    }

    /// Releases the sections.
    func forget() { (parts, changes) = ([], -1) }

    func update(for collectionView: CollectionView, _ sections: [CompositionalLayoutableSection]) {
        (changes, view) = (CollectionView.partnerChanges, ObjectIdentifier(collectionView))
        var new: [LayoutablePart] = []
        for section in sections { new.append(LayoutablePart(section)) }
        parts = new
    }
}
