import Foundation
import ListEngineReference

/// The obvious pure-Swift list, unchanged.
struct ReferenceList: MeasuredLayout {
    private var base: ReferenceBase

    init(_ heights: [Double], spare: Int) {
        var section = ReferenceSection(kind: .list)
        section.sizes = heights.map(Self.size)
        base = ReferenceBase(section)
    }

    static func size(_ height: Double) -> ReferenceSize { ReferenceSize(main: ReferenceUnits.units(height)) }

    var count: Int { base.layout.frames.count }
    var contentHeight: Double { base.contentHeight }
    func sumOfVisible(from top: Double, to bottom: Double) -> Double { base.sumOfVisible(from: top, to: bottom) }
    func top(of index: Int) -> Double { base.top(of: index) }
    func writeFrames(to frames: UnsafeMutablePointer<CGRect>) { base.writeFrames(to: frames) }
    func writeFrames(to frames: UnsafeMutablePointer<SIMD4<Float>>, from origin: CGPoint) {
        base.writeFrames(to: frames, from: origin)
    }
    mutating func resize(_ index: Int, to height: Double) { base.resize(index, to: Self.size(height)) }
    mutating func insert(_ height: Double, at index: Int) { base.insert([Self.size(height)], at: index) }
    mutating func remove(_ index: Int) { base.remove(index..<index + 1) }
    mutating func move(_ index: Int, to target: Int) { base.move(index, to: target) }
    mutating func insert(contentsOf heights: [Double], at index: Int) {
        base.insert(heights.map(Self.size), at: index)
    }
    mutating func remove(_ range: Range<Int>) { base.remove(range) }
    mutating func apply(_ edits: [ScatteredEdit<Double>]) { base.apply(edits, Self.size) }
    mutating func setWidth(_ width: Double) { base.setWidth(width) }
    mutating func copyAndEdit(_ index: Int, _ height: Double) {
        let old = base
        resize(index, to: height)
        withExtendedLifetime(old) {}
    }
}

/// The obvious pure-Swift waterfall, unchanged.
struct ReferenceWaterfall: MeasuredLayout {
    private var base: ReferenceBase

    init(_ heights: [Double], spare: Int) {
        var section = ReferenceSection(kind: .waterfall)
        let inset = ReferenceUnits.units(Inputs.flowInset)
        section.insetMainStart = inset
        section.insetMainEnd = inset
        section.insetCrossStart = inset
        section.insetCrossEnd = inset
        section.lineSpacing = ReferenceUnits.waterfallUnits(Inputs.flowSpacing)
        section.itemSpacing = ReferenceUnits.units(Inputs.flowSpacing)
        section.columns = Inputs.waterfallColumns
        section.scale = 1
        section.sizes = heights.map(Self.size)
        base = ReferenceBase(section)
    }

    private static func size(_ height: Double) -> ReferenceSize {
        ReferenceSize(main: ReferenceUnits.waterfallUnits(height))
    }

    var count: Int { base.layout.frames.count }
    var contentHeight: Double { base.contentHeight }
    func sumOfVisible(from top: Double, to bottom: Double) -> Double { base.sumOfVisible(from: top, to: bottom) }
    func top(of index: Int) -> Double { base.top(of: index) }
    func writeFrames(to frames: UnsafeMutablePointer<CGRect>) { base.writeFrames(to: frames) }
    func writeFrames(to frames: UnsafeMutablePointer<SIMD4<Float>>, from origin: CGPoint) {
        base.writeFrames(to: frames, from: origin)
    }
    mutating func resize(_ index: Int, to height: Double) { base.resize(index, to: Self.size(height)) }
    mutating func insert(_ height: Double, at index: Int) { base.insert([Self.size(height)], at: index) }
    mutating func remove(_ index: Int) { base.remove(index..<index + 1) }
    mutating func move(_ index: Int, to target: Int) { base.move(index, to: target) }
    mutating func insert(contentsOf heights: [Double], at index: Int) {
        base.insert(heights.map(Self.size), at: index)
    }
    mutating func remove(_ range: Range<Int>) { base.remove(range) }
    mutating func apply(_ edits: [ScatteredEdit<Double>]) { base.apply(edits, Self.size) }
    mutating func setWidth(_ width: Double) { base.setWidth(width) }
    mutating func copyAndEdit(_ index: Int, _ height: Double) {
        let old = base
        resize(index, to: height)
        withExtendedLifetime(old) {}
    }
}

