import Foundation

/// A section that hears when the user has seen an item: when more than half of its cell, measured along the axis on which
/// the section scrolls, is within the visible bounds. Told where ``ListDataSource/collectImpression`` is on.
@MainActor
public protocol ImpressionDisplaySection: ListSection {
    /// An item has been seen. Told once for each item, by its identifier and the section's, as long as the data source
    /// lives: whatever is loaded again.
    func didHaveImpression(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)
}
