/// The items of one section as a tree: an outline whose items can be expanded and collapsed.
///
///     var outline = SectionSnapshot<String>()
///     outline.append(["fruit", "nuts"])
///     outline.append(["apple", "pear"], to: "fruit")
///     outline.expand(["fruit"])
///     outline.visibleItems                              // fruit, apple, pear, nuts
///
///     var snapshot = DiffableSnapshot<String, String>()
///     snapshot.appendSections(["food"])
///     snapshot.apply(outline, toSection: "food")
///
/// Identifiers are unique in the tree. An item is visible if all its ancestors are expanded. As in ``DiffableSnapshot``,
/// operations have two forms: those with `validating:` throw, and leave the tree unchanged.
public struct SectionSnapshot<ItemIdentifier: Hashable> {
    struct Node {
        var identifier: ItemIdentifier
        /// The node above, or -1 for a root.
        var parent: Int
        var children: [Int] = []
        var isExpanded = false
    }

    /// Nodes by number; numbers of deleted nodes are used again.
    var nodes: [Node] = []
    var freeNumbers: [Int] = []
    var roots: [Int] = []
    var numbers: [ItemIdentifier: Int] = [:]

    /// An empty tree.
    public init() {}
}

extension SectionSnapshot: Sendable where ItemIdentifier: Sendable {}
extension SectionSnapshot.Node: Sendable where ItemIdentifier: Sendable {}

extension SectionSnapshot: Equatable {
    /// Whether both trees have the same items in the same positions, and the same items are expanded.
    public static func == (left: SectionSnapshot, right: SectionSnapshot) -> Bool {
        let items = left.items
        return items == right.items
            && items.allSatisfy {
                left.parent(of: $0) == right.parent(of: $0) && left.isExpanded($0) == right.isExpanded($0)
            }
    }
}

// MARK: - Queries

extension SectionSnapshot {
    /// All items, each followed by its descendants.
    /// - Complexity: O(items).
    public var items: [ItemIdentifier] { walk(from: roots) { _ in true } }

    /// The items whose ancestors are all expanded, in order. These are the items that the section shows.
    /// - Complexity: O(visible items).
    public var visibleItems: [ItemIdentifier] { walk(from: roots) { nodes[$0].isExpanded } }

    /// The descendants of an item that the section shows if the item is visible and expanded, in order.
    /// - Complexity: O(items returned).
    public func visibleItems(below item: ItemIdentifier) -> [ItemIdentifier] {
        numbers[item].map { number in walk(from: nodes[number].children) { nodes[$0].isExpanded } } ?? []
    }

    /// Items without a parent, in order.
    public var rootItems: [ItemIdentifier] { roots.map { nodes[$0].identifier } }

    /// The number of items.
    public var count: Int { numbers.count }

    /// Whether an item is in the tree.
    public func contains(_ item: ItemIdentifier) -> Bool { numbers[item] != nil }

    /// Whether an item is expanded. False for one that is not in the tree.
    public func isExpanded(_ item: ItemIdentifier) -> Bool { numbers[item].map { nodes[$0].isExpanded } ?? false }

    /// Whether an item is in the tree and all its ancestors are expanded.
    public func isVisible(_ item: ItemIdentifier) -> Bool {
        guard let number = numbers[item] else { return false }
        var parent = nodes[number].parent
        while parent >= 0 && nodes[parent].isExpanded { parent = nodes[parent].parent }
        return parent < 0
    }

    /// The number of ancestors of an item, or nil if it is not in the tree.
    public func level(of item: ItemIdentifier) -> Int? {
        guard let number = numbers[item] else { return nil }
        var level = 0
        var parent = nodes[number].parent
        while parent >= 0 {
            level += 1
            parent = nodes[parent].parent
        }
        return level
    }

    /// The parent of an item, or nil for a root and for an item that is not in the tree.
    public func parent(of item: ItemIdentifier) -> ItemIdentifier? {
        guard let number = numbers[item], nodes[number].parent >= 0 else { return nil }
        return nodes[nodes[number].parent].identifier
    }

    /// The children of an item, in order.
    public func children(of item: ItemIdentifier) -> [ItemIdentifier] {
        numbers[item].map { nodes[$0].children.map { nodes[$0].identifier } } ?? []
    }

    /// Whether an item has children.
    public func hasChildren(_ item: ItemIdentifier) -> Bool {
        numbers[item].map { !nodes[$0].children.isEmpty } ?? false
    }

    /// The index of an item among the visible ones, or nil if it is not visible.
    /// - Complexity: O(visible items).
    public func index(of item: ItemIdentifier) -> Int? { isVisible(item) ? visibleItems.firstIndex(of: item) : nil }

    /// The tree below an item, with or without the item itself; nil if it is not in the tree.
    public func snapshot(of item: ItemIdentifier, includingParent: Bool = false) -> SectionSnapshot? {
        guard let number = numbers[item] else { return nil }
        var made = SectionSnapshot()
        if includingParent {
            made.graft([number], of: self, onto: -1, at: 0)
        } else {
            made.graft(nodes[number].children, of: self, onto: -1, at: 0)
        }
        return made
    }

    /// Items in order, with the descendants of those for which `isOpen` returns true. Not recursive, because a tree may be as
    /// deep as it has items.
    private func walk(from first: [Int], into isOpen: (Int) -> Bool) -> [ItemIdentifier] {
        var found: [ItemIdentifier] = []
        var pending = Array(first.reversed())
        while let number = pending.popLast() {
            found.append(nodes[number].identifier)
            if isOpen(number) { pending.append(contentsOf: nodes[number].children.reversed()) }
        }
        return found
    }
}
