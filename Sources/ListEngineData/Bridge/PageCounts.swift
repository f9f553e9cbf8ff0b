internal import CListEngine

/// The number of rows of each page, in the counted tree that also holds the heights of a layout. See `le_extents`.
///
/// It answers in O(log *p*) for *p* pages which page holds a position, and where a page begins.
final class PageCounts {
    private let tree: OpaquePointer

    init() {
        guard let tree = le_extents_create() else { fatalError("ListEngineData: out of memory") }
        self.tree = tree
    }

    deinit { le_extents_release(tree) }

    /// The number of rows of all pages.
    var total: Int { Int(le_extents_total(tree)) }

    /// The number of rows before a page.
    func start(ofPage page: Int) -> Int { Int(le_extents_offset(tree, Int64(page), nil)) }

    /// The page that holds a position, and the position in the page. The position must be less than the total.
    func page(at position: Int) -> (page: Int, offset: Int) {
        let entry = le_extents_at_offset(tree, Int64(position), nil)
        return (Int(entry.index), position - Int(entry.offset))
    }

    func set(_ count: Int, ofPage page: Int) {
        check(le_extents_resize(tree, Int64(page), Int64(count), nil))
    }

    func replace(_ pages: Range<Int>, with counts: [Int]) {
        if !pages.isEmpty { check(le_extents_remove(tree, Int64(pages.lowerBound), Int64(pages.count), nil)) }
        if counts.isEmpty { return }
        check(le_extents_insert(tree, Int64(pages.lowerBound), counts.map { Int64($0) }, Int64(counts.count), nil))
    }

    /// Counts are limited before they get here, so only memory can be missing.
    private func check(_ status: le_status) {
        guard status == LE_OK else { fatalError("ListEngineData: \(String(cString: le_status_text(status)))") }
    }
}
