internal import CListEngine
import Foundation

/// The core's layout without its owner, for edits of one item: no count of references changes on the way, and a failure
/// says nothing but that there was one. The caller then asks again through the owner, which names the reason; a failed
/// call changed nothing.
struct CoreLayout {
    let handle: OpaquePointer
    let work: UnsafeMutablePointer<le_work>

    /// Gives one item another size in points; `cross` is nil where only the extent along the scroll axis is known. See
    /// `le_layout_resize_items`.
    @inline(__always)
    func resizeItem(_ item: Int, inSection section: Int, main: Double, cross: Double?) -> Bool {
        withOneSize(main: main, cross: cross) { sizes in
            le_layout_resize_items(handle, Int64(section), Int64(item), sizes, nil, work) == LE_OK
        }
    }

    /// Inserts one item of a size in points. See `le_layout_insert_items`.
    @inline(__always)
    func insertItem(at index: Int, inSection section: Int, main: Double, cross: Double?) -> Bool {
        withOneSize(main: main, cross: cross) { sizes in
            le_layout_insert_items(handle, Int64(section), Int64(index), sizes, nil, work) == LE_OK
        }
    }

    /// See `le_layout_remove_items`.
    @inline(__always)
    func removeItems(_ items: Range<Int>, inSection section: Int) -> Bool {
        le_layout_remove_items(handle, Int64(section), Int64(items.lowerBound), Int64(items.count), work) == LE_OK
    }

    /// Counts the items of a section again that keeps nothing of them: a grid, or a composition in which nothing was measured.
    /// See `le_layout_refill`.
    func recount(section: Int, count: Int) -> Bool {
        le_layout_refill(handle, Int64(section), nil, Int64(count), 0, nil, work) == LE_OK
    }

    /// Gives a list of this spec items of one extent in points, in place of all that it has. See `le_layout_refill`.
    func refill(section: Int, of spec: SectionSpec, count: Int, extent: Double) -> Bool {
        var spec = spec.core
        return le_layout_refill(handle, Int64(section), &spec, Int64(count), extent, nil, work) == LE_OK
    }

    /// One size as the core takes it, on the stack.
    @inline(__always)
    private func withOneSize(main: Double, cross: Double?, _ body: (UnsafePointer<le_sizes>) -> Bool) -> Bool {
        // Both lengths lie next to each other, the pointers are to them for the time of the call.
        withUnsafePointer(to: (main, cross ?? 0)) { lengths in
            let main = UnsafeRawPointer(lengths).assumingMemoryBound(to: Double.self)
            var sizes = le_sizes()
            sizes.form = LE_SIZES_POINTS
            sizes.count = 1
            sizes.main = main
            sizes.cross = cross == nil ? nil : main + 1
            sizes.stride = MemoryLayout<Double>.stride
            return withUnsafePointer(to: &sizes, body)
        }
    }
}

extension LayoutStorage {
    @inline(__always)
    var core: CoreLayout { CoreLayout(handle: handle, work: work) }

    /// Gives items other sizes. See `le_layout_resize_items`.
    /// - Returns: False where this kind of section does not have the operation.
    func resizeItems(startingAt first: Int, inSection section: Int, to sizes: ItemSizes) throws(LayoutError) -> Bool {
        guard !columns.isEmpty else {
            if case .numbers = sizes { return false }
            return try resizeInCore(startingAt: first, inSection: section, to: sizes)
        }
        var taken = TakenSizes(sizes: sizes)
        if case .numbers = sizes {
            guard let numbered = try taking(sizes, inSection: section) else { return false }
            taken = numbered
        }
        let start = placement(ofSection: section).itemsBefore + first
        let next = try editedColumns(section) { column, isNumbers in
            if isNumbers { return taken.numbers.map { column.replace(from: start, with: $0) } ?? LE_OK }
            // Another number is another estimate.
            return column.replace(
                from: start, with: Array(repeating: taken.numbers == nil ? 1 : 0, count: sizes.count))
        }
        guard try resizeInCore(startingAt: first, inSection: section, to: taken.sizes) else { return false }
        columns = next
        return true
    }

    /// Sizes that are no numbers; those that items have stay.
    func resizeInCore(startingAt first: Int, inSection section: Int, to sizes: ItemSizes) throws(LayoutError) -> Bool {
        var fault = le_fault()
        let status = sizes.withCoreSizes(horizontal: isHorizontal, lenient: false) { sizes in
            le_layout_resize_items(handle, Int64(section), Int64(first), sizes, &fault, work)
        }
        if status == LE_NOT_SUPPORTED { return false }
        guard status == LE_OK else {
            throw failure(status, fault, section: section, items: first..<first + sizes.count)
        }
        return true
    }

