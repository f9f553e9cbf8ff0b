#if canImport(SwiftUI) && (canImport(UIKit) && !os(watchOS) || canImport(AppKit))
    import ListEngine
    import SwiftUI

    /// A list of ListEngine as a SwiftUI view. Its rows are SwiftUI views, and only those on the screen exist.
    ///
    ///     struct ChatView: View {
    ///         let messages: [Message]
    ///         @State private var unseen = 0
    ///
    ///         var body: some View {
    ///             EngineList(messages) { message in MessageRow(message) }
    ///                 .anchor(.bottom)
    ///                 .unseenItems($unseen)
    ///         }
    ///     }
    ///
    /// Rows are as high as their views, and follow changes of these. They have the environment of the list. Whenever SwiftUI evaluates the body that contains the list, the
    /// list compares the identifiers of its items with those that it shows, and the visible rows receive their new views.
    ///
    /// If an identifier occurs twice, the first item is shown, and a diagnostic of the list names the other one.
    ///
    /// - Complexity: O(*n*) for each evaluation, for *n* items: their identifiers are put into a table. O(visible rows) views.
    public struct EngineList<Item: Identifiable, Row: View>: View where Item.ID: Sendable {
        var state: EngineListState<Item, Row>

        /// A list of items in one section.
        public init(_ items: [Item], @ViewBuilder row: @escaping (Item) -> Row) {
            self.init(sections: [EngineSection(id: "items", items: items)], row: row)
        }

        /// A list of items in one section, which the user can change.
        /// - Parameters:
        ///   - items: Receives the items without those that the user deleted, and in the order to which the user moved them.
        ///   - edits: The permitted changes.
        public init(
            _ items: Binding<[Item]>, edits: EngineListEdits = [.delete, .move],
            @ViewBuilder row: @escaping (Item) -> Row
        ) {
            self.init([EngineSection(id: "items", items: items.wrappedValue)], edits: edits, row) { edit in
                var sections = [EngineSection(id: "items", items: items.wrappedValue)]
                edit(&sections)
                items.wrappedValue = sections[0].items
            }
        }

        /// A list of sections. The identifiers of items are unique among all sections.
        public init(sections: [EngineSection<Item>], @ViewBuilder row: @escaping (Item) -> Row) {
            self.init(sections, edits: [], row) { _ in }
        }

        /// A list of sections, whose items the user can change.
        /// - Parameters:
        ///   - sections: Receives the sections without the items that the user deleted, and with the items where the user moved them.
        ///   - edits: The permitted changes.
        public init(
            sections: Binding<[EngineSection<Item>]>, edits: EngineListEdits = [.delete, .move],
            @ViewBuilder row: @escaping (Item) -> Row
        ) {
            self.init(sections.wrappedValue, edits: edits, row) { edit in
                var changed = sections.wrappedValue
                edit(&changed)
                sections.wrappedValue = changed
            }
        }

        private init(
            _ sections: [EngineSection<Item>], edits: EngineListEdits, _ row: @escaping (Item) -> Row,
            change: @escaping ((inout [EngineSection<Item>]) -> Void) -> Void
        ) {
            state = EngineListState(sections: sections, edits: edits, row: row, change: change)
        }

        public var body: some View { EngineListView(state: state) }

        private func with(_ change: (inout EngineListState<Item, Row>) -> Void) -> EngineList {
            var copy = self
            change(&copy.state)
            return copy
        }
    }

    extension EngineList {
        /// The user can select one item.
        public func selection(_ selected: Binding<Item.ID?>) -> EngineList {
            with { state in
                state.bindings.selection = EngineListState.Selection(
                    allowsMany: false, read: { selected.wrappedValue.map { [$0] } ?? [] },
                    write: { selected.wrappedValue = $0.first })
            }
        }

        /// The user can select items. Identifiers that are not in the list, because a search hides them for example, stay selected.
        public func selection(_ selected: Binding<Set<Item.ID>>) -> EngineList {
            with { state in
                state.bindings.selection = EngineListState.Selection(
                    allowsMany: true, read: { selected.wrappedValue }, write: { selected.wrappedValue = $0 })
            }
        }

        /// The first item on the screen. The list writes it soon after the user has scrolled. If the program writes another one, the
        /// list scrolls to it, as soon as it has items and a size.
        public func position(_ first: Binding<Item.ID?>) -> EngineList { with { $0.bindings.position = first } }

        /// Which part of the list stays on the screen when its content changes. The default is ``EngineListAnchor/top``.
        public func anchor(_ anchor: EngineListAnchor<Item.ID>) -> EngineList { with { $0.looks.anchor = anchor } }

        /// Receives the number of items below the screen that were inserted and that the user has not seen. See
        /// `CollectionView.unseenItemsHandler`.
        public func unseenItems(_ count: Binding<Int>) -> EngineList { with { $0.bindings.unseen = count } }

        /// Receives whether the list cannot be scrolled further toward its end. If the program writes true, the list scrolls there.
        public func isAtEnd(_ isAtEnd: Binding<Bool>) -> EngineList { with { $0.bindings.isAtEnd = isAtEnd } }

        /// The height of a row before it is measured, in points. The default is 44.
        public func estimatedItemHeight(_ height: CGFloat) -> EngineList { with { $0.looks.estimatedHeight = height } }

        /// The look of the list. The default is plain.
        public func appearance(_ appearance: CollectionLayoutListConfiguration.Appearance) -> EngineList {
            with { $0.looks.appearance = appearance }
        }

        /// Performs the action of an item: the user tapped it, or pressed Return. The item is selected only if there is a
        /// `selection`.
        public func onPrimaryAction(_ perform: @escaping (Item) -> Void) -> EngineList {
            with { $0.actions.primary = perform }
        }

        /// The menu of an item, for a long press or the secondary button of a mouse.
        public func itemMenu(_ menu: @escaping (Item) -> ItemMenu?) -> EngineList { with { $0.actions.menu = menu } }

        /// Loads more items when the end of the list is near. It is called after SwiftUI has updated its views, so it can change
        /// state. See `CollectionView.loadMoreHandler`.
        public func onLoadMore(_ load: @escaping () -> Void) -> EngineList { with { $0.actions.loadMore = load } }

        /// Loads the content again when the user pulls the list beyond its start. The list shows that it is refreshed until the function
        /// has returned.
        public func onRefresh(_ refresh: @escaping @MainActor @Sendable () async -> Void) -> EngineList {
            with { $0.actions.refresh = refresh }
        }

        /// The content that is shown while the list has no items.
        public func emptyContent(_ content: EmptyContent?) -> EngineList { with { $0.looks.emptyContent = content } }
    }
#endif
