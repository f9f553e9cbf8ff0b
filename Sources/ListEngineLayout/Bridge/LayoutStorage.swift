internal import CListEngine
import Foundation

/// The owner of one layout of the core, and of the values that Swift stores next to it.
///
/// Copies of a ``CollectionViewLayout`` share an owner. A copy creates a new owner before its first change, so a
/// storage changes only while a single value refers to it. A storage is therefore safe to send, and many threads can
/// read it.
final class LayoutStorage: @unchecked Sendable {
    let handle: OpaquePointer
    /// The values that are not the core's. Outside the object, so that access is not checked at run time, and a copy is one
    /// copy of all. Written only while a single value refers to the storage.
    private let values: UnsafeMutablePointer<LayoutValues>

    // Copies of the core's configuration, so that coordinates can be converted without a call.
    private(set) var cross: Int64
    /// Visible extent along the scroll axis.
    private(set) var main: Int64
    let scrollDirection: ScrollDirection
    private(set) var flowDirection: FlowDirection

    private init(handle: OpaquePointer, config: le_layout_config, values old: LayoutValues) {
        self.handle = handle
        cross = config.cross
        main = config.main
        scrollDirection = config.horizontal ? .horizontal : .vertical
        flowDirection = config.right_to_left ? .rightToLeft : .leftToRight
        values = .allocate(capacity: 1)
        values.initialize(to: old)
    }

    /// An empty layout. See `le_layout_create`.
    convenience init(main: Int64, cross: Int64, scrollDirection: ScrollDirection, flowDirection: FlowDirection) {
        let config = le_layout_config(
            cross: cross, main: main, isHorizontal: scrollDirection == .horizontal, flowDirection: flowDirection)
        guard let handle = le_layout_create(config) else { fatalError("CollectionViewLayout: out of memory") }
        self.init(handle: handle, config: config, values: LayoutValues())
    }

    /// Returns the same contents under a new owner, in O(1). See `le_layout_copy`.
    func copy() -> LayoutStorage {
        let config = le_layout_get_config(handle)
        guard let handle = le_layout_copy(handle) else { fatalError("CollectionViewLayout: out of memory") }
        return LayoutStorage(handle: handle, config: config, values: values.pointee)
    }

    deinit {
        le_layout_release(handle)
        values.deinitialize(count: 1)
        values.deallocate()
    }

    var isHorizontal: Bool { scrollDirection == .horizontal }

    /// Counters of all edits of this layout and of the layouts from which it was copied.
    var work: UnsafeMutablePointer<le_work> { UnsafeMutableRawPointer(values).assumingMemoryBound(to: le_work.self) }

    var editWork: LayoutWork { LayoutWork(values.pointee.work) }

    /// Content extent along the scroll axis.
    var extent: Int64 { le_layout_extent(handle) }

    var sectionCount: Int { Int(le_layout_section_count(handle)) }

    var itemTotal: Int { Int(le_layout_item_total(handle)) }

    var byteCount: Int { le_layout_bytes(handle) + columns.all.reduce(0) { $0 + $1.byteCount } }

    /// The first invariant that does not hold, or nil. See `le_layout_check`.
    func brokenInvariant() -> String? {
        if let rule = le_layout_check(handle) { return String(cString: rule) }
        for column in columns.all {
            if column.count != itemTotal { return "expected one number for each item" }
            if let rule = column.brokenInvariant() { return rule }
        }
        return nil
    }

    /// Lays out the sections that the core lays out itself for another container. See `le_layout_set_config`.
    func configure(main: Int64, cross: Int64, flowDirection: FlowDirection) throws(LayoutError) {
        let config = le_layout_config(
            cross: cross, main: main, isHorizontal: isHorizontal, flowDirection: flowDirection)
        let status = le_layout_set_config(handle, config, work)
        guard status == LE_OK else { throw failure(status, le_fault(), section: 0, items: nil) }
        self.main = main
        self.cross = cross
        self.flowDirection = flowDirection
    }
}

extension LayoutStorage {
    var frameSections: FrameSections {
        get { values.pointee.frameSections }
        _modify { yield &values.pointee.frameSections }
    }

    var compositions: CompositionKinds {
        get { values.pointee.compositions }
        _modify { yield &values.pointee.compositions }
    }

    var usesPixelGrid: Bool {
        get { values.pointee.usesPixelGrid }
        _modify { yield &values.pointee.usesPixelGrid }
    }

    var columns: ItemColumns {
        get { values.pointee.columns }
        _modify { yield &values.pointee.columns }
    }

    var rules: ExtentRules {
        get { values.pointee.rules }
        _modify { yield &values.pointee.rules }
    }

    var containerInsets: ContainerInsets {
        get { values.pointee.containerInsets }
        _modify { yield &values.pointee.containerInsets }
    }

    var displayScale: CGFloat {
        get { values.pointee.displayScale }
        _modify { yield &values.pointee.displayScale }
    }

    var boundaries: [LayoutBoundary] {
        get { values.pointee.boundaries }
        _modify { yield &values.pointee.boundaries }
    }

    var recentCompositions: [Composition] {
        get { values.pointee.recentCompositions }
        _modify { yield &values.pointee.recentCompositions }
    }

    var interruption: RecipeInterruption? {
        get { values.pointee.interruption }
        _modify { yield &values.pointee.interruption }
    }

    var diagnostics: LayoutDiagnostics {
        get { values.pointee.diagnostics }
        _modify { yield &values.pointee.diagnostics }
    }

    var hasCompositions: Bool { compositions.contains(.any) }
}

/// The values of a layout that are not the core's.
private struct LayoutValues {
    /// Counters of all edits of the layout and of the layouts from which it was copied. The first field, so that its address is that of the
    /// values.
    var work = le_work()

    /// Sections of frames: those of users' layouts, and those that the engine packs itself.
    var frameSections = FrameSections()

    /// The kinds of compositional sections that were ever inserted.
    var compositions: CompositionKinds = []

    /// Whether waterfalls were ever inserted.
    var usesPixelGrid = false

    var columns = ItemColumns()
    var rules = ExtentRules()

    /// The conditions under which compositions are solved, other than the extents.
    var containerInsets = ContainerInsets.zero
    var displayScale: CGFloat = 1

    /// Boundary supplementaries of the whole layout.
    var boundaries: [LayoutBoundary] = []

    /// The most recently created compositions, for other sections with equal descriptions.
    var recentCompositions: [Composition] = []

    /// Nil if no list owns the layout.
    var interruption: RecipeInterruption?

    /// Reports about values that could not be used, in places where no error can be thrown.
    var diagnostics = LayoutDiagnostics()
}

extension LayoutWork {
    init(_ work: le_work) {
        self.init(
            nodesVisited: Int(truncatingIfNeeded: work.nodes_visited),
            nodesWritten: Int(truncatingIfNeeded: work.nodes_written),
            itemsMoved: Int(truncatingIfNeeded: work.items_moved))
    }
}

extension le_layout_config {
    fileprivate init(cross: Int64, main: Int64, isHorizontal: Bool, flowDirection: FlowDirection) {
        self.init()
        self.cross = cross
        self.main = main
        horizontal = isHorizontal
        right_to_left = flowDirection == .rightToLeft
    }
}
