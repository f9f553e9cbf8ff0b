import Foundation
import ListEngineLayout

#if !canImport(UIKit) && !canImport(AppKit)
    extension IndexPath {
        /// The index path of an item in a section.
        public init(item: Int, section: Int) { self.init(item, inSection: section) }

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

        /// The item index, by its name in tables.
        public var row: Int {
            get { item }
            set { item = newValue }
        }
    }
#endif
