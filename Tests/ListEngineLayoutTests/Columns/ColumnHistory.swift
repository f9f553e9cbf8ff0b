import Foundation
import ListEngineLayout
import TestSupport

/// A random history of edits of columns, in a layout and in an array.
struct ColumnHistory {
    var random: TestRandom
    var columns: ColumnLayout
    private(set) var obvious = ObviousColumns()
    /// The columns that the last edit removed, hid, moved, pinned or gave a width.
    private(set) var touched: Set<String> = []
    private var made = 0

    init(seed: UInt64) {
        random = TestRandom(seed: seed)
        let count = random.pick(0, 1, 2, 5, 12, 40)
        var first: [Column] = []
        for number in 0..<count { first.append(Self.column("c\(number)", &random)) }
        made = count
        obvious.isMirrored = random.chance(oneIn: 3)
        obvious.available = units(CGFloat(random.pick(0, 100, 300, 641)))
        obvious.entries = first.map { ObviousColumns.Entry(column: $0) }
        obvious.group()
        do {
            columns = try ColumnLayout(
                first, availableWidth: points(obvious.available),
                flowDirection: obvious.isMirrored ? .rightToLeft : .leftToRight)
        } catch {
            fatalError("seed \(seed): \(error)")
        }
    }

    private static func width(_ random: inout TestRandom) -> ColumnWidth {
        switch random.below(5) {
        case 0: .fitted
        case 1, 2: .share(CGFloat(random.pick(0, 1, 1, 2, 0.3)))
        default: .points(CGFloat(random.below(900)) / 7)
        }
    }

    private static func bounds(_ random: inout TestRandom) -> (CGFloat, CGFloat?) {
        let minimum = random.chance(oneIn: 2) ? 0 : CGFloat(random.below(70)) / 3
        return (minimum, random.chance(oneIn: 2) ? nil : minimum + CGFloat(random.below(100)) / 3)
    }

    private static func column(_ id: String, _ random: inout TestRandom) -> Column {
        let (minimum, maximum) = bounds(&random)
        return Column(
            id, width: width(&random), minimumWidth: minimum, maximumWidth: maximum,
            isHidden: random.chance(oneIn: 5),
            pinnedEdge: random.chance(oneIn: 5) ? random.pick(.leading, .trailing) : nil)
    }

    private mutating func someColumn() -> String? {
        guard !obvious.entries.isEmpty else { return nil }
        return obvious.entries[random.below(obvious.entries.count)].column.id
    }

    /// Edits both. Returns a description.
    mutating func step() throws -> String { try step(kinds: 10) }

    /// What a user does: moves, widths, hidden and pinned columns, sorting.
    mutating func userStep() throws -> String {
        if obvious.entries.isEmpty { return "nothing" }
        if random.chance(oneIn: 5), let name = someColumn() {
            try columns.toggleSort(by: name, extending: random.chance(oneIn: 2))
            return "sort \(name)"
        }
        return try step(kinds: 4)
    }

    /// Edits columns that a scope has taken out.
    mutating func step(in taken: inout ColumnLayout) throws -> String {
        swap(&columns, &taken)
        defer { swap(&columns, &taken) }
        return try step(kinds: 10)
    }

    private mutating func step(kinds: Int) throws -> String {
        touched = []
        let kind = random.below(kinds)
        if kind == 9 || obvious.entries.isEmpty {
            made += 1
            let new = Self.column("c\(made)", &random)
            let wanted = random.below(obvious.entries.count + 1)
            try columns.insert(new, at: wanted)
            // Before the column at the index, among those of its edge.
            let entry = ObviousColumns.Entry(column: new)
            let (before, after) = (obvious.entries[..<wanted], obvious.entries[wanted...])
            obvious.entries = Array(before) + [entry] + Array(after)
            obvious.group()
            return "insert \(new.id) at \(wanted)"
        }
        guard let name = someColumn(), let place = obvious.index(name) else { return "nothing" }
        switch kind {
        case 0:
            let wanted = random.below(obvious.entries.count)
            try columns.move(name, to: wanted)
            if wanted != place { touched = [name] }
            let entry = obvious.entries.remove(at: place)
            obvious.entries.insert(entry, at: wanted)
            obvious.group()
            return "move \(name) to \(wanted)"
        case 1:
            let width = CGFloat(random.below(900)) / 7
            try columns.resize(name, to: width)
            obvious.entries[place].column.width = .points(width)
            obvious.entries[place].isResized = true
            return "resize \(name) to \(width)"
        case 2:
            let isHidden = !obvious.entries[place].column.isHidden
            try columns.setHidden(isHidden, name)
            obvious.entries[place].column.isHidden = isHidden
            touched = [name]
            return "hide \(name): \(isHidden)"
        case 3:
            let edge: ColumnEdge? = random.pick(nil, .leading, .trailing)
            try columns.pin(name, at: edge)
            guard obvious.entries[place].column.pinnedEdge != edge else { return "pin \(name) again" }
            touched = [name]
            var entry = obvious.entries.remove(at: place)
            let wasLeading = entry.column.pinnedEdge == .leading
            entry.column.pinnedEdge = edge
            // The last of the leading ones, the first of the trailing ones, or next to the edge that it leaves.
            let isFirst = edge == .trailing || (edge == nil && wasLeading)
            obvious.entries.insert(entry, at: isFirst ? 0 : obvious.entries.count)
            obvious.group()
            return "pin \(name) at \(String(describing: edge))"
        case 4:
            let width = Self.width(&random)
            try columns.setWidth(width, of: name)
            obvious.entries[place].column.width = width
            obvious.entries[place].isResized = false
            return "width of \(name): \(width)"
        case 5:
            let (minimum, maximum) = Self.bounds(&random)
            try columns.setBounds(minimum: minimum, maximum: maximum, of: name)
            obvious.entries[place].column.minimumWidth = minimum
            obvious.entries[place].column.maximumWidth = maximum
            return "bounds of \(name): \(minimum)...\(String(describing: maximum))"
        case 6:
            let width = CGFloat(random.below(500)) / 3
            try columns.setContentWidth(width, of: name)
            obvious.entries[place].content = units(width)
            return "content of \(name): \(width)"
        case 7:
            let width = CGFloat(random.pick(0, 50, 200, 333, 900))
            columns.setAvailableWidth(width)
            obvious.available = units(width)
            return "window of \(width)"
        default:
            try columns.remove(name)
            obvious.entries.remove(at: place)
            touched = [name]
            return "remove \(name)"
        }
    }

