import Foundation
import ListEngine
import ListEngineLayout

/// Lists of typed items from end to end: from identifiers to the visible cells, which do nothing themselves.
func kitMeasures(_ sizes: Sizes) -> [Measure] {
    var all: [Measure] = []
    for n in sizes.ordinary where n <= 1_000_000 {
        all += door("diffable", n, DiffableDoor<UInt64>.self, DiffableDoor<String>.self)
        // Numbered as the rows of a database are. The other integers are scattered over 64 bits.
        all += measures("kit.diffable", "row", n, 1, DiffableDoor<UInt64>.self) { UInt64($0) }
        all += measures("kit.diffable", "increasing", n, 1, isShuffled: false, DiffableDoor<UInt64>.self, increasing)
        all += door("listing", n, ListingDoor<UInt64>.self, ListingDoor<String>.self)
        all += measures("kit.listing", "increasing", n, 1, isShuffled: false, ListingDoor<UInt64>.self, increasing)
        all += door("builder", n, BuilderDoor<UInt64>.self, BuilderDoor<String>.self)
        all += door("providers", n, ProvidersDoor<UInt64>.self, ProvidersDoor<String>.self)
        #if !TABLES_ONLY
            all += door("provider", n, SectionControllerDoor<UInt64>.self, SectionControllerDoor<String>.self)
            all += door("controller", n, PlainControllerDoor<UInt64>.self, PlainControllerDoor<String>.self)
            all += door("layoutable", n, LayoutableDoor<UInt64>.self, LayoutableDoor<String>.self)
            all += door("description", n, DescriptionDoor<UInt64>.self, DescriptionDoor<String>.self)
            all += door("record", n, RecordDoor<UInt64>.self, RecordDoor<String>.self)
        #endif
    }
    all += door(
        "hundredproviders", 1_000_000, sections: 10_000, ProvidersDoor<UInt64>.self, ProvidersDoor<String>.self)
    return all
}

/// The keys of rows in their order, some of which were deleted.
private let increasing: @Sendable (Int) -> UInt64 = { number in
    UInt64(number) &* 100 &+ DiffElements.uint64.make(number) % 100
}

/// The measures of one kind of list, with integers and with strings.
private func door<Integers: KitDoor, Strings: KitDoor>(
    _ name: String, _ n: Int, sections: Int = 1, _ integers: Integers.Type, _ strings: Strings.Type
) -> [Measure] where Integers.Item == UInt64, Strings.Item == String {
    measures("kit.\(name)", "integer", n, sections, integers, DiffElements.uint64.make)
        + measures("kit.\(name)", "string", n, sections, strings, DiffElements.string.make)
}

private func measures<Door: KitDoor>(
    _ name: String, _ kind: String, _ n: Int, _ sections: Int, isShuffled: Bool = true, _ door: Door.Type,
    _ make: @escaping @Sendable (Int) -> Door.Item
) -> [Measure] {
    // Making a million identifiers takes long, so all operations share one stage, which the last one releases.
    let operations = ["display", "apply", "edit", "scroll", "scrolledit", "selectedit"]
    let shared = Shared<KitStage<Door>>()
    /// A measure of a stage that is set up outside of the timed part.
    func measure(
        _ operation: String, singles: Int = 0, _ run: @escaping @Sendable @MainActor (KitStage<Door>, Int) -> Void
    ) -> Measure {
        Measure("\(name).\(operation)/\(kind)", n) {
            let stage = MainActor.assumeIsolated {
                let stage = shared.value ?? KitStage<Door>(n, sections, isShuffled, make)
                shared.value = operation == operations.last ? nil : stage
                if operation != "display" { stage.start() }
                if operation == "selectedit" { stage.select() }
                return stage
            }
            return Field(
                Contestant(.product, singles: singles) { calls in MainActor.assumeIsolated { run(stage, calls) } })
        }
    }
    return [
        measure("display") { stage, calls in for _ in 0..<calls { stage.display() } },
        measure("apply") { stage, calls in for _ in 0..<calls { stage.apply() } },
        measure("edit", singles: 10_000) { stage, calls in for _ in 0..<calls { stage.edit() } },
        measure("scroll", singles: 10_000) { stage, calls in for _ in 0..<calls { stage.scroll() } },
        measure("scrolledit", singles: 10_000) { stage, calls in for _ in 0..<calls { stage.scrollAndEdit() } },
        measure("selectedit", singles: 10_000) { stage, calls in for _ in 0..<calls { stage.edit() } },
    ]
}