    func insertItems(_ sizes: ItemSizes, at index: Int, inSection section: Int) throws(LayoutError) -> Bool {
        guard let taken = try taking(sizes, inSection: section) else { return false }
        let next = try editedColumns(section) { column, isNumbers in
            let place = placement(ofSection: section).itemsBefore + index
            if isNumbers, let units = taken.numbers { return column.insert(units, at: place) }
            return column.insertZeros(sizes.count, at: place)
        }
        guard try insertInCore(taken.sizes, at: index, inSection: section) else { return false }
        columns = next
        return true
    }

    private func insertInCore(_ sizes: ItemSizes, at index: Int, inSection section: Int) throws(LayoutError) -> Bool {
        var fault = le_fault()
        let status = sizes.withCoreSizes(horizontal: isHorizontal, lenient: false) { sizes in
            le_layout_insert_items(handle, Int64(section), Int64(index), sizes, &fault, work)
        }
        if status == LE_NOT_SUPPORTED { return false }
        guard status == LE_OK else {
            throw failure(status, fault, section: section, items: index..<index, inserting: true)
        }
        return true
    }

    /// See `le_layout_remove_items`.
    func removeItems(_ items: Range<Int>, inSection section: Int) throws(LayoutError) -> Bool {
        let next = try editedColumns(section) { column, _ in
            let before = placement(ofSection: section).itemsBefore
            return column.remove(items.lowerBound + before..<items.upperBound + before)
        }
        let status = le_layout_remove_items(
            handle, Int64(section), Int64(items.lowerBound), Int64(items.count), work)
        if status == LE_NOT_SUPPORTED { return false }
        guard status == LE_OK else { throw failure(status, le_fault(), section: section, items: items) }
        columns = next
        return true
    }

    /// See `le_layout_move_items`.
    func moveItems(_ items: Range<Int>, to index: Int, inSection section: Int) throws(LayoutError) -> Bool {
        let next = try editedColumns(section) { column, _ in
            let before = placement(ofSection: section).itemsBefore
            return column.move(items.lowerBound + before..<items.upperBound + before, to: index + before)
        }
        let status = le_layout_move_items(
            handle, Int64(section), Int64(items.lowerBound), Int64(items.count), Int64(index), work)
        if status == LE_NOT_SUPPORTED { return false }
        guard status == LE_OK else { throw failure(status, le_fault(), section: section, items: items) }
        columns = next
        return true
    }

    /// See `le_layout_apply`. Where items have numbers, the script is known to fit the section.
    func apply(_ script: EditScript, inSection section: Int) throws(LayoutError) -> Bool {
        guard let taken = try taking(script.sizes, inSection: section) else { return false }
        let next = try editedColumns(section) { column, isNumbers in
            let before = placement(ofSection: section).itemsBefore
            let zeros = [Int64](repeating: 0, count: script.sizes.count)
            let units = isNumbers ? taken.numbers ?? zeros : zeros
            return column.apply(Self.coreEdits(script, before: before), units)
        }
        guard try applyInCore(Self.coreEdits(script), taken.sizes, inSection: section) else { return false }
        columns = next
        return true
    }

    /// - Parameter before: Added to all positions of items.
    private static func coreEdits(_ script: EditScript, before: Int = 0) -> [le_edit] {
        script.edits.map { edit in
            le_edit(
                at: Int64(edit.index + before), removed: Int64(edit.removed), inserted: Int64(edit.inserted),
                source: Int64(edit.isMove ? edit.source + before : edit.source), moved: edit.isMove)
        }
    }

    private func applyInCore(
        _ edits: [le_edit], _ sizes: ItemSizes, inSection section: Int
    ) throws(LayoutError) -> Bool {
        var fault = le_fault()
        var failed = 0
        let status = sizes.withCoreSizes(horizontal: isHorizontal, lenient: false) { sizes in
            le_layout_apply(handle, Int64(section), edits, edits.count, sizes, &failed, &fault, work)
        }
        if status == LE_NOT_SUPPORTED { return false }
        guard status == LE_OK else {
            throw failure(status, fault, section: section, items: nil, failedEdit: failed)
        }
        return true
    }

    /// Sizes of items in points: width and height as the scroll direction has them; lists answer the extent along the
    /// scroll axis and 0 across. Nil for sections of frames. See `le_layout_read_sizes`.
    func sizes(ofItems items: Range<Int>, inSection section: Int) -> [CGSize]? {
        var main = [Double](repeating: 0, count: items.count)
        var cross = main
        let status = le_layout_read_sizes(
            handle, Int64(section), Int64(items.lowerBound), Int64(items.count), &main, &cross)
        guard status == LE_OK else { return nil }
        return zip(main, cross).map { main, cross in
            isHorizontal ? CGSize(width: main, height: cross) : CGSize(width: cross, height: main)
        }
    }
}
