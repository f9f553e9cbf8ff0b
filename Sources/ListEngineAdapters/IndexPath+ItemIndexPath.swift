import Foundation
import ListEngineDiff

extension IndexPath {
    /// The index path of an item of a snapshot.
    public init(_ path: ItemIndexPath) { self = [path.section, path.item] }
}
