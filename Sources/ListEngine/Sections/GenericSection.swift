import Foundation

/// A section in a few lines: items that never change, and closures for all else.
///
///     let restaurants = GenericSection(items: restaurants)
///         .onCellConfigure { (cell: RestaurantCell, restaurant, _) in cell.restaurant = restaurant }
///         .onCellSize { _, list in CGSize(width: list.width, height: 100) }
///         .onDidSelect { restaurant, _ in print(restaurant.name) }
///     list.append(newSections: [restaurants])
///
/// See ``ClosureSection`` for what can be chained, and for items of other kinds.
@MainActor
public final class GenericSection<Item: ListIdentifiable>: ClosureSection<Item, String> {
    /// - Parameters:
    ///   - listIdentifier: Says which section this is; one of its own by default.
    ///   - items: What the section shows. Of those with one identifier the first is shown.
    public init(listIdentifier: String = UUID().uuidString, items: [Item]) {
        super.init(listIdentifier: listIdentifier, items: items, identifiedBy: { $0.listIdentifier })
    }
}
