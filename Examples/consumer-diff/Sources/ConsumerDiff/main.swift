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
