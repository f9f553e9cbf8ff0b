import Foundation
import ListEngineLayout

/// A handle for one item with its current content, for hosts that measure elsewhere and deliver the size later.
///
///     guard let handle = collectionView.measurementHandle(forItemAt: indexPath) else { return }
///     Task.detached {
///         let size = textSize(of: text, width: handle.fitting.width)
///         await collectionView.takeMeasurement(size, for: handle)
///     }
///
/// A handle follows its item through every update. If the item was deleted or changed, or if its width changed, a
/// late size is dropped and counted. It is never used for another item.
public struct MeasurementHandle: Sendable, Hashable {
    let number: UInt64

    /// The item's size in the layout. For text, the width is fixed and the height is to be measured.
    public let fitting: CGSize

    /// Handle numbers are unique in the program, so a handle cannot be mistaken for one of another list.
    @MainActor private static var last: UInt64 = 0

    @MainActor
    init(fitting: CGSize) {
        Self.last += 1
        number = Self.last
        self.fitting = fitting
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }
}

/// The result of passing a measured size for a handle.
public enum MeasurementOutcome: Sendable, Hashable {
    /// The layout uses the size.
    case taken
    /// The list is being laid out or updated. It uses the size immediately afterwards.
    case deferred
    /// The size could not be used. A diagnostic was reported; see
    /// ``CollectionViewDiagnostic/Code/outdatedMeasurement``.
    case dropped
}

/// Handles without a size so far.
struct PendingMeasurements {
    /// The largest number of handles. If there are more, the oldest ones become invalid.
    static let capacity = 1 << 16

    private(set) var items: [UInt64: (path: ElementPath, fittedExtent: CGFloat)] = [:]

    mutating func add(_ handle: MeasurementHandle, _ path: ElementPath, fittedExtent: CGFloat) {
        items[handle.number] = (path, fittedExtent)
        guard items.count > 2 * Self.capacity else { return }
        let kept = items.keys.sorted().suffix(Self.capacity)
        guard let first = kept.first else { return }
        items = items.filter { $0.key >= first }
    }

    mutating func take(_ handle: MeasurementHandle) -> (path: ElementPath, fittedExtent: CGFloat)? {
        items.removeValue(forKey: handle.number)
    }

    /// Follows items to their new positions. Handles of deleted or changed items are dropped.
    mutating func follow(_ edit: SharedEdit?) {
        guard !items.isEmpty else { return }
        guard let plan = edit else {
            items = [:]
            return
        }
        let changed = Set(plan.reconfiguredItems)
        items = items.compactMapValues { path, fittedExtent in
            guard !plan.isReloaded(path), !changed.contains(path), !plan.reloadedSections.contains(path.section),
                let after = plan.newPath(path)
            else { return nil }
            if let section = plan.oldSection(after.section), plan.reloadedSections.contains(section) { return nil }
            return (after, fittedExtent)
        }
    }
}

extension CollectionView {
    /// Returns a handle for the size of an item. Pass the size to ``takeMeasurement(_:for:)`` at any later time.
    /// - Parameter indexPath: The item. An index path that is not in the list is reported.
    /// - Returns: Nil if the item is not in the list.
    /// - Complexity: O(log *n*). Each update costs O(log *e*) per open handle, where *e* is the number of its edits.
    public func measurementHandle(forItemAt indexPath: IndexPath) -> MeasurementHandle? {
        guard let path = known(indexPath), isInList(path) else { return nil }
        let size = layout.frame(ofItem: path.item, inSection: path.section).size
        let handle = MeasurementHandle(fitting: size)
        let fittedExtent = fittedExtent(of: path, size)
        sizing.changePending { $0.add(handle, path, fittedExtent: fittedExtent) }
        return handle
    }

    /// Sets the measured size of a handle's item. The element chosen by ``anchorPolicy`` keeps its place. A handle
    /// can be used once.
    /// - Parameter size: The size in points. NaN, infinite and negative lengths are reported and dropped.
    @discardableResult
    public func takeMeasurement(_ size: CGSize, for handle: MeasurementHandle) -> MeasurementOutcome {
        takeMeasurements([(handle, size)])[0]
    }

    /// Sets the measured sizes of several handles together. If a handle appears twice, the last size is used.
    @discardableResult
    public func takeMeasurements(
        _ measurements: [(handle: MeasurementHandle, size: CGSize)]
    ) -> [MeasurementOutcome] {
        guard !isBusy else {
            whenIdle { [weak self] in _ = self?.takeMeasurements(measurements) }
            return Array(repeating: .deferred, count: measurements.count)
        }
        layoutIfNeeded()
        var preferences: [ElementPath: SizePreference] = [:]
        let outcomes = measurements.map { handle, size -> MeasurementOutcome in
            guard let preference = preference(of: handle, size) else { return .dropped }
            preferences[preference.path] = preference
            return .taken
        }
        guard !preferences.isEmpty else { return outcomes }
        transaction.open()
        applySizes(
            preferences.values.sorted { $0.path < $1.path },
            keeping: anchoring.keptPlace(in: self, except: Set(preferences.keys))
        )
        due.needsPass = true
        endTransaction()
        runIdleWork()
        return outcomes
    }

    private func preference(of handle: MeasurementHandle, _ size: CGSize) -> SizePreference? {
        guard let (path, fittedExtent) = sizing.changePending({ $0.take(handle) }) else {
            report(
                .outdatedMeasurement, nil,
                "the size \(size) is dropped: its item was deleted or has changed, or its handle was already used.")
            return nil
        }
        let attributes = layout.layoutAttributesForItem(path.item, inSection: path.section)
        guard self.fittedExtent(of: path, attributes.frame.size) == fittedExtent else {
            report(
                .outdatedMeasurement, path,
                "the size \(size) is dropped: the item was measured for \(fittedExtent), which has changed.")
            return nil
        }
        guard isUsable(size, path) else { return nil }
        guard attributes.isEstimated || takesMeasurement(path, size) else {
            report(.unusableSize, path, "the measured size \(size) is ignored: the layout's size is exact.")
            return nil
        }
        return SizePreference(path: path, size: size, isEstimated: true, fittedExtent: fittedExtent)
    }

    /// Whether the layout had an estimate for an item before it was measured.
    private func takesMeasurement(_ path: ElementPath, _ size: CGSize) -> Bool {
        var trial = layout
        return (try? trial.measure(item: path.item, inSection: path.section, size: size)) != nil
    }
}
