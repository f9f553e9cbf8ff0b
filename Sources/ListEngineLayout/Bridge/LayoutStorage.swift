internal import CListEngine
import Foundation

/// The owner of one layout of the core, and of what Swift keeps beside it.
///
/// ``CollectionViewLayout`` shares an owner between copies and makes a new one before the first change, so a storage
/// is changed only while one value refers to it. That makes it safe to send: many threads may read it.
final class LayoutStorage: @unchecked Sendable {
    let handle: OpaquePointer
    private let counters: UnsafeMutablePointer<le_work>

    // Copies of what the core was given, for conversions of coordinates without a call.
    private(set) var cross: Int64
    private(set) var scrollDirection: ScrollDirection
    private(set) var flowDirection: FlowDirection

    /// Sections of frames: those of users' layouts and those that the engine packs itself.
    var frameSections = FrameSections()

    /// What could not be used where nothing may throw.
    var diagnostics = LayoutDiagnostics()

    private init(handle: OpaquePointer, cross: Int64, scrollDirection: ScrollDirection, flowDirection: FlowDirection) {
        self.handle = handle
        self.cross = cross
        self.scrollDirection = scrollDirection
        self.flowDirection = flowDirection
        counters = .allocate(capacity: 1)
        counters.initialize(to: le_work())
    }

    /// An empty layout. See `le_layout_create`.
    convenience init(cross: Int64, scrollDirection: ScrollDirection, flowDirection: FlowDirection) {
        let config = le_layout_config(
            cross: cross, main: 0, horizontal: scrollDirection == .horizontal,
            right_to_left: flowDirection == .rightToLeft)
        guard let handle = le_layout_create(config) else { fatalError("CollectionViewLayout: out of memory") }
        self.init(handle: handle, cross: cross, scrollDirection: scrollDirection, flowDirection: flowDirection)
    }

    /// The same contents under another owner, in O(1). See `le_layout_copy`.
    func copy() -> LayoutStorage {
        guard let handle = le_layout_copy(handle) else { fatalError("CollectionViewLayout: out of memory") }
        let copy = LayoutStorage(
            handle: handle, cross: cross, scrollDirection: scrollDirection, flowDirection: flowDirection)
        copy.counters.pointee = counters.pointee
        copy.frameSections = frameSections
        copy.diagnostics = diagnostics
        return copy
    }

    deinit {
        le_layout_release(handle)
        counters.deallocate()
    }

    var isHorizontal: Bool { scrollDirection == .horizontal }

    /// Counters of the edits of this layout and of those that it is a copy of.
    var work: UnsafeMutablePointer<le_work> { counters }

    var editWork: LayoutWork { LayoutWork(counters.pointee) }

    /// Content extent along the scroll axis.
    var extent: Int64 { le_layout_extent(handle) }

    var sectionCount: Int { Int(le_layout_section_count(handle)) }

    var itemTotal: Int { Int(le_layout_item_total(handle)) }

    var byteCount: Int { le_layout_bytes(handle) }

    /// The rule of the structure that does not hold, if one does not. See `le_layout_check`.
    func brokenInvariant() -> String? { le_layout_check(handle).map { String(cString: $0) } }

    /// Lays the stock sections out for another container. See `le_layout_set_config`.
    func configure(
        cross: Int64, scrollDirection: ScrollDirection, flowDirection: FlowDirection
    ) throws(LayoutError) {
        let config = le_layout_config(
            cross: cross, main: 0, horizontal: scrollDirection == .horizontal,
            right_to_left: flowDirection == .rightToLeft)
        let status = le_layout_set_config(handle, config, work)
        guard status == LE_OK else { throw failure(status, le_fault(), section: 0, items: nil) }
        self.cross = cross
        self.scrollDirection = scrollDirection
        self.flowDirection = flowDirection
    }
}

extension LayoutWork {
    init(_ work: le_work) {
        self.init(
            nodesVisited: Int(truncatingIfNeeded: work.nodes_visited),
            nodesWritten: Int(truncatingIfNeeded: work.nodes_written),
            itemsMoved: Int(truncatingIfNeeded: work.items_moved))
    }
}