/// The obvious pure-Swift flow, unchanged.
struct ReferenceFlow: MeasuredLayout {
    private var base: ReferenceBase

    init(_ sizes: [CGSize], spare: Int) {
        var section = ReferenceSection(kind: .flow)
        let inset = ReferenceUnits.units(Inputs.flowInset)
        section.insetMainStart = inset
        section.insetMainEnd = inset
        section.insetCrossStart = inset
        section.insetCrossEnd = inset
        section.lineSpacing = ReferenceUnits.units(Inputs.flowSpacing)
        section.itemSpacing = ReferenceUnits.units(Inputs.flowSpacing)
        section.packing = .justified
        section.sizes = sizes.map(Self.size)
        base = ReferenceBase(section)
    }

    private static func size(_ size: CGSize) -> ReferenceSize {
        ReferenceSize(main: ReferenceUnits.units(size.height), cross: ReferenceUnits.units(size.width))
    }

    var count: Int { base.layout.frames.count }
    var contentHeight: Double { base.contentHeight }
    func sumOfVisible(from top: Double, to bottom: Double) -> Double { base.sumOfVisible(from: top, to: bottom) }
    func top(of index: Int) -> Double { base.top(of: index) }
    func writeFrames(to frames: UnsafeMutablePointer<CGRect>) { base.writeFrames(to: frames) }
    func writeFrames(to frames: UnsafeMutablePointer<SIMD4<Float>>, from origin: CGPoint) {
        base.writeFrames(to: frames, from: origin)
    }
    mutating func resize(_ index: Int, to size: CGSize) { base.resize(index, to: Self.size(size)) }
    mutating func insert(_ size: CGSize, at index: Int) { base.insert([Self.size(size)], at: index) }
    mutating func remove(_ index: Int) { base.remove(index..<index + 1) }
    mutating func move(_ index: Int, to target: Int) { base.move(index, to: target) }
    mutating func insert(contentsOf sizes: [CGSize], at index: Int) { base.insert(sizes.map(Self.size), at: index) }
    mutating func remove(_ range: Range<Int>) { base.remove(range) }
    mutating func apply(_ edits: [ScatteredEdit<CGSize>]) { base.apply(edits, Self.size) }
    mutating func setWidth(_ width: Double) { base.setWidth(width) }
    mutating func copyAndEdit(_ index: Int, _ size: CGSize) {
        let old = base
        resize(index, to: size)
        withExtendedLifetime(old) {}
    }
}

/// Shared by both: one section in a reference layout.
private struct ReferenceBase {
    var layout = ReferenceLayout(cross: ReferenceUnits.units(Inputs.width))

    init(_ section: ReferenceSection) { self.init([section]) }
    init(_ sections: [ReferenceSection]) { layout.insert(sections, at: 0) }

    var contentHeight: Double { Double(layout.extent) / 1_048_576 }

    func sumOfVisible(from top: Double, to bottom: Double) -> Double {
        let rect = ReferenceRect(
            mainMin: ReferenceUnits.units(top), crossMin: 0, mainMax: ReferenceUnits.units(bottom),
            crossMax: layout.cross)
        return layout.elements(in: rect).reduce(0) {
            $0 + Double($1.frame.mainMin) / 1_048_576 + Double($1.frame.mainMax) / 1_048_576
        }
    }

    func top(of index: Int) -> Double {
        Double(layout.frame(ofItem: index, inSection: 0).mainMin) / 1_048_576
    }

