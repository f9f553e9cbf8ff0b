import ListEngineDiff
import XCTest

/// Outlines: a tree of unique items; items with expanded ancestors are visible.
final class SectionSnapshotTests: XCTestCase {
    private var food: SectionSnapshot<String> {
        var outline = SectionSnapshot<String>()
        outline.append(["fruit", "nuts"])
        outline.append(["apple", "pear"], to: "fruit")
        outline.append(["gala", "fuji"], to: "apple")
        return outline
    }

    func testItemsAreInOrderEachBeforeItsDescendants() {
        XCTAssertEqual(food.items, ["fruit", "apple", "gala", "fuji", "pear", "nuts"])
        XCTAssertEqual(food.rootItems, ["fruit", "nuts"])
        XCTAssertEqual(food.children(of: "fruit"), ["apple", "pear"])
        XCTAssertEqual(food.parent(of: "gala"), "apple")
        XCTAssertNil(food.parent(of: "nuts"))
        XCTAssertEqual(["fruit", "apple", "gala", "bread"].map(food.level), [0, 1, 2, nil])
    }

    func testOnlyItemsWithExpandedAncestorsAreVisible() {
        var outline = food
        XCTAssertEqual(outline.visibleItems, ["fruit", "nuts"])
        outline.expand(["apple"])
        XCTAssertEqual(outline.visibleItems, ["fruit", "nuts"])
        XCTAssertFalse(outline.isVisible("gala"))
        outline.expand(["fruit", "bread"])
        XCTAssertEqual(outline.visibleItems, ["fruit", "apple", "gala", "fuji", "pear", "nuts"])
        XCTAssertEqual(outline.index(of: "pear"), 4)
        outline.collapse(["apple"])
        XCTAssertEqual(outline.visibleItems, ["fruit", "apple", "pear", "nuts"])
        XCTAssertNil(outline.index(of: "gala"))
        XCTAssertTrue(outline.isExpanded("fruit") && !outline.isExpanded("apple"))
    }

    func testAnInsertedItemIsOnTheLevelOfTheItemNextToIt() {
        var outline = food
        outline.insert(["plum"], before: "pear")
        outline.insert(["kiwi"], after: "apple")
        outline.insert(["bread"], before: "nuts")
        XCTAssertEqual(outline.items, ["fruit", "apple", "gala", "fuji", "kiwi", "plum", "pear", "bread", "nuts"])
    }

    func testDeletingAnItemDeletesItsDescendants() {
        var outline = food
        outline.delete(["apple", "gala", "nothing"])
        XCTAssertEqual(outline.items, ["fruit", "pear", "nuts"])
        XCTAssertEqual(outline.count, 3)
        outline.append(["gala"], to: "nuts")
        XCTAssertEqual(outline.level(of: "gala"), 1)
        outline.deleteAll()
        XCTAssertEqual(outline.items, [])
    }

    func testASubtreeIsATreeAndCanReplaceAnother() {
        var outline = food
        let apples = outline.snapshot(of: "apple", includingParent: true)!
        XCTAssertEqual(apples.items, ["apple", "gala", "fuji"])
        XCTAssertEqual(outline.snapshot(of: "apple")!.items, ["gala", "fuji"])
        XCTAssertNil(outline.snapshot(of: "bread"))
        outline.replace(childrenOf: "fruit", using: apples)
        XCTAssertEqual(outline.items, ["fruit", "apple", "gala", "fuji", "nuts"])
        XCTAssertEqual(outline.level(of: "fuji"), 2)
    }

    func testDuplicatesAndUnknownItemsAreReportedAndNothingChanges() {
        var outline = food
        XCTAssertThrowsError(try outline.append(validating: ["bread", "pear"])) {
            XCTAssertEqual(
                $0 as? SnapshotError,
                .itemAlreadyPresent(identifier: "pear", position: .init(section: 0, item: 4), argument: 1))
        }
        XCTAssertThrowsError(try outline.insert(validating: ["a", "b", "a"], before: "nuts")) {
            XCTAssertEqual($0 as? SnapshotError, .duplicateItem(identifier: "a", first: 0, again: 2))
        }
        XCTAssertThrowsError(try outline.insert(validating: ["a"], after: "bread")) {
            XCTAssertEqual($0 as? SnapshotError, .unknownItem(identifier: "bread", argument: 0))
        }
        XCTAssertThrowsError(try outline.replace(validatingChildrenOf: "nuts", using: food))
        XCTAssertEqual(outline, food)
    }

    func testASectionShowsTheVisibleItems() {
        var snapshot = DiffableSnapshot<Int, String>()
        var outline = food
        snapshot.apply(outline, toSection: 1)
        let before = snapshot
        outline.expand(["fruit"])
        snapshot.apply(outline, toSection: 1)
        XCTAssertEqual(snapshot.itemIdentifiers(inSection: 1), ["fruit", "apple", "pear", "nuts"])
        XCTAssertEqual(
            BatchUpdates(snapshot.changeset(from: before)).description, "insert [0, 1], [0, 2]")
    }

    func testATreeAsDeepAsItIsLongDoesNotOverflow() {
        var outline = SectionSnapshot<Int>()
        outline.append([0])
        for item in 1..<20_000 { outline.append([item], to: item - 1) }
        outline.expand(Array(0..<20_000))
        XCTAssertEqual(outline.visibleItems.count, 20_000)
        XCTAssertEqual(outline.snapshot(of: 0, includingParent: true)!.items.count, 20_000)
        outline.delete([0])
        XCTAssertEqual(outline.count, 0)
    }
}
