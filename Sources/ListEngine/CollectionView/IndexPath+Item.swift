import Foundation
import ListEngineLayout

#if !canImport(UIKit) && !canImport(AppKit)
    extension IndexPath {
        /// The index path of an item in a section.
        public init(item: Int, section: Int) {
            // Not from an array of both, which has memory of its own.
            self.init(index: section)
            append(item)
        }

        /// The section: the first index.
        public var section: Int {
            get { self[0] }
            set { self[0] = newValue }
        }

        /// The item in its section: the second index.
        public var item: Int {
            get { self[1] }
            set { self[1] = newValue }
        }

        /// The item, as tables call it.
        public var row: Int {
            get { item }
            set { item = newValue }
        }
    }
#endif

extension ElementPath {
    /// The item at an index path; nil where the index path has not two indices.
    init?(_ indexPath: IndexPath) {
        guard indexPath.count == 2 else { return nil }
        self = .item(indexPath[1], inSection: indexPath[0])
    }

    /// The index path of the element; of one of the list itself its index alone.
    var indexPath: IndexPath { section < 0 ? IndexPath(index: item) : IndexPath(item: item, section: section) }
}
