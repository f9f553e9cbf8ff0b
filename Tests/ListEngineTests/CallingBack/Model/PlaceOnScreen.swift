import Foundation
import ListEngine
import ListEngineLayout

/// The list does not jump: the first visible item that is not deleted is where it was on the screen, but for what clamps
/// the offset. If no visible item is left, the same holds for the nearest item that is.
@MainActor
final class PlaceOnScreen: HostileWatch {
    private struct Before {
        let data: HostileData
        let layout: CollectionViewLayout
        let offset: CGFloat
        let isAtStart: Bool
        let visible: [String]
        let policy: ContentAnchorPolicy
        let isReordering: Bool
    }
    private var before: Before?

    func begin(_ program: HostileProgram) {
        let view = program.view
        let start = view.mainOffset
        let insets = view.adjustedContentInset
        let isVertical = view.layout.scrollDirection == .vertical
        let first = start + (isVertical ? insets.top : insets.leading)
        let last = start + Self.extent(view) - (isVertical ? insets.bottom : insets.trailing)
        // Only items whose start or end is visible. One that ends where the visible bounds begin is not.
        let visible = view.indexPathsForVisibleItems.compactMap { path -> String? in
            let range = Self.range(path, view.layout)
            // The cell of a held item can be outside of them across the scroll axis.
            guard range.upperBound > first, range.lowerBound < last,
                view.cellForItem(at: path)?.frame.intersects(view.bounds) == true
            else { return nil }
            return program.currentData.name(at: path)
        }
        before = Before(
            data: program.currentData, layout: view.layout, offset: start,
            isAtStart: start <= view.mainOffsetRange.lowerBound, visible: visible, policy: view.anchorPolicy,
            isReordering: view.reorderedItem != nil)
    }

    func end(_ program: HostileProgram, _ step: HostileStep) -> String? {
        let view = program.view
        guard let before, let action = step.onlyAction, action.changesOnlyData, !step.touched.contains(.geometry),
            !step.isReloaded,
            step.change.causes.subtracting([.update, .measuring]).isEmpty, before.policy == .firstVisible,
            view.anchorPolicy == .firstVisible, !before.isReordering, view.reorderedItem == nil,
            before.layout.scrollDirection == view.layout.scrollDirection, !step.diagnostics.contains(.unsettled)
        else { return nil }
        let offset = view.mainOffset
        if before.isAtStart {
            return offset <= view.mainOffsetRange.lowerBound ? nil : "the list was at its start, and is at \(offset)"
        }
        let data = program.currentData
        guard let name = kept(before, data, hasEstimates: program.measures),
            !step.refreshed.contains(name), let old = before.data.path(of: name), let new = data.path(of: name)
        else { return nil }
        let was = Self.range(old, before.layout).lowerBound - before.offset
        let now = Self.range(new, view.layout).lowerBound - offset
        let wanted = was - step.change.clampedBy
        let exact = max(abs(offset), abs(was), abs(step.change.clampedBy)) * 1e-12 + 0x1p-18
        guard abs(now - wanted) > exact, abs(now - wanted) < 1e9 else { return nil }
        return "\(name) was at \(was) on the screen and is at \(now); clamped by \(step.change.clampedBy)"
    }

    /// The item that keeps its place; nil if there is none.
    private func kept(_ before: Before, _ data: HostileData, hasEstimates: Bool) -> String? {
        if let name = before.visible.first(where: { data.contains($0) }) { return name }
        // Items outside of the screen change their sizes when they are measured.
        guard !hasEstimates, let first = before.visible.first else { return nil }
        let all = before.data.names
        guard let place = all.firstIndex(of: first) else { return nil }
        return all[place...].first { data.contains($0) } ?? all[..<place].last { data.contains($0) }
    }

    private static func extent(_ view: CollectionView) -> CGFloat {
        view.layout.scrollDirection == .vertical ? view.bounds.height : view.bounds.width
    }

    /// The place of an item along the scroll axis, counted from the leading edge of the content.
    private static func range(_ path: IndexPath, _ layout: CollectionViewLayout) -> ClosedRange<CGFloat> {
        let frame = layout.frame(ofItem: path.item, inSection: path.section)
        let start = layout.contentOffset(of: frame)
        let extent = layout.scrollDirection == .vertical ? frame.height : frame.width
        return start...(start + max(0, extent))
    }
}
