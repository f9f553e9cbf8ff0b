internal import CListEngine
import Foundation

/// The core's layout without its owner, for edits of one item. It changes no reference counts. A failed call reports
/// only that it failed and changes nothing. The caller then repeats it through the owner, which reports the reason.
struct CoreLayout {
    let handle: OpaquePointer
    let work: UnsafeMutablePointer<le_work>

    /// Resizes one item, in points. `cross` is nil if only the extent along the scroll axis is known. See
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

    /// Sets the number of items of a section that stores nothing for them: a grid, or a composition without measured
    /// items. See `le_layout_refill`.
    func recount(section: Int, count: Int) -> Bool {
        le_layout_refill(handle, Int64(section), nil, Int64(count), 0, nil, work) == LE_OK
    }

    /// Replaces all items of a list that has this spec with items of one extent, in points. See `le_layout_refill`.
    func refill(section: Int, of spec: SectionSpec, count: Int, extent: Double) -> Bool {
        var spec = spec.core
        return le_layout_refill(handle, Int64(section), &spec, Int64(count), extent, nil, work) == LE_OK
    }

    /// Calls a closure with one size in the core's form, on the stack.
    @inline(__always)
    private func withOneSize(main: Double, cross: Double?, _ body: (UnsafePointer<le_sizes>) -> Bool) -> Bool {
        // Both lengths are next to each other. The pointers to them are valid during the call.
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

    /// Resizes items. See `le_layout_resize_items`.
    /// - Returns: False if this kind of section does not support the operation.
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
            // An item with a new number is no longer measured.
            return column.replace(
                from: start, with: Array(repeating: taken.numbers == nil ? 1 : 0, count: sizes.count))
        }
        guard try resizeInCore(startingAt: first, inSection: section, to: taken.sizes) else { return false }
        columns = next
        return true
    }

    /// Resizes items without changing their numbers.
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

    /// See `le_layout_apply`. If items have numbers, the caller has checked that the script fits the section.
    func apply(_ script: EditScript, inSection section: Int) throws(LayoutError) -> Bool {
        guard script.sizes.count <= ItemNumbers.mostItems else { throw .tooLarge(section: section) }
        let areNumbers = if case .numbers = script.sizes { true } else { false }
        // Without columns nothing has to be converted, and nothing is copied.
        if columns.isEmpty, !areNumbers { return try applyInCore(script, script.sizes, inSection: section) }
        guard let taken = try taking(script.sizes, inSection: section) else { return false }
        let next = try editedColumns(section) { column, isNumbers in
            let before = placement(ofSection: section).itemsBefore
            return column.apply(script.edits(shiftedBy: before), isNumbers ? taken.numbers : nil)
        }
        guard try applyInCore(script, taken.sizes, inSection: section) else { return false }
        columns = next
        return true
    }

    private func applyInCore(
        _ script: EditScript, _ sizes: ItemSizes, inSection section: Int
    ) throws(LayoutError) -> Bool {
        var fault = le_fault()
        var failed = 0
        let status = sizes.withCoreSizes(horizontal: isHorizontal, lenient: false) { sizes in
            script.edits.withCoreEdits {
                le_layout_apply(handle, Int64(section), $0.baseAddress, $0.count, sizes, &failed, &fault, work)
            }
        }
        if status == LE_NOT_SUPPORTED { return false }
        guard status == LE_OK else {
            throw failure(status, fault, section: section, items: nil, failedEdit: failed)
        }
        return true
    }

    /// The number of columns that an item spans; 1 in sections that have none. See `le_layout_read_spans`.
    func spannedColumns(_ item: Int, inSection section: Int) -> Int {
        var columns: UInt8 = 1
        _ = le_layout_read_spans(handle, Int64(section), Int64(item), 1, &columns)
        return Int(columns)
    }

    /// The sizes of items in points, as width and height. Lists return the extent along the scroll axis, and 0 across
    /// it. Nil for sections of frames. See `le_layout_read_sizes`.
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

extension [EditScript.Edit] {
    /// Calls a closure with the edits in the core's form. The pointer is valid during the call.
    func withCoreEdits<Result>(_ body: (UnsafeBufferPointer<le_edit>) -> Result) -> Result {
        // An edit has the memory layout of le_edit; a test checks it.
        withUnsafeBufferPointer { $0.withMemoryRebound(to: le_edit.self, body) }
    }
}
