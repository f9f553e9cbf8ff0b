import Foundation
import ListEngineLayout

/// One section of this library, through its public interface.
struct EngineLayout<Kind: EngineKind>: ~Copyable, AttributedLayout {
    private var layout: CollectionViewLayout
    private var cursor = LayoutCursor()
    private(set) var count: Int

    init(_ input: Kind.Input, spare: Int) {
        layout = Self.laidOut(input)
        count = Kind.count(input)
    }

    /// Preparing: a new layout with one section.
    static func laidOut(_ input: Kind.Input) -> CollectionViewLayout {
        var layout = CollectionViewLayout(width: Inputs.width)
        try! layout.append(Kind.recipe(input))
        return layout
    }

    var contentHeight: Double { layout.contentSize.height }

    mutating func sumOfVisible(from top: Double, to bottom: Double) -> Double {
        var sum = 0.0
        layout.forEachItem(
            in: CGRect(x: 0, y: top, width: Inputs.width, height: bottom - top), cursor: &cursor
        ) { sum += $2.origin.y + ($2.origin.y + $2.size.height) }
        return sum
    }

    mutating func sumOfVisibleAttributes(from top: Double, to bottom: Double) -> Double {
        var sum = 0.0
        layout.forEachElement(
            in: CGRect(x: 0, y: top, width: Inputs.width, height: bottom - top), cursor: &cursor
        ) { sum += $0.minY + $0.maxY }
        return sum
    }

    func top(of index: Int) -> Double { layout.frame(ofItem: index, inSection: 0).origin.y }

    func writeFrames(to frames: UnsafeMutablePointer<CGRect>) {
        layout.frames(
            ofItems: 0..<count, inSection: 0, into: UnsafeMutableBufferPointer(start: frames, count: count))
    }

    func writeFrames(to frames: UnsafeMutablePointer<SIMD4<Float>>, from origin: CGPoint) {
        layout.frames(
            ofItems: 0..<count, inSection: 0, relativeTo: origin,
            into: UnsafeMutableBufferPointer(start: frames, count: count))
    }

    mutating func resize(_ index: Int, to size: Kind.Size) {
        try! Kind.resize(&layout, index, to: size)
    }

    mutating func insert(_ size: Kind.Size, at index: Int) {
        try! Kind.insert(&layout, size, at: index)
        count += 1
    }

    mutating func remove(_ index: Int) {
        try! layout.removeItem(index, inSection: 0)
        count -= 1
    }

    mutating func move(_ index: Int, to target: Int) {
        try! layout.moveItems(index..<index + 1, to: target, inSection: 0)
    }

    mutating func insert(contentsOf sizes: [Kind.Size], at index: Int) {
        try! layout.insertItems(Kind.sizes(sizes), at: index, inSection: 0)
        count += sizes.count
    }

    mutating func remove(_ range: Range<Int>) {
        try! layout.removeItems(range, inSection: 0)
        count -= range.count
    }

    static func script(_ edits: [ScatteredEdit<Kind.Size>]) -> EditScript {
        var script = EditScript()
        for edit in edits {
            switch edit.action {
            case .resize(let size): Kind.replace(&script, edit.index..<edit.index + 1, [size])
            case .insert(let size): Kind.replace(&script, edit.index..<edit.index, [size])
            case .delete: script.remove(edit.index..<edit.index + 1)
            }
        }
        return script
    }

    mutating func apply(_ script: EditScript) {
        try! layout.apply(script, inSection: 0)
        count = layout.numberOfItems(inSection: 0)
    }

    mutating func setWidth(_ width: Double) {
        try! layout.setWidth(width)
    }

    mutating func copyAndEdit(_ index: Int, _ size: Kind.Size) {
        let old = layout
        try! Kind.edit(&layout, index, size)
        withExtendedLifetime(old) {}
    }
}

/// The differences between kinds of sections.
protocol EngineKind {
    associatedtype Size
    associatedtype Input = [Size]

    static func recipe(_ input: Input) -> SectionRecipe
    static func count(_ input: Input) -> Int
    static func sizes(_ sizes: [Size]) -> ItemSizes
    static func resize(_ layout: inout CollectionViewLayout, _ index: Int, to size: Size) throws
    static func insert(_ layout: inout CollectionViewLayout, _ size: Size, at index: Int) throws
    /// An edit that keeps the number of items.
    static func edit(_ layout: inout CollectionViewLayout, _ index: Int, _ size: Size) throws
    static func replace(_ script: inout EditScript, _ range: Range<Int>, _ sizes: [Size])
}

extension EngineKind {
    static func edit(_ layout: inout CollectionViewLayout, _ index: Int, _ size: Size) throws {
        try resize(&layout, index, to: size)
    }
}

