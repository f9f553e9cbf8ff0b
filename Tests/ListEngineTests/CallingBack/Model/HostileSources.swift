import Foundation
import ListEngine
import ListEngineDiff

/// The data sources with identifiers that a list has had, and updates prepared by them.
///
/// A data source that was replaced changes nothing in the list. A prepared update is shown only by the data source that
/// prepared it, as long as that has the same data.
@MainActor
final class HostileSources {
    typealias Source = DiffableDataSource<String, String>
    typealias Snapshot = DiffableSnapshot<String, String>

    private struct Kept {
        let number: Int
        let source: Source
    }
    private struct Prepared {
        let number: Int
        let base: Snapshot
        let update: PreparedUpdate<String, String>
    }

    private var kept: [Kept] = []
    private var prepared: [Prepared] = []
    private var count = 0
    /// Work from other threads that waits for `runPending()`.
    private let arrived = DispatchSemaphore(value: 0)
    let scheduler: UpdateScheduler

    init() { scheduler = .hostDriven(runsAtOnce: true) { [arrived] in arrived.signal() } }

    var current: Source? { kept.last?.source }
    var old: [Source] { kept.dropLast().map(\.source) }

    /// - Parameter keepsOld: Whether the data sources so far are still retained.
    func add(_ source: Source, keepsOld: Bool) {
        kept = keepsOld ? kept.suffix(2) : []
        kept.append(Kept(number: count, source: source))
        count += 1
    }

    func prepare(_ snapshot: Snapshot) {
        guard let last = kept.last else { return }
        let (number, base) = (last.number, last.source.snapshot())
        last.source.prepare(snapshot) { [weak self] result in
            guard let update = try? result.get() else { return }
            self?.prepared.append(Prepared(number: number, base: base, update: update))
        }
        arrived.wait()
        scheduler.runPending()
        if prepared.count > 4 { prepared.removeFirst() }
    }

    /// Shows a prepared update in any data source.
    /// - Parameters:
    ///   - number: A random number.
    ///   - isUndisturbed: Whether no callback does anything.
    /// - Returns: The fault; nil if there is none.
    func swapIn(_ number: Int, animated: Bool, isUndisturbed: () -> Bool) -> String? {
        guard !prepared.isEmpty, !kept.isEmpty else { return nil }
        let prepared = prepared[number % prepared.count]
        let kept = kept[number / 4 % 2 == 0 ? kept.count - 1 : number / 8 % kept.count]
        let before = kept.source.snapshot()
        let mayBeShown = prepared.number == kept.number && before.hasSameItems(as: prepared.base)
        var ends = 0
        let outcome = kept.source.swapIn(prepared.update, animatingDifferences: animated) { _ in ends += 1 }
        let isShown = outcome == .swapped || outcome == .edited
        if isShown, !mayBeShown {
            return "an update of data source \(prepared.number) was shown by \(kept.number): \(outcome)"
        }
        if !isShown, ends > 0 { return "the completion of an update that was not shown was called" }
        guard isUndisturbed() else { return nil }
        let after = kept.source.snapshot()
        guard after.hasSameItems(as: isShown ? prepared.update.snapshot : before) else {
            return "a prepared update, \(outcome), led to other data than prepared"
        }
        return nil
    }
}

extension DiffableSnapshot {
    fileprivate func hasSameItems(as other: DiffableSnapshot) -> Bool {
        sectionIdentifiers == other.sectionIdentifiers && itemIdentifiers == other.itemIdentifiers
            && sectionIdentifiers.allSatisfy { numberOfItems(inSection: $0) == other.numberOfItems(inSection: $0) }
    }
}
