import Foundation
import ListEngine
import ListEngineDiff
import ListEngineLayout
import Synchronization

/// Rows whose heights are estimated until they are shown.
final class LiveRows: CollectionViewLayoutRecipe {
    nonisolated static let estimate: CGFloat = 40
    let scrollDirection = ScrollDirection.vertical

    func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        Self.recipe(context.itemCount)
    }

    nonisolated private static func recipe(_ count: Int) -> SectionRecipe {
        .list(count: count, height: estimate, estimated: true)
    }

    /// The same, for updates that are prepared.
    nonisolated static let shared = SharedSectionRecipes { _, items, context in
        recipe(items.map { $0.reduce(0) { $0 + $1.count } } ?? context.itemCount)
    }
}

/// A cell with the height of its item: 20 to 83 points.
final class LiveCell: CollectionViewCell {
    var item: UInt64 = 0

    override func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
        var attributes = layoutAttributes
        attributes.frame.size.height = 20 + CGFloat((item &* 0x9E37_79B9_7F4A_7C15) >> 58)
        return attributes
    }
}

/// A value that one thread makes and another one waits for.
private final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)
    private let isGiven = DispatchSemaphore(value: 0)

    func give(_ value: Value) {
        self.value.withLock { $0 = value }
        isGiven.signal()
    }

    func take() -> Value {
        isGiven.wait()
        return value.withLock { $0.take()! }
    }
}

/// A list of integers, read in its middle while it changes.
@MainActor
final class LiveList {
    /// Items added in each of 120 frames a second, at 10,000 a second.
    static let perFrame = 84

    let view: CollectionView
    let source: DiffableDataSource<Int, UInt64>
    private let n: Int
    private var fresh: UInt64
    private let random = Random(seed: 31)
    private var waiting: [DiffableSnapshot<Int, UInt64>] = []
    private var frames = 0
    /// Prepared updates are applied when the benchmark runs the scheduler.
    private let scheduler = UpdateScheduler.hostDriven(runsAtOnce: true) {}
    private var prepared: DiffableDataSource<Int, UInt64>.Prepared?

    /// - Parameter isMeasured: Whether every row has been on the screen once.
    init(_ n: Int, isMeasured: Bool = false) {
        self.n = n
        fresh = UInt64(n)
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 390, height: 844), collectionViewLayout: LiveRows())
        view.host = KitView.host
        source = DiffableDataSource(collectionView: view, scheduler: scheduler) { view, indexPath, item in
            let cell = view.dequeueReusableCell(LiveCell.self, for: indexPath)
            cell.item = item
            return cell
        }
        let items = Array(0..<UInt64(n))
        source.apply(.kit([items], after: source.snapshot()), animatingDifferences: false)
        if isMeasured {
            while view.contentOffset.y + view.bounds.height < view.contentSize.height {
                view.hostDidScroll(to: CGPoint(x: 0, y: view.contentOffset.y + view.bounds.height))
            }
        }
        view.scrollToItem(at: IndexPath(item: n / 2, section: 0), at: .start, animated: false)
        view.layoutIfNeeded()
    }

    // MARK: What is timed

    /// Shows the next pending snapshot.
    func applyNext() {
        source.apply(waiting.removeFirst(), animatingDifferences: false)
        keep(view.visibleCells.count)
    }

    /// Shows the prepared update.
    func swapPrepared() {
        guard let prepared, source.swapIn(prepared, animatingDifferences: false) == .swapped else {
            fatalError("the update that was prepared does not fit")
        }
        keep(view.visibleCells.count)
    }

    /// Adds the items of one frame, and removes as many at the far end. The visible items stay.
    func append() {
        let new = fresh..<fresh + UInt64(Self.perFrame)
        fresh = new.upperBound
        let n = n
        source.edit(animatingDifferences: false) { snapshot in
            try snapshot.appendItems(validating: Array(new), toSection: 0)
            snapshot.trimItems(toLast: n, inSection: 0)
        }
    }

    /// Jumps to a random item, measuring around it.
    func jump() {
        let item = random.below(view.layout.numberOfItems)
        view.scrollToItem(at: IndexPath(item: item, section: 0), at: .center, animated: false)
        view.layoutIfNeeded()
    }

    /// A key that is typed into a filter, up to the cells: a tenth of the items match it, or all after every second
    /// key. Everything but starting and showing the update happens on other threads.
    func typeKey() {
        let (base, n) = (source.snapshot(), n)
        let showsAll = base.numberOfItems < n
        let found = Handover<DiffableSnapshot<Int, UInt64>>()
        DispatchQueue.global(qos: .userInitiated).async {
            var items = Array(0..<UInt64(n))
            if !showsAll { items.removeAll { ($0 &* 0x9E37_79B9_7F4A_7C15) >> 32 % 10 != 0 } }
            found.give(.kit([items], after: base))
        }
        var isShown = false
        showPreparing(found.take()) { isShown = true }
        while !isShown { if scheduler.runPending() == 0 { usleep(100) } }
        keep(view.visibleCells.count)
    }

    /// One frame of a list that is scrolled while items are added: as if it were flung again and again, up to 8,000
    /// points a second.
    func frame() {
        append()
        scroll()
    }

    func scroll() {
        frames += 1
        let speed = 8_000 * sin(Double(frames) / 60)
        let last = max(0, view.contentSize.height - view.bounds.height)
        let offset = min(max(0, Double(view.contentOffset.y) + speed / 120), Double(last))
        view.hostDidScroll(to: CGPoint(x: 0, y: offset))
    }

    // MARK: Set-up

    /// Snapshots that each edit 1 % of the items of the previous one: half of the edits are deletes, as many inserts
    /// elsewhere.
    func makeEdits(_ count: Int) {
        waiting.removeAll()
        var last = source.snapshot()
        for _ in 0..<count {
            var items: [UInt64] = []
            items.reserveCapacity(n + n / 100)
            for item in last.itemIdentifiers {
                let dice = random.below(200)
                if dice == 0 {
                    items.append(fresh)
                    fresh += 1
                }
                if dice != 1 { items.append(item) }
            }
            last = .kit([items], after: last)
            waiting.append(last)
        }
    }

    /// Prepares the next update on another thread, including its layout.
    func prepare() {
        makeEdits(1)
        prepared = nil
        source.prepare(waiting.removeFirst(), recipes: LiveRows.shared) { [weak self] in
            self?.prepared = try? $0.get()
        }
        while prepared == nil { if scheduler.runPending() == 0 { usleep(100) } }
    }

    var shown: [UInt64] { source.snapshot().itemIdentifiers }

    /// Prepares a snapshot while frames are shown; one of the later frames applies it.
    func showPreparing(
        _ snapshot: DiffableSnapshot<Int, UInt64>, completion: @escaping @MainActor @Sendable () -> Void
    ) {
        source.applyPreparing(snapshot, recipes: LiveRows.shared, animatingDifferences: false) { _ in completion() }
    }

    /// Runs results that have arrived from other threads.
    func runPrepared() {
        scheduler.runPending()
        keep(view.visibleCells.count)
    }
}
