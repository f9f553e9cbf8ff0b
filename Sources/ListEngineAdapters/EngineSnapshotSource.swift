import Foundation
import ListEngineDiff

/// What the diffable data sources for UIKit and AppKit have in common: snapshots, and the queue of their updates.
///
/// Use `EngineDiffableDataSource` of one of the two modules.
@MainActor
open class EngineSnapshotSource<SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable>:
    NSObject
{
    public typealias Snapshot = DiffableSnapshot<SectionIdentifierType, ItemIdentifierType>

    /// The collection view that shows the snapshots.
    package weak var adaptedView: (any BatchAdapter)?
    /// What the collection view shows, or is about to show after the stage that it is in.
    package private(set) var shown = Snapshot()
    /// The last snapshot that was applied.
    private var latest = Snapshot()
    private var version = 0
    private var isPerforming = false
    private var waiting: [@MainActor () -> Void] = []

    // MARK: Snapshots

    /// The last snapshot that was applied.
    open func snapshot() -> Snapshot { latest }

    /// Shows a snapshot. The difference is computed at once, on the main thread. In the middle of another update the snapshot
    /// waits for its end.
    open func apply(
        _ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (@MainActor () -> Void)? = nil
    ) {
        enqueue(snapshot) {
            self.show(StagedUpdate(from: self.shown, to: snapshot), snapshot, animatingDifferences, completion)
        }
    }

    /// Shows a snapshot. The difference is computed on another thread. Returns when all animations have ended.
    open func apply(_ snapshot: Snapshot, animatingDifferences: Bool = true) async {
        let old = shown
        let base = version
        let computed = await Task.detached { StagedUpdate(from: old, to: snapshot) }.value
        await withCheckedContinuation { continuation in
            enqueue(snapshot) {
                // If another snapshot was shown in the meantime, the difference is to that one.
                let update = base == self.version ? computed : StagedUpdate(from: self.shown, to: snapshot)
                self.show(update, snapshot, animatingDifferences) { continuation.resume() }
            }
        }
    }

    /// Shows a snapshot without a difference: the collection view reloads its data.
    open func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (@MainActor () -> Void)? = nil) {
        enqueue(snapshot) {
            self.take(snapshot)
            self.adaptedView?.reloadData()
            completion?()
        }
    }

    /// Runs one update after the other. Providers, delegates and completions may apply snapshots in the middle of a batch,
    /// which cannot hold another one.
    private func enqueue(_ snapshot: Snapshot, _ update: @escaping @MainActor () -> Void) {
        latest = snapshot
        latest.settle()
        waiting.append(update)
        guard !isPerforming else { return }
        isPerforming = true
        while !waiting.isEmpty { waiting.removeFirst()() }
        isPerforming = false
        // The same storage, so that the next difference is that of an edited copy.
        latest = shown
    }

    private func take(_ snapshot: Snapshot) {
        shown = snapshot
        shown.settle()
        version += 1
    }

    private func show(
        _ update: StagedUpdate<SectionIdentifierType, ItemIdentifierType>, _ snapshot: Snapshot, _ animated: Bool,
        _ completion: (@MainActor () -> Void)?
    ) {
        guard let adaptedView, !update.stages.isEmpty else {
            take(snapshot)
            completion?()
            return
        }
        adaptedView.show(update, animated: animated, completion: completion) { self.take($0) }
    }

    // MARK: Identifiers

    open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
        guard indexPath.count == 2, (0..<shown.numberOfSections).contains(indexPath[0]),
            (0..<shown.numberOfItems(inSectionAt: indexPath[0])).contains(indexPath[1])
        else { return nil }
        return shown.itemIdentifier(at: ItemIndexPath(section: indexPath[0], item: indexPath[1]))
    }

    open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
        shown.indexPath(of: itemIdentifier).map { [$0.section, $0.item] }
    }

    open func sectionIdentifier(for index: Int) -> SectionIdentifierType? {
        (0..<shown.numberOfSections).contains(index) ? shown.sectionIdentifier(at: index) : nil
    }

    open func index(for sectionIdentifier: SectionIdentifierType) -> Int? {
        shown.indexOfSection(sectionIdentifier)
    }

    /// The item at an index path, for a cell.
    package func item(toShowAt indexPath: IndexPath) -> ItemIdentifierType {
        guard let item = itemIdentifier(for: indexPath) else {
            fatalError("no item at \(indexPath); the snapshot has \(shown)")
        }
        return item
    }
}

/// A toolkit's collection view, for updates in batches.
@MainActor
package protocol BatchAdapter: AnyObject {
    var isOnScreen: Bool { get }
    var visibleItemCount: Int { get }
    func reloadData()
    func performBatch(animated: Bool, _ updates: @escaping () -> Void, completion: ((Bool) -> Void)?)
    func perform(_ stage: BatchUpdates.Stage)
}

extension BatchAdapter {
    /// Performs an update in its stages, or reloads where that is cheaper.
    package func show<Section, Item>(
        _ update: StagedUpdate<Section, Item>, animated: Bool, completion: (@MainActor () -> Void)?,
        setData: @escaping (StagedUpdate<Section, Item>.Snapshot) -> Void
    ) {
        guard let last = update.stages.last else {
            completion?()
            return
        }
        if !isOnScreen || update.batch.costsMoreThanReload(visibleItemCount: visibleItemCount) {
            setData(last.snapshot)
            reloadData()
            completion?()
            return
        }
        for (index, stage) in update.stages.enumerated() {
            performBatch(
                animated: animated,
                {
                    setData(stage.snapshot)
                    self.perform(stage.updates)
                }, completion: index == update.stages.count - 1 ? { _ in completion?() } : nil)
        }
    }
}
