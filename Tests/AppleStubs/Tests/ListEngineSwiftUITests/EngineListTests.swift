import ListEngineSwiftUI
import SwiftUI
import Testing

struct Message: Identifiable, Hashable {
    let id: Int
    var text: String
}

/// A model that a test changes, and the view that shows it.
@MainActor
final class Model {
    var messages: [Message]
    var selected: Set<Int> = []
    var position: Int?
    var isAtEnd = false
    var unseen = 0
    var opened: [Int] = []
    var written: [String] = []

    init(_ count: Int) { messages = (0..<count).map { Message(id: $0, text: "Message \($0)") } }

    func binding<Value>(_ keyPath: ReferenceWritableKeyPath<Model, Value>, _ name: String) -> Binding<Value> {
        Binding(
            get: { self[keyPath: keyPath] },
            set: {
                self[keyPath: keyPath] = $0
                self.written.append(name)
            })
    }
}

struct Transcript: View {
    let model: Model
    var anchor = EngineListAnchor<Int>.top

    var body: some View {
        VStack {
            EngineList(model.binding(\.messages, "messages")) { message in Text(message.text) }
                .anchor(anchor)
                .selection(model.binding(\.selected, "selected"))
                .position(model.binding(\.position, "position"))
                .isAtEnd(model.binding(\.isAtEnd, "isAtEnd"))
                .unseenItems(model.binding(\.unseen, "unseen"))
                .onPrimaryAction { model.opened.append($0.id) }
            if model.unseen > 0 { Text("\(model.unseen) new") }
        }
    }
}

/// Messages in sections.
@MainActor
final class Sections {
    var sections: [EngineSection<Message>] = []
}

struct Grouped: View {
    let model: Sections
    var body: some View {
        EngineList(sections: Binding(get: { model.sections }, set: { model.sections = $0 })) { Text($0.text) }
    }
}

@MainActor
@Suite struct EngineListTests {
    @Test func rowsAreViewsOfSwiftUIWithTheirHeights() async {
        let model = Model(1_000)
        for index in model.messages.indices {
            model.messages[index].text += String(repeating: "x", count: index * 37 % 90)
        }
        let screen = Screen(Transcript(model: model))
        await screen.update()
        var end: CGFloat = 0
        for (index, row) in screen.rows.enumerated() {
            #expect(row.text == model.messages[index].text)
            #expect(row.frame.minY == end)
            #expect(row.frame.height == max(1, (CGFloat(row.text.count) * 10 / 320).rounded(.up)) * 20)
            end = row.frame.maxY
        }
        #expect(end >= 480)
        // A million messages would have no more views than these.
        #expect(screen.hostedRows.count < 60)
    }

    /// An answer that grows word by word at the end: the end stays on the screen, above is what was there.
    @Test func aTranscriptFollowsItsEnd() async {
        let model = Model(200)
        let screen = Screen(Transcript(model: model, anchor: .bottom))
        await screen.update()
        #expect(screen.rows.last?.text == "Message 199" && screen.rows.last?.frame.maxY == 480)
        model.messages.append(Message(id: 200, text: "Answer"))
        await screen.update()
        #expect(screen.rows.last?.text == "Answer" && screen.rows.last?.frame.maxY == 480)
        for _ in 0..<30 {
            model.messages[200].text += " and more"
            await screen.update()
            #expect(screen.rows.last?.text == model.messages[200].text && screen.rows.last?.frame.maxY == 480)
        }
        #expect(screen.rows.last?.frame.height == 180)
        #expect(model.unseen == 0 && model.isAtEnd)
    }

    /// A reader who has scrolled away stays there, sees the number of new messages, and returns with a button.
    @Test func aReaderWhoScrolledAwayStays() async {
        let model = Model(200)
        let screen = Screen(Transcript(model: model, anchor: .bottom))
        await screen.update()
        screen.offset -= 1_000
        await screen.later()
        #expect(!model.isAtEnd)
        let place = screen.rows[3]
        for id in 200..<205 { model.messages.append(Message(id: id, text: "New \(id)")) }
        model.messages.insert(contentsOf: (1_000..<1_050).map { Message(id: $0, text: "Earlier \($0)") }, at: 0)
        await screen.update()
        #expect(screen.top(of: place.text) == place.frame.minY)
        #expect(model.unseen == 5)
        await screen.update()
        #expect(screen.hierarchy.texts == ["5 new"])
        model.isAtEnd = true
        await screen.update()
        #expect(screen.rows.last?.text == "New 204" && screen.rows.last?.frame.maxY == 480)
        #expect(model.unseen == 0 && model.isAtEnd)
    }

