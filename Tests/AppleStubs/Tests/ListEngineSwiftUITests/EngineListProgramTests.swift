import ListEngineSwiftUI
import SwiftUI
import Testing

/// Programs that load, restore, filter and change their items while the list reports what the user does.
@MainActor
@Suite struct EngineListProgramTests {
    // MARK: Loading

    /// The handler changes the state of the view, which SwiftUI forbids while it updates views.
    @Test func moreItemsAreLoadedAfterTheUpdate() async {
        struct Feed: View {
            let model: Model
            @State private var count = 3
            var body: some View {
                EngineList((0..<count).map { Message(id: $0, text: "Message \($0)") }) { Text($0.text) }
                    .estimatedItemHeight(20)
                    .onLoadMore {
                        count += 3
                        model.opened.append(count)
                    }
            }
        }
        let model = Model(0)
        let screen = Screen(Feed(model: model))
        for _ in 0..<40 { await screen.update() }
        // Rows are 20 points high. Of 51 rows, more than a screen follows the visible ones.
        #expect(model.opened == Array(stride(from: 6, through: 51, by: 3)))
        screen.offset = 300
        await screen.later()
        await screen.update()
        #expect(model.opened.count > 16)
    }

    @Test func aListThatWentAwayLoadsNothing() async {
        struct Container: View {
            let model: Model
            var isShown = true
            var body: some View {
                VStack {
                    if isShown {
                        EngineList(model.messages) { Text($0.text) }.onLoadMore { model.opened.append(1) }
                    }
                }
            }
        }
        let model = Model(3)
        let screen = Screen(Container(model: model))
        screen.root.isShown = false
        await screen.update()
        #expect(model.opened.isEmpty)
    }

    // MARK: Position

    @Test func aPositionWaitsForTheItems() async {
        let model = Model(0)
        model.position = 400
        let screen = Screen(Transcript(model: model))
        await screen.update()
        #expect(model.position == 400 && !model.written.contains("position"))
        model.messages = Model(500).messages
        await screen.update()
        #expect(screen.top(of: "Message 400") == 0 && model.position == 400)
        // A search without results, and its end.
        model.messages = []
        await screen.update()
        #expect(model.position == 400)
        model.messages = Model(500).messages
        await screen.update()
        #expect(screen.top(of: "Message 400") == 0 && model.position == 400)
    }

    /// SwiftUI makes and updates a view before it has a size.
    @Test func aPositionWaitsForTheSize() async {
        let model = Model(500)
        model.position = 400
        let screen = Screen(Transcript(model: model), size: .zero)
        await screen.update()
        #expect(model.written.isEmpty)
        screen.resize(CGSize(width: 320, height: 480))
        await screen.later()
        #expect(screen.top(of: "Message 400") == 0 && model.position == 400)
    }

    @Test func aListReportsItsPositionWhenItHasASize() async {
        let model = Model(500)
        let screen = Screen(Transcript(model: model), size: .zero)
        await screen.update()
        screen.resize(CGSize(width: 320, height: 480))
        await screen.later()
        #expect(model.position == 0)
    }

    // MARK: Edits

    /// A message arrives, and SwiftUI has not updated the list when the user deletes another one.
    @Test func aDeletionKeepsItemsThatTheListDoesNotShowYet() async {
        let model = Model(5)
        let screen = Screen(Transcript(model: model))
        await screen.update()
        screen.tap(50, 50)
        model.messages.append(Message(id: 100, text: "New"))
        screen.press(.delete)
        #expect(model.messages.map(\.id) == [0, 1, 3, 4, 100])
        // The next one, before an update as well.
        screen.tap(50, 50)
        screen.tap(50, 70)
        screen.press(.delete)
        #expect(model.messages.map(\.id) == [0, 1, 4, 100])
        await screen.update()
        #expect(screen.rows.map { $0.text } == ["Message 0", "Message 1", "Message 4", "New"])
    }

    @Test func aMoveKeepsWhatTheProgramChanged() async {
        let model = Model(6)
        let screen = Screen(Transcript(model: model))
        await screen.update()
        model.messages[0].text = "Edited"
        model.messages.insert(Message(id: 100, text: "New"), at: 0)
        model.messages.removeAll { $0.id == 4 }
        screen.press(.down)
        screen.press(.down)
        screen.press(.down, moving: true)
        #expect(model.messages.map(\.text) == ["New", "Edited", "Message 2", "Message 1", "Message 3", "Message 5"])
        await screen.update()
        #expect(screen.rows.map { $0.text } == model.messages.map(\.text))
    }

    /// The program has removed the section into which the user moves an item, and added another one.
    @Test func aMoveLosesNoItemsOfChangedSections() async {
        func section(_ id: String, _ ids: [Int]) -> EngineSection<Message> {
            EngineSection(id: id, items: ids.map { Message(id: $0, text: "Message \($0)") })
        }
        let model = Sections()
        model.sections = [section("a", [1, 2]), section("b", [3, 4])]
        let screen = Screen(Grouped(model: model))
        await screen.update()
        model.sections = [section("c", [5, 3]), section("a", [1, 2])]
        screen.press(.down)
        screen.press(.down, moving: true)
        #expect(model.sections.map { $0.items.map(\.id) } == [[5, 3], [2, 1]])
        await screen.update()
        #expect(screen.rows.map { $0.text } == ["Message 5", "Message 3", "Message 2", "Message 1"])
    }

