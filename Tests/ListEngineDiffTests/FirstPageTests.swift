import Foundation
import ListEngineDiff
import XCTest

/// The example on the first page of the documentation is the code below, word for word, and prints the expected text.
final class FirstPageTests: XCTestCase {
    func testTheExampleRuns() {
        var printed = ""
        func print(_ items: Any...) { printed += items.map { "\($0)" }.joined(separator: " ") + "\n" }

        // Page begins
        let before = ["apple", "banana", "cherry", "date", "elder"]
        let after = ["elder", "apple", "cherry", "date", "fig"]

        // Two arrays: exact, with the fewest possible moves.
        let changes = after.changeset(from: before)
        print("delete", Array(changes.deletes), "insert", Array(changes.inserts))
        for move in changes.moves { print("move", move.old, "->", move.new) }

        // A list with sections: batches that a collection view accepts.
        var shown = DiffableSnapshot<String, String>()
        shown.appendSections(["fruit", "nuts"])
        shown.appendItems(before, toSection: "fruit")

        var next = shown
        next.replaceItems(inSection: "fruit", with: after)
        next.appendItems(["banana"], toSection: "nuts")
        next.reloadItems(["cherry"])
        print(BatchUpdates(next.changeset(from: shown)))
        // Page ends

        XCTAssertEqual(
            printed,
            """
            delete [1] insert [4]
            move 4 -> 0
            insert [0, 4]; move [0, 4]->[0, 0], [0, 1]->[1, 0]; reload [0, 2]

            """)
    }

    func testThePageShowsThisCode() throws {
        let file = URL(fileURLWithPath: "\(#filePath)")
        let root = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let source = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let first = try XCTUnwrap(source.firstIndex { $0.hasSuffix("// Page begins") })
        let last = try XCTUnwrap(source.firstIndex { $0.hasSuffix("// Page ends") })
        let code = source[(first + 1)..<last].map { $0.hasPrefix("        ") ? String($0.dropFirst(8)) : $0 }
        let page = try String(
            contentsOf: root.appendingPathComponent(
                "Sources/ListEngineDiff/ListEngineDiff.docc/ListEngineDiff.md"), encoding: .utf8)
        XCTAssertTrue(page.contains("```swift\nimport ListEngineDiff\n\n\(code.joined(separator: "\n"))\n```"))
    }
}
