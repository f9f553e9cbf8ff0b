import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// A chat of numbered messages, whose heights are only known when they are shown.
@MainActor
private final class Chat {
    let view: CollectionView
    let source: DiffableDataSource<Int, Int>
    let host = RecorderHost()
    /// What the list should show, in order.
    var model: [Int] = []

    init(_ policy: ContentAnchorPolicy, height: CGFloat = 100, alignment: ContentAlignment = .end) {
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 100, height: height),
            collectionViewLayout: ListRecipe(height: 25, estimated: true))
        view.anchorPolicy = policy
        view.contentAlignment = alignment
        view.host = host
        source = DiffableDataSource(collectionView: view) { view, indexPath, number in
            let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
            cell.name = "\(number)"
            return cell
        }
        host.sizes = { view, size in
            guard let number = (view as? NameCell).flatMap({ Int($0.name) }) else { return nil }
            return CGSize(width: size.width, height: Chat.height(of: number))
        }
        source.edit { $0.appendSections([0]) }
    }

    static func height(of number: Int) -> CGFloat { 15 + CGFloat((number &* 37) & 31) + 0.125 }

    func append(_ numbers: [Int], keepingLast cap: Int = .max) {
        model = Array((model + numbers).suffix(cap))
        source.edit {
            try $0.appendItems(validating: numbers, toSection: 0)
            $0.trimItems(toLast: cap, inSection: 0)
        }
    }

    func prepend(_ numbers: [Int], keepingFirst cap: Int = .max) {
        let first = model.first
        model = Array((numbers + model).prefix(cap))
        source.edit {
            if let first {
                try $0.insertItems(validating: numbers, beforeItem: first)
            } else {
                try $0.appendItems(validating: numbers, toSection: 0)
            }
            $0.trimItems(toFirst: cap, inSection: 0)
        }
    }

    func scroll(by distance: CGFloat) {
        let range = view.mainOffsetRange
        view.contentOffset.y = min(max(view.contentOffset.y + distance, range.lowerBound), range.upperBound)
        view.layoutIfNeeded()
    }

    /// Start and end of a message on the screen; nil if it is not in the list.
    func place(of number: Int) -> ClosedRange<CGFloat>? {
        source.indexPath(for: number).map {
            let frame = view.layout.frame(ofItem: $0.item, inSection: 0)
            return frame.minY - view.contentOffset.y...frame.maxY - view.contentOffset.y
        }
    }

    var shown: [Int] { view.visibleCells.compactMap { ($0 as? NameCell).flatMap { Int($0.name) } } }

    /// The messages that would be visible in a list of the model, with the heights of the layout.
    var expected: [Int] {
        model.filter { number in
            place(of: number).map { $0.lowerBound < view.bounds.height && $0.upperBound > 0 } ?? false
        }
    }

    /// Whether the content ends at the current scroll position.
    var isClamped: Bool {
        let range = view.mainOffsetRange
        return [range.lowerBound, range.upperBound].contains(view.contentOffset.y)
    }
}

@MainActor
@Suite("Chats and logs")
struct LogTests {
    @Test func aShortChatIsAtTheEndUntilItFillsTheView() throws {
        let chat = Chat(.endWhenAtEnd)
        chat.append([1])
        #expect(chat.place(of: 1)?.upperBound == 100)
        chat.append([2])
        #expect(chat.place(of: 2)?.upperBound == 100)
        #expect(chat.place(of: 1)?.upperBound == chat.place(of: 2)?.lowerBound)
        chat.view.contentInset = SectionInsets(top: 10, bottom: 7)
        #expect(chat.place(of: 2)?.upperBound == 93)
        chat.append(Array(3..<30))
        #expect(chat.place(of: 29)?.upperBound == 93)
        chat.append([], keepingLast: 1)
        #expect(chat.place(of: 29)?.upperBound == 93)
        chat.view.contentAlignment = .start
        #expect(chat.place(of: 29)?.lowerBound == 10)
        chat.view.contentAlignment = .end
        #expect(chat.place(of: 29)?.upperBound == 93)
        #expect(chat.view.diagnostics.recent == [])
    }

    @Test func aShortListIsAtTheStartOtherwise() {
        let chat = Chat(.endWhenAtEnd, alignment: .start)
        chat.append([1, 2])
        #expect(chat.place(of: 1)?.lowerBound == 0)
    }

    @Test func aShorterViewKeepsAShortChatAtItsEnd() {
        let chat = Chat(.endWhenAtEnd)
        chat.append([1, 2])
        chat.view.bounds = CGRect(x: 0, y: 0, width: 100, height: 70)
        chat.view.layoutIfNeeded()
        #expect(chat.place(of: 2)?.upperBound == 70)
    }

    @Test func prependingEarlierItemsDoesNotMoveTheScreen() throws {
        let chat = Chat(.lastVisible)
        chat.append(Array(0..<50))
        chat.source.scroll(to: .end)
        var oldest = 0
        for _ in 0..<40 {
            chat.scroll(by: -70)
            let last = try #require(chat.shown.last)
            let place = chat.place(of: last)
            chat.prepend(Array(oldest - 30..<oldest))
            oldest -= 30
            #expect(chat.place(of: last) == place)
        }
        #expect(chat.shown == chat.expected)
    }

