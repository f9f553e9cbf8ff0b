import Foundation
import ListEngineLayout

// All values that the list stores by position, and how each follows a change. User code is notified in this order.

extension CollectionView {
    func registerPositions() {
        positions.areCurrent = { [unowned self] in
            checkDataSource()
            return !loadsEverything
        }
        positions.register { [unowned self] change, notices in follow(change, &notices) }
    }

    private func follow(_ change: PositionChange, _ notices: inout [PositionNotice]) {
        if let path = storedHeldItem { storedHeldItem = change.newPath(path) }
        itemDrag?.follow(change)
        if !endedDrags.isEmpty {
            endedDrags.removeAll { $0.drag == nil }
            for ended in endedDrags { ended.drag?.follow(change) }
        }
        storedDropTarget = nil
        if !selection.isEmpty { selection = selection.following(change) }
        if let path = selectionPivot { selectionPivot = change.newPath(path) }
        scrollTarget = nil
        if let target = animatedTarget { animatedTarget = target.following(change) }
        if let place = placeBeforeLayout { placeBeforeLayout = place.following(change) }
        // After a reload the anchor keeps its index path, whatever item is there.
        if case .item(let indexPath) = storedAnchorPolicy, let plan = change.shared?.plan {
            let path = ElementPath(indexPath).flatMap { plan.newPath($0) }
            storedAnchorPolicy = path.map { .item($0.indexPath) } ?? .firstVisible
        }
        sectionDragStarts = SectionOffsets()
        if !storedSectionOffsets.sections.isEmpty, change.isUpdate {
            var offsets = SectionOffsets()
            for section in storedSectionOffsets.sections {
                if let new = change.newSection(section) { offsets[new] = storedSectionOffsets[section] }
            }
            storedSectionOffsets = offsets
        }
        followPendingMeasurements(change)
    }
}
