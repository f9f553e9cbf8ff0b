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

    /// Replaces the composition of a section. Its items and their measured sizes are kept.
    public mutating func setComposition(_ composition: ReferenceComposition, ofSection section: Int) {
        change(section) { composed in
            composed.composition = composition
            composed.boundaryMeasures = [:]
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
        }
    }

    public mutating func removeItems(_ range: Range<Int>, inSection section: Int) {
        change(section) { composed in
            composed.measures.removeSubrange(range)
            composed.reports.removeSubrange(range)
        }
    }

    /// Moves items so that the first of them gets the index `to`, which is counted without them.
    public mutating func moveItems(_ range: Range<Int>, to index: Int, inSection section: Int) {
        change(section) { composed in
            composed.measures.moveRange(range, to: index)
            composed.reports.moveRange(range, to: index)
        }
    }

    /// Applies a script. Each edit refers to the items before the script.
    public mutating func apply(_ script: [ReferenceEdit], inserting count: Int, inSection section: Int) {
        change(section) { composed in
            composed.measures = script.applied(
                to: composed.measures, inserting: Array(repeating: .nothing, count: count))
            composed.reports = script.applied(
                to: composed.reports, inserting: Array(repeating: .none, count: count))
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
