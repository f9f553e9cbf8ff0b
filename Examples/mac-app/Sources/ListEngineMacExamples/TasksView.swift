import ListEngineSwiftUI
import SwiftUI

/// Tasks that the user selects with the mouse and the keyboard, moves with a drag, and deletes.
public struct TasksView: View {
    public struct Item: Identifiable {
        public let id: Int
        var title: String
    }

    @State private var items = (1...1_000).map { Item(id: $0, title: "Task \($0)") }
    @State private var selected: Set<Int> = []

    public init() {}

    public var body: some View {
        VStack {
            EngineList($items) { item in Text(selected.contains(item.id) ? "✓ \(item.title)" : item.title) }
                .selection($selected)
                .onPrimaryAction { item in
                    if let place = items.firstIndex(where: { $0.id == item.id }) { items[place].title += " (done)" }
                }
            Text("\(selected.count) selected")
        }
    }
}
