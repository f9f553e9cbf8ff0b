import Foundation
import ListEngineLayout

// All values that the list stores by position, and how each follows a change. User code is notified in this order.

extension CollectionView {
    func registerPositions() {
        positions.areCurrent = { [unowned self] in
            checkDataSource()
            return !loadsEverything
        }
        positions.register { [unowned self] change, notices in followReordering(change, &notices) }
        positions.register { [unowned self] change, notices in followSwipe(change, &notices) }
        positions.register { [unowned self] change, _ in
            if let items = menu?.items { menu?.items = items.compactMap { change.newPath($0) } }
        }
        positions.register { [unowned self] change, notices in followManySelection(change, &notices) }
        positions.register { [unowned self] change, notices in followPrefetching(change, &notices) }
        positions.register { [unowned self] change, _ in
            if !selection.isEmpty { selection = selection.following(change) }
            highlighted = highlighted.flatMap { change.newPath($0) }
            touched = touched.flatMap { change.newPath($0) }
            focus = focus.flatMap { change.newPath($0) }
        }
        positions.register { [unowned self] change, _ in
            scrollTarget = nil
            animatedTarget = animatedTarget?.following(change)
            placeBeforeLayout = placeBeforeLayout?.following(change)
            // After a reload the anchor keeps its index path, whatever item is there.
            guard let plan = change.plan, case .item(let indexPath) = storedAnchorPolicy else { return }
            let path = ElementPath(indexPath).flatMap { plan.newPath($0) }
            storedAnchorPolicy = path.map { .item($0.indexPath) } ?? .firstVisible
        }
        positions.register { [unowned self] change, _ in
            sectionDragStarts = SectionOffsets()
            guard change.plan != nil else { return }
            var offsets = SectionOffsets()
            for section in storedSectionOffsets.sections {
                if let new = change.newSection(section) { offsets[new] = storedSectionOffsets[section] }
            }
            storedSectionOffsets = offsets
        }
        positions.register { [unowned self] change, _ in pendingMeasurements.follow(change) }
    }
}
