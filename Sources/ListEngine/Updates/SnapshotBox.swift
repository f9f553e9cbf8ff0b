import ListEngineDiff

/// Holds a snapshot that does not change. Calling a method of a stored snapshot copies its references; calling one of a
/// snapshot in a box keeps the box.
package final class SnapshotBox<SectionIdentifier: Hashable, ItemIdentifier: Hashable> {
    package let snapshot: DiffableSnapshot<SectionIdentifier, ItemIdentifier>

    package init(_ snapshot: DiffableSnapshot<SectionIdentifier, ItemIdentifier>) { self.snapshot = snapshot }

    /// The address of an item's identifier, which is valid while the box is kept. See
    /// ``DiffableSnapshot/identifierAddress(ifAt:inSection:)``.
    ///
    /// Not inlined: within a method of the box, the references of the snapshot are not counted.
    @inline(never)
    package func address(ofItem item: Int, inSection section: Int) -> UnsafeRawPointer? {
        snapshot.identifierAddress(ifAt: item, inSection: section)
    }
}
