/// Sections and their items in contiguous arrays, as a database returns them.
struct SectionsInput {
    var counts: [Int]
    var heights: [Double]
}

/// The requirements of a layout of many sections that is measured.
protocol MeasuredSections: ~Copyable {
    /// From contiguous arrays of section counts and heights.
    init(_ input: SectionsInput)

    /// Whether `prepare` writes into existing memory, so that nothing is released afterwards.
    static var preparesInPlace: Bool { get }
    mutating func prepare(_ input: SectionsInput)

    var contentHeight: Double { get }

    /// Sum of the edges along the scroll axis of all frames that intersect the window: every frame is computed.
    mutating func sumOfVisible(from top: Double, to bottom: Double) -> Double
    borrowing func top(ofItem item: Int, inSection section: Int) -> Double

    mutating func resize(_ item: Int, inSection section: Int, to height: Double)
    mutating func insert(_ height: Double, at item: Int, inSection section: Int)
    mutating func remove(_ item: Int, inSection section: Int)
    mutating func moveSection(_ section: Int, to target: Int)
    mutating func setWidth(_ width: Double)

    /// Keeps a copy of itself, changes one size, and releases the copy.
    mutating func copyAndResize(_ item: Int, inSection section: Int, to height: Double)
}

extension MeasuredSections where Self: ~Copyable {
    static var preparesInPlace: Bool { false }
    mutating func prepare(_ input: SectionsInput) { self = Self(input) }
}
