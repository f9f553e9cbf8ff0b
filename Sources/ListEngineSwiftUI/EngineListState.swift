#if canImport(SwiftUI) && (canImport(UIKit) && !os(watchOS) || canImport(AppKit))
    import ListEngine
    import SwiftUI

    /// A section of an ``EngineList``.
    public struct EngineSection<Item: Identifiable>: Identifiable {
        /// Unique in the list.
        public var id: String
        /// Shown above the items.
        public var header: ItemContent?
        /// Shown below the items.
        public var footer: ItemContent?
        public var items: [Item]

        public init(id: String, header: ItemContent? = nil, footer: ItemContent? = nil, items: [Item]) {
            self.id = id
            self.header = header
            self.footer = footer
            self.items = items
        }
    }

    extension EngineSection: Sendable where Item: Sendable {}

    /// The changes of items that the user can make in an ``EngineList``.
    public struct EngineListEdits: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Delete items, by a swipe or the delete key.
        public static let delete = EngineListEdits(rawValue: 1)
        /// Move items, also to other sections.
        public static let move = EngineListEdits(rawValue: 2)
    }

    /// Which part of a list stays on the screen while items are inserted, deleted and grow.
    public enum EngineListAnchor<ID: Hashable>: Hashable {
        /// The first item on the screen. A list at its very start stays there, so that new items at the top are visible.
        case top
        /// The end, as long as the list is there: chats and logs. Elsewhere it is the first item on the screen. A short list rests
        /// at the bottom, and a new list begins at its end.
        case bottom
        /// One item, wherever it is on the screen.
        case item(ID)
        /// The last item on the screen, even when the list gets lower.
        case window
    }

    extension EngineListAnchor: Sendable where ID: Sendable {}

    /// The content of a list, and the receivers of its reports.
    @MainActor
    struct EngineListState<Item: Identifiable, Row: View> {
        struct Selection {
            var allowsMany: Bool
            var read: () -> Set<Item.ID>
            var write: (Set<Item.ID>) -> Void
        }

        var sections: [EngineSection<Item>]
        var edits: EngineListEdits
        var row: (Item) -> Row
        /// Applies an edit of the user to the sections that the program has now.
        var change: ((inout [EngineSection<Item>]) -> Void) -> Void
        /// That of the list, for its rows.
        var environment = EnvironmentValues()
        var looks = Looks()
        var bindings = Bindings()
        var actions = Actions()

        struct Looks {
            var anchor = EngineListAnchor<Item.ID>.top
            var estimatedHeight: CGFloat = 44
            var appearance = CollectionLayoutListConfiguration.Appearance.plain
            var emptyContent: EmptyContent?
        }

        struct Bindings {
            var selection: Selection?
            var position: Binding<Item.ID?>?
            var unseen: Binding<Int>?
            var isAtEnd: Binding<Bool>?
        }

        struct Actions {
            var primary: ((Item) -> Void)?
            var menu: ((Item) -> ItemMenu?)?
            var loadMore: (() -> Void)?
            var refresh: (@MainActor @Sendable () async -> Void)?
        }
    }
#endif
