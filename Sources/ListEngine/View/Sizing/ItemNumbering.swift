import Foundation
import ListEngineDiff
import ListEngineLayout

/// A data source that gives its items small numbers. As long as its numbering is the same object, an item keeps its
/// number, whether or not it is in the list. Values of items can then be looked up without hashing or copying
/// identifiers.
@MainActor
protocol ItemNumbering: AnyObject {
    var numbering: AnyObject { get }

    /// The number of an item; nil if the path has no item.
    func number(of path: ElementPath) -> UInt32?

    /// The numbers of some items of a section, ascending. Nil means all items.
    func numbers(ofItems items: IndexRuns?, inSection section: Int) -> [UInt32]

    /// The path of an item; nil if it is not in the list.
    func path(ofItemNumbered number: UInt32) -> ElementPath?
}
