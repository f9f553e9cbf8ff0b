import Foundation
import ListEngineLayout

/// The operations on a list that keeps its place on the screen.
enum AnchoredOperation: String, CaseIterable {
    case measure, prepend
}

/// A list scrolled to its middle, which returns how far it must be scrolled to keep its place.
protocol AnchoredList: ~Copyable {
    init(_ heights: [Double])

    /// The number of items, including those inserted before the first ones.
    var count: Int { get }

    /// Measures an item with another height.
    mutating func measure(_ item: Int, as height: Double) -> Double

    /// Inserts items before all others.
    mutating func prepend(_ heights: [Double]) -> Double

    /// Deletes items at the end, outside of the timed part.
    mutating func trim(to count: Int)
}

/// The operations as contestants, written once for all lists.
struct AnchoredOperations<List: AnchoredList & ~Copyable> {
    private let role: Contestant.Role
    private let n: Int
    private let lists: Instances<List>
    private let samples = Inputs.heights(4_096, seed: 21)

    init(_: List.Type, _ role: Contestant.Role, _ n: Int) {
        self.role = role
        self.n = n
        lists = Instances(of: n) { List(Inputs.heights(n)) }
    }

    func contestant(_ operation: AnchoredOperation) -> Contestant {
        switch operation {
        case .measure: measure()
        case .prepend: prepend()
        }
    }

    /// Measures one item anywhere.
    private func measure() -> Contestant {
        let random = Random(seed: 22)
        return Contestant(role) { calls in
            var sum = 0.0
            for _ in 0..<calls {
                sum += lists.withNext {
                    $0.measure(random.below(n), as: samples[random.below(samples.count)])
                }
            }
            keep(sum)
        }
    }

    /// Inserts a hundred items of history. Before each timed loop as many are deleted at the other end.
    private func prepend() -> Contestant {
        let hundred = Array(samples.prefix(100))
        return Contestant(
            role, before: { _ in lists.withEach { $0.trim(to: n) } },
            run: { calls in
                var sum = 0.0
                for _ in 0..<calls { sum += lists.withNext { $0.prepend(hundred) } }
                keep(sum)
            })
    }
}

/// This library.
struct EngineAnchored: ~Copyable, AnchoredList {
    private var layout = CollectionViewLayout(width: Inputs.width)
    private var anchor: ScrollAnchor
    private var viewport: Viewport

    init(_ heights: [Double]) {
        try! layout.append(.list(heights: heights, estimated: true))
        anchor = ScrollAnchor(section: 0, item: heights.count / 2)
        viewport = Viewport(
            CGRect(
                x: 0, y: layout.contentOffset(for: anchor), width: Inputs.width, height: Inputs.listWindow))
    }

    var count: Int { layout.numberOfItems }

    mutating func measure(_ item: Int, as height: Double) -> Double {
        take(try! layout.keeping(anchor, in: viewport) { try $0.resizeItem(item, inSection: 0, to: height) })
    }

    mutating func prepend(_ heights: [Double]) -> Double {
        take(try! layout.keeping(anchor, in: viewport) { try $0.insertItems(heights, at: 0, inSection: 0) })
    }

    mutating func trim(to count: Int) {
        guard self.count > count else { return }
        anchor = ScrollAnchor(section: 0, item: count / 2)
        try! layout.removeItems(count..<self.count, inSection: 0)
        viewport.visibleBounds.origin.y = layout.contentOffset(for: anchor)
    }

    private mutating func take(_ scroll: ScrollAdjustment) -> Double {
        if let kept = scroll.anchor { anchor = kept }
        viewport.visibleBounds.origin.y += scroll.scrollDelta
        return Double(scroll.scrollDelta)
    }
}

/// This library's compositional list, which tracks itself which items were measured.
struct ComposedAnchored: ~Copyable, AnchoredList {
    private var layout = CollectionViewLayout(width: Inputs.width)
    private let anchor: ScrollAnchor

    init(_ heights: [Double]) {
        try! layout.append(.compositional(.list(itemHeight: .estimated(50)), count: heights.count))
        anchor = ScrollAnchor(section: 0, item: heights.count / 2)
    }

    var count: Int { layout.numberOfItems }

    mutating func measure(_ item: Int, as height: Double) -> Double {
        let size = CGSize(width: Inputs.width, height: height)
        return Double(try! layout.keeping(anchor) { try $0.measure(item: item, inSection: 0, size: size) }.scrollDelta)
    }

    mutating func prepend(_ heights: [Double]) -> Double {
        Double(
            try! layout.keeping(anchor) { try $0.insertItems(count: heights.count, at: 0, inSection: 0) }.scrollDelta)
    }

    mutating func trim(to count: Int) {
        if self.count > count { try! layout.removeItems(count..<self.count, inSection: 0) }
    }
}

/// Another list: the anchor's position is queried before and after.
struct AnchoredRival<Layout: MeasuredLayout & ~Copyable>: ~Copyable, AnchoredList
where Layout.Size == Double, Layout.Input == [Double] {
    private var layout: Layout
    private var anchor: Int

    init(_ heights: [Double]) {
        layout = Layout(heights, spare: 64_000)
        anchor = heights.count / 2
    }

    var count: Int { layout.count }

    mutating func measure(_ item: Int, as height: Double) -> Double {
        let before = layout.top(of: anchor)
        layout.resize(item, to: height)
        return layout.top(of: anchor) - before
    }

    mutating func prepend(_ heights: [Double]) -> Double {
        let before = layout.top(of: anchor)
        layout.insert(contentsOf: heights, at: 0)
        anchor += heights.count
        return layout.top(of: anchor) - before
    }

    mutating func trim(to count: Int) {
        if layout.count > count { layout.remove(count..<layout.count) }
        anchor = count / 2
    }
}
