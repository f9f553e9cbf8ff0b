import Foundation

/// The `.overlapping` packing, which exists for lists that were built with an older library.
///
/// 1. The header is at the start.
/// 2. The candidate position of an item is next to the item before it. For the first item it is one spacing from the
///    edge. The content inset's top and bottom are subtracted from the height of every item.
/// 3. The item fits if its end plus the trailing inset is inside the list. If the first item fits, it is placed at
///    the corner of the insets, below the header. If another item fits, it is placed next to the item before it, at
///    the same start.
/// 4. An item that does not fit is placed at the leading inset. It starts at the *end of the item before it* (not of
///    the tallest in the line), without line spacing. In a horizontal list the interitem spacing is added. A first
///    item that does not fit is placed at 0, over the header.
/// 5. The footer follows the farthest end of all items, plus the *bottom* inset, in both scroll directions.
extension RelativeFrames {
    init(
        legacy recipe: SectionRecipe, spec: SectionSpec, contentInset: SectionInsets, cross: Int64,
        scrollDirection: ScrollDirection, section: Int
    ) throws(LayoutError) {
        try Self.checkCount(recipe.itemCount, section: section)
        let horizontal = scrollDirection == .horizontal
        let sizes = recipe.sizes.expanded(horizontal: horizontal)
        let reduction = Units.units(contentInset.top) + Units.units(contentInset.bottom)
        self.spec = spec
        header = UnitRect(mainMax: spec.header, crossMax: spec.header > 0 ? cross : 0)
        items.reserveCapacity(sizes.count)

        var farthest = spec.header
        var previous: UnitRect?
        for (index, size) in sizes.enumerated() {
            let width = try Self.length(size.width, recipe, section, index)
            let height = max(0, try Self.length(size.height, recipe, section, index) - reduction)
            let (main, crossExtent) = horizontal ? (width, height) : (height, width)
            let candidate = (previous?.crossMax ?? 0) + spec.itemSpacing
            let fits = candidate + crossExtent + spec.crossEnd <= cross + Self.slack
            let start: (main: Int64, cross: Int64)
            switch (fits, previous) {
            case (true, nil): start = (spec.header + spec.mainStart, spec.crossStart)
            case (true, let previous?): start = (previous.mainMin, candidate)
            case (false, let previous):
                let spacing = horizontal && previous != nil ? spec.itemSpacing : 0
                start = ((previous?.mainMax ?? 0) + spacing, spec.crossStart)
            }
            let frame = UnitRect(
                mainMin: start.main, crossMin: start.cross, mainMax: start.main + main,
                crossMax: start.cross + crossExtent)
            items.append(frame)
            farthest = max(farthest, frame.mainMax)
            previous = frame
        }

        let footerStart = farthest + Units.units(recipe.insets.bottom)
        if spec.footer > 0 {
            footer = UnitRect(mainMin: footerStart, mainMax: footerStart + spec.footer, crossMax: cross)
        }
        extent = max(0, footerStart + spec.footer)
    }

    /// The tolerance of every fit test: 2^-10 pt, so that thirds of a width fit.
    private static let slack: Int64 = 1 << 10

    private static func length(
        _ points: CGFloat, _ recipe: SectionRecipe, _ section: Int, _ item: Int
    ) throws(LayoutError) -> Int64 {
        if points >= 0, let units = Units.usable(points) { return units }
        if recipe.raisesUnusableSizes { return 0 }
        throw .unusableValue(section: section, item: item, value: Double(points))
    }
}
