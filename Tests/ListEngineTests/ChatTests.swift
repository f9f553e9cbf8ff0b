import Foundation
import ListEngineDiff
import ListEngineLayout
import TestSupport
import Testing

@testable import ListEngine

/// The reader of a chat or a log, while it changes.
@MainActor
@Suite("Chats and logs")
struct ChatTests {
    enum Axis: CaseIterable { case vertical, horizontal, mirrored }

    /// Messages that are measured, in a list of 100 points: message n needs 20 points and what it has grown.
    @MainActor
    private final class Chat {
        let view: CollectionView
        let source: DiffableDataSource<Int, Int>
        let host = RecorderHost()
        let axis: Axis
        var grown: [Int: CGFloat] = [:]
        var measured: [Int] = []
        var news: [Int] = []

        init(_ axis: Axis, _ policy: ContentAnchorPolicy, messages: Range<Int> = 100..<150, at offset: CGFloat? = nil) {
            self.axis = axis
            let layout = ListRecipe(height: 20)
            layout.isEstimated = true
            layout.scrollDirection = axis == .vertical ? .vertical : .horizontal
            view = CollectionView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), collectionViewLayout: layout)
            if axis == .mirrored { view.flowDirection = .rightToLeft }
            source = DiffableDataSource(collectionView: view) { view, indexPath, number in
                let cell = view.dequeueReusableCell(NameCell.self, for: indexPath)
                cell.name = "\(number)"
                return cell
            }
            host.sizes = { [unowned self] cell, size in
                guard let number = (cell as? NameCell).flatMap({ Int($0.name) }) else { return nil }
                measured.append(number)
                let extent = 20 + (grown[number] ?? 0)
                return axis == .vertical
                    ? CGSize(width: size.width, height: extent) : CGSize(width: extent, height: size.height)
            }
            view.host = host
            view.anchorPolicy = policy
            var snapshot = source.snapshot()
            snapshot.appendSections([0])
            snapshot.appendItems(Array(messages), toSection: 0)
            source.apply(snapshot)
            view.layoutIfNeeded()
            if let offset { scroll(to: offset) } else { view.scrollToEnd(animated: false) }
            view.unseenItemsHandler = { [unowned self] in news.append($0) }
            measured = []
        }

        func scroll(to offset: CGFloat) {
            view.hostDidScroll(to: view.contentOffset(atMainOffset: offset))
            view.layoutIfNeeded()
        }

        func append(_ messages: [Int]) {
            source.edit { try $0.appendItems(validating: messages, toSection: 0) }
            view.layoutIfNeeded()
        }

        func prepend(_ messages: [Int]) {
            source.edit { try $0.insertItems(validating: messages, beforeItem: $0.itemIdentifiers[0]) }
            view.layoutIfNeeded()
        }

        func grow(_ message: Int, by extent: CGFloat = 1) {
            grown[message, default: 0] += extent
            source.edit { $0.reconfigureItems([message]) }
            view.layoutIfNeeded()
        }

        /// The distances of messages on the screen from its start, along the axis and in reading order.
        var screen: [Int: CGFloat] {
            var places: [Int: CGFloat] = [:]
            for case let cell as NameCell in view.visibleCells {
                let (frame, bounds) = (cell.frame, view.bounds)
                places[Int(cell.name)!] =
                    axis == .vertical
                    ? frame.minY - bounds.minY
                    : axis == .horizontal ? frame.minX - bounds.minX : bounds.maxX - frame.maxX
            }
            return places
        }
    }

    // MARK: The four modes

    @Test(arguments: Axis.allCases) func aListAtItsStartStaysThere(axis: Axis) {
        let chat = Chat(axis, .firstVisible, at: 0)
        chat.prepend([1, 2, 3])
        chat.append([200])
        chat.grow(3, by: 30)
        #expect(chat.view.isAtStart && chat.screen[1] == 0 && chat.screen[2] == 20)
        // A reader who has left the start keeps the messages on the screen.
        chat.scroll(to: 200)
        let before = chat.screen
        chat.prepend([7, 8])
        chat.grow(7, by: 30)
        #expect(chat.screen == before && !chat.view.isAtStart)
    }

    @Test(arguments: Axis.allCases) func aListAtItsEndFollowsItUntilTheReaderLeaves(axis: Axis) {
        let chat = Chat(axis, .endWhenAtEnd)
        chat.append([200, 201])
        #expect(chat.view.isAtEnd && chat.screen[201] == 80 && chat.news == [])
        chat.prepend([1, 2, 3])
        chat.view.bounds.size = CGSize(width: 90, height: 90)
        chat.view.layoutIfNeeded()
        #expect(chat.view.isAtEnd && chat.screen[201] == 70)
        chat.scroll(to: chat.view.mainOffset - 65)
        let before = chat.screen
        chat.append([202])
        chat.append([203, 204])
        chat.grow(204, by: 50)
        chat.prepend([4])
        #expect(chat.screen == before && !chat.view.isAtEnd)
        #expect(chat.news == [1, 3] && chat.view.indexPathForFirstUnseenItem == chat.source.indexPath(for: 202))
        chat.view.scrollToEnd(animated: false)
        chat.append([205])
        #expect(chat.view.isAtEnd && chat.screen[205] == 70 && chat.news == [1, 3, 0])
    }

    @Test(arguments: Axis.allCases) func oneItemStaysWhereItIs(axis: Axis) {
        let chat = Chat(axis, .firstVisible, at: 300)
        let message = chat.screen.min { $0.value < $1.value }!.key + 2
        chat.view.anchorPolicy = .item(chat.source.indexPath(for: message)!)
        let place = chat.screen[message]
        chat.grow(message - 1, by: 15)
        chat.prepend([1, 2])
        chat.append([200])
        #expect(chat.screen[message] == place)
        // Not so far that the content would not begin at the start.
        chat.source.edit { $0.deleteItems(Array($0.itemIdentifiers.prefix { $0 != message })) }
        chat.view.layoutIfNeeded()
        #expect(chat.screen[message] == 0)
    }

    @Test(arguments: Axis.allCases) func theItemsOnTheScreenStayWhereTheyAre(axis: Axis) {
        for policy in [ContentAnchorPolicy.firstVisible, .lastVisible] {
            let chat = Chat(axis, policy, at: 300)
            let before = chat.screen
            chat.prepend([1, 2, 3])
            chat.append([200, 201])
            chat.grow(149, by: 10)
            #expect(chat.screen == before, "\(policy)")
            let last = before.max { $0.value < $1.value }!.key
            chat.view.bounds.size = CGSize(width: 80, height: 80)
            chat.view.layoutIfNeeded()
            #expect(chat.screen[last] == (policy == .lastVisible ? before[last]! - 20 : nil), "\(policy)")
        }
    }

    // MARK: Streams

    /// 100 changes a second for a minute, or for six seconds along the other axes.
    @Test(arguments: Axis.allCases) func anItemThatGrowsMeasuresOnlyItselfAndKeepsThePlace(axis: Axis) {
        let chat = Chat(axis, .endWhenAtEnd)
        chat.append([200])
        chat.scroll(to: chat.view.mainOffset - 10)
        chat.measured = []
        // The message is partly on the screen, below the reader's place.
        let before = chat.screen
        let changes = axis == .vertical ? 6_000 : 600
        for _ in 0..<changes { chat.grow(200, by: 0.5) }
        #expect(chat.screen == before && chat.news == [])
        #expect(chat.measured == [Int](repeating: 200, count: changes))
        // Off the screen it is not measured before it is seen.
        chat.measured = []
        chat.scroll(to: 100)
        let above = chat.screen
        chat.measured = []
        for _ in 0..<100 { chat.grow(200) }
        #expect(chat.screen == above && chat.measured == [])
        chat.view.scrollToEnd(animated: false)
        #expect(
            chat.view.isAtEnd
                && chat.view.layout.frame(ofItem: 50, inSection: 0).size == chat.view.visibleCells.last?.frame.size)
    }

    /// The list shows the end of the last item, whose start leaves the screen. A reader who scrolls back to it stays there.
    @Test(arguments: Axis.allCases) func aLastItemThatGrowsPastTheScreenShowsItsEnd(axis: Axis) {
        let chat = Chat(axis, .endWhenAtEnd)
        for step in 1...150 {
            chat.grow(149)
            #expect(chat.view.isAtEnd && chat.screen[149] == 80 - CGFloat(step))
        }
        #expect(chat.measured == [Int](repeating: 149, count: 150))
        chat.scroll(to: chat.view.mainOffset - 70)
        #expect(chat.screen[149] == 0)
        for _ in 0..<50 { chat.grow(149) }
        #expect(chat.screen[149] == 0 && !chat.view.isAtEnd)
    }

    @Test func theCostOfGrowingDoesNotGrowWithTheChat() {
        func work(_ count: Int) -> (measured: Int, nodes: Int) {
            let chat = Chat(.vertical, .endWhenAtEnd, messages: 0..<count)
            func nodes() -> Int { chat.view.layout.editWork.nodesVisited + chat.view.layout.editWork.nodesWritten }
            let before = nodes()
            for _ in 0..<10 { chat.grow(count - 1) }
            return (chat.measured.count, nodes() - before)
        }
        let (small, large) = (work(100), work(100_000))
        #expect(small.measured == 10 && large.measured == 10)
        #expect(
            large.nodes < small.nodes + 10 * 20, "\(small.nodes) nodes of a small chat, \(large.nodes) of a large one")
    }

    // MARK: News

    @Test func whatIsSeenIsNoNews() {
        let chat = Chat(.vertical, .endWhenAtEnd, at: 200)
        chat.append([200, 201, 202, 203, 204, 205, 206])
        #expect(chat.news == [7] && chat.view.numberOfUnseenItems == 7)
        // Scrolled until two of them are on the screen.
        chat.scroll(to: CGFloat(50 * 20) - 100 + 25)
        #expect(chat.news == [7, 5] && chat.view.indexPathForFirstUnseenItem?.item == 52)
        chat.source.edit { $0.deleteItems([206]) }
        chat.view.layoutIfNeeded()
        #expect(chat.news == [7, 5, 4])
        // Items that move are not new, and neither are those above.
        chat.source.edit { $0.moveItem(101, afterItem: 205) }
        chat.prepend([1])
        chat.view.layoutIfNeeded()
        #expect(chat.news == [7, 5, 4])
        chat.source.edit {
            $0.appendSections([1])
            $0.appendItems([300, 301], toSection: 1)
        }
        chat.view.layoutIfNeeded()
        #expect(chat.news == [7, 5, 4, 6])
        chat.view.reloadData()
        chat.view.layoutIfNeeded()
        #expect(chat.news == [7, 5, 4, 6, 0])
        chat.view.unseenItemsHandler = nil
        chat.append([400])
        #expect(chat.view.numberOfUnseenItems == 0)
    }

    @Test func itemsThatMoveToANewSectionAreNoNews() {
        let chat = Chat(.vertical, .firstVisible, at: 0)
        chat.source.edit {
            $0.appendSections([1])
            $0.appendItems([110, 300], toSection: 1)
        }
        chat.view.layoutIfNeeded()
        #expect(chat.view.numberOfUnseenItems == 1)
        #expect(chat.view.indexPathForFirstUnseenItem == chat.source.indexPath(for: 300))
        // Another handler receives the number.
        chat.view.unseenItemsHandler = { [unowned chat] in chat.news.append(10 * $0) }
        chat.grow(100)
        #expect(chat.news == [1, 10])
    }

    @Test func whatIsAboveTheScreenIsNoNews() {
        let chat = Chat(.vertical, .firstVisible, at: 200)
        chat.append(Array(200..<220))
        #expect(chat.news == [20])
        // A jump shows messages 209 to 213.
        chat.scroll(to: CGFloat(59 * 20) + 1)
        #expect(chat.news == [20, 5] && chat.view.indexPathForFirstUnseenItem == chat.source.indexPath(for: 215))
    }

    /// The handler changes the list, or releases everything.
    @Test func aHandlerOfNewsMayDoAnything() {
        let chat = Chat(.vertical, .firstVisible, at: 200)
        chat.view.unseenItemsHandler = { [unowned chat] count in
            chat.news.append(count)
            if count == 1 { chat.append([201]) }
            if count == 2 { chat.source.edit { $0.deleteItems([200, 201]) } }
        }
        chat.append([200])
        #expect(chat.news.last == 0 && chat.view.numberOfUnseenItems == 0)
    }

    // MARK: Positions

    @Test func aPositionIsSavedAndReachedSmoothly() throws {
        let chat = Chat(.vertical, .firstVisible, at: 333)
        let place = try #require(chat.source.listAnchor())
        let saved = try JSONEncoder().encode(place)
        chat.scroll(to: 0)
        chat.prepend([1, 2, 3])
        let restored = try JSONDecoder().decode(DiffableDataSource<Int, Int>.Anchor.self, from: saved)
        chat.host.scrollsSmoothly = true
        #expect(chat.source.scroll(to: restored, animated: true))
        #expect(chat.view.contentOffset.y == 0 && chat.view.smoothScrollTarget?.y == 333 + 60)
        // The place is reached although the list changes on the way.
        chat.prepend([4])
        let target = try #require(chat.view.smoothScrollTarget)
        #expect(target.y == 413, "\(target.y - 413)")
        chat.view.hostDidScroll(to: chat.view.smoothScrollTarget!)
        chat.view.hostDidEndScrollingAnimation()
        #expect(chat.source.listAnchor() == place.moved(by: 4))
    }
}

extension ListAnchor {
    /// The same place with another index of its item.
    fileprivate func moved(by count: Int) -> ListAnchor {
        guard case .item(let item, let section, let index, let edge, let distance) = self else { return self }
        return .item(item, section: section, index: index + count, edge: edge, distance: distance)
    }
}
