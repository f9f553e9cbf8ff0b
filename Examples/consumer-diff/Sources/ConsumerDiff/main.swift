// Diffs two lists, and a million identifiers: from outside the package, linking nothing but the differ.
import ListEngineDiff

let old = ["milk", "bread", "eggs", "tea", "salt"]
let new = ["tea", "milk", "butter", "bread", "eggs"]
let changes = new.changeset(from: old)
print(changes)
precondition(changes.moves.map { [$0.old, $0.new] } == [[3, 0]])
precondition(Array(changes.deletes) == [4] && Array(changes.inserts) == [2])
let applied = try old.applying(changes, insertingFrom: new)
precondition(applied == new)
let back = try new.applying(changes.inverse, insertingFrom: old)
precondition(back == old)

// Identity and content apart.
struct Row {
    var id: Int
    var title: String
}
let before = (0..<1_000_000).map { Row(id: $0, title: "row \($0)") }
var after = before
after[500].title = "changed"
after.swapAt(10, 999_990)
after.remove(at: 700_000)
let clock = ContinuousClock()
var edits = Changeset?.none
let time = clock.measure {
    edits = after.changeset(from: before, by: \.id, options: .assumingUnique, comparing: { $0.title == $1.title })
}
precondition(edits?.moves.count == 2 && edits?.deletes.count == 1 && edits?.updates.count == 1)
print("a million rows: \(edits!) in \(time)")

// Snapshots, whose identifiers stand in tables that grow in pieces; and the updates of a view. `make consumers` builds this
// program with AddressSanitizer, which looks for leaks when it ends.
for size in [0, 1, 100, 5_000, 70_000] {
    var shown = DiffableSnapshot<String, Int>()
    shown.appendSections(["log", "rest"])
    shown.appendItems(0..<size, toSection: "log")
    shown.appendItems((0..<size).map { -1 - $0 }, toSection: "rest")
    var next = DiffableSnapshot(basedOn: shown)
    next.appendSections(["rest", "log"])
    next.appendItems((0..<size).map { -1 - $0 }, toSection: "rest")
    next.appendItems((0..<size).filter { $0 % 3 != 0 }, toSection: "log")
    next.reloadItems(next.itemIdentifiers.prefix(3))
    var model = BatchUpdateModel(itemCounts: [size, size])
    if size < 10_000 { try model.perform(BatchUpdates(next.changeset(from: shown))) }
    for round in 0..<40 {
        next.appendItems((round + 10) * 100_000..<(round + 10) * 100_000 + 5_000, toSection: "log")
        next.trimItems(toLast: 1_000, inSection: "log")
    }
    next.settle()
    precondition(next.numberOfItems == size + 1_000)
}
var words = DiffableSnapshot<Int, String>()
words.appendSections([0])
words.appendItems((0..<9_000).map { "word number \($0), which is long enough for the heap" })
precondition(words.changeset(from: words).isEmpty)
var outline = SectionSnapshot<String>()
outline.append((0..<5_000).map { "node \($0)" })
outline.append((0..<5_000).map { "leaf \($0)" }, to: "node 7")
outline.expand(["node 7"])
precondition(outline.visibleItems.count == 10_000)
print("ok")
