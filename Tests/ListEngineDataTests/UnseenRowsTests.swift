import Foundation
import ListEngine
import ListEngineLayout
import Testing

@testable import ListEngineData

/// The rows below the screen that the user of a chat has not seen.
@MainActor
@Suite struct UnseenRowsTests {
    /// A chat at its end, and the numbers that its handler receives.
    private func chat() -> (RowScreen, Numbers) {
        let (screen, numbers) = (RowScreen(seed: 21, at: .last), Numbers())
        screen.view.anchorPolicy = .endWhenAtEnd
        screen.section.unseenRowsHandler = { numbers.all.append($0) }
        screen.open()
        screen.answerAll()
        screen.view.scrollToEnd(animated: false)
        screen.answerAll()
        return (screen, numbers)
    }

    private final class Numbers { var all: [Int] = [] }

    private func scroll(_ screen: RowScreen, by distance: CGFloat) {
        screen.view.hostDidScroll(to: CGPoint(x: 0, y: screen.view.contentOffset.y + distance))
        screen.answerAll()
    }

    @Test(arguments: [true, false]) func rowsThatArriveBelowTheScreenAreUnseen(edits: Bool) {
        let (screen, numbers) = chat()
        #expect(screen.section.lastSeenKey == 9_999)
        func append(_ count: Int) {
            screen.append(count, edits: edits)
            // A source that does not report its edits is counted again.
            if !edits {
                screen.reader.outlines?(.pages(screen.pages(of: 300), end: nil, revision: screen.rows.revision))
            }
            screen.answerAll()
        }
        append(3)
        #expect(screen.view.isAtEnd && numbers.all == [] && screen.section.lastSeenKey == 10_002)
        scroll(screen, by: -300)
        append(5)
        #expect(numbers.all == [5] && screen.section.numberOfUnseenRows == 5)
        append(1)
        #expect(numbers.all == [5, 6])
        screen.view.scrollToEnd(animated: false)
        screen.answerAll()
        #expect(numbers.all == [5, 6, 0] && screen.section.lastSeenKey == 10_008)
        #expect(screen.fault == nil)
    }

    @Test func correctedCountsAreNotUnseenRows() {
        let (screen, numbers) = chat()
        screen.reader.outlines?(.estimate(count: .estimated(30_000, within: 30_000), quantiles: [1_000, 2_000, 9_000]))
        screen.section.scroll(to: 1_500)
        screen.answerAll()
        screen.append(2)
        screen.reader.outlines?(.pages(screen.pages(of: 300), end: nil, revision: RowRevision(1)))
        screen.answerAll()
        #expect(numbers.all == [2], "\(numbers.all)")
        #expect(screen.rows.numberOfItems == 10_002 && screen.fault == nil)
    }

    /// The last row that was seen is not near the screen when the source has changed.
    @Test(arguments: [50, 300, 5_000], [true, false])
    func rowsFarFromTheScreenAreCounted(pageSize: Int, countsComeFirst: Bool) {
        let (screen, numbers) = chat()
        screen.reader.outlines?(.pages(screen.pages(of: pageSize), end: nil, revision: .initial))
        screen.section.scroll(to: 1_500)
        screen.answerAll()
        for _ in 0..<3 {
            screen.append(4, edits: false)
            if !countsComeFirst { screen.answerAll() }
            screen.reader.outlines?(.pages(screen.pages(of: pageSize), end: nil, revision: screen.rows.revision))
            screen.answerAll()
        }
        #expect(numbers.all == [4, 8, 12], "\(numbers.all)")
        #expect(screen.fault == nil)
    }

    /// The last row that was seen is deleted, and then one that was not.
    @Test func deletedRowsAreNotUnseen() {
        let (screen, numbers) = chat()
        scroll(screen, by: -300)
        screen.append(4)
        screen.answerAll()
        screen.delete(9_999)
        screen.answerAll()
        #expect(numbers.all == [4], "\(numbers.all)")
        screen.delete(10_001)
        screen.answerAll()
        #expect(numbers.all == [4, 3], "\(numbers.all)")
        // The screen shows a part of them.
        screen.section.scroll(to: 10_002, at: .end)
        screen.answerAll()
        #expect(numbers.all == [4, 3, 1], "\(numbers.all)")
    }

    @Test func aStoredKeyCountsTheRowsThatArrivedInBetween() {
        let (screen, numbers) = (RowScreen(seed: 22, at: .from(5_000)), Numbers())
        screen.section.lastSeenKey = 9_900
        screen.section.unseenRowsHandler = { numbers.all.append($0) }
        screen.open()
        screen.reader.outlines?(.pages(screen.pages(of: 300), end: nil, revision: .initial))
        screen.answerAll()
        #expect(
            screen.section.numberOfUnseenRows == 99 && numbers.all.last == 99,
            "\(numbers.all), \(screen.section.lastSeenKey ?? -1)")
        screen.view.scrollToEnd(animated: false)
        screen.answerAll()
        #expect(numbers.all.last == 0 && screen.section.lastSeenKey == 9_999)
    }

    /// The keys of a different order say nothing about the new rows.
    @Test func anotherSourceForgetsWhatWasSeen() {
        let (screen, numbers) = chat()
        scroll(screen, by: -300)
        screen.append(5)
        screen.answerAll()
        #expect(numbers.all == [5] && screen.section.lastSeenKey == 9_999)
        screen.replaceSource { $0 < 500 }
        screen.answerAll()
        #expect(numbers.all.prefix(2) == [5, 0], "\(numbers.all)")
        #expect(screen.section.lastSeenKey ?? 9_999 < 500, "\(screen.section.lastSeenKey ?? -1)")
        #expect(screen.fault == nil)
    }

    /// A source that only estimates its number of rows is not read to its end, in order to count those behind the last one that was seen.
    @Test func estimatedRowsAreNotReadToTheEnd() {
        let (screen, numbers) = (RowScreen(seed: 23), Numbers())
        screen.section.unseenRowsHandler = { numbers.all.append($0) }
        screen.open()
        screen.answerAll()
        screen.reader.outlines?(
            .estimate(
                count: .estimated(10_000, within: 1_000), quantiles: Array(stride(from: 100, to: 10_000, by: 100))))
        screen.answerAll()
        let estimates = screen.rows.tree.pages.filter { $0.gap?.precision == .estimated }.count
        #expect(estimates > 80, "\(estimates)")
        #expect(numbers.all == [])
    }
}