    /// The four modes, when messages are inserted before and after those on the screen.
    @Test func theFourModes() async throws {
        for anchor in [EngineListAnchor<Int>.top, .bottom, .item(60), .window] {
            let model = Model(100)
            let screen = Screen(Transcript(model: model, anchor: anchor))
            await screen.update()
            screen.offset = 1_000
            await screen.later()
            let kept =
                anchor == .window
                ? screen.rows.last { $0.frame.maxY <= 480 }?.text
                : anchor == .item(60) ? "Message 60" : screen.rows.first?.text
            let text = try #require(kept)
            let place = screen.top(of: text)
            #expect(place != nil)
            model.messages.insert(contentsOf: (500..<520).map { Message(id: $0, text: "Before \($0)") }, at: 10)
            model.messages.append(Message(id: 600, text: "After"))
            await screen.update()
            #expect(screen.top(of: text) == place, "\(anchor)")
        }
        // A list with few messages rests at its bottom, or at its top.
        for (anchor, end) in [(EngineListAnchor<Int>.bottom, 480), (.top, 60)] as [(EngineListAnchor<Int>, CGFloat)] {
            let screen = Screen(Transcript(model: Model(3), anchor: anchor))
            await screen.update()
            #expect(screen.rows.last?.frame.maxY == end)
        }
        // At its very start, a list shows what is new there, unless it is a window of its items.
        for (anchor, first) in [(.top, "New"), (.window, "Message 0")] as [(EngineListAnchor<Int>, String)] {
            let model = Model(100)
            let screen = Screen(Transcript(model: model, anchor: anchor))
            await screen.update()
            model.messages.insert(Message(id: 700, text: "New"), at: 0)
            await screen.update()
            #expect(screen.rows.first?.text == first)
        }
    }

    /// From the touch to the binding, and from the binding to the list.
    @Test func theSelectionIsABinding() async {
        let model = Model(20)
        let screen = Screen(Transcript(model: model))
        await screen.update()
        for y in [30, 70] as [CGFloat] { screen.add(50, y) }
        #expect(model.selected == [1, 3])
        await screen.update()
        #expect(model.selected == [1, 3])
        model.selected = [5]
        model.written = []
        await screen.update()
        #expect(!model.written.contains("selected"))
        screen.add(50, 110)
        #expect(model.selected == [], "the second tap deselects the item that the program selected")
        // A selected message that is deleted is not selected any more.
        model.selected = [7]
        await screen.update()
        model.messages.remove(at: 7)
        await screen.update()
        #expect(model.messages.count == 19)
    }

    @Test func thePositionIsABinding() async {
        let model = Model(500)
        let screen = Screen(Transcript(model: model))
        await screen.update()
        #expect(model.position == 0)
        screen.offset = 2_010
        await screen.later()
        let first = screen.rows.first { $0.frame.maxY > 1 }
        #expect(first != nil && first?.text == model.position.map { "Message \($0)" } && model.position != 0)
        model.position = 400
        await screen.update()
        #expect(screen.top(of: "Message 400") == 0 && model.position == 400)
        // An update above moves no message, and the position is the same one.
        model.messages.removeFirst(50)
        await screen.update()
        #expect(screen.top(of: "Message 400") == 0 && model.position == 400)
        // One that does not exist is replaced by the one that is there.
        model.position = 12_345
        await screen.update()
        #expect(model.position == 400)
    }

    /// From the key to the binding, without the message.
    @Test func messagesAreDeleted() async {
        let model = Model(10)
        let screen = Screen(Transcript(model: model))
        await screen.update()
        model.selected = [2, 4]
        await screen.update()
        screen.press(.delete)
        #expect(model.messages.map(\.id) == [0, 1, 3, 5, 6, 7, 8, 9])
        await screen.update()
        #expect(screen.rows.map { $0.text } == model.messages.map(\.text))
    }

    @Test func messagesAreMoved() async {
        let model = Model(5)
        let screen = Screen(Transcript(model: model))
        await screen.update()
        screen.press(.down)
        screen.press(.down, moving: true)
        #expect(model.messages.map(\.id) == [1, 0, 2, 3, 4])
        await screen.update()
        #expect(screen.rows.map { $0.text } == model.messages.map(\.text))
    }

