import Foundation

/// A section in a few lines: items that never change, and closures for everything else.
///
///     let section = GenericSection(items: restaurants)
///         .onCellConfigure { (cell: RestaurantCell, restaurant, _) in cell.restaurant = restaurant }
///         .onCellSize { _, list in CGSize(width: list.width, height: 100) }
///         .onDidSelect { restaurant, _ in print(restaurant.name) }
///     list.append(newSections: [section])
///
/// See ``ClosureSection`` for the methods that can be chained, and for items that are not `ListIdentifiable`.
@MainActor
public final class GenericSection<Item: ListIdentifiable>: ClosureSection<Item, String> {
    /// - Parameters:
    ///   - listIdentifier: Identifies the section. The default is a new UUID string.
    ///   - items: The items of the section. If several have the same identifier, the first is shown.
    public init(listIdentifier: String = UUID().uuidString, items: [Item]) {
        super.init(listIdentifier: listIdentifier, items: items, identifiedBy: { $0.listIdentifier })
    }
}
