import ListEngineDiff
import XCTest

/// The rule book refuses a batch that breaks a rule, names the rule and the position, and is unchanged.
final class BatchUpdateModelTests: XCTestCase {
    private func path(_ section: Int, _ item: Int) -> ItemIndexPath { ItemIndexPath(section: section, item: item) }

    /// A view of sections with 3, 2 and 0 items, and one stage made by hand.
    private func assertBreaks(
        _ rule: BatchRuleViolation.Rule, section: Int, item: Int? = nil, counts: [Int] = [3, 2, 0],
        line: UInt = #line, _ make: (inout BatchUpdates.Stage) -> Void
    ) {
        var model = BatchUpdateModel(itemCounts: [3, 2, 0])
        let before = model
        var stage = BatchUpdates.Stage()
        stage.itemCounts = counts
        make(&stage)
        do throws(BatchRuleViolation) {
            try model.perform(stage)
            XCTFail("\(stage) was performed", line: line)
        } catch {
            XCTAssertEqual(error.rule, rule, error.description, line: line)
            XCTAssertEqual(error.section, section, error.description, line: line)
            XCTAssertEqual(error.item, item, error.description, line: line)
        }
        XCTAssertEqual(model, before, line: line)
    }

    func testSectionsMustExist() {
        assertBreaks(.sectionExistsBefore, section: 3) { $0.deletedSections = [3] }
        assertBreaks(.sectionExistsBefore, section: 7) { $0.reloadedSections = [7] }
        assertBreaks(.sectionExistsBefore, section: -1) { $0.movedSections = [.init(from: -1, to: 0)] }
        assertBreaks(.sectionExistsAfter, section: 3) { $0.movedSections = [.init(from: 0, to: 3)] }
        assertBreaks(.sectionExistsAfter, section: 5, counts: [3, 2, 0, 0]) { $0.insertedSections = [5] }
    }

    func testASectionTakesPartInOneOperation() {
        assertBreaks(.oneOperationForASection, section: 1) { $0.deletedSections = [1, 1] }
        assertBreaks(.oneOperationForASection, section: 1) {
            $0.deletedSections = [1]
            $0.reloadedSections = [1]
        }
        assertBreaks(.oneOperationForASection, section: 0) {
            $0.reloadedSections = [0]
            $0.movedSections = [.init(from: 0, to: 2)]
        }
        assertBreaks(.oneOperationForASection, section: 2) {
            $0.movedSections = [.init(from: 0, to: 2), .init(from: 1, to: 2)]
        }
        assertBreaks(.oneOperationForASection, section: 0) {
            $0.insertedSections = [0]
            $0.movedSections = [.init(from: 1, to: 0)]
        }
    }

    func testSectionCountsMustAddUp() {
        assertBreaks(.sectionCountsAddUp, section: 2) { $0.deletedSections = [1] }
        assertBreaks(.sectionCountsAddUp, section: 3, counts: [3, 2]) { _ in }
    }

    func testItemsMustExist() {
        assertBreaks(.itemExistsBefore, section: 0, item: 3) { $0.deletedItems = [self.path(0, 3)] }
        assertBreaks(.itemExistsBefore, section: 2, item: 0) { $0.reloadedItems = [self.path(2, 0)] }
        assertBreaks(.itemExistsBefore, section: 9, item: 0) {
            $0.movedItems = [.init(from: self.path(9, 0), to: self.path(0, 0))]
        }
        assertBreaks(.itemExistsAfter, section: 0, item: 4, counts: [4, 2, 0]) { $0.insertedItems = [self.path(0, 4)] }
        assertBreaks(.itemExistsAfter, section: 1, item: 2) {
            $0.movedItems = [.init(from: self.path(0, 0), to: self.path(1, 2))]
        }
        assertBreaks(.itemExistsBefore, section: 2, item: 0) { $0.reconfiguredItems = [self.path(2, 0)] }
    }

