/// A result builder that collects sections from a closure, with conditions and loops.
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
/// Besides ``ListBlock`` it accepts any ``ListSection`` and arrays of sections.
/// ``ListDataSource/build(animatingDifferences:completion:_:)`` shows them.
@MainActor
@resultBuilder
public enum ListBuilder {
    public static func buildExpression(_ section: any ListSection) -> [any ListSection] { [section] }
    public static func buildExpression(_ sections: [any ListSection]) -> [any ListSection] { sections }

    /// Accepts statements that are not sections.
    public static func buildExpression(_ nothing: Void) -> [any ListSection] { [] }

    public static func buildBlock(_ parts: [any ListSection]...) -> [any ListSection] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [any ListSection]?) -> [any ListSection] { part ?? [] }
    public static func buildEither(first part: [any ListSection]) -> [any ListSection] { part }
    public static func buildEither(second part: [any ListSection]) -> [any ListSection] { part }
    public static func buildArray(_ parts: [[any ListSection]]) -> [any ListSection] { parts.flatMap { $0 } }
    public static func buildLimitedAvailability(_ part: [any ListSection]) -> [any ListSection] { part }
}

extension ListDataSource {
    /// Shows the sections that a closure describes, and no others. The next call shows the differences: sections and
    /// items are matched by their identifiers. Kept items keep their cells, and these are configured again.
    ///
    ///     func render() {
    ///         list.build {
    ///             ListBlock("open", restaurants.filter(\.isOpen)) { (cell: RestaurantCell, restaurant) in
    ///                 cell.text = restaurant.name
    ///             }
    ///         }
    ///     }
    ///
    /// If several sections have the same identifier, the first is shown and the others are reported. A section whose
    /// item type has changed counts as a new section.
    /// - Parameters:
    ///   - animatingDifferences: Whether the host receives descriptions of all movements.
    ///   - completion: Called once.
    ///   - content: Returns the sections. Called once, before `build` returns.
    /// - Complexity: The cost of comparing the items; unchanged items are not hashed. The closures that configure
    ///   cells are called for visible items only.
    public func build(
        animatingDifferences: Bool = true, completion: Completion? = nil,
        @ListBuilder _ content: () -> [any ListSection]
    ) {
        update(
            newSections: content(), reloadVisibleViews: true, animatingDifferences: animatingDifferences,
            completion: completion)
    }
}
