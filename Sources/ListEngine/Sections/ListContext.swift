import Foundation
import ListEngineDiff
import ListEngineLayout

/// Connects a section to its list.
///
/// A section receives it as its ``ListSection/context``. It does not keep the list alive. After the list is released,
/// sizes are zero, other values are nil, and updates fail with ``UpdateError/dataSourceReleased``.
///
/// The updates change what the list shows. Change the section's own items first:
///
///     extension RestaurantsSection {
///         func insert(_ new: Restaurant) {
///             items.insert(new, at: 3)
///             context?.insertItems([new], afterItem: items[2], in: self)
///         }
///     }
///
/// The methods of the section, such as ``ListSection/insertItems(_:afterItem:animatingDifferences:completion:)``, are
/// shorter forms of these.
@MainActor
public final class ListContext {
    public typealias Completion = UpdateCompletion

    weak var dataSource: ListDataSource?

    init() {}

    /// The collection view that shows the list.
    public var collectionView: CollectionView? { dataSource?.collectionView }

    /// The object that was passed to the data source as its view controller.
    public var viewController: AnyObject? { dataSource?.viewController }

    /// The size of the visible bounds, in points.
    public var listSize: CGSize { collectionView?.bounds.size ?? .zero }

    /// The item size of the flow layout, in points; nil if the layout is of another class.
    public var layoutItemSize: CGSize? {
        (collectionView?.collectionViewLayout as? CollectionViewFlowLayout)?.itemSize
    }

    // MARK: Positions

    /// The index of a section; nil if it is not in the list.
    public func sectionIndex(of section: any ListSection) -> Int? { dataSource?.listed(section)?.index }

    /// The identifier of the item at an index path; nil if there is none or its identifier is not a string.
    public func itemIdentifier(at indexPath: IndexPath) -> String? { dataSource?.itemIdentifier(at: indexPath) }

    /// The identifier of the item at an index path; nil if there is none or its identifier is of another type.
    public func itemIdentifier<Identifier: Hashable>(at indexPath: IndexPath, as type: Identifier.Type) -> Identifier? {
        dataSource?.itemIdentifier(at: indexPath, as: type)
    }

    /// The index path of an item; nil if the list does not show it.
    public func indexPath<Section: ListSection>(
        for itemIdentifier: Section.ItemIdentifier, in section: Section
    ) -> IndexPath? {
        dataSource?.typed(section)?.indexPath(of: itemIdentifier)
    }

    /// Whether the list shows `count` items of a section in the order in which the section last provided them.
    func showsAllInOrder(of section: some ListSection, count: Int) -> Bool {
        guard let listed = dataSource?.typed(section) else { return false }
        return listed.isAsHeld && listed.shown.numberOfItems == count
    }

    // MARK: Sections

    /// Does the same as ``ListDataSource/append(newSections:animatingDifferences:completion:)``. The following
    /// methods also call the method of the same name of the data source.
    public func append(
        newSections: [any ListSection], animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        guard let dataSource else { return done(completion) }
        dataSource.append(
            newSections: newSections, animatingDifferences: animatingDifferences, completion: completion)
    }

    public func insert(
        newSections: [any ListSection], beforeSection section: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        guard let dataSource else { return done(completion) }
        dataSource.insert(
            newSections: newSections, beforeSection: section, animatingDifferences: animatingDifferences,
            completion: completion)
    }

    public func insert(
        newSections: [any ListSection], afterSection section: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        guard let dataSource else { return done(completion) }
        dataSource.insert(
            newSections: newSections, afterSection: section, animatingDifferences: animatingDifferences,
            completion: completion)
    }

    public func reload(newSections: [any ListSection], completion: Completion? = nil) {
        guard let dataSource else { return done(completion) }
        dataSource.reload(newSections: newSections, completion: completion)
    }

    public func update(
        newSections: [any ListSection], reloadVisibleViews: Bool = false, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        guard let dataSource else { return done(completion) }
        dataSource.update(
            newSections: newSections, reloadVisibleViews: reloadVisibleViews,
            animatingDifferences: animatingDifferences, completion: completion)
    }

    public func move(
        section: any ListSection, beforeSection other: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        guard let dataSource else { return done(completion) }
        dataSource.move(
            section: section, beforeSection: other, animatingDifferences: animatingDifferences, completion: completion)
    }

    public func move(
        section: any ListSection, afterSection other: any ListSection, animatingDifferences: Bool = true,
        completion: Completion? = nil
    ) {
        guard let dataSource else { return done(completion) }
        dataSource.move(
            section: section, afterSection: other, animatingDifferences: animatingDifferences, completion: completion)
    }

    public func delete(
        sections: [any ListSection], animatingDifferences: Bool = true, completion: Completion? = nil
    ) {
        guard let dataSource else { return done(completion) }
        dataSource.delete(sections: sections, animatingDifferences: animatingDifferences, completion: completion)
    }

    func done(_ completion: Completion?) { completion?(.failed(UpdateError.dataSourceReleased)) }
}