    func testNoItemIsReportedInAReportedSection() {
        assertBreaks(.sectionIsNotNamedItself, section: 1, item: 0, counts: [3, 0]) {
            $0.deletedSections = [1]
            $0.deletedItems = [self.path(1, 0)]
        }
        assertBreaks(.sectionIsNotNamedItself, section: 0, item: 1) {
            $0.reloadedSections = [0]
            $0.reloadedItems = [self.path(0, 1)]
        }
        assertBreaks(.sectionIsNotNamedItself, section: 0, item: 1) {
            $0.reloadedSections = [0]
            $0.reconfiguredItems = [self.path(0, 1)]
        }
        assertBreaks(.sectionIsNotNamedItself, section: 2, item: 0, counts: [2, 0, 4]) {
            $0.movedSections = [.init(from: 0, to: 2)]
            $0.insertedItems = [self.path(2, 0)]
        }
        assertBreaks(.sectionIsNotNamedItself, section: 1, item: 0, counts: [3, 1, 1, 0]) {
            $0.insertedSections = [1]
            $0.movedItems = [.init(from: self.path(1, 0), to: self.path(1, 0))]
        }
    }

    func testAnItemTakesPartInOneOperation() {
        assertBreaks(.oneOperationForAnItem, section: 0, item: 1, counts: [2, 2, 0]) {
            $0.deletedItems = [self.path(0, 1), self.path(0, 1)]
        }
        assertBreaks(.oneOperationForAnItem, section: 0, item: 1, counts: [2, 2, 0]) {
            $0.deletedItems = [self.path(0, 1)]
            $0.movedItems = [.init(from: self.path(0, 1), to: self.path(1, 0))]
        }
        assertBreaks(.oneOperationForAnItem, section: 0, item: 1) {
            $0.reloadedItems = [self.path(0, 1)]
            $0.movedItems = [.init(from: self.path(0, 1), to: self.path(0, 0))]
        }
        assertBreaks(.oneOperationForAnItem, section: 1, item: 0, counts: [2, 4, 0]) {
            $0.insertedItems = [self.path(1, 0)]
            $0.movedItems = [.init(from: self.path(0, 0), to: self.path(1, 0))]
        }
        assertBreaks(.oneOperationForAnItem, section: 0, item: 1) {
            $0.movedItems = [.init(from: self.path(0, 1), to: self.path(0, 0))]
            $0.reconfiguredItems = [self.path(0, 1)]
        }
        assertBreaks(.oneOperationForAnItem, section: 0, item: 2) {
            $0.reloadedItems = [self.path(0, 2)]
            $0.reconfiguredItems = [self.path(0, 2)]
        }
    }

    func testItemCountsMustAddUp() {
        assertBreaks(.itemCountsAddUp, section: 0, counts: [4, 2, 0]) { _ in }
        assertBreaks(.itemCountsAddUp, section: 1, counts: [3, 1, 0]) { $0.insertedItems = [self.path(1, 0)] }
        assertBreaks(.itemCountsAddUp, section: 0, counts: [3, 2, 0]) {
            $0.movedItems = [.init(from: self.path(0, 1), to: self.path(1, 0))]
        }
    }

    func testALaterStageIsNamedAndTheWholeBatchUndone() {
        var model = BatchUpdateModel(itemCounts: [2])
        var first = BatchUpdates.Stage()
        first.deletedItems = [path(0, 0)]
        first.itemCounts = [1]
        var second = first
        second.itemCounts = [1]
        XCTAssertThrowsError(try model.perform(BatchUpdates(stages: [first, second]))) { error in
            XCTAssertEqual((error as? BatchRuleViolation)?.stage, 1)
        }
        XCTAssertEqual(model, BatchUpdateModel(itemCounts: [2]))
    }

    func testElementsKeepTheirOrigin() throws {
        var model = BatchUpdateModel(itemCounts: [3, 2])
        var stage = BatchUpdates.Stage()
        stage.movedItems = [.init(from: path(0, 2), to: path(0, 0))]
        stage.deletedItems = [path(1, 0)]
        stage.insertedItems = [path(0, 3)]
        stage.insertedSections = [1]
        stage.itemCounts = [4, 1, 1]
        try model.perform(stage)
        XCTAssertEqual(model.sectionOrigins, [0, nil, 1])
        XCTAssertEqual(model.origins, [[path(0, 2), path(0, 0), path(0, 1), nil], [nil], [path(1, 1)]])
    }
}