extension EngineKind where Size == Double {
    static func sizes(_ sizes: [Double]) -> ItemSizes { .extents(sizes) }

    static func resize(_ layout: inout CollectionViewLayout, _ index: Int, to height: Double) throws {
        try layout.resizeItem(index, inSection: 0, to: height)
    }

    static func insert(_ layout: inout CollectionViewLayout, _ height: Double, at index: Int) throws {
        try layout.insertItem(at: index, inSection: 0, extent: height)
    }

    static func replace(_ script: inout EditScript, _ range: Range<Int>, _ heights: [Double]) {
        script.replace(range, extents: heights)
    }
}

/// A list of rows of different heights.
enum VariedList: EngineKind {
    typealias Size = Double
    static func recipe(_ heights: [Double]) -> SectionRecipe { .list(heights: heights) }
    static func count(_ heights: [Double]) -> Int { heights.count }
}

/// A list of rows that have one height at first.
enum UniformList: EngineKind {
    typealias Size = Double
    static let height = 44.0
    static func recipe(_ count: Int) -> SectionRecipe { .list(count: count, height: height) }
    static func count(_ count: Int) -> Int { count }
}

/// A list of sixteen runs of rows of one height.
enum RunsList: EngineKind {
    typealias Size = Double
    static func recipe(_ runs: [(count: Int, height: Double)]) -> SectionRecipe { .list(runs: runs) }
    static func count(_ runs: [(count: Int, height: Double)]) -> Int { runs.reduce(0) { $0 + $1.count } }

    static func input(_ n: Int) -> [(count: Int, height: Double)] {
        (0..<16).map { (n * ($0 + 1) / 16 - n * $0 / 16, 30 + Double($0 % 5) * 8) }
    }
}

/// A justified flow.
enum VariedFlow: EngineKind {
    typealias Size = CGSize

    static func recipe(_ sizes: [CGSize]) -> SectionRecipe {
        .flow(
            sizes: sizes, spacing: Inputs.flowSpacing, lineSpacing: Inputs.flowSpacing, insets: .all(Inputs.flowInset))
    }

    static func count(_ sizes: [CGSize]) -> Int { sizes.count }
    static func sizes(_ sizes: [CGSize]) -> ItemSizes { .sizes(sizes) }

    static func resize(_ layout: inout CollectionViewLayout, _ index: Int, to size: CGSize) throws {
        try layout.resizeItem(index, inSection: 0, to: size)
    }

    static func insert(_ layout: inout CollectionViewLayout, _ size: CGSize, at index: Int) throws {
        try layout.insertItem(at: index, inSection: 0, size: size)
    }

    static func replace(_ script: inout EditScript, _ range: Range<Int>, _ sizes: [CGSize]) {
        script.replace(range, sizes: sizes)
    }
}

/// Five columns, each item in the shortest.
enum VariedWaterfall: EngineKind {
    typealias Size = Double

    static func recipe(_ heights: [Double]) -> SectionRecipe {
        .waterfall(
            heights: heights, columns: Inputs.waterfallColumns, spacing: Inputs.flowSpacing,
            insets: .all(Inputs.flowInset))
    }

    static func count(_ heights: [Double]) -> Int { heights.count }
}

/// A grid of equal items, four per line.
enum UniformGrid: EngineKind {
    typealias Size = Void
    typealias Input = Int
    static let itemSize = CGSize(width: 84, height: 84)

    static func recipe(_ count: Int) -> SectionRecipe {
        .grid(
            count: count, itemSize: itemSize, spacing: Inputs.flowSpacing, lineSpacing: Inputs.flowSpacing,
            insets: .all(Inputs.flowInset))
    }

    static func count(_ count: Int) -> Int { count }
    static func sizes(_ sizes: [Void]) -> ItemSizes { .count(sizes.count) }
    static func resize(_ layout: inout CollectionViewLayout, _ index: Int, to size: Void) throws {}

    static func insert(_ layout: inout CollectionViewLayout, _ size: Void, at index: Int) throws {
        try layout.insertItems(count: 1, at: index, inSection: 0)
    }

    static func edit(_ layout: inout CollectionViewLayout, _ index: Int, _ size: Void) throws {
        try layout.moveItems(0..<1, to: index, inSection: 0)
    }

    static func replace(_ script: inout EditScript, _ range: Range<Int>, _ sizes: [Void]) {
        if !range.isEmpty { script.remove(range) }
        script.insert(count: sizes.count, at: range.lowerBound)
    }
}

extension Footprint {
    static func made(_ layout: CollectionViewLayout) -> Made { (layout, layout.byteCount) }
}
