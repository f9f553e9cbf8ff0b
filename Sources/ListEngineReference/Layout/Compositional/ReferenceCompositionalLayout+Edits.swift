// Every edit changes the descriptions and lays all out again.
extension ReferenceCompositionalLayout {
    public mutating func insert(_ new: [Section], at index: Int) {
        sections.insert(contentsOf: new, at: index)
        prepare()
    }

    public mutating func removeSections(_ range: Range<Int>) {
        sections.removeSubrange(range)
        prepare()
    }

    /// Moves sections so that the first of them gets index `to`, counted without them.
    public mutating func moveSections(_ range: Range<Int>, to index: Int) {
        sections.moveRange(range, to: index)
        prepare()
    }

    /// Another composition for a section, its items and what was measured of them kept.
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
            composed.reports = Array(repeating: 0, count: composed.itemCount)
            sections[section] = .composed(composed)
        }
        prepare()
    }

    /// Inserts items of which nothing is measured into a compositional section.
    public mutating func insertItems(count: Int, at index: Int, inSection section: Int) {
        change(section) { composed in
            composed.measures.insert(contentsOf: Array(repeating: .nothing, count: count), at: index)
            composed.reports.insert(contentsOf: Array(repeating: 0, count: count), at: index)
        }
    }

    public mutating func removeItems(_ range: Range<Int>, inSection section: Int) {
        change(section) { composed in
            composed.measures.removeSubrange(range)
            composed.reports.removeSubrange(range)
        }
    }

    /// Moves items so that the first of them gets index `to`, counted without them.
    public mutating func moveItems(_ range: Range<Int>, to index: Int, inSection section: Int) {
        change(section) { composed in
            composed.measures.moveRange(range, to: index)
            composed.reports.moveRange(range, to: index)
        }
    }

    /// Applies a script: each edit speaks of the items before the script.
    public mutating func apply(_ script: [ReferenceEdit], inserting count: Int, inSection section: Int) {
        change(section) { composed in
            composed.measures = script.applied(
                to: composed.measures, inserting: Array(repeating: .nothing, count: count))
            composed.reports = script.applied(
                to: composed.reports, inserting: Array(repeating: 0, count: count))
        }
    }

    /// Measured sizes of items; the last of an item counts. Axes that are not estimated take none, nor items that had
    /// too many different sizes.
    /// - Returns: how many items have another size now, and the first item that refused one.
    @discardableResult
    public mutating func measureItems(
        _ measurements: [ReferenceMeasurement], inSection section: Int
    ) -> (changed: Int, frozen: Int?) {
        guard case .composed(let composed) = sections[section] else { return (0, nil) }
        let solver = CompositionSolver(composed.composition, container: container)
        guard solver.items > 0, solver.isMeasurable else { return (0, nil) }
        var last: [Int: ReferenceMeasure] = [:]
        for measurement in measurements { last[measurement.index] = measurement.measure }
        var result: (changed: Int, frozen: Int?) = (0, nil)
        change(section) { composed in
            for measurement in measurements {
                guard let measure = last.removeValue(forKey: measurement.index) else { continue }
                let open = solver.template.items[measurement.index % solver.items].isOpen
                var new = composed.measures[measurement.index]
                new.take(measure, on: open)
                guard new != composed.measures[measurement.index] else { continue }
                if composed.reports[measurement.index] >= ReferenceComposedSection.mostReports {
                    result.frozen = result.frozen ?? measurement.index
                    continue
                }
                composed.reports[measurement.index] += 1
                composed.measures[measurement.index] = new
                result.changed += 1
            }
        }
        return result
    }

    /// Measured sizes of the boundaries of a section, or of the whole layout (nil).
    public mutating func measureBoundaries(_ measurements: [ReferenceMeasurement], inSection section: Int?) {
        let open = ReferenceAxes(main: true, cross: true)
        guard let section else {
            for new in measurements { boundaryMeasures[new.index, default: .nothing].take(new.measure, on: open) }
            prepare()
            return
        }
        change(section) { composed in
            for new in measurements {
                composed.boundaryMeasures[new.index, default: .nothing].take(new.measure, on: open)
            }
        }
    }

    /// Which axes of an item are estimated.
    public func estimatedAxes(ofItem item: Int, inSection section: Int) -> ReferenceAxes<Bool> {
        let none = ReferenceAxes(main: false, cross: false)
        guard case .composed(let composed) = sections[section] else { return none }
        let solver = CompositionSolver(composed.composition, container: container)
        guard solver.items > 0, solver.isMeasurable else { return none }
        return solver.template.items[item % solver.items].isOpen
    }

    /// What solving a section's composition has to put up with.
    public static func faults(of composition: ReferenceComposition, in container: ReferenceAxes<Int64>)
        -> [ReferenceCompositionFault]
    {
        CompositionSolver(composition, container: container).faults
    }

    private mutating func change(_ section: Int, _ body: (inout ReferenceComposedSection) -> Void) {
        guard case .composed(var composed) = sections[section] else { return }
        body(&composed)
        sections[section] = .composed(composed)
        prepare()
    }
}
