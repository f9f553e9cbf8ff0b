// Every edit changes the descriptions and lays everything out again.
extension ReferenceCompositionalLayout {
    public mutating func insert(_ new: [Section], at index: Int) {
        sections.insert(contentsOf: new, at: index)
        prepare()
    }

    public mutating func removeSections(_ range: Range<Int>) {
        sections.removeSubrange(range)
        prepare()
    }

    /// Moves sections so that the first of them gets the index `to`, which is counted without them.
    public mutating func moveSections(_ range: Range<Int>, to index: Int) {
        sections.moveRange(range, to: index)
        prepare()
    }

    /// Replaces the composition of a section. Its items and their measured sizes are kept. Those of badges are kept if both
    /// compositions have badges of the same kinds on the same nodes, with the same axes estimated.
    public mutating func setComposition(_ composition: ReferenceComposition, ofSection section: Int) {
        change(section) { composed in
            let keepsBadges = composed.composition.group.badgeList == composition.group.badgeList
            composed.composition = composition
            composed.boundaryMeasures = [:]
            if !keepsBadges { composed.badgeMeasures = Array(repeating: [:], count: composed.itemCount) }
        }
    }

    public mutating func setBoundaries(_ new: [ReferenceBoundary], scale: Double) {
        boundaries = new
        boundaryScale = scale
        boundaryMeasures = [:]
        prepare()
    }

    public mutating func setContainer(_ new: ReferenceAxes<Int64>) {
        guard new != container else { return }
        container = new
        for section in sections.indices {
            guard case .composed(var composed) = sections[section] else { continue }
            composed.reports = Array(repeating: .none, count: composed.itemCount)
            sections[section] = .composed(composed)
        }
        prepare()
    }

    /// Inserts items into a compositional section. Nothing is measured of them yet.
    public mutating func insertItems(count: Int, at index: Int, inSection section: Int) {
        change(section) { composed in
            composed.measures.insert(contentsOf: Array(repeating: .nothing, count: count), at: index)
            composed.reports.insert(contentsOf: Array(repeating: .none, count: count), at: index)
            composed.badgeMeasures.insert(contentsOf: Array(repeating: [:], count: count), at: index)
        }
    }

    public mutating func removeItems(_ range: Range<Int>, inSection section: Int) {
        change(section) { composed in
            composed.measures.removeSubrange(range)
            composed.reports.removeSubrange(range)
            composed.badgeMeasures.removeSubrange(range)
        }
    }

    /// Moves items so that the first of them gets the index `to`, which is counted without them.
    public mutating func moveItems(_ range: Range<Int>, to index: Int, inSection section: Int) {
        change(section) { composed in
            composed.measures.moveRange(range, to: index)
            composed.reports.moveRange(range, to: index)
            composed.badgeMeasures.moveRange(range, to: index)
        }
    }

    /// Applies a script. Each edit refers to the items before the script.
    public mutating func apply(_ script: [ReferenceEdit], inserting count: Int, inSection section: Int) {
        change(section) { composed in
            composed.measures = script.applied(
                to: composed.measures, inserting: Array(repeating: .nothing, count: count))
            composed.reports = script.applied(
                to: composed.reports, inserting: Array(repeating: .none, count: count))
            composed.badgeMeasures = script.applied(
                to: composed.badgeMeasures, inserting: Array(repeating: [:], count: count))
        }
    }

    /// Sets the measured sizes of items, one after another. An axis that is not estimated ignores them, as does an axis
    /// on which the item has reported too many different extents.
    /// - Returns: The number of measurements that changed a size, and the first item with too many different extents.
    @discardableResult
    public mutating func measureItems(
        _ measurements: [ReferenceMeasurement], inSection section: Int
    ) -> (changed: Int, frozen: Int?) {
        guard case .composed(let composed) = sections[section] else { return (0, nil) }
        let solver = CompositionSolver(composed.composition, container: container)
        guard solver.items > 0, solver.isMeasurable else { return (0, nil) }
        var result: (changed: Int, frozen: Int?) = (0, nil)
        change(section) { composed in
            for measurement in measurements {
                let item = measurement.index
                let open = solver.template.items[item % solver.items].isOpen
                var changes = false
                for axis in ReferenceAxis.allCases where open[axis] {
                    guard let new = measurement.measure[axis], new != composed.measures[item][axis] else { continue }
                    if composed.reports[item][axis] == ReferenceComposedSection.mostReports {
                        result.frozen = result.frozen ?? item
                        continue
                    }
                    composed.reports[item][axis] += 1
                    composed.measures[item][axis] = new
                    changes = true
                }
                if changes { result.changed += 1 }
            }
        }
        return result
    }

