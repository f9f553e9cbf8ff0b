import Foundation
import ListEngineLayout

/// Reads the words of one line of a trace. Its results are complete: a count is checked against the words that follow.
struct TraceReader {
    let line: Int
    private var words: ArraySlice<Substring>

    init(_ text: some StringProtocol, line: Int) {
        self.line = line
        words = ArraySlice(text.split(separator: " ", omittingEmptySubsequences: true).map { Substring($0) })
    }

    var isAtEnd: Bool { words.isEmpty }

    func unreadable(_ what: String) -> LayoutTraceError { LayoutTraceError(line: line, reason: .unreadable(what)) }

    mutating func word() throws(LayoutTraceError) -> Substring {
        guard let word = words.popFirst() else { throw unreadable("the line ends too early") }
        return word
    }

    /// Consumes the next word if it is this one. Returns whether it was.
    mutating func consume(_ word: String) -> Bool {
        guard words.first?.elementsEqual(word) == true else { return false }
        words.removeFirst()
        return true
    }

    mutating func expect(_ word: String) throws(LayoutTraceError) {
        guard consume(word) else { throw unreadable("expected \"\(word)\"; found \"\(words.first ?? "the end")\"") }
    }

    /// Within 2^50, so that sums of two fit.
    mutating func int() throws(LayoutTraceError) -> Int {
        let word = try word()
        guard let number = Int(word), number.magnitude <= 1 << 50 else {
            throw unreadable("expected an integer of at most 2^50; found \"\(word)\"")
        }
        return number
    }

    mutating func length() throws(LayoutTraceError) -> CGFloat {
        let word = try word()
        guard let number = Double(word) else { throw unreadable("expected a number; found \"\(word)\"") }
        return CGFloat(number)
    }

    /// The number of values that follow. The line has at least that many words left.
    mutating func count() throws(LayoutTraceError) -> Int {
        let count = try int()
        guard count >= 0, count <= words.count else {
            throw unreadable("expected \(count) values; \(words.count) words are left")
        }
        return count
    }

    mutating func many<Value>(
        _ body: (inout TraceReader) throws(LayoutTraceError) -> Value
    ) throws(LayoutTraceError) -> [Value] {
        let count = try count()
        var all: [Value] = []
        all.reserveCapacity(count)
        for _ in 0..<count { all.append(try body(&self)) }
        return all
    }

    mutating func range() throws(LayoutTraceError) -> Range<Int> {
        let (start, end) = (try int(), try int())
        guard start <= end else { throw unreadable("the range \(start)..<\(end) ends before it starts") }
        return start..<end
    }

    mutating func size() throws(LayoutTraceError) -> CGSize {
        let width = try length()
        return CGSize(width: width, height: try length())
    }

    mutating func point() throws(LayoutTraceError) -> CGPoint {
        let x = try length()
        return CGPoint(x: x, y: try length())
    }

    mutating func rect() throws(LayoutTraceError) -> CGRect {
        let origin = try point()
        return CGRect(origin: origin, size: try size())
    }

    mutating func insets() throws(LayoutTraceError) -> SectionInsets {
        let (top, leading) = (try length(), try length())
        let bottom = try length()
        return SectionInsets(top: top, leading: leading, bottom: bottom, trailing: try length())
    }

    /// One of some names.
    mutating func choice<Value>(_ choices: [(String, Value)]) throws(LayoutTraceError) -> Value {
        let word = try word()
        for (name, value) in choices where word.elementsEqual(name) { return value }
        throw unreadable("expected one of \(choices.map(\.0).joined(separator: ", ")); found \"\(word)\"")
    }

    mutating func choice<Value: CaseIterable>(_: Value.Type) throws(LayoutTraceError) -> Value {
        try choice(Value.allCases.map { (String(describing: $0), $0) })
    }
}

// MARK: - Steps

