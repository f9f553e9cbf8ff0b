import Foundation
import ListEngineLayout

/// A table as an array of columns: the obvious version of a `ColumnLayout`. Lengths are in units of 2^-20 point.
struct ObviousColumns {
    struct Entry {
        var column: Column
        var content: Int64 = 0
        var isResized = false

        var minimum: Int64 { units(column.minimumWidth) }
        var maximum: Int64 { column.maximumWidth.map(units) ?? .max }
        func bounded(_ width: Int64) -> Int64 { min(max(width, minimum), maximum) }
    }

    var entries: [Entry] = []
    var available: Int64 = 0
    var isMirrored = false

    /// Columns of one edge next to each other, in their order.
    mutating func group() {
        entries =
            entries.filter { $0.column.pinnedEdge == .leading } + entries.filter { $0.column.pinnedEdge == nil }
            + entries.filter { $0.column.pinnedEdge == .trailing }
    }

    func index(_ id: String) -> Int? { entries.firstIndex { $0.column.id == id } }

    /// The widths of the shown columns, by identifier.
    var widths: [String: Int64] {
        var widths: [String: Int64] = [:]
        var sharing: [(entry: Entry, share: Int64)] = []
        for entry in entries where !entry.column.isHidden {
            switch entry.column.width {
            case .points(let width): widths[entry.column.id] = entry.bounded(units(width))
            case .fitted: widths[entry.column.id] = entry.bounded(entry.content)
            case .share(let share): sharing.append((entry, units(share)))
            }
        }
        var rest = available - widths.values.reduce(0, +)
        while !sharing.isEmpty {
            let length = max(0, rest)
            let sum = sharing.reduce(0) { $0 + $1.share }
            var parts = sharing.map { sum == 0 ? 0 : Int64(UInt128(length) * UInt128($0.share) / UInt128(sum)) }
            var remainder = sum == 0 ? 0 : length - parts.reduce(0, +)
            for place in parts.indices where remainder > 0 && sharing[place].share > 0 {
                parts[place] += 1
                remainder -= 1
            }
            let cuts = sharing.indices.map { sharing[$0].entry.bounded(parts[$0]) - parts[$0] }
            let violation = cuts.reduce(0, +)
            var left: [(entry: Entry, share: Int64)] = []
            for place in sharing.indices {
                if violation == 0 || (violation > 0 && cuts[place] > 0) || (violation < 0 && cuts[place] < 0) {
                    widths[sharing[place].entry.column.id] = parts[place] + cuts[place]
                    rest -= parts[place] + cuts[place]
                } else {
                    left.append(sharing[place])
                }
            }
            sharing = left
        }
        return widths
    }

    /// The places of all shown columns at an offset, and the area in which each is visible.
    func places(at offset: Int64) -> [(placed: PlacedColumn, isVisible: Bool)] {
        let widths = widths
        let shown = entries.indices.filter { !entries[$0].column.isHidden }
        func extent(_ edge: ColumnEdge?) -> Int64 {
            shown.reduce(0) { $0 + (entries[$1].column.pinnedEdge == edge ? widths[entries[$1].column.id]! : 0) }
        }
        let (leading, trailing) = (extent(.leading), extent(.trailing))
        let total = leading + extent(nil) + trailing
        let content = max(total, available)
        let isPinning = leading + trailing < available
        let still = min(max(offset, 0), content - available)
        let hasEdges = isPinning && entries.contains { $0.column.pinnedEdge != nil }
        var places: [(PlacedColumn, Bool)] = []
        var x: Int64 = 0
        for index in shown {
            let column = entries[index].column
            let width = widths[column.id]!
            var (start, area) = (x, offset..<offset + available)
            x += width
            let areaStart = max(offset, leading + still)
            let scrollingEnd = total - trailing + (total > available ? still - content + available : 0)
            let areaEnd = min(offset + available, scrollingEnd)
            switch hasEdges ? column.pinnedEdge : nil {
            case .leading:
                start += still
                area = offset..<max(offset, min(offset + available, leading + still))
            case .trailing:
                if total > available { start += still - (content - available) }
                let from = max(offset, scrollingEnd)
                area = from..<max(from, offset + available)
            case nil:
                if hasEdges { area = areaStart..<max(areaStart, areaEnd) }
            }
            let isVisible = !area.isEmpty && start < area.upperBound && start + width > area.lowerBound
            let minX = isMirrored ? content - start - width : start
            places.append(
                (
                    PlacedColumn(
                        index: index, minX: points(minX), width: points(width),
                        pinnedEdge: hasEdges ? column.pinnedEdge : nil), isVisible
                ))
        }
        return places
    }
}

func units(_ points: CGFloat) -> Int64 { Int64((Double(points) * 1_048_576).rounded(.toNearestOrEven)) }
func points(_ units: Int64) -> CGFloat { CGFloat(Double(units) / 1_048_576) }
