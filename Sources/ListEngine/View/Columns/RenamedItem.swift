import ListEngineLayout

/// An item whose new text the data source accepts. The item can have a new identity with it, as a file whose name is its identity. Or a
/// placeholder for children that are loading.
@MainActor
final class RenamedItem {
    /// The item, as long as the list has it.
    var path: ElementPath
    let column: String
    let text: String
    let wasSelected: Bool
    /// The parent, which gets the focus if nothing replaces the item.
    var parent: ElementPath?
    /// Whether the data source has refused the text.
    var isRefused = false
    /// Moves the focus to the item that has replaced this one while the text was committed.
    var focus: (@MainActor () -> Void)?

    init(_ path: ElementPath, column: String, text: String, wasSelected: Bool) {
        (self.path, self.column, self.text, self.wasSelected) = (path, column, text, wasSelected)
    }

    convenience init(_ path: ElementPath, below parent: ElementPath) {
        self.init(path, column: "", text: "", wasSelected: false)
        self.parent = parent
    }
}

extension SharedEdit {
    /// The most items that are searched for a renamed one.
    private static var mostSearched: Int { 1_000 }

    /// The items that the update inserts into sections that stay, those in the section of an item first.
    func insertedItems(like old: ElementPath) -> [ElementPath] {
        var (own, others) = ([ElementPath](), [ElementPath]())
        for (section, map) in items where !map.inserted.isEmpty && own.count + others.count < Self.mostSearched {
            guard let new = newSectionOfItems(section) else { continue }
            let paths = map.inserted.ranges.lazy.joined().prefix(Self.mostSearched).map {
                ElementPath.item($0, inSection: new)
            }
            if section == old.section { own += paths } else { others += paths }
        }
        return own + others
    }
}
