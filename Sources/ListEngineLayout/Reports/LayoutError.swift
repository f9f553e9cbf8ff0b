/// The reason why a layout refused an operation. The layout is unchanged.
///
/// Indices are those before the operation. A section or item that could not be inserted has the index that it would
/// have had. A size in a script has its index among the script's sizes.
public enum LayoutError: Error, Sendable, Hashable {
    /// A length is NaN, infinite, negative or past the limits, or an item's extent is smaller than minus a negative line
    /// spacing. `item` is nil if the value is one of the section's own lengths, or a number of items or columns.
    case unusableValue(section: Int, item: Int?, value: Double)

    /// A section layout returned a frame with a coordinate that is NaN, infinite or past the limits, or with a
    /// negative size.
    case unusableFrame(section: Int, element: ElementPath, value: Double)

    /// The extent across the scroll axis is NaN, infinite, negative or past the limits.
    case unusableCrossExtent(value: Double)

    /// The operation would pass a limit: totals of at most 2^42 pt and counts of at most 2^40.
    case tooLarge(section: Int)

    /// Edits of a script overlap, reach past the items or insert an impossible number of items. `edit` is the index
    /// of the first such edit in ascending order of position.
    case overlappingEdits(section: Int, edit: Int)

    /// The item counts of sections do not match the number of sizes given with them.
    case inconsistentCounts(items: Int, sizes: Int)

    /// The operation gives a size to an item whose size is set by its section. In a uniform grid a single item cannot
    /// be resized, and new items are inserted without sizes. In a compositional section new items are inserted
    /// without sizes as well.
    case uniformSize(section: Int)

    /// The operation measures or changes a size that is exact rather than estimated. `item` is nil if the size is
    /// that of a header or footer.
    case exactSize(section: Int, item: Int?)

    /// The extent along the scroll axis is NaN, infinite, negative or past the limits.
    case unusableMainExtent(value: Double)

    /// The section has a user's own layout. This layout must be passed with every change of the section's items.
    case needsRecipe(section: Int)

    /// New items need sizes in the form that the section uses: extents in a list, widths and heights in a flow. All
    /// sizes of a script need the same form.
    case needsSizes(section: Int)

    /// A section cannot take its style from a recipe of another kind.
    case otherKind(section: Int)

    /// The system has no memory left.
    case outOfMemory
}

extension LayoutError: CustomStringConvertible {
    /// The expected length of an item whose length was refused.
    private static func usableLengths(_ value: Double) -> String {
        guard value.isFinite, value >= 0 else { return "a finite length that is not negative" }
        return value > 0x1p42
            ? "a length of at most 2^42 points"
            : "a length that is not smaller than the magnitude of the negative spacing"
    }

    public var description: String {
        switch self {
        case .unusableValue(let section, let item?, let value):
            "section \(section), item \(item): expected \(Self.usableLengths(value)), found \(value)"
        case .unusableValue(let section, nil, let value):
            "section \(section): expected a finite length or count that is not negative, found \(value)"
        case .unusableFrame(_, let element, let value):
            "element \(element): expected finite coordinates and a size that is not negative, found \(value)"
        case .unusableCrossExtent(let value):
            "expected a finite extent across the scroll axis that is not negative, found \(value)"
        case .tooLarge(let section):
            "section \(section): the operation would pass a limit: totals of 2^42 points, counts of 2^40"
        case .overlappingEdits(let section, let edit):
            "section \(section): edit \(edit) overlaps another edit or is out of range"
        case .inconsistentCounts(let items, let sizes):
            "expected as many sizes as items: found \(items) items and \(sizes) sizes"
        case .uniformSize(let section): "section \(section) sets the sizes of its items; insert items by count"
        case .exactSize(let section, let item?): "section \(section), item \(item): the size is exact, not an estimate"
        case .exactSize(let section, nil):
            "section \(section): the size of the header or footer is exact, not an estimate"
        case .unusableMainExtent(let value):
            "expected a finite extent along the scroll axis that is not negative, found \(value)"
        case .needsRecipe(let section): "section \(section) has a custom layout; pass this layout with the change"
        case .needsSizes(let section):
            "section \(section) needs sizes in a different form: extents in a list, width and height in a flow"
        case .otherKind(let section): "section \(section) and the recipe are of different kinds"
        case .outOfMemory: "out of memory"
        }
    }
}
