import Foundation

/// A section that is notified when the user has seen an item: when more than half of its cell is within the visible
/// bounds. That half is measured along the section's scroll axis. Requires ``ListDataSource/collectsImpressions``.
@MainActor
public protocol ImpressionDisplaySection: ListSection {
    /// The user has seen an item. Called once for each pair of section identifier and item identifier, even if the
    /// list is reloaded. The data source remembers at least the last 16,384 items of a section, and at least the last
    /// 1,024 sections.
    func didHaveImpression(for itemIdentifier: ItemIdentifier, at indexPath: IndexPath)
}
