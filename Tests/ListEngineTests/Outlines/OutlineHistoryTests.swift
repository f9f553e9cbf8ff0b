import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

@MainActor
@Suite("Histories of outlines")
struct OutlineHistoryTests {
    /// The tree in the plainest form: a list of lines.
    private struct Model {
        struct Node {
            var name: String
            var level: Int
            var isExpanded = false
        }

        /// Nil after the tree's section was changed otherwise.
        var tree: [Node]?
        /// The items of the tree's section.
        var items: [String] = []

        func end(of place: Int) -> Int {
            let tree = tree ?? []
            return (place + 1..<tree.count).first { tree[$0].level <= tree[place].level } ?? tree.count
        }

        /// The places of the visible nodes.
        var visible: [Int] {
            guard let tree else { return [] }
            var found: [Int] = []
            var place = 0
            while place < tree.count {
                found.append(place)
                place = tree[place].isExpanded ? place + 1 : end(of: place)
            }
            return found
        }

        /// Whether the section has the items that the tree shows.
        var isInForce: Bool { tree != nil && items == visible.map { tree![$0].name } }

        var lines: [String] {
            guard let tree else { return items }
            return visible.map { place in
                let isParent = end(of: place) > place + 1
                return String(repeating: ".", count: tree[place].level)
                    + (isParent ? (tree[place].isExpanded ? "-" : "+") : "") + tree[place].name
            }
        }

        var outline: SectionSnapshot<String> {
            var outline = SectionSnapshot<String>()
            var parents: [String] = []
            for node in tree ?? [] {
                parents.removeSubrange(node.level...)
                outline.append([node.name], to: parents.last)
                parents.append(node.name)
            }
            outline.expand((tree ?? []).filter(\.isExpanded).map(\.name))
            return outline
        }

        static func random(_ random: inout TestRandom) -> [Node] {
            var level = 0
            // A part of the names, so that two trees have some in common.
            let names = (0..<20).filter { _ in random.below(2) == 0 }
            return names.enumerated().map { place, number in
                level = place == 0 ? 0 : random.below(level + 2)
                return Node(name: "n\(number)", level: level, isExpanded: random.below(3) == 0)
            }
        }
    }

    /// Two sections. An item that one of them shows leaves the other.
    private struct Models {
        var sections = [Model(), Model()]

        mutating func showTree(_ section: Int) {
            let items = sections[section].visible.map { sections[section].tree![$0].name }
            sections[section].items = items
            sections[1 - section].items.removeAll(where: items.contains)
        }

        mutating func setExpanded(_ isExpanded: Bool, _ name: String) {
            let showing = sections.firstIndex { $0.items.contains(name) }
            let hiding = sections.firstIndex { $0.tree?.contains { $0.name == name } == true }
            guard let section = showing ?? hiding, sections[section].isInForce,
                let place = sections[section].tree!.firstIndex(where: { $0.name == name }),
                sections[section].tree![place].isExpanded != isExpanded
            else { return }
            sections[section].tree![place].isExpanded = isExpanded
            showTree(section)
        }

        mutating func endTurn() {
            for section in 0..<2 where !sections[section].isInForce { sections[section].tree = nil }
        }
    }

    @Test(arguments: 1...100 as ClosedRange<UInt64>)
    func randomEditsShowTheModel(seed: UInt64) {
        var random = TestRandom(seed: seed)
        let screen = OutlineScreen(.manual())
        var model = Models()
        screen.source.apply(OutlineScreen.Source.Snapshot(sections: [("0", []), ("1", [])]))
        screen.scheduler.runPending()
        for step in 0..<40 {
            // Updates that wait together are shown as one.
            for _ in 0...random.below(3) {
                let (name, section) = ("n\(random.below(20))", random.below(2))
                switch random.below(8) {
                case 0, 1:
                    screen.source.expand(name)
                    model.setExpanded(true, name)
                case 2:
                    screen.source.collapse(name)
                    model.setExpanded(false, name)
                case 3, 4:
                    model.sections[section].tree = Model.random(&random)
                    model.showTree(section)
                    screen.source.apply(model.sections[section].outline, to: "\(section)")
                case 5:
                    // A whole snapshot, made of what is shown now.
                    var next = screen.source.snapshot()
                    if random.below(2) == 0 { next.deleteItems([name]) }
                    for section in 0..<2 { model.sections[section].items = next.itemIdentifiers(inSectionAt: section) }
                    screen.source.apply(next)
                case 6:
                    guard screen.source.toggleExpansion(of: name) else { continue }
                    // The user sees what is shown, not what waits.
                    model.setExpanded(!screen.source.outlineState(of: name)!.isExpanded, name)
                default:
                    screen.source.edit { if $0.contains(item: name) { $0.deleteItems([name]) } }
                    for section in 0..<2 { model.sections[section].items.removeAll { $0 == name } }
                }
            }
            screen.scheduler.runPending()
            model.endTurn()
            let (lines, expected) = (screen.lines, model.sections.flatMap(\.lines))
            if lines != expected {
                Issue.record("seed \(seed), step \(step): \(lines), expected \(expected)")
                return
            }
            for section in 0..<2 {
                #expect(screen.source.snapshot(for: "\(section)").visibleItems == model.sections[section].items)
            }
        }
    }
}
