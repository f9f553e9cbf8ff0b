import Foundation
import ListEngine
import ListEngineDiff

// Sections of providers that are shown as outlines.
extension CollectionSectionController {
    /// Returns the tree of a section of a provider. A section that was not shown as an outline is a tree without branches;
    /// one that the provider does not show is empty.
    /// - Complexity: O(1) for an outline, otherwise O(items of the section).
    public func snapshot(
        for section: SectionIdentifierType, sectionProvider: Provider
    ) -> SectionSnapshot<ItemIdentifierType> { part(of: sectionProvider).outline(of: section) }

    /// Shows an outline as the items of one section of a provider. If the provider does not show the section, it is
    /// appended to the provider's sections.
    ///
    /// Each cell of the section receives its `CollectionViewCell.outlineState`. The outline stays in force until an update
    /// of another kind changes the items of the section. If another provider already has one of the items that become
    /// visible, the update fails with a ``CollectionSectionError``, and nothing changes.
    public func apply(
        _ outline: SectionSnapshot<ItemIdentifierType>, to section: SectionIdentifierType,
        animatingDifferences: Bool = true, sectionProvider: Provider, completion: Completion? = nil
    ) {
        withPart(of: sectionProvider, completion) {
            $0.showOutline(outline, of: section, animated: animatingDifferences, completion)
        }
    }

    /// Shows the children of an item of an outline. Nothing happens if the item is not in an outline of the provider or is
    /// already expanded. The handlers that permit it are not called: they are for the user's actions.
    public func expand(
        _ item: ItemIdentifierType, animatingDifferences: Bool = true, sectionProvider: Provider,
        completion: Completion? = nil
    ) {
        withPart(of: sectionProvider, completion) {
            $0.setExpanded(true, item, animated: animatingDifferences, completion)
        }
    }

    /// Hides the descendants of an item of an outline. They keep their own state. Nothing happens if the item is not in an
    /// outline of the provider or is not expanded.
    public func collapse(
        _ item: ItemIdentifierType, animatingDifferences: Bool = true, sectionProvider: Provider,
        completion: Completion? = nil
    ) {
        withPart(of: sectionProvider, completion) {
            $0.setExpanded(false, item, animated: animatingDifferences, completion)
        }
    }

    /// Expands or collapses an item as the user does with a key or a disclosure control: if the handlers permit it.
    /// - Returns: False if the item cannot be expanded or collapsed.
    @discardableResult
    public func toggleExpansion(
        of item: ItemIdentifierType, animatingDifferences: Bool = true, sectionProvider: Provider,
        completion: Completion? = nil
    ) -> Bool {
        knownPart(of: sectionProvider)?.toggle(item, animated: animatingDifferences, completion) ?? false
    }

    /// Loads the children of an item again that `SectionSnapshotHandlers.loadChildren` could not load. An item that is not expanded is
    /// expanded. Nothing happens if the item has children, or they are being loaded.
    public func loadAgain(
        childrenOf item: ItemIdentifierType, sectionProvider: Provider, completion: Completion? = nil
    ) { withPart(of: sectionProvider, completion) { $0.loadAgain(item, animated: true, completion) } }

    /// Stops loading the children of an item, which is collapsed.
    /// - Returns: False if the children are not being loaded.
    @discardableResult
    public func cancelLoading(childrenOf item: ItemIdentifierType, sectionProvider: Provider) -> Bool {
        knownPart(of: sectionProvider)?.cancelLoading(item) ?? false
    }

    /// Returns the place of an item in its outline; nil if the provider does not show the item in an outline.
    public func outlineState(of item: ItemIdentifierType, sectionProvider: Provider) -> OutlineState? {
        part(of: sectionProvider).placeInOutline(of: item)
    }

    /// Sets the handlers for items of a provider's outlines that are expanded and collapsed. Does nothing if the provider is
    /// not in the controller.
    public func setSectionSnapshotHandlers(
        _ handlers: SectionSnapshotHandlers<ItemIdentifierType>, sectionProvider: Provider
    ) { part(of: sectionProvider).sectionSnapshotHandlers = handlers }

    /// Calls `body` with the part that represents a provider, or the completion with an error if there is none.
    func withPart(of provider: Provider, _ completion: Completion?, _ body: (Part) -> Void) {
        guard let part = knownPart(of: provider) else {
            completion?(.failed(CollectionSectionError.notInController(provider: "\(type(of: provider))")))
            return
        }
        body(part)
    }
}
