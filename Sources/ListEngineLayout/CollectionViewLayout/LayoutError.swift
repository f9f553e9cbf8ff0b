/// Why a layout refused an operation. The layout is as it was.
///
/// Positions are those of the layout before the operation; a section or an item that was to be inserted has the index that
/// it would have got, and a size of a script its place among the script's sizes.
public enum LayoutError: Error, Sendable, Hashable {
    /// A length is NaN, infinite, negative (below minus the spacing) or past the limits. `item` is nil where it is one
    /// of the section's own lengths, or a number of items or columns.
    case unusableValue(section: Int, item: Int?, value: Double)

    /// A section layout answered a frame with a coordinate that is NaN, infinite or past the limits, or a negative size.
    case unusableFrame(section: Int, element: ElementPath, value: Double)

    /// The extent across the scroll axis is NaN, infinite, negative or past the limits.
    case unusableCrossExtent(value: Double)

    /// Totals end at 2^42 pt and counts at 2^40; the operation would pass one of them.
    case tooLarge(section: Int)

    /// Edits of a script overlap, reach past the items or insert more than there can be. `edit` is the index of the first
    /// that does, in ascending order of position.
    case overlappingEdits(section: Int, edit: Int)

    /// Counts of items of sections do not add up to the sizes given with them.
    case inconsistentCounts(items: Int, sizes: Int)

    /// Items of a uniform grid have one size, given by its recipe: one alone cannot get another, and new ones come
    /// without. New items of compositional sections come without as well.
    case uniformSize(section: Int)

    /// A size was measured, or is to be changed, that is no estimate: of an item, or where `item` is nil, of a header or
    /// footer.
    case exactSize(section: Int, item: Int?)

    /// The extent along the scroll axis is NaN, infinite, negative or past the limits.
    case unusableMainExtent(value: Double)

    /// The section was laid out by a user's recipe, which must be given with every change of its items.
    case needsRecipe(section: Int)

    /// New items need sizes in the form that the section takes: extents in a list, width and height in a flow, and all
    /// of a script in one.
    case needsSizes(section: Int)

    /// A recipe is of another kind than the section that was to take its style.
    case otherKind(section: Int)

    /// The system has no memory left.
    case outOfMemory
}

extension LayoutError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unusableValue(let section, let item?, let value):
            "section \(section), item \(item): \(value) cannot be used as a length"
        case .unusableValue(let section, nil, let value):
            "section \(section): \(value) cannot be used as a length or a count"
        case .unusableFrame(_, let element, let value): "element \(element): \(value) cannot be used in a frame"
        case .unusableCrossExtent(let value): "\(value) cannot be used as the extent across the scroll axis"
        case .tooLarge(let section): "section \(section): totals end at 2^42 points, counts at 2^40"
        case .overlappingEdits(let section, let edit): "section \(section): edit \(edit) overlaps or is out of range"
        case .inconsistentCounts(let items, let sizes):
            "the sections have \(items) items, but \(sizes) sizes were given"
        case .uniformSize(let section): "section \(section) gives its items their sizes"
        case .exactSize(let section, let item?): "section \(section), item \(item): the size is no estimate"
        case .exactSize(let section, nil): "section \(section): the size of the header or footer is no estimate"
        case .unusableMainExtent(let value): "\(value) cannot be used as the extent along the scroll axis"
        case .needsRecipe(let section): "section \(section) is laid out by a recipe of its own; give it with the change"
        case .needsSizes(let section):
            "section \(section) needs sizes in another form: extents for a list, width and height for a flow"
        case .otherKind(let section): "section \(section) is of another kind than the recipe"
        case .outOfMemory: "out of memory"
        }
    }
}
