import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// Random sessions of a list whose rows measure themselves, compared with a dictionary from items to measured sizes.
@MainActor
@Suite("Random sessions of measuring")
struct MeasuredSessionTests {
    private struct Measured: Equatable {
        var width: CGFloat
        var version: Int
    }

    @MainActor
    private final class Session {
        var random: TestRandom
        let list: IdentifiedList
        var numbers: ListedNumbers
        /// The content version of an item: another version has another height.
        var versions: [Int: Int] = [:]
        /// The last measured size of an item, for its current content.
        var measured: [Int: Measured] = [:]
        /// Items that were reconfigured out of sight: the list shows their old sizes.
        var stale: Set<Int> = []
        var handles: [(handle: MeasurementHandle, item: Int, width: CGFloat, isAlive: Bool)] = []
        var (restored, dropped, moved) = (0, 0, 0)

        init(seed: UInt64) {
            random = TestRandom(seed: seed)
            list = IdentifiedList(estimated: true)
            numbers = ListedNumbers(&random)
            list.view.diagnostics.handler = { _ in }
            list.host.sizes = { [unowned self] view, size in
                guard let item = (view as? NameCell).flatMap({ Int($0.name) }) else { return nil }
                measured[item] = Measured(width: size.width, version: version(item))
                stale.remove(item)
                return CGSize(width: size.width, height: height(item, size.width, version(item)))
            }
            list.apply(numbers.sections)
        }

        func version(_ item: Int) -> Int { versions[item, default: 0] }

        /// Differs between all items, widths and content versions.
        func height(_ item: Int, _ width: CGFloat, _ version: Int) -> CGFloat {
            21 + CGFloat(item % 512) / 16 + width / 4096 + CGFloat(version % 4) * 64
        }

        func act() -> String? {
            let kept = numbers.items.isEmpty ? nil : numbers.items[random.below(numbers.items.count)]
            if let kept, random.chance(oneIn: 2), let path = list.source.indexPath(for: kept) {
                list.view.anchorPolicy = .item(path)
            } else {
                list.view.anchorPolicy = .firstVisible
            }
            let before = (offset: list.offset, place: kept.flatMap { list.place(of: $0) })
            _ = list.host.take()
            var isScrolled = false
            switch random.below(10) {
            case 0, 1, 2, 3: update()
            case 4: change()
            case 5:
                list.view.bounds.size.width = random.pick(120, 120, 100)
                list.view.layoutIfNeeded()
            case 6:
                list.view.invalidateLayout()
                list.view.layoutIfNeeded()
            case 7: if let fault = answer() { return fault }
            default:
                isScrolled = true
                list.offset = CGFloat(random.fraction()) * list.view.mainOffsetRange.upperBound
                giveHandles()
            }
            if let fault = fault() { return fault }
            let changes = list.host.contentChanges.reduce(ContentChange()) { $0.followed(by: $1) }
            guard !isScrolled else { return nil }
            if list.offset - before.offset != changes.scrollDelta {
                return "the list has moved by \(list.offset - before.offset), and told \(changes)"
            }
            if case .item = list.view.anchorPolicy, !changes.causes.contains(.reload), let kept, let was = before.place,
                let place = list.place(of: kept)
            {
                if place - was != changes.scrollDelta - changes.clampedBy {
                    return "\(kept) has moved in the content by \(place - was), and on the screen: \(changes)"
                }
                if changes.scrollDelta != 0 { moved += 1 }
            }
            return nil
        }

        private func update() {
            let before = Set(numbers.items)
            let restoredBefore = list.view.measuredSizes.restoredCount
            // Now and then items that were filtered out return.
            if random.chance(oneIn: 3), let lost = measured.keys.filter({ !before.contains($0) }).min(),
                !numbers.sections.isEmpty
            {
                let section = random.below(numbers.sections.count)
                numbers.sections[section].1.insert(lost, at: random.below(numbers.sections[section].1.count + 1))
            }
            for _ in 0..<random.int(in: 1...3) { numbers.edit(&random) }
            if random.chance(oneIn: 12) {
                forgetAll()
                list.source.applySnapshotUsingReloadData(IdentifiedList.snapshot(numbers.sections))
                forgetUnseen()
            } else {
                list.apply(numbers.sections)
            }
            let after = Set(numbers.items)
            for place in handles.indices where !after.contains(handles[place].item) { handles[place].isAlive = false }
            stale.formIntersection(after)
            restored += list.view.measuredSizes.restoredCount - restoredBefore
        }

        private var seen: Set<Int> = []

        private func forgetAll() {
            measured = [:]
            stale = []
            for place in handles.indices { handles[place].isAlive = false }
        }

