/// Puts sections together from what a closure names, one after the other, with conditions and loops.
///
///     @ListBuilder func sections() -> [any ListSection] {
///         if showsBanner { ListBlock("banner", [banner]) { (cell: BannerCell, banner) in cell.banner = banner } }
///         for city in cities {
///             ListBlock(city.name, city.restaurants) { (cell: RestaurantCell, restaurant) in
///                 cell.restaurant = restaurant
///             }
///         }
///     }
///
/// Any ``ListSection`` can stand beside ``ListBlock``, and arrays of sections. ``ListDataSource/build(animatingDifferences:completion:_:)``
/// shows them.
@MainActor
@resultBuilder
public enum ListBuilder {
    public static func buildExpression(_ section: any ListSection) -> [any ListSection] { [section] }
    public static func buildExpression(_ sections: [any ListSection]) -> [any ListSection] { sections }

    /// Statements that are no sections.
    public static func buildExpression(_ nothing: Void) -> [any ListSection] { [] }

    public static func buildBlock(_ parts: [any ListSection]...) -> [any ListSection] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [any ListSection]?) -> [any ListSection] { part ?? [] }
    public static func buildEither(first part: [any ListSection]) -> [any ListSection] { part }
    public static func buildEither(second part: [any ListSection]) -> [any ListSection] { part }
    public static func buildArray(_ parts: [[any ListSection]]) -> [any ListSection] { parts.flatMap { $0 } }
    public static func buildLimitedAvailability(_ part: [any ListSection]) -> [any ListSection] { part }
}

extension ListDataSource {
    /// Shows what a closure describes, and no other sections. Called again, it shows what differs: sections are told apart
    /// by their identifiers and items by theirs, what stays keeps its cells, and these are filled again.
    ///
    ///     func render() {
    ///         list.build {
    ///             ListBlock("open", restaurants.filter(\.isOpen)) { (cell: RestaurantCell, restaurant) in
    ///                 cell.text = restaurant.name
    ///             }
    ///         }
    ///     }
    ///
    /// Of sections with one identifier the first is shown, and the others are reported. A section whose items are of
    /// another type than before is another section.
    /// - Parameters:
    ///   - animatingDifferences: The host gets descriptions of all that moves.
    ///   - completion: Called once.
    ///   - content: Called once, at once.
    /// - Complexity: That of comparing the items, where what has not changed is not hashed; the closures that fill cells
    ///   are called for visible items alone.
    public func build(
        animatingDifferences: Bool = true, completion: Completion? = nil,
        @ListBuilder _ content: () -> [any ListSection]
    ) {
        update(
            newSections: content(), reloadVisibleViews: true, animatingDifferences: animatingDifferences,
            completion: completion)
    }
}
