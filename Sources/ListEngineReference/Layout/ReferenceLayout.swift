/// The simplest layout of a list: every frame is in one array, each edit computes all frames again, and each query reads all
/// of them.
///
/// It is the oracle of the tests and the baseline of the benchmarks. All lengths are integers in units of 2^-20 point
/// (``ReferenceUnits``), so that results can be compared bit for bit. "Main" is the scroll axis, "cross" the other axis.
///
/// Along the scroll axis a section is: header, leading inset, lines, trailing inset, footer. Sections follow each other
/// without a gap.
///
///     var layout = ReferenceLayout(cross: ReferenceUnits.units(390))
///     var section = ReferenceSection(kind: .list)
///     section.sizes = heights.map { ReferenceSize(main: ReferenceUnits.units($0)) }
///     layout.insert([section], at: 0)
///     layout.frames[7]
public struct ReferenceLayout: Sendable {
    /// The position of a section.
    public struct Placement: Sendable, Equatable {
        /// Start along the scroll axis, and extent.
        public var offset: Int64
        public var extent: Int64
        /// Index in ``ReferenceLayout/frames`` of its first item.
        public var firstFrame: Int
        /// The frames of header and footer; nil if there is none.
        public var header: ReferenceRect?
        public var footer: ReferenceRect?
    }

    /// Extent of the container across the scroll axis.
    public var cross: Int64 { didSet { prepare() } }

    /// Whether the scroll axis is x.
    public var isHorizontal: Bool

    /// Whether x is mirrored in ``mirrored(_:)``. All other coordinates count from the leading edge.
    public var isRightToLeft: Bool

    public internal(set) var sections: [ReferenceSection] = []

    /// Frames of the items of all sections, in order.
    public private(set) var frames: [ReferenceRect] = []

    public private(set) var placements: [Placement] = []

    /// Extent of the content along the scroll axis.
    public private(set) var extent: Int64 = 0

    public init(cross: Int64, isHorizontal: Bool = false, isRightToLeft: Bool = false) {
        self.cross = cross
        self.isHorizontal = isHorizontal
        self.isRightToLeft = isRightToLeft
    }

    /// Makes all frames.
    /// - Complexity: O(*n*) where *n* is the number of items and sections.
    mutating func prepare() {
        frames.removeAll(keepingCapacity: true)
        frames.reserveCapacity(sections.reduce(0) { $0 + $1.itemCount })
        placements.removeAll(keepingCapacity: true)
        placements.reserveCapacity(sections.count)
        extent = 0
        for section in sections {
            let placement = place(section, at: extent)
            placements.append(placement)
            extent += placement.extent
        }
    }

    private mutating func place(_ section: ReferenceSection, at offset: Int64) -> Placement {
        let firstFrame = frames.count
        if section.kind == .frames {
            for frame in section.frames { frames.append(frame.shifted(main: offset)) }
            return Placement(
                offset: offset, extent: section.framesExtent, firstFrame: firstFrame,
                header: section.headerFrame.isEmpty ? nil : section.headerFrame.shifted(main: offset),
                footer: section.footerFrame.isEmpty ? nil : section.footerFrame.shifted(main: offset))
        }

        let start = offset + section.header + section.insetMainStart
        let lines =
            switch section.kind {
            case .list: section.appendListFrames(at: start, container: cross, to: &frames)
            case .grid: section.appendGridFrames(at: start, container: cross, to: &frames)
            case .waterfall: section.appendWaterfallFrames(at: start, container: cross, to: &frames)
            case .flow, .frames: section.appendFlowFrames(at: start, container: cross, to: &frames)
            }
        // Negative insets can pull the footer up to the header, but not past it.
        let body = max(0, section.insetMainStart + lines + section.insetMainEnd)
        let end = offset + section.header + body + section.footer
        func bar(_ from: Int64, _ to: Int64) -> ReferenceRect? {
            from < to ? ReferenceRect(mainMin: from, crossMin: 0, mainMax: to, crossMax: cross) : nil
        }
        return Placement(
            offset: offset, extent: end - offset, firstFrame: firstFrame,
            header: bar(offset, offset + section.header), footer: bar(end - section.footer, end))
    }
}
