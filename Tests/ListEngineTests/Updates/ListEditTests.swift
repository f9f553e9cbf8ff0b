import Foundation
import ListEngineLayout
import TestSupport
import Testing

/// The one value between a change and a layout, compared with a model that has a name for each item.
@MainActor
@Suite("Edits of lists")
struct ListEditTests {
    /// A random edit, and the lists before and after by names.
    private struct Case {
        var before: [[Int]] = []
        var after: [[Int]] = []
        var edit = ListEdit()
        var called = CalledUpdates()
        /// Items that move by themselves, and sections that do.
        var moved: Set<Int> = []
        var movedSections: Set<Int> = []

        init(_ random: inout TestRandom) {
            var next = 0
            func fresh(_ count: Int) -> [Int] {
                defer { next += count }
                return Array(next..<next + count)
            }
            before = (0..<random.below(6)).map { _ in fresh(random.below(7)) }
            // Each section keeps some items in order; others are deleted, or move to any section.
            var kept: [[Int]] = []
            var moving: [Int] = []
            let deleted = before.map { _ in random.chance(oneIn: 4) }
            for (section, items) in before.enumerated() {
                var rest: [Int] = []
                for item in items {
                    switch random.below(5) {
                    case 0: moving.append(item)
                    case 1: break
                    default: rest.append(item)
                    }
                }
                kept.append(deleted[section] ? [] : rest)
            }
            var order = before.indices.filter { !deleted[$0] }
            if order.count > 1, random.chance(oneIn: 3) {
                let section = order.remove(at: random.below(order.count))
                order.insert(section, at: random.below(order.count + 1))
                movedSections = [section]
            }
            var places: [Int?] = order
            if random.chance(oneIn: 3) { places.insert(nil, at: random.below(places.count + 1)) }
            after = places.map { $0.map { kept[$0] } ?? fresh(random.below(4)) }
            let stays = places.indices.filter { places[$0] != nil }
            if stays.isEmpty { moving = [] }
            for item in moving {
                let section = stays[random.below(stays.count)]
                after[section].insert(item, at: random.below(after[section].count + 1))
                moved.insert(item)
            }
            for section in stays where random.chance(oneIn: 2) {
                for item in fresh(random.below(3)) {
                    after[section].insert(item, at: random.below(after[section].count + 1))
                }
            }
            // As a program calls the update methods.
            for section in before.indices where deleted[section] { called.deletedSections.append(section) }
            for (new, old) in places.enumerated() {
                if let old, movedSections.contains(old) {
                    called.movedSections.append((old, new))
                } else if old == nil {
                    called.insertedSections.append(new)
                }
            }
            let all = Set(after.joined())
            for (section, items) in before.enumerated() {
                for (item, name) in items.enumerated() where moved.contains(name) || !all.contains(name) {
                    let path = IndexPath(item: item, section: section)
                    guard moved.contains(name) else {
                        if !deleted[section] { called.deletedItems.append(path) }
                        continue
                    }
                    called.movedItems.append((path, Case.path(of: name, in: after)!.indexPath))
                }
            }
            for section in stays {
                for (item, name) in after[section].enumerated() where !before.joined().contains(name) {
                    called.insertedItems.append(IndexPath(item: item, section: section))
                }
            }
            edit = ListEdit(called)
        }

        static func path(of name: Int, in list: [[Int]]) -> ElementPath? {
            for (section, items) in list.enumerated() {
                if let item = items.firstIndex(of: name) { return .item(item, inSection: section) }
            }
            return nil
        }

        /// The rule in words: the item itself; the next item of its section that stays in it; the last one before it; the first
        /// one of a later section; the last one of an earlier section.
        func survivor(_ path: ElementPath, followingMoves: Bool) -> Int? {
            let all = Set(after.joined())
            let name = before[path.section][path.item]
            let isMoved = moved.contains(name) || movedSections.contains(path.section)
            if all.contains(name), followingMoves || !isMoved { return name }
            func stays(_ name: Int, _ section: Int) -> Bool {
                all.contains(name) && !moved.contains(name)
                    && (followingMoves || !movedSections.contains(section))
            }
            let items = before[path.section]
            if let next = items[path.item...].first(where: { stays($0, path.section) }) { return next }
            if let last = items[..<path.item].last(where: { stays($0, path.section) }) { return last }
            for section in before.indices where section > path.section {
                if let next = before[section].first(where: { stays($0, section) }) { return next }
            }
            for section in before.indices.reversed() where section < path.section {
                if let last = before[section].last(where: { stays($0, section) }) { return last }
            }
            return nil
        }
    }

    private func layout(_ list: [[Int]]) throws -> CollectionViewLayout {
        var layout = CollectionViewLayout(width: 100)
        for items in list { try layout.append(.list(heights: items.map { 10 + Double($0) })) }
        return layout
    }

    @Test func positionsSurvivorsAndLayoutsEqualThoseOfAModel() {
        let failure = LawCases.firstFailure(of: "edits of lists", share: 0.1, scales: [.small]) { law in
            do {
                var random = law.random
                let state = Case(&random)
                let (edit, before) = (state.edit, try layout(state.before))
                try edit.check(layout: before, counts: EditCounts(state.after.map(\.count)))
                if !edit.leads(from: before, to: state.after.map(\.count)) { return "it does not lead there" }
                for (section, items) in state.before.enumerated() {
                    for (item, name) in items.enumerated() {
                        let path = ElementPath.item(item, inSection: section)
                        if edit.newPath(path) != Case.path(of: name, in: state.after) { return "\(path) is elsewhere" }
                        for follows in [false, true] {
                            let found = edit.survivor(of: path, in: before, followingMoves: follows)
                            let expected = state.survivor(path, followingMoves: follows)
                            let isRight =
                                found?.before == expected.flatMap { Case.path(of: $0, in: state.before) }
                                && found?.after == expected.flatMap { Case.path(of: $0, in: state.after) }
                            if !isRight {
                                return "\(path) is replaced by \(String(describing: found)), not \(expected ?? -1)"
                            }
                        }
                    }
                }
                for (section, items) in state.after.enumerated() {
                    for (item, name) in items.enumerated() {
                        let path = ElementPath.item(item, inSection: section)
                        if edit.oldPath(path) != Case.path(of: name, in: state.before) {
                            return "\(path) was elsewhere"
                        }
                    }
                }
                var edited = before
                let names = state.after
                _ = try edit.apply(to: &edited) { section, items, layout in
                    let items = items ?? [0..<names[section].count]
                    return .list(heights: items.joined().map { 10 + Double(names[section][$0]) })
                }
                let fresh = try layout(state.after)
                let all = CGRect(x: 0, y: 0, width: 100, height: 1e6)
                if edited.layoutAttributes(in: all) != fresh.layoutAttributes(in: all) { return "the layouts differ" }
                return nil
            } catch { return "\(error)" }
        }
        #expect(failure == nil, "\(failure ?? "")")
    }
}