    func writeFrames(to frames: UnsafeMutablePointer<CGRect>) {
        let scale = 1.0 / 1_048_576
        for (index, frame) in layout.frames.enumerated() {
            frames[index] = CGRect(
                x: Double(frame.crossMin) * scale, y: Double(frame.mainMin) * scale,
                width: Double(frame.crossMax - frame.crossMin) * scale,
                height: Double(frame.mainMax - frame.mainMin) * scale)
        }
    }

    func writeFrames(to frames: UnsafeMutablePointer<SIMD4<Float>>, from origin: CGPoint) {
        let scale = 1.0 / 1_048_576
        for (index, frame) in layout.frames.enumerated() {
            frames[index] = SIMD4(
                Float(Double(frame.crossMin) * scale - origin.x), Float(Double(frame.mainMin) * scale - origin.y),
                Float(Double(frame.crossMax - frame.crossMin) * scale),
                Float(Double(frame.mainMax - frame.mainMin) * scale))
        }
    }

    mutating func resize(_ index: Int, to size: ReferenceSize) {
        layout.resizeItems(from: index, to: [size], inSection: 0)
    }

    mutating func insert(_ sizes: [ReferenceSize], at index: Int) { layout.insertItems(sizes, at: index, inSection: 0) }
    mutating func remove(_ range: Range<Int>) { layout.removeItems(range, inSection: 0) }
    mutating func move(_ index: Int, to target: Int) { layout.moveItems(index..<index + 1, to: target, inSection: 0) }
    mutating func setWidth(_ width: Double) { layout.cross = ReferenceUnits.units(width) }

    mutating func apply<Size>(_ edits: [ScatteredEdit<Size>], _ size: (Size) -> ReferenceSize) {
        var inserted: [ReferenceSize] = []
        let script = edits.map { edit in
            let source = inserted.count
            switch edit.action {
            case .resize(let new):
                inserted.append(size(new))
                return ReferenceEdit(at: edit.index, removed: 1, inserted: 1, source: source)
            case .insert(let new):
                inserted.append(size(new))
                return ReferenceEdit(at: edit.index, removed: 0, inserted: 1, source: source)
            case .delete:
                return ReferenceEdit(at: edit.index, removed: 1, inserted: 0, source: source)
            }
        }
        layout.apply(script, inserting: inserted, inSection: 0)
    }
}

/// The obvious pure-Swift layout of many list sections, unchanged.
struct ReferenceSections: MeasuredSections {
    private var base: ReferenceBase

    init(_ input: SectionsInput) {
        var sections: [ReferenceSection] = []
        sections.reserveCapacity(input.counts.count)
        var start = 0
        for count in input.counts {
            var section = ReferenceSection(kind: .list)
            section.sizes = input.heights[start..<start + count].map(ReferenceList.size)
            sections.append(section)
            start += count
        }
        base = ReferenceBase(sections)
    }

    var contentHeight: Double { base.contentHeight }
    func sumOfVisible(from top: Double, to bottom: Double) -> Double { base.sumOfVisible(from: top, to: bottom) }
    func top(ofItem item: Int, inSection section: Int) -> Double {
        Double(base.layout.frame(ofItem: item, inSection: section).mainMin) / 1_048_576
    }
    mutating func resize(_ item: Int, inSection section: Int, to height: Double) {
        base.layout.resizeItems(from: item, to: [ReferenceList.size(height)], inSection: section)
    }
    mutating func insert(_ height: Double, at item: Int, inSection section: Int) {
        base.layout.insertItems([ReferenceList.size(height)], at: item, inSection: section)
    }
    mutating func remove(_ item: Int, inSection section: Int) {
        base.layout.removeItems(item..<item + 1, inSection: section)
    }
    mutating func moveSection(_ section: Int, to target: Int) {
        base.layout.moveSections(section..<section + 1, to: target)
    }
    mutating func setWidth(_ width: Double) { base.setWidth(width) }
    mutating func copyAndResize(_ item: Int, inSection section: Int, to height: Double) {
        let old = base
        resize(item, inSection: section, to: height)
        withExtendedLifetime(old) {}
    }
}
