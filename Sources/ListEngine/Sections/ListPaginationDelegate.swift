import Foundation

/// Receives how far a list has been shown, so that the next page of sections can be loaded in time.
@MainActor
public protocol ListPaginationDelegate: AnyObject {
    /// Whether the section loads its own pages. If true, the delegate is not notified of its cells. False by default.
    func hasPagination(for section: Int) -> Bool

    /// A cell of a section is about to be displayed. Called for every cell.
    /// - Parameters:
    ///   - section: The index of the section.
    ///   - sectionCount: The number of sections in the list.
    func willDisplayForPagination(section: Int, sectionCount: Int)
}

extension ListPaginationDelegate {
    public func hasPagination(for section: Int) -> Bool { false }
}