extension TraceReader {
    mutating func step() throws(LayoutTraceError) -> LayoutStep {
        let word = try word()
        switch word {
        case "section":
            let at = try int()
            return .insertSection(try recipe(), at: at)
        case "sections":
            let at = try int()
            let counts = try many { reader throws(LayoutTraceError) in try reader.int() }
            return .insertSections(try recipe(), counts: counts, at: at)
        case "remove-sections": return .removeSections(try range())
        case "move-sections":
            let sections = try range()
            return .moveSections(sections, to: try int())
        case "reload":
            let section = try int()
            return .reloadSection(section, with: try recipe())
        case "restyle":
            let section = try int()
            return .restyleSection(section, like: try recipe())
        case "resize":
            let (section, first) = (try int(), try int())
            return .resizeItems(startingAt: first, inSection: section, to: try sizes())
        case "insert":
            let (section, at) = (try int(), try int())
            return .insertItems(try sizes(), at: at, inSection: section)
        case "remove":
            let section = try int()
            return .removeItems(try range(), inSection: section)
        case "move":
            let section = try int()
            let items = try range()
            return .moveItems(items, to: try int(), inSection: section)
        case "carry":
            let (section, item) = (try int(), try int())
            let target = try int()
            return .moveItem(from: .item(item, inSection: section), to: .item(try int(), inSection: target))
        case "script":
            let section = try int()
            return .apply(try script(), inSection: section)
        case "measure":
            let section = try int()
            let measurements = try many { reader throws(LayoutTraceError) in
                let item = try reader.int()
                return ItemMeasurement(item: item, size: try reader.size())
            }
            return .measure(measurements, inSection: section)
        case "measure-boundary":
            let (section, index) = (try int(), try int())
            return .measureBoundary(index, inSection: section, size: try size())
        case "cross": return .setCrossExtent(try length())
        case "size": return .setSize(try size())
        case "direction":
            return .setFlowDirection(
                try choice([("left-to-right", .leftToRight), ("right-to-left", FlowDirection.rightToLeft)]))
        case "look": return .look(try viewport())
        case "unrecorded":
            throw unreadable("the step could not be recorded: its section has closures, such as custom groups")
        default: throw unreadable("expected a step; found \"\(word)\"")
        }
    }

    mutating func anchor() throws(LayoutTraceError) -> ScrollAnchor? {
        guard consume("keeping") else { return nil }
        let (section, item, number) = (try int(), try int(), try int())
        guard let category = UInt8(exactly: number).flatMap(ElementCategory.init(rawValue:)) else {
            throw unreadable("expected an element category; found \(number)")
        }
        let edge = try choice([("start", ElementEdge.start), ("end", .end)])
        return ScrollAnchor(section: section, item: item, category: category, edge: edge, distance: try length())
    }

    mutating func keptViewport() throws(LayoutTraceError) -> Viewport? { consume("in") ? try viewport() : nil }

    private mutating func viewport() throws(LayoutTraceError) -> Viewport {
        var viewport = Viewport(try rect())
        if consume("visible") { viewport.visibleBounds = try rect() }
        if consume("insets") { viewport.adjustedInsets = try insets() }
        if consume("at-end") { viewport.contentAlignment = .end }
        if consume("offsets") {
            for (section, offset) in try many({ reader throws(LayoutTraceError) in
                let section = try reader.int()
                return (section, try reader.length())
            }) { viewport.sectionOffsets[section] = offset }
        }
        return viewport
    }
}

// MARK: - Sizes and scripts

extension TraceReader {
    private mutating func sizes() throws(LayoutTraceError) -> ItemSizes {
        let word = try word()
        switch word {
        case "count": return .count(try int())
        case "extents":
            return .extents(try many { reader throws(LayoutTraceError) in Double(try reader.length()) })
        case "numbers":
            return .numbers(try many { reader throws(LayoutTraceError) in Double(try reader.length()) })
        case "sizes": return .sizes(try many { reader throws(LayoutTraceError) in try reader.size() })
        case "same":
            let count = try int()
            return .repeated(count: count, size: try size())
        case "runs":
            return .runs(
                try many { reader throws(LayoutTraceError) in
                    let count = try reader.int()
                    return ExtentRun(count: count, extent: Double(try reader.length()))
                })
        case "spanning":
            return .spanning(
                try many { reader throws(LayoutTraceError) in
                    let extent = Double(try reader.length())
                    return SpanningExtent(extent, columns: try reader.int())
                })
        default: throw unreadable("expected a form of sizes; found \"\(word)\"")
        }
    }

