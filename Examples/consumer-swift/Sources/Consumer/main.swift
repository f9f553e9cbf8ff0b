// Lays out a million rows, resizes one, and scrolls through them: from outside the package, as an app does.
import Foundation
import ListEngineLayout

let heights = (0..<1_000_000).map { 20 + Double($0 * 7919 % 61) }
var layout = CollectionViewLayout(width: 390)
try layout.append(.list(heights: heights, spacing: 8))
print("content: \(layout.contentSize.height) pt")

let before = layout
let change = try layout.resizeItem(500_000, inSection: 0, to: 100)
let grown = layout.contentSize.height - before.contentSize.height
precondition(grown == 100 - heights[500_000], "the content grew by \(grown)")
precondition(change.items == 500_000..<500_001)

// Hot loops, timed for comparison with the benchmarks of the package.
func nanoseconds(_ name: String, rounds: Int, _ body: (Int) throws -> Void) rethrows {
    var best = Double.infinity
    for _ in 0..<5 {
        let clock = ContinuousClock()
        let time = try clock.measure { for round in 0..<rounds { try body(round) } }
        best = min(best, Double(time.components.attoseconds) / 1e9 / Double(rounds))
    }
    print("\(name): \(Int(best.rounded())) ns")
}

var cursor = LayoutCursor()
var seen = 0
var area = 0.0
nanoseconds("query of a screen, scrolling", rounds: 100_000) { round in
    let screen = CGRect(x: 0, y: Double(round) * 13, width: 390, height: 1_200)
    layout.forEachElement(in: screen, cursor: &cursor) { element in
        seen += 1
        area += element.maxY - element.minY
    }
}
precondition(seen > 0 && area > 0)
try nanoseconds("resize of one item at random", rounds: 100_000) { round in
    try layout.resizeItem(round &* 7919 % 1_000_000, inSection: 0, to: 20 + Double(round % 61))
}
print("ok")
