import Foundation
import ListEngine

/// A view model of a section that is needed later, wherever updates of the section bring it. A position in the list, as
/// `PositionTracker` keeps, is lost when the section is loaded again; this one goes by identifiers then.
@MainActor
final class TrackedViewModel {
    /// Nil: it is no longer in the section.
    private(set) var index: Int?

    init(_ index: Int) { self.index = index }

    /// - Parameters:
    ///   - deleted: Positions before.
    ///   - inserted: Positions after.
    func follow(deleting deleted: IndexSet, inserting inserted: IndexSet) {
        guard var place = index, !deleted.contains(place) else {
            index = nil
            return
        }
        place -= deleted.count(in: 0..<place)
        for range in inserted.rangeView where range.lowerBound <= place { place += range.count }
        index = place
    }

    /// All view models were replaced: it is the one of the same identifier.
    func follow(from old: any ViewModelStorage, to new: any ViewModelStorage) {
        guard let place = index, place < old.count, let identifier = old.identifier(at: place) else {
            index = nil
            return
        }
        index = new.index(of: identifier) ?? (0..<new.count).first { new.identifier(at: $0) == identifier }
    }
}

extension SectionDescription {
    /// An item to come back to; ``untrack(_:)`` when that was done.
    func track(_ index: Int) -> TrackedViewModel {
        let item = TrackedViewModel(index)
        trackedViewModels.append(item)
        return item
    }

    func untrack(_ item: TrackedViewModel) { trackedViewModels.removeAll { $0 === item } }
}
