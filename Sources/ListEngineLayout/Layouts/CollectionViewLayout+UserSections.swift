import Foundation

// Sections with a layout that a user wrote. The layout is called for its frames once, on the main actor. After that
// the section is data like any other, and queries never call the user's code. Every change of the section's items
// requires the layout again.

extension CollectionViewLayout {
    /// Adds a section at the end, laid out by its own layout.
    ///
    ///     try layout.append(Staircase(), itemCount: 12)
    ///
    /// - Parameters:
    ///   - layout: The section's layout. It receives its index and the references, is prepared, and returns all frames.
    ///     A built-in layout is computed by the core instead.
    ///   - itemCount: The number of items that it lays out.
    ///   - references: The objects that the layout can use.
    /// - Complexity: O(*n*).
    /// - Throws: ``LayoutError/unusableFrame(section:element:value:)`` and
    ///   ``LayoutError/unusableValue(section:item:value:)`` for values that cannot be used.
    @MainActor @discardableResult
    public mutating func append(
        _ layout: any CollectionViewSectionLayout, itemCount: Int, references: SectionLayoutReferences = .init()
    ) throws(LayoutError) -> LayoutChange {
        try insert(layout, itemCount: itemCount, at: numberOfSections, references: references)
    }

    /// Inserts a section, laid out by its own layout, before the section at an index.
    ///
    /// See ``append(_:itemCount:references:)`` for cost and errors.
    /// - Precondition: The index is in 0...*S*.
    @MainActor @discardableResult
    public mutating func insert(
        _ layout: any CollectionViewSectionLayout, itemCount: Int, at index: Int,
        references: SectionLayoutReferences = .init()
    ) throws(LayoutError) -> LayoutChange {
        checkInsertion(at: index)
        let source = try source(of: layout, in: sectionContext(itemCount: itemCount), section: index, references)
        return try insert(source, at: index)
    }

    /// Lays a section out by its own layout. Items keep their indices.
    ///
    /// See ``append(_:itemCount:references:)`` for cost and errors.
    /// - Precondition: The section is in the layout.
    @MainActor @discardableResult
    public mutating func reloadSection(
        _ section: Int, with layout: any CollectionViewSectionLayout, itemCount: Int,
        references: SectionLayoutReferences = .init()
    ) throws(LayoutError) -> LayoutChange {
        try relayout(
            section, layout, itemCount, references,
            through: .replaceSection(section, from: numberOfItems(inSection: section), to: itemCount), nil)
    }

    /// Inserts items before the item at an index of a section that has its own layout. The layout computes all frames
    /// again.
    /// - Complexity: O(*n*).
    /// - Precondition: The index is in 0...*n*.
    @MainActor @discardableResult
    public mutating func insertItems(
        count: Int, at index: Int, inSection section: Int, using layout: any CollectionViewSectionLayout,
        references: SectionLayoutReferences = .init()
    ) throws(LayoutError) -> LayoutChange {
        storage.checkInsertion(at: index, inSection: section)
        guard count >= 0 else { throw .unusableValue(section: section, item: nil, value: Double(count)) }
        return try relayout(
            section, layout, numberOfItems(inSection: section) + count, references,
            through: .insertItems(section: section, at: index, count: count), index..<index + count)
    }

    /// Removes items of a section that has its own layout. See
    /// ``insertItems(count:at:inSection:using:references:)``.
    @MainActor @discardableResult
    public mutating func removeItems(
        _ items: Range<Int>, inSection section: Int, using layout: any CollectionViewSectionLayout,
        references: SectionLayoutReferences = .init()
    ) throws(LayoutError) -> LayoutChange {
        storage.checkItems(items, inSection: section)
        return try relayout(
            section, layout, numberOfItems(inSection: section) - items.count, references,
            through: .removeItems(section: section, items: items), items.lowerBound..<items.lowerBound)
    }

    /// Moves items of a section that has its own layout, so that the first of them gets an index, counted without them.
    /// See ``insertItems(count:at:inSection:using:references:)``.
    @MainActor @discardableResult
    public mutating func moveItems(
        _ items: Range<Int>, to index: Int, inSection section: Int, using layout: any CollectionViewSectionLayout,
        references: SectionLayoutReferences = .init()
    ) throws(LayoutError) -> LayoutChange {
        storage.checkItems(items, inSection: section)
        let last = numberOfItems(inSection: section) - items.count
        guard index >= 0, index <= last else {
            fatalError("section \(section): index \(index) is out of range; valid are \(0...last)")
        }
        return try relayout(
            section, layout, numberOfItems(inSection: section), references,
            through: .moveItems(section: section, items: items, to: index),
            min(items.lowerBound, index)..<max(items.upperBound, index + items.count))
    }

    /// Calls the layout of a section again, because some of its items have changed their size or content. See
    /// ``insertItems(count:at:inSection:using:references:)``.
    @MainActor @discardableResult
    public mutating func reloadItems(
        _ items: Range<Int>, inSection section: Int, using layout: any CollectionViewSectionLayout,
        references: SectionLayoutReferences = .init()
    ) throws(LayoutError) -> LayoutChange {
        storage.checkItems(items, inSection: section)
        return try relayout(section, layout, numberOfItems(inSection: section), references, through: nil, items)
    }

