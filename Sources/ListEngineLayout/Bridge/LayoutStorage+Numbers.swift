internal import CListEngine
import Foundation

// Lists whose extents a rule computes from numbers. The core sees such a section as an ordinary list. This file keeps
// the rest: the rule's token in the section's spec, the rules by token, and the numbers of all items in a tree next to
// the core's.

/// The rules of a layout's sections, by token. Sections with equal rules share one token.
struct ExtentRules {
    private var rules: [Int64: ExtentRule] = [:]
    private var tokens: [ExtentRule: Int64] = [:]
    private var lastToken: Int64 = 0
    /// When there are this many rules, those that no section uses any more are removed.
    private var room = 16

    subscript(token: Int64) -> ExtentRule? { rules[token] }

    /// The token of a rule; nil if no section had the rule yet.
    func token(of rule: ExtentRule) -> Int64? { tokens[rule] }

    /// - Parameter inUse: Returns the tokens of all sections. It is called so rarely that its average cost is
    ///   negligible.
    mutating func add(_ rule: ExtentRule, inUse: () -> Set<Int64>) -> Int64 {
        if let token = tokens[rule] { return token }
        if rules.count >= room {
            let used = inUse()
            rules = rules.filter { used.contains($0.key) }
            tokens = tokens.filter { used.contains($0.value) }
            room = max(16, 2 * rules.count)
        }
        lastToken += 1
        rules[lastToken] = rule
        tokens[rule] = lastToken
        return lastToken
    }
}

/// Values of items that the core does not store. Each kind of value is a column of numbers in reading order of the
/// whole list.
struct ItemColumns {
    /// The numbers of items in lists with a rule. Nil if there was never such a section.
    var numbers: ItemNumbers?
    /// 1 for each measured item. Nil if measured items are not tracked.
    var measured: ItemNumbers?

    var isEmpty: Bool { numbers == nil && measured == nil }
    var all: [ItemNumbers] { [numbers, measured].compactMap { $0 } }
}

/// Sizes in the core's form, and the numbers that belong to the items.
struct TakenSizes {
    var sizes: ItemSizes
    /// Nil if the items have no numbers.
    var numbers: [Int64]?
}

extension LayoutStorage {
    /// Extents are computed for this many items at a time. Their numbers, in units and in points, and their extents
    /// then stay in the processor's caches.
    private static let chunk = 4096

    /// The rule of a section; nil if it has none.
    func rule(ofSection section: Int) -> ExtentRule? {
        guard columns.numbers != nil else { return nil }
        let spec = spec(ofSection: section)
        return spec.kind.row.takesRules && spec.itemMain > 0 ? rules[spec.itemMain] : nil
    }

    /// Converts a recipe into units, with the token of its rule. A rule that no section has yet gets a token that
    /// equals no other.
    func spec(of recipe: SectionRecipe, section: Int) throws(LayoutError) -> SectionSpec {
        var spec = try recipe.spec(scrollDirection: scrollDirection, section: section)
        if spec.kind.row.takesRules, let rule = recipe.extentRule { spec.itemMain = rules.token(of: rule) ?? -1 }
        return spec
    }

    /// Converts a recipe that will be laid out, and registers its rule.
    func registeredSpec(of recipe: SectionRecipe, section: Int) throws(LayoutError) -> SectionSpec {
        var spec = try recipe.spec(scrollDirection: scrollDirection, section: section)
        guard let rule = recipe.extentRule else {
            if case .numbers = recipe.sizes { throw .needsSizes(section: section) }
            return spec
        }
        guard spec.kind.row.takesRules else { throw .otherKind(section: section) }
        if let value = rule.unusableValue { throw .unusableValue(section: section, item: nil, value: value) }
        spec.itemMain = rules.add(rule) { Set((0..<sectionCount).map { self.spec(ofSection: $0).itemMain }) }
        return spec
    }

    /// The width of the items in a list with a rule, in points.
    private func itemExtentAcross(_ spec: SectionSpec) -> Double {
        Units.points(max(0, cross - spec.crossStart - spec.crossEnd))
    }

    // MARK: Converting numbers

