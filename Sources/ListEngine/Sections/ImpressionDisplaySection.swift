import Foundation

/// A section that hears when the user has seen an item: when more than half of its cell, measured along the axis on which
/// the section scrolls, is within the visible bounds. Told where ``ListDataSource/collectsImpressions`` is on.
@MainActor
public protocol ImpressionDisplaySection: ListSection {
    /// An item has been seen. Called once for each item, by its identifier and the section's, whatever is loaded again. The
    /// data source remembers at least the last 16,384 items of a section, of at least the last 1,024 sections.
    func didHaveImpression(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)
}
