import Foundation

extension LayoutStorage {
    /// How many compositions are kept for sections that come one by one.
    private static let recentCount = 16

    func compositionContext(
        sectionSpacing: CGFloat, insetsReference: ContentInsetsReference
    ) -> CompositionContext {
        CompositionContext(
            scrollDirection: scrollDirection, displayScale: displayScale, containerInsets: containerInsets,
            insetsReference: insetsReference, sectionSpacing: sectionSpacing,
            container: CompositionContainer(main: main, cross: cross))
    }

    /// The composition of a description: one that was made lately, or a new one.
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

    /// A section is laid out as this says, whatever its estimates are now, and solved for the list as it is.
    func isComposed(as arrangement: CompositionalArrangement, section: Int) -> Bool {
        // What is missing is told each time.
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

    /// Makes compositions again where they no longer fit what they are solved in.
    /// - Parameter all: Else only those whose custom groups have another number of frames now.
    func resolveCompositions(all: Bool) throws(LayoutError) {
        guard hasCompositions else { return }
        let container = CompositionContainer(main: main, cross: cross)
        // By the composition that there was: the new one, or nil where it stays.
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
                // What a solving met for the first container is known; only what is new is reported.
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
    /// What to do about what a compositional section describes.
    var advice: String {
        switch self {
        case .unusableSize, .unusableCrossExtent, .unusableMainExtent: "Give finite lengths that are not negative."
        case .unusableDimension: "Give a finite dimension that is not negative."
        case .zeroDimension: "Give it an extent, or leave it out."
        case .absurdDimension: "Give at most 4,194,304 points."
        case .fractionOverOne: "Fractions are shares: half is 0.5."
        case .noMainExtent: "Make the layout with init(size:), so that it knows how much is visible."
        case .unusableSpacing: "Give a finite length of at most 4,194,304 points."
        case .ignoredValue: "Edges and supplementary items of supplementary items have no effect."
        case .emptyGroup: "Give the group at least one item."
        case .firstItemDoesNotFit: "Make the group larger, or its first item smaller."
        case .endlessGroup: "Give the group's items an extent along it, or say how many there are."
        case .groupTooLarge: "Let the section repeat a smaller group."
        case .groupTooDeep: "Nest at most 60 groups."
        case .unusableCustomFrame: "Give finite frames of sizes that are not negative."
        case .missingSection: "Give a section for every index that has items."
        case .frozenItem: "Measure to the same size again for the same width."
        }
    }
}