    /// Converts sizes for items of an existing section. Nil if the section needs sizes in another form.
    func taking(_ sizes: ItemSizes, inSection section: Int) throws(LayoutError) -> TakenSizes? {
        let rule = rule(ofSection: section)
        guard case .numbers(let values) = sizes else {
            return rule == nil || sizes.count == 0 ? TakenSizes(sizes: sizes, numbers: nil) : nil
        }
        guard let rule else { return nil }
        var units: [Int64] = []
        if let bad = Self.append(values, to: &units) {
            throw .unusableValue(section: section, item: bad, value: values[bad])
        }
        return TakenSizes(sizes: .extents(extents(units, rule, spec(ofSection: section))), numbers: units)
    }

    /// Converts numbers for new sections with a rule.
    /// - Parameter lenient: Whether unusable numbers count as 0.
    /// - Returns: The sizes, and a diagnostic with the first unusable number and how many there were.
    func taking(
        _ values: [Double], by rule: ExtentRule, _ spec: SectionSpec, counts: UnsafeBufferPointer<Int>, lenient: Bool,
        at index: Int
    ) throws(LayoutError) -> (taken: TakenSizes, raised: LayoutDiagnostic?) {
        var units: [Int64] = []
        var raised: LayoutDiagnostic?
        while let place = Self.append(values, to: &units) {
            units.append(0)
            if raised != nil {
                raised?.occurrences += 1
                continue
            }
            var (section, item) = (0, place)
            while section < counts.count - 1, item >= counts[section] {
                item -= counts[section]
                section += 1
            }
            guard lenient else { throw .unusableValue(section: index + section, item: item, value: values[place]) }
            raised = LayoutDiagnostic(
                code: .unusableSize, section: index + section, item: item, value: values[place],
                advice: "Use finite numbers that are not negative.")
        }
        return (TakenSizes(sizes: .extents(extents(units, rule, spec)), numbers: units), raised)
    }

    /// Rounds numbers to units, continuing after those already converted.
    /// - Returns: The index of the first number that cannot be used; nil if all can.
    private static func append(_ values: [Double], to units: inout [Int64]) -> Int? {
        units.reserveCapacity(values.count)
        for first in stride(from: units.count, to: values.count, by: chunk) {
            let part = first..<min(first + chunk, values.count)
            var isOrdinary = true
            for place in part { isOrdinary = isOrdinary && values[place] >= 0 && values[place] < 0x1p31 }
            if isOrdinary {
                for place in part { units.append(Units.units(values[place])) }
                continue
            }
            for place in part {
                guard values[place] >= 0, let number = Units.usable(values[place]) else { return place }
                units.append(number)
            }
        }
        return nil
    }

    /// Computes the extents of items, in points.
    private func extents(_ units: [Int64], _ rule: ExtentRule, _ spec: SectionSpec) -> [Double] {
        let across = itemExtentAcross(spec)
        var extents: [Double] = []
        extents.reserveCapacity(units.count)
        var points = [Double](repeating: 0, count: min(units.count, Self.chunk))
        var part = points
        for first in stride(from: 0, to: units.count, by: Self.chunk) {
            let count = min(Self.chunk, units.count - first)
            units.withUnsafeBufferPointer { units in
                let units = UnsafeBufferPointer(rebasing: units[first..<first + count])
                points.withUnsafeMutableBufferPointer { Self.points(of: units, $0) }
            }
            if count < part.count { part.removeLast(part.count - count) }
            points.withUnsafeBufferPointer { rule.fill(&part, numbers: $0.span.extracting(0..<count), across: across) }
            extents += part
        }
        return extents
    }

    /// Converts units into points, with the same results as `Units.points`.
    private static func points(of units: UnsafeBufferPointer<Int64>, _ points: UnsafeMutableBufferPointer<Double>) {
        var all: Int64 = 0
        for number in units { all |= number }
        guard all >> 52 == 0 else {
            for place in units.indices { points[place] = Units.points(units[place]) }
            return
        }
        // Below 2^52, the bits of the integer are the fraction bits of a double with the exponent of 2^52. Machines
        // without a vector conversion of 64-bit integers can thus do this in vectors too.
        let magic = 0x1p52
        for place in units.indices {
            let shifted = Double(bitPattern: UInt64(bitPattern: units[place]) | magic.bitPattern)
            points[place] = (shifted - magic) * (1 / Units.perPoint)
        }
    }

    // MARK: Edits of both

