import Foundation
import ListEngineLayout

/// Stands for one item, as its content is now, until its size is known: for hosts that measure elsewhere and answer late.
///
///     let handle = collectionView.measurementHandle(forItemAt: indexPath)
///     Task.detached {
///         let size = textSize(of: text, width: handle.fitting.width)
///         await collectionView.takeMeasurement(size, for: handle)
///     }
///
/// A handle goes with its item through every update. When the answer comes and the item is gone, was changed or has got
/// another width, the answer is dropped and counted; it is never given to another item.
public struct MeasurementHandle: Sendable, Hashable {
    let number: UInt64

    /// The size that the layout has for the item: the width is given where lines break.
    public let fitting: CGSize

    /// No two handles of a program have one number, so none is taken for one of another list.
    @MainActor private static var last: UInt64 = 0

    @MainActor
    init(fitting: CGSize) {
        Self.last += 1
        number = Self.last
        self.fitting = fitting
    }
}

/// What became of a size that was measured for a handle.
public enum MeasurementOutcome: Sendable, Hashable {
    /// The layout has it.
    case taken
    /// The list is being laid out or updated, and takes it right after.
    case deferred
    /// It could not be used, and was reported; see ``CollectionViewDiagnostic/Code/outdatedMeasurement``.
    case dropped
}

/// Handles that were given out and not answered.
struct PendingMeasurements {
    /// More than these, and those given out first are worth nothing any more.
    static let capacity = 1 << 16

    private(set) var items: [UInt64: (path: ElementPath, asked: CGFloat)] = [:]

    mutating func add(_ handle: MeasurementHandle, _ path: ElementPath, asked: CGFloat) {
        items[handle.number] = (path, asked)
        guard items.count > 2 * Self.capacity else { return }
        let kept = items.keys.sorted().suffix(Self.capacity)
        guard let first = kept.first else { return }
        items = items.filter { $0.key >= first }
    }

    mutating func take(_ handle: MeasurementHandle) -> (path: ElementPath, asked: CGFloat)? {
        items.removeValue(forKey: handle.number)
    }

    /// Follows items to where they stand; those that are gone or have changed are not waited for.
    mutating func follow(_ change: PositionChange) {
        guard !items.isEmpty else { return }
        guard let plan = change.plan else {
            items = [:]
            return
        }
        let changed = Set(plan.reconfiguredItems)
        items = items.compactMapValues { path, asked in
            guard !plan.isReloaded(path), !changed.contains(path), !plan.reloadedSections.contains(path.section),
                let after = plan.newPath(path)
            else { return nil }
            if let section = plan.oldSection(after.section), plan.reloadedSections.contains(section) { return nil }
            return (after, asked)
        }
    }
}

extension CollectionView {
    /// A handle for the size of an item, to be answered with ``takeMeasurement(_:for:)`` at any later time.
    /// - Parameter indexPath: What is not in the list is reported.
    /// - Returns: Nil where it is not in the list.
    /// - Complexity: O(log of the items). An update costs O(log of its edits) for each handle that was not answered.
    public func measurementHandle(forItemAt indexPath: IndexPath) -> MeasurementHandle? {
        guard let path = known(indexPath), isInList(path) else { return nil }
        let size = layout.frame(ofItem: path.item, inSection: path.section).size
        let handle = MeasurementHandle(fitting: size)
        pendingMeasurements.add(handle, path, asked: crossExtent(of: size))
        return handle
    }

    /// Takes a size that was measured for a handle; what ``anchorPolicy`` names keeps its place. A handle can be answered
    /// once.
    /// - Parameter size: In points. NaN, infinite and negative lengths are reported and dropped.
    @discardableResult
    public func takeMeasurement(_ size: CGSize, for handle: MeasurementHandle) -> MeasurementOutcome {
        takeMeasurements([(handle, size)])[0]
    }

    /// Takes sizes that were measured for handles, all at once; of an item that is named twice the last one.
    @discardableResult
    public func takeMeasurements(
        _ measurements: [(handle: MeasurementHandle, size: CGSize)]
    ) -> [MeasurementOutcome] {
        guard !isBusy else {
            whenIdle { [weak self] in _ = self?.takeMeasurements(measurements) }
            return Array(repeating: .deferred, count: measurements.count)
        }
        layoutIfNeeded()
        var wishes: [ElementPath: SizeWish] = [:]
        let outcomes = measurements.map { handle, size -> MeasurementOutcome in
            guard let wish = wish(of: handle, size) else { return .dropped }
            wishes[wish.path] = wish
            return .taken
        }
        guard !wishes.isEmpty else { return outcomes }
        transaction.open()
        take(wishes.values.sorted { $0.path < $1.path }, keeping: keptPlace(except: Set(wishes.keys)))
        needsPass = true
        endTransaction()
        runIdleWork()
        return outcomes
    }

    private func wish(of handle: MeasurementHandle, _ size: CGSize) -> SizeWish? {
        guard let (path, asked) = pendingMeasurements.take(handle) else {
            report(
                .outdatedMeasurement, nil,
                "the size \(size) is dropped: its item is gone or has changed, or the handle was answered before.")
            return nil
        }
        let attributes = layout.layoutAttributesForItem(path.item, inSection: path.section)
        guard crossExtent(of: attributes.frame.size) == asked else {
            report(
                .outdatedMeasurement, path,
                "the size \(size) is dropped: the item was measured for \(asked), and has got another extent.")
            return nil
        }
        guard isUsable(size, path) else { return nil }
        guard attributes.isEstimated || takesMeasurement(path, size) else {
            report(.unusableSize, path, "the measured size \(size) is ignored: that of the layout is no estimate.")
            return nil
        }
        return SizeWish(path: path, size: size, isEstimated: true, asked: asked)
    }

    /// The layout had an estimate for an item before it was measured.
    private func takesMeasurement(_ path: ElementPath, _ size: CGSize) -> Bool {
        var trial = layout
        return (try? trial.measure(item: path.item, inSection: path.section, size: size)) != nil
    }
}