/// A holder of a value that several measures use.
private final class Shared<Value>: @unchecked Sendable {
    var value: Value?
}

/// A few lists of one kind that take turns, and the operations on them.
@MainActor
private final class KitStage<Door: KitDoor> {
    /// A list with two states that are shown alternately.
    @MainActor
    private final class Show {
        let states: [[[Door.Item]]]
        private(set) var view: CollectionView?
        private var door: Door?
        private var isSecond = false
        private let extra: Door.Item
        /// The position of the item that an edit has inserted.
        private var inserted: (section: Int, index: Int)?

        init(_ states: [[[Door.Item]]], extra: Door.Item) {
            self.states = states
            self.extra = extra
        }

        func display() -> Int {
            let given = KitView.make()
            let door = Door(states[0], in: given)
            let view = door.ownView ?? given
            self.door = door
            view.layoutIfNeeded()
            self.view = view
            return view.visibleCells.count
        }

        func close() { (door, view, isSecond, inserted) = (nil, nil, false, nil) }

        /// Shows the first state, whatever was shown before.
        func start() {
            if view == nil { _ = display() } else if isSecond || inserted != nil { door?.show(states[0]) }
            (isSecond, inserted) = (false, nil)
        }

        func apply() -> Int {
            isSecond.toggle()
            door?.show(states[isSecond ? 1 : 0])
            return view?.visibleCells.count ?? 0
        }

        func edit(_ random: Random) {
            if let (section, index) = inserted {
                door?.remove(at: index, inSection: section)
                inserted = nil
            } else {
                let section = random.below(states[0].count)
                let index = random.below(states[0][section].count)
                door?.insert(extra, at: index, inSection: section)
                inserted = (section, index)
            }
        }
    }

    private let shows: [Show]
    private var next = 0
    private var offset: CGFloat = 0
    private var step: CGFloat = 0
    private let random = Random(seed: 5)

    init(_ n: Int, _ sections: Int, _ isShuffled: Bool, _ make: @Sendable (Int) -> Door.Item) {
        let count = n > 200_000 ? 2 : n > 20_000 ? 8 : 64
        shows = (0..<count).map { number in
            let random = Random(seed: UInt64(number + 1))
            var generator = random
            // The order is independent of the items.
            let numbers = isShuffled ? Array(0..<n).shuffled(using: &generator) : Array(0..<n)
            let old = (0..<sections).map { Array(numbers[$0 * n / sections..<($0 + 1) * n / sections]) }
            var fresh = n
            let new = old.map { Self.changed($0, &fresh, random) }
            return Show([old.map { $0.map(make) }, new.map { $0.map(make) }], extra: make(2 * n + 1))
        }
        step = KitView.make().bounds.height
    }

    /// 1 % deleted and 1 % inserted, anywhere.
    private static func changed(_ old: [Int], _ fresh: inout Int, _ random: Random) -> [Int] {
        var new: [Int] = []
        new.reserveCapacity(old.count + old.count / 50)
        for number in old {
            let dice = random.below(100)
            if dice == 1 {
                new.append(fresh)
                fresh += 1
            }
            if dice != 2 { new.append(number) }
        }
        return new
    }

    func start() { for show in shows { show.start() } }

    /// Selects every second item of the first 20,000, which are 10,000 runs.
    func select() {
        for show in shows {
            guard let view = show.view else { continue }
            view.allowsMultipleSelection = true
            for section in 0..<view.numberOfSections {
                for item in stride(from: 0, to: min(view.numberOfItems(inSection: section), 20_000), by: 2) {
                    view.selectItem(at: IndexPath(item: item, section: section), animated: false)
                }
            }
        }
    }

    private func withNext(_ body: (Show) -> Void) {
        body(shows[next])
        next = next + 1 == shows.count ? 0 : next + 1
    }

    func display() {
        withNext {
            keep($0.display())
            $0.close()
        }
    }

    func apply() { withNext { keep($0.apply()) } }

    func edit() { withNext { $0.edit(random) } }

    /// Scrolls by one screen: thirty cells disappear and thirty appear. At the end it returns to the start.
    func scroll() {
        withNext { show in
            guard let view = show.view else { return }
            if next == 0 {
                let last = view.contentSize.height - view.bounds.height
                if offset + step > last || offset + step < 0 { step = -step }
                offset += step
            }
            view.hostDidScroll(to: CGPoint(x: 0, y: offset))
        }
    }

    func scrollAndEdit() {
        let show = next
        scroll()
        shows[show].edit(random)
    }
}