    /// 10,000 messages a second, 84 in each of 120 frames, in a log that keeps 5,000. A reader stays at the visible
    /// messages until they are trimmed, and then at the start of the rest.
    @Test func aLogThatGrowsAndIsTrimmedLeavesTheReaderInPlace() throws {
        let log = Chat(.endWhenAtEnd)
        log.append(Array(0..<5_000))
        log.source.scroll(to: .end)
        log.scroll(by: -1_000)
        let read = try #require(log.shown.first)
        let place = try #require(log.place(of: read))
        var next = 5_000
        while let now = log.place(of: read), log.model.first! < read - 100 {
            #expect(now == place)
            log.append(Array(next..<next + 84), keepingLast: 5_000)
            next += 84
        }
        #expect(next > 9_000)
        while log.place(of: read) != nil {
            log.append(Array(next..<next + 84), keepingLast: 5_000)
            next += 84
        }
        #expect(log.view.contentOffset.y >= 0)
        #expect(log.shown == log.expected)
        // A reader at the end sees each new message.
        log.source.scroll(to: .end)
        for _ in 0..<20 {
            log.append(Array(next..<next + 84), keepingLast: 5_000)
            next += 84
            #expect(log.place(of: next - 1)?.upperBound == 100)
        }
        #expect(log.view.layout.numberOfItems == 5_000)
        #expect(log.view.diagnostics.recent == [])
    }

    @Test func trimmingReturnsTheRemovedItems() {
        var snapshot = DiffableSnapshot<String, Int>()
        snapshot.appendSections(["a", "b"])
        snapshot.appendItems(Array(0..<10), toSection: "a")
        snapshot.appendItems(Array(10..<20), toSection: "b")
        #expect(snapshot.trimItems(toLast: 20, inSection: "b") == [])
        #expect(snapshot.trimItems(toLast: 7, inSection: "b") == [10, 11, 12])
        #expect(snapshot.trimItems(toFirst: 6, inSection: "b") == [19])
        #expect(snapshot.trimItems(toFirst: 0, inSection: "a") == Array(0..<10))
        #expect(snapshot.itemIdentifiers == Array(13..<19))
    }

    /// Random sessions: messages are added at either end, trimmed at the other, measured when they are shown, and the
    /// reader scrolls. The anchor does not move, unless it was trimmed or the content became too short.
    @Test func randomSessionsLeaveTheReaderInPlace() throws {
        for seed in LawCases.seeds(80) {
            var random = TestRandom(seed: seed)
            let policy = random.pick(
                ContentAnchorPolicy.firstVisible, ContentAnchorPolicy.lastVisible, ContentAnchorPolicy.endWhenAtEnd)
            let chat = Chat(policy, height: CGFloat(random.int(in: 60...300)))
            var (first, end) = (0, random.below(60))
            chat.append(Array(first..<end))
            if random.chance(oneIn: 2) { chat.source.scroll(to: .end) }
            for step in 0..<30 {
                let range = chat.view.mainOffsetRange
                // A list that was empty starts at its start.
                let isAtEnd = !chat.model.isEmpty && chat.view.contentOffset.y >= range.upperBound - 0.5
                let held = policy == .lastVisible ? chat.shown.last : chat.shown.first
                let before = held.flatMap { chat.place(of: $0) }
                let count = random.below(random.pick(2, 10, 100))
                switch random.below(6) {
                case 0, 1:
                    chat.append(Array(end..<end + count), keepingLast: random.pick(.max, 40, 200))
                    end += count
                case 2, 3:
                    chat.prepend(Array(first - count..<first), keepingFirst: random.pick(.max, 40, 200))
                    first -= count
                case 4:
                    // Another width: everything is estimated again, and visible messages are measured.
                    chat.view.bounds.size.width = CGFloat(random.int(in: 80...120))
                    chat.view.layoutIfNeeded()
                default:
                    chat.scroll(by: CGFloat(random.int(in: -200...200)) + 0.3)
                    continue
                }
                // Trimmed messages never return; otherwise they would return as other messages.
                (first, end) = (min(first, chat.model.first ?? first), max(end, (chat.model.last ?? -1) + 1))
                let name = "seed \(seed), step \(step)"
                #expect(chat.source.snapshot().itemIdentifiers == chat.model, "\(name)")
                #expect(chat.shown == chat.expected, "\(name)")
                if policy == .endWhenAtEnd, isAtEnd {
                    #expect(chat.view.contentOffset.y == chat.view.mainOffsetRange.upperBound, "\(name)")
                } else if let held, let before, let after = chat.place(of: held) {
                    let moved =
                        policy == .lastVisible
                        ? after.upperBound - before.upperBound : after.lowerBound - before.lowerBound
                    #expect(moved == 0 || chat.isClamped, "\(name): \(held) moved by \(moved)")
                }
            }
            #expect(chat.view.diagnostics.recent == [], "seed \(seed)")
        }
    }
}
