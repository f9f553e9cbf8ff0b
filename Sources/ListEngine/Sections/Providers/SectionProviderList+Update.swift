import Foundation
import ListEngineDiff
import ListEngineLayout

extension SectionProviderList {
    /// The contents of an update.
    @MainActor
    public struct Update {
        /// The providers after the update, in order, each once.
        public var providers: [any SectionProvider]

        var changes: [ObjectIdentifier: SnapshotChangeset] = [:]
        var edits: [ObjectIdentifier: ProviderEdits] = [:]
        var reloadsData = false
        var relaid: [ObjectIdentifier] = []
        var restyled: [ObjectIdentifier] = []
        var resized: [ObjectIdentifier: [Int: IndexSet]] = [:]
        var reconfigured: [(provider: ObjectIdentifier, path: ElementPath)] = []
        var refilled: [ObjectIdentifier] = []
        var afterwards: [@MainActor () -> Void] = []
        /// The layout after the update, if it was prepared in advance.
        var prepared: PreparedLayout?

        package init(providers: [any SectionProvider]) { self.providers = providers }

        /// Changes the sections or items of a provider that stays in the list.
        /// - Parameter changes: The changes from what the provider shows before the update to what it shows
        ///   afterwards. Section indices are relative to the provider's first section.
        public mutating func change(_ provider: any SectionProvider, _ changes: SnapshotChangeset) {
            self.changes[ObjectIdentifier(provider)] = changes
        }

        /// Changes the items of one section by position, for items without identifiers. The provider must stay in the
        /// list with the same number of sections.
        /// - Parameters:
        ///   - section: The index before the update, relative to the provider's first section.
        ///   - deleted: Positions before the update.
        ///   - inserted: Positions after the update.
        ///   - reloaded: Positions before the update. These items get new cells.
        public mutating func change(
            _ provider: any SectionProvider, section: Int, deleting deleted: IndexSet = [],
            inserting inserted: IndexSet = [], reloading reloaded: IndexSet = []
        ) {
            edits[ObjectIdentifier(provider), default: ProviderEdits()].sections[section, default: PositionalEdits()]
                .add(
                    deleted, inserted, reloaded)
        }

        /// Deletes and inserts sections of a provider by position, in addition to edits of its items. The items of these sections are
        /// deleted and inserted with them, unless they move.
        /// - Parameters:
        ///   - deleted: Positions before the update, counted from the provider's first section.
        ///   - inserted: Positions after the update.
        package mutating func changeSections(
            _ provider: any SectionProvider, deleting deleted: IndexSet, inserting inserted: IndexSet
        ) {
            edits[ObjectIdentifier(provider), default: ProviderEdits()].deletedSections.formUnion(deleted)
            edits[ObjectIdentifier(provider), default: ProviderEdits()].insertedSections.formUnion(inserted)
        }

        /// Moves an item by position, in addition to other edits of the provider's sections.
        /// - Parameters:
        ///   - from: The position before the update. Its section counts from the provider's first one.
        ///   - to: The position after the update.
        package mutating func move(_ provider: any SectionProvider, from: ElementPath, to: ElementPath) {
            edits[ObjectIdentifier(provider), default: ProviderEdits()].moves.append((from, to))
        }

        /// Loads a section again: its count, its layout and all its views. The provider must stay in the list with
        /// the same number of sections.
        public mutating func reload(_ provider: any SectionProvider, section: Int) {
            edits[ObjectIdentifier(provider), default: ProviderEdits()].sections[section, default: PositionalEdits()]
                .reloadsAll = true
        }

        /// Lays out the sections of a provider from scratch, because sizes or style changed. The provider must stay
        /// in the list. Cells are kept.
        public mutating func relayout(_ provider: any SectionProvider) { relaid.append(ObjectIdentifier(provider)) }

        /// Loads the insets, spacings, headers and footers of a provider again, and the sizes of new items only. The
        /// provider must stay in the list. Cells are kept.
        public mutating func restyle(_ provider: any SectionProvider) { restyled.append(ObjectIdentifier(provider)) }

        /// Loads the sizes of items again. The provider must stay in the list. Cells are kept.
        /// - Parameter items: Positions before the update.
        mutating func resize(_ provider: any SectionProvider, section: Int, items: IndexSet) {
            resized[ObjectIdentifier(provider), default: [:]][section, default: []].formUnion(items)
        }

        /// Has the cells of items configured and measured again. The provider must stay in the list.
        /// - Parameter items: Positions before the update.
        package mutating func reconfigure(_ provider: any SectionProvider, section: Int, items: [Int]) {
            for item in items { reconfigured.append((ObjectIdentifier(provider), .item(item, inSection: section))) }
        }

        /// Has the cells of visible items configured and measured again, and the other items measured when they are shown. The
        /// provider must stay in the list.
        /// - Parameter items: Positions before the update, in the provider's first section.
        mutating func refill(_ provider: any SectionProvider, visibleItems items: [Int]) {
            refilled.append(ObjectIdentifier(provider))
            reconfigure(provider, section: 0, items: items)
        }

        /// Adds a closure that is called when the list shows the update, before the completion. Animations may still
        /// be running.
        public mutating func afterwards(_ work: @escaping @MainActor () -> Void) { afterwards.append(work) }

        /// Performs a full reload without looking for differences.
        public mutating func reloadData() { reloadsData = true }
    }
}

extension SectionProviderList: UpdateOwner {
    /// An update that waits for its turn.
    struct Queued: QueuedUpdate {
        let isAnimated: Bool
        let body: @MainActor (inout SectionProviderList.Update) throws -> Void
        let completion: UpdateCompletion?
    }

    func show(_ update: Queued) {
        perform(animated: update.isAnimated, update.body, completion: update.completion)
    }
}

/// An update of a list of providers that has begun: its contents, and the list before it.
struct BegunUpdate {
    var update: SectionProviderList.Update
    let providers: [any SectionProvider]
    let map: SectionMap
    /// The list whose data changes.
    let collectionView: CollectionView?
    /// The result of ``CollectionView/beginModelChange()``.
    let isOwnChange: Bool
}
