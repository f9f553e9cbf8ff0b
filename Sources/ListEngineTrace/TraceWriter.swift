import Foundation
import ListEngineLayout

/// Writes the parts of a trace as words with spaces between them. See ``LayoutTrace`` for the format.
struct TraceWriter {
    private(set) var text = ""

    mutating func add(_ word: some StringProtocol) {
        if !text.isEmpty { text += " " }
        text += word
    }

    mutating func add(_ number: Int) { add(String(number)) }

    /// The shortest text that is read as the same number.
    mutating func add(_ length: CGFloat) {
        let text = "\(Double(length))"
        add(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    mutating func add(_ numbers: CGFloat...) { for number in numbers { add(number) } }

    mutating func add(_ range: Range<Int>) {
        add(range.lowerBound)
        add(range.upperBound)
    }

    mutating func add(_ insets: SectionInsets) { add(insets.top, insets.leading, insets.bottom, insets.trailing) }

    mutating func add(_ rect: CGRect) { add(rect.origin.x, rect.origin.y, rect.size.width, rect.size.height) }

    /// A word and its value, if the value is not the default.
    mutating func add<Value: Equatable>(
        _ word: String, _ value: Value, unless usual: Value, _ body: (inout TraceWriter, Value) -> Void
    ) {
        guard value != usual else { return }
        add(word)
        body(&self, value)
    }

    mutating func add(_ word: String, if isSo: Bool) { if isSo { add(word) } }
}

// MARK: - Steps

extension TraceWriter {
    mutating func add(_ step: LayoutStep) {
        switch step {
        case .insertSection(let recipe, let at):
            add("section")
            add(at)
            add(recipe)
        case .insertSections(let recipe, let counts, let at):
            add("sections")
            add(at)
            add(counts.count)
            for count in counts { add(count) }
            add(recipe)
        case .removeSections(let sections):
            add("remove-sections")
            add(sections)
        case .moveSections(let sections, let to):
            add("move-sections")
            add(sections)
            add(to)
        case .reloadSection(let section, let recipe):
            add("reload")
            add(section)
            add(recipe)
        case .restyleSection(let section, let recipe):
            add("restyle")
            add(section)
            add(recipe)
        case .resizeItems(let first, let section, let sizes):
            add("resize")
            add(section)
            add(first)
            add(sizes)
        case .insertItems(let sizes, let at, let section):
            add("insert")
            add(section)
            add(at)
            add(sizes)
        case .removeItems(let items, let section):
            add("remove")
            add(section)
            add(items)
        case .moveItems(let items, let to, let section):
            add("move")
            add(section)
            add(items)
            add(to)
        case .moveItem(let source, let target):
            add("carry")
            for number in [source.section, source.item, target.section, target.item] { add(number) }
        case .apply(let script, let section):
            add("script")
            add(section)
            add(script)
        case .measure(let measurements, let section):
            add("measure")
            add(section)
            add(measurements.count)
            for measurement in measurements {
                add(measurement.item)
                add(measurement.size.width, measurement.size.height)
            }
        case .measureBoundary(let index, let section, let size):
            add("measure-boundary")
            add(section)
            add(index)
            add(size.width, size.height)
        case .setCrossExtent(let extent):
            add("cross")
            add(extent)
        case .setSize(let size):
            add("size")
            add(size.width, size.height)
        case .setFlowDirection(let direction):
            add("direction")
            add(direction == .leftToRight ? "left-to-right" : "right-to-left")
        case .look(let viewport):
            add("look")
            add(viewport)
        }
    }

    mutating func add(keeping anchor: ScrollAnchor?, in viewport: Viewport?) {
        if let anchor {
            add("keeping")
            add(anchor.section)
            add(anchor.item)
            add(Int(anchor.category.rawValue))
            add(anchor.edge.rawValue)
            add(anchor.distance)
        }
        if let viewport {
            add("in")
            add(viewport)
        }
    }

    private mutating func add(_ viewport: Viewport) {
        add(viewport.rect)
        add("visible", viewport.visibleBounds, unless: viewport.rect) { $0.add($1) }
        add("insets", viewport.adjustedInsets, unless: .zero) { $0.add($1) }
        add("at-end", if: viewport.contentAlignment == .end)
        let offsets = viewport.sectionOffsets
        guard !offsets.isEmpty else { return }
        add("offsets")
        add(offsets.sections.count)
        for section in offsets.sections {
            add(section)
            add(offsets[section])
        }
    }
}

// MARK: - Sizes and scripts

extension TraceWriter {
    mutating func add(_ sizes: ItemSizes) {
        switch sizes {
        case .count(let count):
            add("count")
            add(count)
        case .extents(let extents):
            add("extents")
            add(extents.count)
            for extent in extents { add(CGFloat(extent)) }
        case .sizes(let sizes):
            add("sizes")
            add(sizes.count)
            for size in sizes { add(size.width, size.height) }
        case .repeated(let count, let size):
            add("same")
            add(count)
            add(size.width, size.height)
        case .numbers(let numbers):
            add("numbers")
            add(numbers.count)
            for number in numbers { add(CGFloat(number)) }
        case .spanning(let items):
            add("spanning")
            add(items.count)
            for item in items {
                add(CGFloat(item.extent))
                add(item.columns)
            }
        case .runs(let runs):
            add("runs")
            add(runs.count)
            for run in runs {
                add(run.count)
                add(CGFloat(run.extent))
            }
        }
    }

    mutating func add(_ script: EditScript) {
        // Sizes in several forms are refused in any case.
        guard !script.hasMixedForms else { return add("mixed") }
        add(script.edits.count)
        for edit in script.edits {
            if edit.isMove {
                add("moved")
                add(edit.source..<edit.source + edit.inserted)
                add(edit.index)
            } else if edit.inserted == 0 {
                add("remove")
                add(edit.index..<edit.index + edit.removed)
            } else {
                add("replace")
                add(edit.index..<edit.index + edit.removed)
                add(script.sizes.part(edit.source..<edit.source + edit.inserted))
            }
        }
    }
}

extension ItemSizes {
    /// A range of a script's sizes.
    fileprivate func part(_ range: Range<Int>) -> ItemSizes {
        switch self {
        case .extents(let extents): .extents(Array(extents[range]))
        case .sizes(let sizes): .sizes(Array(sizes[range]))
        case .numbers(let numbers): .numbers(Array(numbers[range]))
        case .spanning(let items): .spanning(Array(items[range]))
        case .count, .repeated, .runs: .count(range.count)
        }
    }
}

// MARK: - Recipes

extension TraceWriter {
    mutating func add(_ recipe: SectionRecipe) {
        switch recipe.arrangement {
        case .list: add("list")
        case .grid(let columns, let size, let packing):
            add("grid")
            if let columns { add(columns) } else { add("fit") }
            add(size.width, size.height)
            add(Self.name(packing))
        case .flow(let packing, let contentInset):
            add("flow")
            add(Self.name(packing))
            add("content", contentInset, unless: .zero) { $0.add($1) }
        case .waterfall(let columns, let placement, let byRatio):
            add("waterfall")
            add(columns)
            add(String(describing: placement))
            add(byRatio ? "ratios" : "lengths")
        case .compositional(let arrangement):
            add("compositional")
            add(arrangement)
        }
        add("insets", recipe.insets, unless: .zero) { $0.add($1) }
        add("line", recipe.lineSpacing, unless: 0) { $0.add($1) }
        add("space", recipe.interitemSpacing, unless: 0) { $0.add($1) }
        add("header", recipe.header, unless: 0) { $0.add($1) }
        add("footer", recipe.footer, unless: 0) { $0.add($1) }
        add("pins-header", if: recipe.pinsHeader)
        add("pins-footer", if: recipe.pinsFooter)
        add("estimated", if: recipe.isEstimated)
        add("raising", if: recipe.raisesUnusableSizes)
        if let rule = recipe.extentRule { add(rule) }
        add("of")
        add(recipe.sizes)
    }

    private mutating func add(_ rule: ExtentRule) {
        switch rule.kind {
        case .wrapping(let text):
            add("wrapping")
            for length in [text.advance, text.lineHeight, text.padding, text.extra] { add(CGFloat(length)) }
            add(text.leastLines)
            if text.mostLines == .max { add("all") } else { add(text.mostLines) }
        case .proportional(let extra):
            add("proportional")
            add(CGFloat(extra))
        case .custom: break
        }
    }

    private static func name(_ packing: FlowPacking) -> String { String(describing: packing) }
}