    private mutating func script() throws(LayoutTraceError) -> EditScript {
        var script = EditScript()
        if consume("mixed") {
            script.insert(extents: [0], at: 0)
            script.insert(count: 1, at: 0)
            return script
        }
        for _ in 0..<(try count()) {
            let word = try word()
            let items = try range()
            switch word {
            case "remove": script.remove(items)
            case "moved": script.insert(movedFrom: items, at: try int())
            case "replace":
                switch try sizes() {
                case .extents(let extents): script.replace(items, extents: extents)
                case .sizes(let sizes): script.replace(items, sizes: sizes)
                case .spanning(let spans): script.replace(items, spanning: spans)
                case .numbers(let numbers) where items.isEmpty: script.insert(numbers: numbers, at: items.lowerBound)
                case .count(let count) where items.isEmpty: script.insert(count: count, at: items.lowerBound)
                default: throw unreadable("a script cannot have sizes of this form")
                }
            default: throw unreadable("expected an edit; found \"\(word)\"")
            }
        }
        return script
    }
}

// MARK: - Recipes

extension TraceReader {
    private static let packings: [(String, FlowPacking)] = [FlowPacking.justified, .leading, .overlapping]
        .map { (String(describing: $0), $0) }

    mutating func recipe() throws(LayoutTraceError) -> SectionRecipe {
        let arrangement = try arrangement()
        var recipe = SectionRecipe(
            arrangement, sizes: .count(0), lineSpacing: 0, insets: .zero, header: 0, footer: 0, pinsHeader: false,
            pinsFooter: false)
        if consume("insets") { recipe.insets = try insets() }
        if consume("line") { recipe.lineSpacing = try length() }
        if consume("space") { recipe.interitemSpacing = try length() }
        if consume("header") { recipe.header = try length() }
        if consume("footer") { recipe.footer = try length() }
        recipe.pinsHeader = consume("pins-header")
        recipe.pinsFooter = consume("pins-footer")
        recipe.isEstimated = consume("estimated")
        recipe.raisesUnusableSizes = consume("raising")
        recipe.extentRule = try rule()
        try expect("of")
        recipe.sizes = try sizes()
        return recipe
    }

    private mutating func rule() throws(LayoutTraceError) -> ExtentRule? {
        if consume("proportional") { return .proportional(plus: try length()) }
        guard consume("wrapping") else { return nil }
        let (advance, lineHeight) = (try length(), try length())
        let (padding, extra) = (try length(), try length())
        let leastLines = try int()
        return .wrapping(
            advance: advance, lineHeight: lineHeight, padding: padding, plus: extra, leastLines: leastLines,
            mostLines: consume("all") ? .max : try int())
    }

    private mutating func arrangement() throws(LayoutTraceError) -> SectionRecipe.Arrangement {
        let word = try word()
        switch word {
        case "list": return .list
        case "grid":
            let columns: Int? = consume("fit") ? nil : try int()
            let size = try size()
            return .grid(columns: columns, itemSize: size, packing: try choice(Self.packings))
        case "flow":
            let packing = try choice(Self.packings)
            return .flow(packing, contentInset: consume("content") ? try insets() : .zero)
        case "waterfall":
            let columns = try int()
            let placement = try choice(WaterfallPlacement.self)
            let isByRatio = try choice([("ratios", true), ("lengths", false)])
            return .waterfall(columns: columns, placement: placement, byRatio: isByRatio)
        case "compositional": return .compositional(try composition())
        default: throw unreadable("expected a kind of section; found \"\(word)\"")
        }
    }
}