    /// How the layout differs from the array, or from one that is built from scratch.
    mutating func fault() throws -> String? {
        guard columns.columns == obvious.entries.map(\.column) else {
            return "\(columns.columns.map(\.id)) instead of \(obvious.entries.map(\.column.id))"
        }
        for (index, entry) in obvious.entries.enumerated() where columns.index(of: entry.column.id) != index {
            return "\(entry.column.id) is at \(String(describing: columns.index(of: entry.column.id))), not at \(index)"
        }
        let widths = obvious.widths
        for entry in obvious.entries {
            let width = columns.width(of: entry.column.id)
            guard width == widths[entry.column.id].map(points) else {
                return "\(entry.column.id) is \(String(describing: width)) wide, not \(widths)"
            }
        }
        var fresh = try ColumnLayout(
            obvious.entries.map(\.column), availableWidth: points(obvious.available),
            flowDirection: obvious.isMirrored ? .rightToLeft : .leftToRight)
        for entry in obvious.entries { try fresh.setContentWidth(points(entry.content), of: entry.column.id) }
        let most = units(columns.maximumOffset)
        for offset in [0, -7 << 20, most, most + 5 << 20, Int64(random.fraction() * Double(most))] {
            let places = obvious.places(at: offset)
            let order: [ColumnEdge?] = [.leading, nil, .trailing]
            let visible = order.flatMap { edge in
                places.filter { $0.isVisible && $0.placed.pinnedEdge == edge }.map(\.placed)
            }
            let found = columns.columns(at: points(offset))
            guard found == visible else { return "at \(points(offset)): \(found) instead of \(visible)" }
            guard fresh.columns(at: points(offset)) == found else { return "a fresh layout has other places" }
            for (placed, _) in places {
                let name = obvious.entries[placed.index].column.id
                guard columns.place(of: name, at: points(offset)) == placed else { return "the place of \(name)" }
            }
            // Every point of a visible column, but not of one that is under a pinned column, leads to it.
            let x = points(offset) + CGFloat(random.fraction()) * points(obvious.available)
            let hit = columns.column(atX: x, offset: points(offset))
            let (from, to) = (
                obvious.isMirrored ? columns.contentWidth - points(offset) - points(obvious.available) : points(offset),
                x
            )
            let inside = visible.filter { $0.minX <= x && x < $0.maxX }
            let expected = inside.first { $0.pinnedEdge != nil } ?? inside.first
            if to >= from, to < from + points(obvious.available), hit != expected {
                return
                    "at \(x), offset \(points(offset)): \(String(describing: hit)) instead of \(String(describing: expected))"
            }
        }
        return nil
    }
}

extension ColumnLayout {
    /// The first column that scrolls and is visible.
    func firstScrolling(at offset: CGFloat) -> PlacedColumn? { columns(at: offset).first { $0.pinnedEdge == nil } }

    var pinsEdges: Bool { columns(at: 0).contains { $0.pinnedEdge != nil } }

    /// From the columns that are pinned before it to a column, counted from the leading edge.
    func distance(_ placed: PlacedColumn, at offset: CGFloat) -> CGFloat {
        let start = flowDirection == .leftToRight ? placed.minX : contentWidth - placed.maxX
        let pinned = columns(at: offset).filter { $0.pinnedEdge == .leading }.reduce(0) { $0 + $1.width }
        return start - offset - pinned
    }
}
