/// The frames of a section in units, relative to its start along the scroll axis. They come from a user's layout, or
/// from the engine's own packing.
struct RelativeFrames {
    var spec = SectionSpec(kind: .frames)
    var items: [UnitRect] = []
    /// Extent of the section along the scroll axis.
    var extent: Int64 = 0
    /// Empty if there is no header.
    var header = UnitRect()
    var footer = UnitRect()

    /// The largest number of items in a section whose frames are all stored. Such a section takes 64 GB; a larger
    /// count is taken for a mistake.
    static let countLimit = 1 << 31

    static func checkCount(_ count: Int, section: Int) throws(LayoutError) {
        guard count <= countLimit else { throw .tooLarge(section: section) }
    }
}
