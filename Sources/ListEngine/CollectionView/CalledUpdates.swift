import Foundation

/// The updates of a batch, as the update methods received them.
struct CalledUpdates {
    var deletedSections: [Int] = []
    var insertedSections: [Int] = []
    var reloadedSections: [Int] = []
    var movedSections: [(from: Int, to: Int)] = []
    var deletedItems: [IndexPath] = []
    var insertedItems: [IndexPath] = []
    var reloadedItems: [IndexPath] = []
    var movedItems: [(from: IndexPath, to: IndexPath)] = []
    var reconfiguredItems: [IndexPath] = []

    /// The part of the data that is loaded from the data source; nil if there is none.
    var scope: CollectionViewLoadScope? {
        let isOfItems =
            deletedSections.isEmpty && insertedSections.isEmpty && reloadedSections.isEmpty && movedSections.isEmpty
        guard isOfItems else { return .sections }
        return deletedItems.isEmpty && insertedItems.isEmpty && reloadedItems.isEmpty && movedItems.isEmpty
            ? nil : .items
    }

    var isEmpty: Bool { scope == nil && reconfiguredItems.isEmpty }
}
