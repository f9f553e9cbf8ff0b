import Foundation

/// Hears how far a list has been shown, so that the next page of sections can be loaded in time.
@MainActor
public protocol ListPaginationDelegate: AnyObject {
    /// The section loads its own pages: nothing is told of it. False by default.
    func hasPagination(for section: Int) -> Bool

    /// A cell of a section is about to be shown; told for every cell.
    /// - Parameters:
    ///   - section: Its index.
    ///   - sectionCount: How many there are.
    func willDisplayForPagination(section: Int, sectionCount: Int)
}

extension ListPaginationDelegate {
    public func hasPagination(for section: Int) -> Bool { false }
}