        /// Everything was reloaded: only sizes measured since then are shown.
        private func forgetUnseen() {
            let visible = Set(list.view.indexPathsForVisibleItems.compactMap { list.source.itemIdentifier(for: $0) })
            measured = measured.filter { visible.contains($0.key) || list.isSizeKept(of: $0.key) }
        }

        /// Items change their content.
        private func change() {
            var snapshot = list.source.snapshot()
            var changed: Set<Int> = []
            if random.chance(oneIn: 4), let section = numbers.sections.randomElement(using: &random) {
                snapshot.reloadSections([section.0])
                changed.formUnion(section.1)
            }
            let items = numbers.items
            for _ in 0..<random.below(5) where !items.isEmpty {
                let item = items[random.below(items.count)]
                guard version(item) < 3, changed.insert(item).inserted else { continue }
                if random.chance(oneIn: 2) {
                    snapshot.reloadItems([item])
                } else {
                    snapshot.reconfigureItems([item])
                    stale.insert(item)
                }
            }
            for item in changed {
                measured[item] = nil
                versions[item, default: 0] += 1
            }
            for place in handles.indices where changed.contains(handles[place].item) { handles[place].isAlive = false }
            list.source.apply(snapshot)
        }

        private func giveHandles() {
            for _ in 0..<3 {
                guard let item = numbers.items.randomElement(using: &random),
                    let path = list.source.indexPath(for: item),
                    let handle = list.view.measurementHandle(forItemAt: path)
                else { continue }
                handles.append((handle, item, handle.fitting.width, true))
            }
        }

        private func answer() -> String? {
            guard !handles.isEmpty else { return nil }
            let (handle, item, width, isAlive) = handles.remove(at: random.below(handles.count))
            let widthNow = list.source.indexPath(for: item).map {
                list.view.layout.frame(ofItem: $0[1], inSection: $0[0]).width
            }
            let isFit = isAlive && widthNow == width
            // Recorded first, because the cell may also be measured when it becomes visible.
            let size = CGSize(width: width, height: height(item, width, version(item)))
            if isFit {
                measured[item] = Measured(width: width, version: version(item))
                stale.remove(item)
            }
            let outcome = list.view.takeMeasurement(size, for: handle)
            list.view.layoutIfNeeded()
            if !isFit { dropped += 1 }
            return outcome == (isFit ? .taken : .dropped)
                ? nil
                : "the answer for \(item) was \(outcome), alive \(isAlive), \(width), now \(String(describing: widthNow))"
        }

        func fault() -> String? {
            guard list.source.snapshot().itemIdentifiers == numbers.items else { return "the data is another" }
            for (section, (_, items)) in numbers.sections.enumerated() {
                for (place, item) in items.enumerated() {
                    let size = list.view.layout.frame(ofItem: place, inSection: section).size
                    let known = height(item, size.width, version(item))
                    if let measured = measured[item], measured.width == size.width {
                        guard size.height == known else {
                            return "\(item) was measured as \(known), and has \(size.height)"
                        }
                    } else if size.height != 20 {
                        // Measured at another width, or before it changed out of sight, but always for this item.
                        let own = [120, 118, 116, 100, 98, 96].flatMap { width in
                            (0...4).map { height(item, CGFloat(width), $0) }
                        }
                        guard stale.contains(item) || measured[item] != nil, own.contains(size.height) else {
                            return "\(item), not measured at \(size.width), has \(size.height)"
                        }
                    }
                }
            }
            for path in list.view.indexPathsForVisibleItems {
                guard let item = list.source.itemIdentifier(for: path), stale.contains(item) else { continue }
                return "\(item) was reconfigured out of sight, and was not measured when it was shown"
            }
            let unexpected = list.view.diagnostics.recent.filter { $0.code != .outdatedMeasurement }
            return unexpected.isEmpty ? nil : "\(unexpected)"
        }
    }

    @Test func sizesNeverLandOnAnotherItem() {
        var (restored, dropped, moved) = (0, 0, 0)
        let most = UInt64(max(60, 20_000 * LawCases.fraction))
        for seed in LawCases.onlySeed.map({ $0...$0 }) ?? 1...most {
            let session = Session(seed: seed)
            for step in 0..<25 {
                if let fault = session.act() {
                    Issue.record("LE_SEED=\(seed), step \(step): \(fault)")
                    return
                }
            }
            restored += session.restored
            dropped += session.dropped
            moved += session.moved
        }
        guard LawCases.onlySeed == nil else { return }
        #expect(restored > 20 && dropped > 10 && moved > 50, "\(restored), \(dropped), \(moved)")
    }
}
