import Foundation
import ListEngine
import ListEngineLayout
import Testing

// Sections and items of all kinds that a program may have: each must compile and be shown.

private struct Value: ListIdentifiable {
    var listIdentifier: String
}

private final class Model: ListIdentifiable, Sendable {
    let listIdentifier: String
    init(_ name: String) { listIdentifier = name }
}

@MainActor
private final class MainModel: @MainActor ListIdentifiable {
    var number: Int
    var listIdentifier: String { "main \(number)" }
    init(_ number: Int) { self.number = number }
}

private struct Keyed: Identifiable {
    let id: UUID
}

private struct Numbered: Identifiable {
    let id: Int
}

private struct Both: Identifiable, ListIdentifiable {
    let id: String
    var listIdentifier: String { "list " + id }
}

private struct Plain {
    var name: String
}

/// The minimal section.
private protocol Shown: ListSection {}

extension Shown {
    func shownCell(_ text: String, _ indexPath: IndexPath) -> CollectionViewCell? {
        let cell: DishCell? = dequeueCell(at: indexPath)
        cell?.text = text
        return cell
    }
    func sizes(ofItemsAt items: Range<Int>, inSection section: Int) -> [CGSize]? {
        Array(repeating: CGSize(width: 100, height: 10), count: items.count)
    }
}

private final class LetSection: Shown {
    var context: ListContext?
    let listIdentifier = "let"
    var items = [Value(listIdentifier: "value")]
    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        shownCell(itemIdentifier, indexPath)
    }
}

// A section whose identifier is not a constant is identifiable on the main actor only.
private final class StoredSection: @MainActor Shown {
    weak var context: ListContext?
    var listIdentifier = "stored"
    var items: [Model] { [Model("model")] }
    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        shownCell(itemIdentifier, indexPath)
    }
}

private final class ComputedSection: @MainActor Shown {
    weak var context: ListContext?
    var number = 1
    var listIdentifier: String { "computed \(number)" }
    let items = [MainModel(1), MainModel(2)]
    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        shownCell(itemIdentifier, indexPath)
    }
}

private final class MixedSection: Shown {
    weak var context: ListContext?
    let listIdentifier = "mixed"
    var items: [any ListIdentifiable] = [Value(listIdentifier: "one"), Model("two"), MainModel(3)]
    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        shownCell(itemIdentifier, indexPath)
    }
}

private final class KeyedSection: Shown {
    weak var context: ListContext?
    let listIdentifier = "keyed"
    let items = [Keyed(id: UUID(uuidString: "00000000-0000-0000-0000-000000000001")!)]
    func cell(for itemIdentifier: UUID, at indexPath: IndexPath) -> CollectionViewCell? {
        shownCell(String(itemIdentifier.uuidString.suffix(4)), indexPath)
    }
}

private final class NumberedSection: Shown {
    weak var context: ListContext?
    let listIdentifier = "numbered"
    var items = [Numbered(id: 5), Numbered(id: 6)]
    var selected: Int?
    func cell(for itemIdentifier: Int, at indexPath: IndexPath) -> CollectionViewCell? {
        shownCell("#\(itemIdentifier)", indexPath)
    }
    func didSelectItem(for itemIdentifier: Int, at indexPath: IndexPath) { selected = itemIdentifier }
}

private final class BothSection: Shown {
    weak var context: ListContext?
    let listIdentifier = "both"
    let items = [Both(id: "b")]
    // Implementing the method decides which of the two identifiers is used.
    func itemIdentifier(of item: Both) -> String { item.listIdentifier }
    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        shownCell(itemIdentifier, indexPath)
    }
}

private final class PlainSection: Shown {
    weak var context: ListContext?
    let listIdentifier = "plain"
    let items = [Plain(name: "p")]
    func itemIdentifier(of item: Plain) -> String { item.name }
    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        shownCell(itemIdentifier, indexPath)
    }
}

/// Has identifiers and no items.
private final class CountedSection: Shown {
    weak var context: ListContext?
    let listIdentifier = "counted"
    var items: [Numbered] { itemIdentifiers.map { Numbered(id: $0) } }
    var itemIdentifiers: [Int] { Array(0..<3) }
    func cell(for itemIdentifier: Int, at indexPath: IndexPath) -> CollectionViewCell? {
        shownCell("\(itemIdentifier)", indexPath)
    }
}

private class BaseSection: Shown {
    weak var context: ListContext?
    let listIdentifier = "base"
    var items: [Value] { [Value(listIdentifier: "base")] }
    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        shownCell(itemIdentifier, indexPath)
    }
    func add(_ name: String) { append(items: [Value(listIdentifier: name)]) }
    func position(of name: String) -> IndexPath? { indexPath(for: name) }
}

private final class DerivedSection: BaseSection {
    override var items: [Value] { super.items + [Value(listIdentifier: "derived")] }
}

@MainActor
@Suite("Sections and items of all kinds")
struct SectionKindsTests {
    @Test func allAreShown() {
        let test = SectionList(height: 400)
        let computed = ComputedSection()
        let numbered = NumberedSection()
        let derived = DerivedSection()
        test.list.append(newSections: [
            LetSection(), StoredSection(), computed, MixedSection(), KeyedSection(), numbered, BothSection(),
            PlainSection(), CountedSection(), derived,
        ])
        #expect(
            test.shown == "value model main 1 main 2 one two main 3 0001 #5 #6 list b p 0 1 2 base derived")
        #expect(test.codes == [])
        test.view.hostTap(at: CGPoint(x: 5, y: 95))
        #expect(numbered.selected == 6)
        // Identifiers of sections are read once.
        computed.number = 2
        computed.append(items: [MainModel(9)])
        #expect(test.list.itemIdentifier(at: IndexPath(item: 2, section: 2)) == "main 9")
        #expect(computed.sectionIndex == 2)
        numbered.deleteItems([Numbered(id: 5)])
        #expect(numbered.itemIdentifier(at: IndexPath(item: 0, section: 5)) == 6)
        // Calls of a section base class work for its subclasses.
        derived.add("added")
        #expect(derived.position(of: "added") == IndexPath(item: 2, section: 9))
        derived.update()
        #expect(derived.position(of: "added") == nil)
        #expect(test.codes == [])
    }

    @Test func aSectionOfAnotherTypeWithTheSameIdentifierIsReloaded() {
        let test = SectionList()
        final class Other: Shown {
            weak var context: ListContext?
            let listIdentifier = "numbered"
            let items = [Value(listIdentifier: "v")]
            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                shownCell(itemIdentifier, indexPath)
            }
        }
        test.list.append(newSections: [NumberedSection()])
        #expect(test.shown == "#5 #6")
        test.list.update(newSections: [Other()])
        #expect(test.shown == "v")
        #expect(test.view.diagnostics.recent == [])
    }
}