    /// Gives the list a new extent across the scroll axis, asking the layouts of those sections that have their own.
    ///
    /// See ``setCrossExtent(_:)``.
    /// - Parameters:
    ///   - extent: Points.
    ///   - recipes: The layout of a section, by its index; nil for those in stock.
    @MainActor @discardableResult
    public mutating func setCrossExtent(
        _ extent: CGFloat,
        recipes: (_ section: Int) -> (any CollectionViewSectionLayout)?
    ) throws(LayoutError) -> LayoutChange {
        var context = sectionContext(itemCount: 0)
        context.crossExtent = extent
        let replacements = try replacements(in: context, recipes)
        return try configure(crossExtent: extent, replacements: replacements)
    }

    /// Gives the list's container a new size, and other insets, asking the layouts of those sections that have their
    /// own.
    ///
    /// See ``setSize(_:containerInsets:)`` and ``setCrossExtent(_:recipes:)``.
    @MainActor @discardableResult
    public mutating func setSize(
        _ size: CGSize, containerInsets: ContainerInsets? = nil,
        recipes: (_ section: Int) -> (any CollectionViewSectionLayout)?
    ) throws(LayoutError) -> LayoutChange {
        var context = sectionContext(itemCount: 0)
        (context.mainExtent, context.crossExtent) =
            storage.isHorizontal ? (size.width, size.height) : (size.height, size.width)
        if let containerInsets { context.containerInsets = containerInsets }
        let replacements = try replacements(in: context, recipes)
        return try configure(
            mainExtent: context.mainExtent, crossExtent: context.crossExtent, containerInsets: containerInsets,
            replacements: replacements)
    }

    /// Mirrors the list, or no longer, asking the layouts of those sections that have their own.
    ///
    /// See ``setFlowDirection(_:)`` and ``setCrossExtent(_:recipes:)``.
    @MainActor @discardableResult
    public mutating func setFlowDirection(
        _ direction: FlowDirection,
        recipes: (_ section: Int) -> (any CollectionViewSectionLayout)?
    ) throws(LayoutError) -> LayoutChange {
        var context = sectionContext(itemCount: 0)
        context.flowDirection = direction
        let replacements = try replacements(in: context, recipes)
        return try configure(flowDirection: direction, replacements: replacements)
    }

    /// Returns the new contents of sections that have their own layouts, for another container, by section index.
    /// - Parameter container: The container that the layouts receive. Item counts are those of this layout. Extents
    ///   are as the caller passed them, not yet checked.
    @MainActor
    private mutating func replacements(
        in container: SectionLayoutContext, _ recipes: (_ section: Int) -> (any CollectionViewSectionLayout)?
    ) throws(LayoutError) -> [Int: SectionSource] {
        guard let cross = Self.usableCrossExtent(container.crossExtent) else {
            throw .unusableCrossExtent(value: Double(container.crossExtent))
        }
        guard let main = Self.usableMainExtent(container.mainExtent) else {
            throw .unusableMainExtent(value: Double(container.mainExtent))
        }
        var context = container
        context.crossExtent = CGFloat(Units.points(cross))
        context.mainExtent = CGFloat(Units.points(main))
        var replacements: [Int: SectionSource] = [:]
        guard storage.frameSections.count > 0 else { return replacements }
        for section in 0..<numberOfSections where storage.spec(ofSection: section).kind.row.items == .placed {
            guard let layout = recipes(section) else { continue }
            context.itemCount = numberOfItems(inSection: section)
            replacements[section] = try source(of: layout, in: context, section: section, .init())
        }
        return replacements
    }

    // MARK: Calling a section's layout

    @MainActor
    private mutating func relayout(
        _ section: Int, _ layout: any CollectionViewSectionLayout, _ itemCount: Int,
        _ references: SectionLayoutReferences, through edit: ListEdit?, _ items: Range<Int>?
    ) throws(LayoutError) -> LayoutChange {
        storage.checkSection(section)
        let source = try source(of: layout, in: sectionContext(itemCount: itemCount), section: section, references)
        if let edit { prepareAnchors(for: edit) }
        try replace(section, with: source)
        let change =
            items.map { LayoutChange(items: $0, inSection: section) } ?? LayoutChange(sections: section..<section + 1)
        if edit != nil { moveAnchors() }
        return change
    }

    /// Returns a section's contents from its layout: a recipe for a built-in layout, else the frames.
    @MainActor
    private mutating func source(
        of layout: any CollectionViewSectionLayout, in context: SectionLayoutContext, section: Int,
        _ references: SectionLayoutReferences
    ) throws(LayoutError) -> SectionSource {
        guard context.itemCount >= 0 else {
            throw .unusableValue(section: section, item: nil, value: Double(context.itemCount))
        }
        if let stock = layout as? any StockSectionLayout { return .recipe(stock.recipe(in: context)) }
        var unset: [UnsetReference] = []
        defer { report(unset, section) }
        return .frames(try Self.pull(layout, context, section, references, &unset))
    }

    /// Opens the existential type, so that the layout's own types are known and its back-references can be set.
    @MainActor
    private static func pull<Layout: CollectionViewSectionLayout>(
        _ layout: Layout, _ context: SectionLayoutContext, _ section: Int, _ references: SectionLayoutReferences,
        _ unset: inout [UnsetReference]
    ) throws(LayoutError) -> RelativeFrames {
        var layout = layout
        if !context.isOutdated { unset = layout.receive(references, sectionIndex: section) }
        if !context.isOutdated { layout.prepare(in: context) }
        return try RelativeFrames(pulledFrom: layout, context: context, section: section)
    }

    /// Reports each property once.
    private mutating func report(_ unset: [UnsetReference], _ section: Int) {
        for reference in unset
        where !diagnostics.recent.contains(where: { $0.code == .unsetReference && $0.path == reference.property }) {
            storage.diagnostics.record(reference.diagnostic(inSection: section))
        }
    }
}
