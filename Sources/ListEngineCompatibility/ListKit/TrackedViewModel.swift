import Foundation
import ListEngine
import ListEngineLayout

/// Follows a view model through updates of its section. A `PositionTracker` loses its position in the list when the
/// section is reloaded; this class then finds the view model by its identifier.
@MainActor
final class TrackedViewModel {
    /// The index of the view model; nil if it is no longer in the section.
    private(set) var index: Int?

    init(_ index: Int) { self.index = index }

    /// - Parameters:
    ///   - deleted: Positions before the update.
    ///   - inserted: Positions after the update.
    func follow(deleting deleted: IndexSet, inserting inserted: IndexSet) {
        let map = IndexMap(
            deleted: IndexRuns(ranges: Array(deleted.rangeView)), inserted: IndexRuns(ranges: Array(inserted.rangeView))
        )
        index = index.flatMap { map.newIndex(ofKept: $0) }
    }

    /// - Parameter target: The place of the item, counted after it has been taken out.
    func follow(moving source: Int, to target: Int) {
        guard index != source else {
            index = target
            return
        }
        follow(deleting: [source], inserting: [target])
    }

    /// All view models were replaced. The one with the same identifier is followed.
    func follow(from old: any ViewModelStorage, to new: any ViewModelStorage) {
        guard let place = index, place < old.count, let identifier = old.identifier(at: place) else {
            index = nil
            return
        }
        index = new.index(of: identifier) ?? (0..<new.count).first { new.identifier(at: $0) == identifier }
    }
}

extension SectionDescription {
    /// Starts to follow an item. Call ``untrack(_:)`` when it is no longer needed.
    func track(_ index: Int) -> TrackedViewModel {
        let item = TrackedViewModel(index)
        trackedViewModels.append(item)
        return item
    }

    func untrack(_ item: TrackedViewModel) { trackedViewModels.removeAll { $0 === item } }
}
