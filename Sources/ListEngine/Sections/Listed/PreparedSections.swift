import Foundation
import ListEngineDiff
import ListEngineLayout

/// The values that another thread needs to prepare the items of one section.
struct SectionPreparation: Sendable {
    /// The section as it is listed, and its index.
    let section: ObjectIdentifier
    let index: Int
    /// Nil if only the main actor can lay the section out.
    let style: SectionRecipe?
    let hasSizes: Bool
    let prepare: @Sendable () -> any PreparedSection

    var canBeLaidOut: Bool { style.map { hasSizes || !$0.sizesEachItem } ?? false }
}

/// The new items of a section, and the changes.
protocol PreparedSection: Sendable {
    var changes: SnapshotChangeset { get }
    var count: Int { get }
    /// The sizes of some items, in a section that has a closure for them.
    func sizes(ofItems items: [Range<Int>]) -> [CGSize]
}

struct PreparedItems<ItemIdentifier: Hashable & Sendable>: PreparedSection {
    let next: DiffableSnapshot<Int, ItemIdentifier>
    let changes: SnapshotChangeset
    /// The version of the displayed items with which they were compared.
    let version: DataVersion
    let sizes: (@Sendable (ItemIdentifier) -> CGSize)?

    var count: Int { next.numberOfItems }

    func sizes(ofItems items: [Range<Int>]) -> [CGSize] {
        guard let sizes else { return [] }
        return items.joined().map { sizes(next.itemIdentifier(at: ItemIndexPath(section: 0, item: $0))) }
    }
}

/// Several sections that were prepared together.
struct PreparedSections: Sendable {
    /// By the sections as they are listed.
    private(set) var sections: [ObjectIdentifier: any PreparedSection] = [:]
    /// Nil if the layout is edited when the update is shown.
    private(set) var layout: PreparedLayout?

    /// - Throws: `CancellationError`.
    init(
        _ parts: [SectionPreparation], _ layout: CollectionViewLayout?, _ preparation: UpdatePreparation
    ) throws {
        var plan = ListEdit()
        var described: [Int: (style: SectionRecipe, items: any PreparedSection)] = [:]
        for part in parts {
            try preparation.check()
            let items = part.prepare()
            sections[part.section] = items
            guard layout != nil, let style = part.style else { continue }
            plan.add(items.changes, oldOffset: part.index, newOffset: part.index)
            plan.restyledSections.insert(part.index)
            described[part.index] = (style, items)
        }
        try preparation.check()
        guard let layout else { return }
        plan.sort()
        let counts = (0..<layout.numberOfSections).map {
            described[$0]?.items.count ?? layout.numberOfItems(inSection: $0)
        }
        let recipes = SharedSectionRecipes { [described] section, items, context in
            guard let (style, prepared) = described[section] else { return .list(count: 0, height: 0) }
            let items = items ?? [0..<context.itemCount]
            return style.with(count: items.reduce(0) { $0 + $1.count }) { prepared.sizes(ofItems: items) }
        }
        do {
            self.layout = try plan.edited(layout, counts: counts, recipes, check: preparation.check)
        } catch is LayoutError {
            // The layout is edited when the update is shown, which reports the value that cannot be used.
        }
    }
}
