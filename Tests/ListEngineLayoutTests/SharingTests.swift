import Foundation
import ListEngineLayout
import TestSupport
import XCTest

/// Copies of a layout on several threads: each is edited and queried, and none is affected by edits of another. Also
/// meant to be run under ThreadSanitizer.
final class SharingTests: XCTestCase {
    func testCopiesAreEditedAndQueriedOnManyThreads() throws {
        var base = CollectionViewLayout(width: 320)
        try base.append(.list(heights: (0..<5_000).map { Double(20 + $0 % 61) }, spacing: 2, header: 10))
        try base.append(.flow(sizes: (0..<3_000).map { CGSize(width: 40 + $0 % 70, height: 20 + $0 % 9) }, spacing: 3))
        try base.append(.flow(sizes: [CGSize(width: 50, height: 20)], packing: .overlapping))
        let original = base
        let size = original.contentSize
        let frames = original.frames(ofItems: 0..<5_000, inSection: 0)

        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            var random = TestRandom(seed: UInt64(thread))
            var mine = original
            var cursor = LayoutCursor()
            for _ in 0..<200 {
                do {
                    let item = random.below(mine.numberOfItems(inSection: 0) - 4)
                    switch random.below(4) {
                    case 0: try mine.resizeItem(item, inSection: 0, to: CGFloat(random.below(90)))
                    case 1: try mine.removeItems(item..<item + 3, inSection: 0)
                    case 2: try mine.insertItem(at: item % 3_000, inSection: 1, size: CGSize(width: 33, height: 44))
                    default: try mine.insertItem(at: 0, inSection: 2, size: CGSize(width: 33, height: 44))
                    }
                } catch {
                    XCTFail("\(error)")
                }
                let y = random.below(Int(size.height))
                original.forEachElement(
                    in: CGRect(x: 0, y: y, width: 320, height: 400), cursor: &cursor
                ) { element in
                    if element.category == .item, element.section == 0, element.frame != frames[element.item] {
                        XCTFail("item \(element.item) moved")
                    }
                }
            }
            XCTAssertNil(mine.brokenInvariant())
        }
        XCTAssertEqual(original.contentSize, size)
        XCTAssertEqual(original.frames(ofItems: 0..<5_000, inSection: 0), frames)
        XCTAssertNil(original.brokenInvariant())
    }

    /// Threads that have released their layouts and wait keep nothing after another thread has trimmed.
    func testIdleMemoryOfWaitingThreadsIsTrimmed() throws {
        let released = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)
        let ended = DispatchGroup()
        let threads = 8
        for _ in 0..<threads {
            ended.enter()
            Thread.detachNewThread {
                var lists: [CollectionViewLayout] = []
                for count in 1...40 {
                    var list = CollectionViewLayout(width: 320)
                    do {
                        try list.append(.list(heights: (0..<count * 20).map { Double(20 + $0 % 61) }))
                    } catch {
                        XCTFail("\(error)")
                    }
                    lists.append(list)
                }
                lists = []
                released.signal()
                end.wait()
                ended.leave()
            }
        }
        for _ in 0..<threads { released.wait() }
        XCTAssertGreaterThan(IdleMemory.bytes, 256 * 1024)
        IdleMemory.trim()
        XCTAssertEqual(IdleMemory.bytes, 0)
        for _ in 0..<threads { end.signal() }
        ended.wait()
    }
}
