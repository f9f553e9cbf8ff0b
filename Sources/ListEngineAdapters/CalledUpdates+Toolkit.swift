import Foundation
import ListEngineLayout

/// What an update of a toolkit does.
package enum ToolkitUpdate {
    case delete, insert, move, reload
}

extension CalledUpdates {
    /// Adds an update as toolkits state it: the index path of a section has no item, or NSNotFound as its item.
    package mutating func add(_ update: ToolkitUpdate?, from old: IndexPath?, to new: IndexPath?) {
        let isSection = (old ?? new).map { $0.count < 2 || $0[1] == NSNotFound } ?? true
        switch (update, old, new) {
        case (.delete, let old?, _) where isSection: deletedSections.append(old[0])
        case (.delete, let old?, _): deletedItems.append(old)
        case (.insert, _, let new?) where isSection: insertedSections.append(new[0])
        case (.insert, _, let new?): insertedItems.append(new)
        case (.move, let old?, let new?) where isSection: movedSections.append((old[0], new[0]))
        case (.move, let old?, let new?): movedItems.append((old, new))
        case (.reload, let old?, _) where isSection: reloadedSections.append(old[0])
        case (.reload, let old?, _): reloadedItems.append(old)
        default: break
        }
    }
}