    /// Items and sections that are left out, because earlier ones have their identifiers, are not lost when another item is moved.
    @Test func duplicatesStayInTheBinding() async {
        func section(_ id: String, _ messages: [(Int, String)]) -> EngineSection<Message> {
            EngineSection(id: id, items: messages.map { Message(id: $0.0, text: $0.1) })
        }
        let model = Sections()
        model.sections = [
            section("a", [(1, "one"), (2, "two"), (1, "one again")]), section("b", [(3, "three"), (2, "two again")]),
            section("a", [(4, "four")]),
        ]
        let screen = Screen(Grouped(model: model))
        await screen.update()
        #expect(screen.rows.map { $0.text } == ["one", "two", "three"])
        screen.press(.down)
        screen.press(.down, moving: true)
        #expect(
            model.sections.map { $0.items.map(\.text) } == [
                ["two", "one", "one again"], ["three", "two again"], ["four"],
            ])
        await screen.update()
        #expect(screen.rows.map { $0.text } == ["two", "one", "three"])
    }

    /// State inside of a row changes its height without an update of the list.
    @Test func aRowThatGrowsLaterIsMeasuredAgain() async {
        final class Folded { var isOpen = false }
        struct Row: View {
            let folded: Folded
            let text: String
            var body: some View {
                VStack {
                    Text(text)
                    if folded.isOpen { Text("More") }
                }
            }
        }
        let folded = (0..<50).map { _ in Folded() }
        let messages = (0..<50).map { Message(id: $0, text: "Message \($0)") }
        let screen = Screen(EngineList(messages) { Row(folded: folded[$0.id], text: $0.text) })
        await screen.later()
        #expect(screen.top(of: "Message 3") == 60)
        folded[1].isOpen = true
        HostedRow.stateChanged()
        await screen.later()
        #expect(screen.top(of: "Message 1\nMore") == 20 && screen.top(of: "Message 3") == 80)
    }

    @Test func sectionsHaveHeadersAndItemsOnlyOnce() async {
        struct Grouped: View {
            let sections: [EngineSection<Message>]
            var body: some View { EngineList(sections: sections) { Text($0.text) } }
        }
        func section(_ id: String, _ header: String?, _ ids: [Int]) -> EngineSection<Message> {
            EngineSection(
                id: id, header: header.map { ItemContent($0) },
                items: ids.map { Message(id: $0, text: "Message \($0)") })
        }
        let screen = Screen(
            Grouped(sections: [section("a", "Today", [1, 2]), section("b", nil, [3, 2]), section("a", "Twice", [9])]))
        await screen.later()
        #expect(screen.rows.map { $0.text } == ["Message 1", "Message 2", "Message 3"])
        #expect(screen.top(of: "Message 1") == 36 && screen.top(of: "Message 3") == 76)
        screen.root = Grouped(sections: [section("b", "Other", [3]), section("a", "Today", [1])])
        await screen.update()
        #expect(screen.rows.map { $0.text } == ["Message 3", "Message 1"])
        #expect(screen.top(of: "Message 3") == 36 && screen.top(of: "Message 1") == 92)
    }

    @Test func aListThatGoesAwayReportsNothing() async {
        struct Container: View {
            let model: Model
            var isShown = true
            var body: some View {
                VStack { if isShown { Transcript(model: model) } }
            }
        }
        let model = Model(50)
        let screen = Screen(Container(model: model))
        await screen.update()
        screen.offset = 100
        model.written = []
        screen.root.isShown = false
        await screen.update()
        #expect(screen.isListGone)
        #expect(model.written.isEmpty)
    }

    /// Random updates and scrolling: the rows on the screen are those of the model, below each other.
    @Test(arguments: 0..<8)
    func rowsAreThoseOfTheModel(seed: Int) async {
        var random = Generator(state: UInt64(seed) * 2 + 1)
        let model = Model(80)
        let anchor = [EngineListAnchor<Int>.top, .bottom, .item(40), .window][seed % 4]
        let screen = Screen(Transcript(model: model, anchor: anchor))
        var next = 1_000
        for _ in 0..<40 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                model.messages.insert(
                    Message(id: next, text: String(repeating: "n", count: .random(in: 1..<120, using: &random))),
                    at: .random(in: 0...model.messages.count, using: &random))
                next += 1
            case 1: model.messages.remove(at: .random(in: 0..<model.messages.count, using: &random))
            case 2: model.messages.swapAt(.random(in: 0..<model.messages.count, using: &random), 0)
            case 3: model.messages[.random(in: 0..<model.messages.count, using: &random)].text += " longer than before"
            case 4:
                let end = max(0, screen.contentHeight - 480)
                screen.offset = (CGFloat.random(in: 0...end, using: &random)).rounded()
                await screen.later()
            default: model.position = model.messages.randomElement(using: &random)?.id
            }
            await screen.update()
            let rows = screen.rows
            #expect(!rows.isEmpty)
            guard let first = model.messages.firstIndex(where: { $0.text == rows.first?.text }) else {
                Issue.record("a row that the model does not have")
                continue
            }
            let texts = model.messages.map(\.text)
            #expect(
                rows.map { $0.text } == Array(texts[first..<min(texts.count, first + rows.count)])
                    || Set(texts).count < texts.count)
            for (row, below) in zip(rows, rows.dropFirst()) { #expect(row.frame.maxY == below.frame.minY) }
        }
    }
}

struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