    /// The supplementary views of a section that are shown, with the items that they belong to.
    private func badges(inSection section: Int) -> [(kind: Int, index: Int, item: Int, badge: SolvedBadge)] {
        guard case .composed(let composed) = sections[section] else { return [] }
        let solver = CompositionSolver(composed.composition, container: container)
        guard solver.items > 0, solver.isMeasurable else { return [] }
        var badges: [(kind: Int, index: Int, item: Int, badge: SolvedBadge)] = []
        func add(_ badge: SolvedBadge, _ index: Int, last: Int, in group: Int) {
            let item = group * solver.items + badge.owner
            guard item < composed.itemCount else { return }
            if badge.separates && group * solver.items + last >= composed.itemCount - 1 { return }
            badges.append((badge.kind, index, item, badge))
        }
        for group in 0..<(composed.itemCount + solver.items - 1) / solver.items {
            for (leaf, item) in solver.template.items.enumerated() {
                for badge in item.badges { add(badge, group * solver.items + leaf, last: leaf, in: group) }
            }
            for part in solver.template.parts where !part.items.isEmpty {
                for badge in part.badges {
                    add(badge, group * part.occurrences + part.ordinal, last: part.items.upperBound - 1, in: group)
                }
            }
        }
        return badges
    }

    /// The supplementary views of a section whose sizes are estimates until they are measured.
    public func estimatedBadges(inSection section: Int) -> [(kind: Int, index: Int)] {
        badges(inSection: section).filter { $0.badge.isOpen.main || $0.badge.isOpen.cross }.map { ($0.kind, $0.index) }
    }

    /// The measured sizes of the supplementary views of a section.
    public func badgeMeasures(inSection section: Int) -> [(kind: Int, measurement: ReferenceMeasurement)] {
        guard case .composed(let composed) = sections[section] else { return [] }
        return badges(inSection: section).compactMap { badge in
            composed.badgeMeasures[badge.item][badge.badge.name].map {
                (badge.kind, ReferenceMeasurement(badge.index, main: $0.main, cross: $0.cross))
            }
        }
    }

    /// Sets the measured sizes of the supplementary views of a kind.
    public mutating func measureBadges(
        _ measurements: [ReferenceMeasurement], kind: Int, inSection section: Int
    ) {
        let all = badges(inSection: section)
        change(section) { composed in
            for new in measurements {
                for badge in all where badge.kind == kind && badge.index == new.index {
                    for axis in ReferenceAxis.allCases where badge.badge.isOpen[axis] {
                        guard let extent = new.measure[axis] else { continue }
                        composed.badgeMeasures[badge.item][badge.badge.name, default: .nothing][axis] = extent
                    }
                }
            }
        }
    }

    /// Sets the measured sizes of the boundaries of a section, or of the whole layout if `section` is nil.
    public mutating func measureBoundaries(_ measurements: [ReferenceMeasurement], inSection section: Int?) {
        func write(to measures: inout [Int: ReferenceMeasure]) {
            for new in measurements {
                for axis in ReferenceAxis.allCases {
                    if let extent = new.measure[axis] { measures[new.index, default: .nothing][axis] = extent }
                }
            }
        }
        if let section {
            change(section) { write(to: &$0.boundaryMeasures) }
        } else {
            write(to: &boundaryMeasures)
            prepare()
        }
    }

    /// Returns the axes on which each item of a group is estimated, in order. They are the same in all groups. Empty in
    /// sections of other kinds, and if a group contains no items.
    public func estimatedAxes(inSection section: Int) -> [ReferenceAxes<Bool>] {
        guard case .composed(let composed) = sections[section] else { return [] }
        let solver = CompositionSolver(composed.composition, container: container)
        let none = ReferenceAxes(main: false, cross: false)
        return solver.template.items.map { solver.isMeasurable ? $0.isOpen : none }
    }

    /// A composition that is solved for a container.
    public struct Solved {
        /// The number of items in a group.
        public var items: Int
        public var extent: ReferenceAxes<Int64>
        /// `faults` has the problems that the solver worked around. `considered` also has those of children that were
        /// tried and not placed.
        public var faults: [ReferenceCompositionFault]
        public var considered: [ReferenceCompositionFault]
    }

    public static func solve(_ composition: ReferenceComposition, in container: ReferenceAxes<Int64>) -> Solved {
        let solver = CompositionSolver(composition, container: container)
        return Solved(
            items: solver.items, extent: solver.template.extent, faults: solver.faults,
            considered: solver.considered)
    }

    private mutating func change(_ section: Int, _ body: (inout ReferenceComposedSection) -> Void) {
        guard case .composed(var composed) = sections[section] else { return }
        body(&composed)
        sections[section] = .composed(composed)
        prepare()
    }
}
