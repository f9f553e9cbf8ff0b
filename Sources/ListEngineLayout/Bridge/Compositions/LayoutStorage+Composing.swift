import Foundation

extension LayoutStorage {
    /// The number of compositions that are cached for sections that are inserted one by one.
    private static let recentCount = 16

    func compositionContext(
        sectionSpacing: CGFloat, insetsReference: ContentInsetsReference
    ) -> CompositionContext {
        CompositionContext(
            scrollDirection: scrollDirection, displayScale: displayScale, containerInsets: containerInsets,
            insetsReference: insetsReference, sectionSpacing: sectionSpacing,
            container: CompositionContainer(main: main, cross: cross))
    }

    /// Returns the composition of a description, from the cache of recent ones if possible.
    func composition(_ arrangement: CompositionalArrangement) throws(LayoutError) -> Composition {
        let context = compositionContext(
            sectionSpacing: arrangement.sectionSpacing, insetsReference: arrangement.insetsReference)
        let description = arrangement.description
        if let known = recentCompositions.last(where: { composition in
            let info = composition.info
            return info.description == description
                && info.context.solvesAlike(context, hasCustomGroups: description.hasCustomGroups)
        }) {
            return known
        }
        let made = try Composition.make(description, in: context)
        if recentCompositions.count == Self.recentCount { recentCompositions.removeFirst() }
        recentCompositions.append(made)
        return made
    }

    /// Whether a section has this description, apart from its current estimates, and is solved for the list's current
    /// container.
    func isComposed(as arrangement: CompositionalArrangement, section: Int) -> Bool {
        // A missing section is reported each time.
        guard !arrangement.isMissing, let info = compositionInfo(ofSection: section) else { return false }
        let context = compositionContext(
            sectionSpacing: arrangement.sectionSpacing, insetsReference: arrangement.insetsReference)
        return (info.description.origin ?? info.description) == arrangement.description
            && info.context.solvesAlike(context, hasCustomGroups: info.description.hasCustomGroups)
    }

    /// Inserts sections of one description.
    func insert(
        _ arrangement: CompositionalArrangement, counts: [Int], at index: Int
    ) throws(LayoutError) {
        let composition = try composition(arrangement)
        try insertCompositions(
            [composition], which: [UInt32](repeating: 0, count: counts.count), counts: counts, at: index)
        if arrangement.isMissing { reportMissing(section: index, value: counts.count) }
        report(composition, section: index, occurrences: max(1, counts.count))
    }

    /// Creates compositions again if their container changed.
    /// - Parameter all: Whether to create all of them again, or only those whose custom groups now have another
    ///   number of frames.
    func resolveCompositions(all: Bool) throws(LayoutError) {
        guard hasCompositions else { return }
        let container = CompositionContainer(main: main, cross: cross)
        // Maps an old composition to the new one, or to nil if it stays.
        var replacements: [OpaquePointer: Composition?] = [:]
        for section in 0..<sectionCount {
            guard let handle = compositionHandle(ofSection: section) else { continue }
            let replacement: Composition?
            if let known = replacements[handle] {
                replacement = known
            } else {
                let old = Composition(sharing: handle)
                let info = old.info
                if all {
                    var context = compositionContext(
                        sectionSpacing: info.context.sectionSpacing, insetsReference: info.context.insetsReference)
                    context.container = container
                    replacement = try Composition.make(info.description, in: context)
                } else {
                    replacement = try old.remade(for: container)
                }
                replacements.updateValue(replacement, forKey: handle)
                // Faults that were found for the first container were already reported. Only new ones are reported
                // here.
                if let replacement { report(replacement, section: section) }
            }
            if let replacement { try setComposition(replacement, ofSection: section) }
        }
        if all { recentCompositions = [] }
    }

    // MARK: Diagnostics

    func report(_ composition: Composition, section: Int, occurrences: Int = 1) {
        report(composition.info.takeFaults(), section: section, occurrences: occurrences)
    }

    func report(_ faults: [CompositionFault], section: Int, occurrences: Int = 1) {
        for fault in faults {
            diagnostics.record(
                LayoutDiagnostic(
                    code: fault.code, section: section, path: fault.path, item: nil, value: fault.value,
                    occurrences: occurrences, advice: fault.code.advice))
        }
    }

    func reportMissing(section: Int, value: Int, occurrences: Int = 1) {
        report(
            [CompositionFault(code: .missingSection, value: Double(value))], section: section, occurrences: occurrences)
    }
}

extension LayoutDiagnostic.Code {
    /// A suggestion how to correct the value.
    var advice: String {
        switch self {
        case .unusableSize, .unusableCrossExtent, .unusableMainExtent: "Use finite lengths that are not negative."
        case .unusableDimension: "Use a finite dimension that is not negative."
        case .zeroDimension: "Use a dimension greater than 0, or remove the item."
        case .absurdDimension: "Use at most 4,194,304 points."
        case .fractionOverOne: "Use a fraction from 0 to 1: half is 0.5."
        case .noMainExtent: "Create the layout with init(size:), so that it knows the visible extent."
        case .unusableSpacing: "Use a finite length of at most 4,194,304 points."
        case .ignoredValue: "Remove it: edge spacing and supplementary items have no effect on a supplementary item."
        case .emptyGroup: "Add at least one item to the group."
        case .firstItemDoesNotFit: "Make the group larger, or its first item smaller."
        case .endlessGroup: "Give the group's items an extent along the group, or set their number."
        case .groupTooLarge: "Use a smaller group; the section repeats it."
        case .groupTooDeep: "Nest at most 60 groups."
        case .unusableCustomFrame: "Return finite frames with sizes that are not negative."
        case .missingSection: "Return a section for every index that has items."
        case .frozenItem: "Return the same measured size each time for the same width."
        case .unsetReference: "Declare the property with the type of the object, or as AnyObject?."
        }
    }
}