    /// Returns the columns after an edit. The storage stores them when the core has accepted the edit too.
    /// - Parameter edit: Edits one column: that of the numbers, or another.
    func editedColumns(
        _ section: Int, _ edit: (_ column: ItemNumbers, _ isNumbers: Bool) -> le_status
    ) throws(LayoutError) -> ItemColumns {
        guard !columns.isEmpty else { return columns }
        let next = ItemColumns(numbers: columns.numbers?.copy(), measured: columns.measured?.copy())
        for (column, isNumbers) in [(next.numbers, true), (next.measured, false)] {
            guard let column else { continue }
            let status = edit(column, isNumbers)
            guard status == LE_OK else { throw failure(status, le_fault(), section: section, items: nil) }
        }
        return next
    }

    /// Returns the columns after an insertion of sections whose items have these numbers, or none.
    func insertColumns(
        _ units: [Int64]?, counts: UnsafeBufferPointer<Int>, at index: Int
    ) throws(LayoutError) -> ItemColumns {
        var known = columns
        if units != nil, known.numbers == nil { known.numbers = ItemNumbers(count: itemTotal) }
        guard !known.isEmpty else { return known }
        let place = index < sectionCount ? placement(ofSection: index).itemsBefore : itemTotal
        // The core refuses impossible counts; the columns made here are then dropped.
        let count = min(counts.reduce(0) { $0.saturatingSum(max(0, $1)) }, ItemNumbers.mostItems)
        let next = ItemColumns(numbers: known.numbers?.copy(), measured: known.measured?.copy())
        let statuses = [
            units.map { next.numbers?.insert($0, at: place) ?? LE_OK }
                ?? next.numbers?.insertZeros(count, at: place) ?? LE_OK,
            next.measured?.insertZeros(count, at: place) ?? LE_OK,
        ]
        for status in statuses where status != LE_OK {
            throw status == LE_NO_MEMORY ? .outOfMemory : .tooLarge(section: index)
        }
        return next
    }

    // MARK: A new width

    /// Computes the extents of all sections with a rule again, for the layout's current width. Call it on a trial
    /// copy only: after an error the storage may be changed.
    func applyRules() throws(LayoutError) {
        guard columns.numbers != nil else { return }
        for section in 0..<sectionCount { try applyRule(toSection: section) }
    }

    /// - Complexity: O(*n*), in a few passes over cached chunks.
    func applyRule(toSection section: Int) throws(LayoutError) {
        guard let numbers = columns.numbers, let rule = rule(ofSection: section) else { return }
        let place = placement(ofSection: section)
        let across = itemExtentAcross(spec(ofSection: section))
        let most = min(place.itemCount, Self.chunk)
        var units = [Int64](repeating: 0, count: most)
        var points = [Double](repeating: 0, count: most)
        var extents = points
        for first in stride(from: 0, to: place.itemCount, by: Self.chunk) {
            let count = min(Self.chunk, place.itemCount - first)
            units.withUnsafeMutableBufferPointer { units in
                let units = UnsafeMutableBufferPointer(rebasing: units[..<count])
                numbers.read(from: place.itemsBefore + first, into: units)
                points.withUnsafeMutableBufferPointer { Self.points(of: UnsafeBufferPointer(units), $0) }
            }
            if count < extents.count { extents.removeLast(extents.count - count) }
            points.withUnsafeBufferPointer {
                rule.fill(&extents, numbers: $0.span.extracting(0..<count), across: across)
            }
            _ = try resizeInCore(startingAt: first, inSection: section, to: .extents(extents))
        }
        columns.measured = try unmarked(place.itemsBefore..<place.itemsBefore + place.itemCount)
    }
}

extension LayoutStorage {
    /// Marks ranges of items as measured. The ranges count from the item `start` of the whole list.
    func markMeasured(_ items: [Range<Int>], after start: Int) throws(LayoutError) {
        guard let next = columns.measured?.copy() else { return }
        for range in items {
            let marks = [Int64](repeating: 1, count: range.count)
            guard next.replace(from: start + range.lowerBound, with: marks) == LE_OK else { throw .outOfMemory }
        }
        columns.measured = next
    }

    /// Returns the marks after removing those of some items, which are counted through the whole list.
    func unmarked(_ items: Range<Int>) throws(LayoutError) -> ItemNumbers? {
        guard let next = columns.measured?.copy() else { return nil }
        guard next.remove(items) == LE_OK, next.insertZeros(items.count, at: items.lowerBound) == LE_OK else {
            throw .outOfMemory
        }
        return next
    }
}