    // MARK: Rows

    final class Store: ObservableObject {
        let name: String
        init(_ name: String) { self.name = name }
    }

    @Test func rowsHaveTheEnvironmentOfTheList() async {
        struct Row: View {
            @EnvironmentObject var store: Store
            @Environment(\.layoutDirection) var direction
            let message: Message
            var body: some View { Text("\(message.id) \(store.name) \(direction)") }
        }
        struct Root: View {
            var store: Store
            var direction: LayoutDirection
            var body: some View {
                EngineList(Model(100).messages) { Row(message: $0) }
                    .environmentObject(store).environment(\.layoutDirection, direction)
            }
        }
        let screen = Screen(Root(store: Store("one"), direction: .rightToLeft))
        await screen.update()
        #expect(screen.rows.first?.text == "0 one rightToLeft")
        #expect(screen.isRightToLeft)
        // Rows that come in later have it as well.
        screen.offset = 400
        await screen.later()
        #expect(screen.rows.first?.text == "20 one rightToLeft")
        screen.root = Root(store: Store("two"), direction: .leftToRight)
        await screen.update()
        #expect(screen.rows.first?.text == "20 two leftToRight")
        #expect(!screen.isRightToLeft)
    }

    /// Rows are as high as their views, without the minimum of the system.
    @Test func aRowIsAsLowAsItsView() async {
        let screen = Screen(EngineList(Model(3).messages) { Text($0.text) })
        await screen.later()
        #expect(screen.rows.map(\.frame.height) == [20, 20, 20])
    }

    @Test func aButtonInARowIsPressed() async {
        struct Liked: View {
            let model: Model
            var body: some View {
                EngineList(model.binding(\.messages, "messages")) { message in
                    VStack {
                        Text(message.text)
                        Button("Like") { model.messages[message.id].text += " ♥" }
                    }
                }
                .selection(model.binding(\.selected, "selected"))
                .onPrimaryAction { model.opened.append($0.id) }
            }
        }
        let model = Model(20)
        let screen = Screen(Liked(model: model))
        await screen.update()
        screen.tap(20, 70)
        await screen.update()
        #expect(screen.rows[1].text == "Message 1 ♥\nLike")
        #expect(model.selected.isEmpty && model.opened.isEmpty, "the tap is that of the button")
        // Next to the button the row is tapped, and a touch that slides off the button presses nothing.
        screen.open(200, 70)
        #expect(model.selected == [1] && model.opened == [1])
        screen.slide(from: CGPoint(x: 20, y: 30), to: CGPoint(x: 20, y: 300))
        await screen.update()
        #expect(screen.rows[0].text == "Message 0\nLike" && model.selected == [1])
    }

    // MARK: Selection

    /// A search hides a selected message. It stays selected, and the others are not selected again with each update.
    @Test func aSearchKeepsTheSelection() async {
        let model = Model(20)
        model.selected = [1, 15]
        let screen = Screen(Transcript(model: model))
        await screen.update()
        model.messages.removeLast(10)
        await screen.update()
        model.written = []
        let before = screen.hostedRows.map(\.configurations)
        await screen.update()
        let after = screen.hostedRows.map(\.configurations)
        #expect(zip(before, after).allSatisfy { $1 == $0 + 1 }, "the selected row received another configuration")
        #expect(!model.written.contains("selected") && model.selected == [1, 15])
        screen.add(50, 70)
        #expect(model.selected == [1, 3, 15])
        model.messages = Model(20).messages
        await screen.update()
        screen.add(50, 310)
        #expect(model.selected == [1, 3], "the message that is there again is selected, and a tap deselects it")
    }

    /// Without a selection, a tap performs the action only.
    @Test func aTapWithoutASelectionSelectsNothing() async {
        struct Menu: View {
            let model: Model
            var isSelecting = false
            var body: some View {
                let list = EngineList(model.messages) { Text($0.text) }.onPrimaryAction { model.opened.append($0.id) }
                if isSelecting { return list.selection(model.binding(\.selected, "selected")) }
                return list
            }
        }
        let model = Model(20)
        let screen = Screen(Menu(model: model))
        await screen.update()
        func selected() -> [String] {
            screen.hostedRows
                .filter { screen.isSelected($0) }.map(\.text)
        }
        screen.open(50, 70)
        screen.press(.down)
        screen.press(.activate)
        #expect(model.opened.count == 2 && model.opened.first == 3)
        #expect(selected().isEmpty)
        screen.root.isSelecting = true
        model.selected = [5]
        await screen.update()
        #expect(selected() == ["Message 5"])
        screen.root.isSelecting = false
        await screen.update()
        #expect(selected().isEmpty)
    }
}
