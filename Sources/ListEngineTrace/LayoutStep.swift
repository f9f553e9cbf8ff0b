import Foundation
import ListEngineLayout

/// One recorded operation on a layout: a change, or a query. See ``LayoutRecorder``.
///
/// Each case stands for the operation of `CollectionViewLayout` with the same name.
public enum LayoutStep: Sendable {
    case insertSection(SectionRecipe, at: Int)
    /// Several sections with the same layout. Each count is the number of items of one section.
    case insertSections(SectionRecipe, counts: [Int], at: Int)
    case removeSections(Range<Int>)
    case moveSections(Range<Int>, to: Int)
    case reloadSection(Int, with: SectionRecipe)
    case restyleSection(Int, like: SectionRecipe)
    case resizeItems(startingAt: Int, inSection: Int, to: ItemSizes)
    case insertItems(ItemSizes, at: Int, inSection: Int)
    case removeItems(Range<Int>, inSection: Int)
    case moveItems(Range<Int>, to: Int, inSection: Int)
    /// Moves an item within its section or to another one. The destination counts without the item.
    case moveItem(from: ElementPath, to: ElementPath)
    case apply(EditScript, inSection: Int)
    /// Measured sizes of items of a compositional section.
    case measure([ItemMeasurement], inSection: Int)
    /// The measured size of a header or footer of a compositional section.
    case measureBoundary(Int, inSection: Int, size: CGSize)
    case setCrossExtent(CGFloat)
    case setSize(CGSize)
    case setFlowDirection(FlowDirection)
    /// Queries the visible elements, as scrolling a list does.
    case look(Viewport)
}

extension CollectionViewLayout {
    /// Performs a step.
    ///
    ///     try layout.perform(.removeItems(3..<5, inSection: 0))
    ///
    /// - Returns: The change, or nil for ``LayoutStep/look(_:)``, which changes nothing.
    /// - Complexity: That of the operation that the step stands for.
    /// - Throws: The errors of that operation.
    /// - Precondition: Those of that operation.
    @discardableResult
    public mutating func perform(_ step: LayoutStep) throws(LayoutError) -> LayoutChange? {
        switch step {
        case .insertSection(let recipe, let at): return try insert(recipe, at: at)
        case .insertSections(let recipe, let counts, let at): return try insert(recipe, sectionCounts: counts, at: at)
        case .removeSections(let sections): return try remove(sections: sections)
        case .moveSections(let sections, let to): return try moveSections(sections, to: to)
        case .reloadSection(let section, let recipe): return try reloadSection(section, with: recipe)
        case .restyleSection(let section, let recipe): return try restyleSection(section, like: recipe)
        case .resizeItems(let first, let section, let sizes):
            return try resizeItems(startingAt: first, inSection: section, to: sizes)
        case .insertItems(let sizes, let at, let section): return try insertItems(sizes, at: at, inSection: section)
        case .removeItems(let items, let section): return try removeItems(items, inSection: section)
        case .moveItems(let items, let to, let section): return try moveItems(items, to: to, inSection: section)
        case .moveItem(let source, let target): return try moveItem(from: source, to: target)
        case .apply(let script, let section): return try apply(script, inSection: section)
        case .measure(let measurements, let section): return try measure(measurements, inSection: section)
        case .measureBoundary(let index, let section, let size):
            return try measure(boundarySupplementaryItem: index, inSection: section, size: size)
        case .setCrossExtent(let extent): return try setCrossExtent(extent)
        case .setSize(let size): return try setSize(size)
        case .setFlowDirection(let direction): return try setFlowDirection(direction)
        case .look: return nil
        }
    }

    /// Why a step cannot be performed: it uses an element that is not in the layout. A program would stop here. A trace may
    /// be written by hand, so replaying it throws an error instead.
    func fault(of step: LayoutStep, keeping anchor: ScrollAnchor?) -> String? {
        if let anchor, let fault = fault(of: anchor.path) { return fault }
        switch step {
        case .insertSection(_, let at), .insertSections(_, _, let at):
            return fault("section index", at, within: numberOfSections)
        case .removeSections(let sections): return fault("sections", sections, within: numberOfSections)
        case .moveSections(let sections, let to):
            return fault("sections", sections, within: numberOfSections)
                ?? fault("section index", to, within: numberOfSections - sections.count)
        case .reloadSection(let section, _), .restyleSection(let section, _), .apply(_, let section):
            return fault(ofSection: section)
        case .resizeItems(let first, let section, let sizes):
            if let fault = fault(ofSection: section) { return fault }
            let (end, overflow) = first.addingReportingOverflow(max(0, sizes.count))
            guard !overflow, first <= end else { return "items from \(first) are out of range" }
            return fault("items", first..<end, within: numberOfItems(inSection: section))
        case .insertItems(_, let at, let section):
            return fault(ofSection: section) ?? fault("item index", at, within: numberOfItems(inSection: section))
        case .removeItems(let items, let section):
            return fault(ofSection: section) ?? fault("items", items, within: numberOfItems(inSection: section))
        case .moveItems(let items, let to, let section):
            return fault(ofSection: section) ?? fault("items", items, within: numberOfItems(inSection: section))
                ?? fault("item index", to, within: numberOfItems(inSection: section) - items.count)
        case .moveItem(let source, let target):
            if let fault = fault(of: source) ?? fault(ofSection: target.section) { return fault }
            let others = numberOfItems(inSection: target.section) - (source.section == target.section ? 1 : 0)
            return fault("item index", target.item, within: others)
        case .measure(let measurements, let section):
            if let fault = fault(ofSection: section) { return fault }
            for measurement in measurements {
                if let fault = fault(of: .item(measurement.item, inSection: section)) { return fault }
            }
            return nil
        case .measureBoundary(_, let section, _):
            return section == ElementPath.wholeList ? nil : fault(ofSection: section)
        case .setCrossExtent, .setSize, .setFlowDirection, .look: return nil
        }
    }

    private func fault(ofSection section: Int) -> String? {
        (0..<numberOfSections).contains(section)
            ? nil : "section \(section) is out of range; valid are 0..<\(numberOfSections)"
    }

    private func fault(_ what: String, _ index: Int, within count: Int) -> String? {
        index >= 0 && index <= count ? nil : "\(what) \(index) is out of range; valid are 0...\(max(0, count))"
    }

    private func fault(_ what: String, _ range: Range<Int>, within count: Int) -> String? {
        range.lowerBound >= 0 && range.upperBound <= count
            ? nil : "\(what) \(range) are out of range; valid are 0..<\(count)"
    }

    private func fault(of path: ElementPath) -> String? {
        if path.section == ElementPath.wholeList {
            let isThere =
                (path.category == .header || path.category == .footer) && (0..<boundaryCount).contains(path.item)
            return isThere ? nil : "element \(path) is not there"
        }
        if let fault = fault(ofSection: path.section) { return fault }
        switch path.category {
        case .item, .supplementary:
            let count = numberOfItems(inSection: path.section)
            return (0..<count).contains(path.item)
                ? nil : "item \(path.item) of section \(path.section) is out of range; valid are 0..<\(count)"
        case .header, .footer, .decoration: return path.item >= 0 ? nil : "element \(path) is not there"
        }
    }
}
