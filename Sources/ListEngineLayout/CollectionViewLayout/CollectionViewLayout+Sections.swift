import Foundation

extension CollectionViewLayout {
    /// Adds a section at the end.
    /// - Complexity: O(*n*) to read its sizes; O(1) for uniform and repeated ones; O(log *S*).
    /// - Throws: ``LayoutError/unusableValue(section:item:value:)``, ``LayoutError/tooLarge(section:)``.
    @discardableResult
    public mutating func append(_ recipe: SectionRecipe) throws(LayoutError) -> LayoutChange {
        try insert(recipe, at: numberOfSections)
    }

    /// Inserts a section before the section at an index.
    ///
    /// See ``append(_:)`` for cost and errors.
    /// - Precondition: The index is in 0...*S*.
    @discardableResult
    public mutating func insert(_ recipe: SectionRecipe, at index: Int) throws(LayoutError) -> LayoutChange {
        try insert(.recipe(recipe), at: index)
    }

    /// Adds many lists in one call, alike but for their items: the heights of all of them in one array, and the number of
    /// items of each.
    ///
    ///     try layout.append(sectionCounts: [3, 0, 2], heights: [40, 52, 40, 44, 60], spacing: 8)
    ///
    /// - Complexity: O(items + sections).
    /// - Throws: ``LayoutError/inconsistentCounts(items:sizes:)``, and as ``append(_:)``.
    @discardableResult
    public mutating func append(
        sectionCounts: [Int], heights: [Double], spacing: CGFloat = 0, insets: SectionInsets = .zero,
        header: CGFloat = 0, footer: CGFloat = 0, pinsHeader: Bool = false, pinsFooter: Bool = false,
        estimated: Bool = false
    ) throws(LayoutError) -> LayoutChange {
        let recipe = SectionRecipe.list(
            heights: heights, spacing: spacing, insets: insets, header: header, footer: footer,
            pinsHeader: pinsHeader, pinsFooter: pinsFooter, estimated: estimated)
        return try insert(recipe, sectionCounts: sectionCounts, at: numberOfSections)
    }

    /// Inserts many sections of one recipe, whose sizes are those of all of them one after the other, before the section
    /// at an index.
    /// - Complexity: O(items + sections).
    /// - Throws: ``LayoutError/inconsistentCounts(items:sizes:)``, and as ``append(_:)``.
    /// - Precondition: The index is in 0...*S*.
    @discardableResult
    public mutating func insert(
        _ recipe: SectionRecipe, sectionCounts: [Int], at index: Int
    ) throws(LayoutError) -> LayoutChange {
        checkInsertion(at: index)
        var total = 0
        for count in sectionCounts {
            let (sum, overflow) = total.addingReportingOverflow(count)
            guard count >= 0, !overflow else {
                throw .inconsistentCounts(items: count, sizes: recipe.itemCount)
            }
            total = sum
        }
        guard total == recipe.itemCount else { throw .inconsistentCounts(items: total, sizes: recipe.itemCount) }
        let count = sectionCounts.count
        prepareAnchors(for: .insertSections(at: index, count: count))
        if case .flow(.overlapping, _) = recipe.arrangement {
            try insertPacked(recipe, counts: sectionCounts, at: index)
        } else if case .compositional(let arrangement) = recipe.arrangement {
            try uniqueStorage().insert(arrangement, counts: sectionCounts, at: index)
        } else {
            let storage = uniqueStorage()
            let spec = try storage.registeredSpec(of: recipe, section: index)
            let raised = try sectionCounts.withUnsafeBufferPointer { counts throws(LayoutError) in
                try storage.insertSections(
                    spec, counts: counts, sizes: recipe.sizes, by: recipe.extentRule,
                    lenient: recipe.raisesUnusableSizes, at: index)
            }
            if let raised { storage.diagnostics.record(raised) }
        }
        moveAnchors()
        return LayoutChange(sections: index..<index + count)
    }

    /// Inserts sections that the engine packs itself, one by one. Either all are inserted or none.
    private mutating func insertPacked(_ recipe: SectionRecipe, counts: [Int], at index: Int) throws(LayoutError) {
        try RelativeFrames.checkCount(recipe.itemCount, section: index)
        let trial = storage.copy()
        let sizes = recipe.sizes.expanded(horizontal: storage.isHorizontal)
        var first = 0
        for (ordinal, count) in counts.enumerated() {
            var part = recipe
            part.sizes = .sizes(Array(sizes[first..<first + count]))
            try trial.insert(.recipe(part), at: index + ordinal)
            first += count
        }
        storage = trial
    }

    /// Removes sections.
    /// - Complexity: O(log *S*) and what is freed; O(sections) where some are of frames.
    /// - Precondition: The sections are in the layout.
    @discardableResult
    public mutating func remove(sections: Range<Int>) throws(LayoutError) -> LayoutChange {
        storage.checkSections(sections)
        prepareAnchors(for: .removeSections(sections))
        let storage = uniqueStorage()
        let tokens = storage.frameTokens(ofSections: sections)
        try storage.removeSections(sections)
        for token in tokens { storage.frameSections.remove(token: token) }
        moveAnchors()
        return LayoutChange(sections: sections.lowerBound..<sections.lowerBound)
    }

    /// Removes all sections.
    @discardableResult
    public mutating func removeAll() throws(LayoutError) -> LayoutChange {
        try remove(sections: 0..<numberOfSections)
    }

    /// Moves sections so that the first of them gets an index, counted without them.
    /// - Complexity: O(log *S*).
    /// - Precondition: The sections are in the layout, and the index is in 0...*S* - sections.
    @discardableResult
    public mutating func moveSections(_ sections: Range<Int>, to index: Int) throws(LayoutError) -> LayoutChange {
        storage.checkSections(sections)
        let last = numberOfSections - sections.count
        guard index >= 0, index <= last else {
            fatalError("section index \(index) is out of range; valid are \(0...last)")
        }
        prepareAnchors(for: .moveSections(sections, to: index))
        try uniqueStorage().moveSections(sections, to: index)
        let changed =
            min(sections.lowerBound, index)..<max(sections.upperBound, index + sections.count)
        moveAnchors()
        return LayoutChange(sections: sections.isEmpty ? index..<index : changed)
    }

    /// Moves one section to an index, counted without it.
    @discardableResult
    public mutating func moveSection(_ section: Int, to index: Int) throws(LayoutError) -> LayoutChange {
        try moveSections(section..<section + 1, to: index)
    }

    /// Lays a section out by another recipe, which may be of another kind and have another number of items. Items keep
    /// their indices.
    ///
    /// See ``append(_:)`` for cost and errors.
    /// - Precondition: The section is in the layout.
    @discardableResult
    public mutating func reloadSection(_ section: Int, with recipe: SectionRecipe) throws(LayoutError) -> LayoutChange {
        storage.checkSection(section)
        let itemCount = numberOfItems(inSection: section)
        prepareAnchors(for: .replaceSection(section, from: itemCount, to: recipe.itemCount))
        try replace(section, with: .recipe(recipe))
        moveAnchors()
        return LayoutChange(sections: section..<section + 1)
    }

    /// Takes insets, spacing, header, footer and pins of a section from a recipe of the same kind, and keeps its items and
    /// their sizes. The recipe's own items do not count.
    ///
    ///     try layout.restyleSection(2, like: .list(heights: [], spacing: 12, insets: .all(16)))
    ///
    /// A compositional section keeps the measured sizes of its items too.
    ///
    /// - Complexity: O(log *S*); O(*n*) where the spacing of a list, or the lines of a flow, can change, and where items
    ///   of a compositional section were measured.
    /// - Throws: ``LayoutError/otherKind(section:)`` where the recipe is of another kind;
    ///   ``LayoutError/unusableValue(section:item:value:)`` where an item is smaller than minus the new spacing;
    ///   ``LayoutError/needsRecipe(section:)`` in a section of a user's layout.
    /// - Precondition: The section is in the layout.
    @discardableResult
    public mutating func restyleSection(
        _ section: Int, like recipe: SectionRecipe
    ) throws(LayoutError) -> LayoutChange {
        storage.checkSection(section)
        let old = storage.spec(ofSection: section)
        let spec = try recipe.spec(scrollDirection: scrollDirection, section: section)
        let hadRule = storage.rule(ofSection: section) != nil
        guard spec.kind == old.kind, spec.isByRatio == old.isByRatio, hadRule == (recipe.extentRule != nil) else {
            throw old.kind.row.items == .placed && storage.frameSections.recipe(token: old.itemMain) == nil
                ? .needsRecipe(section: section) : .otherKind(section: section)
        }
        if case .compositional(let arrangement) = recipe.arrangement {
            // A section with the same description as before keeps its current estimates.
            if !storage.isComposed(as: arrangement, section: section) {
                let storage = uniqueStorage()
                let composition = try storage.composition(arrangement)
                try storage.setComposition(composition, ofSection: section)
                storage.report(composition, section: section)
            }
        } else if spec.kind.row.items == .placed {
            guard let packed = storage.frameSections.recipe(token: old.itemMain) else {
                throw .needsRecipe(section: section)
            }
            var restyled = recipe
            restyled.sizes = packed.sizes
            try replace(section, with: .recipe(restyled))
        } else if hadRule {
            let trial = storage.copy()
            let spec = try trial.registeredSpec(of: recipe, section: section)
            try trial.setSpec(spec, ofSection: section)
            // Measured extents are kept if the rule would make the same extents as before.
            let isSame =
                spec.itemMain == old.itemMain && spec.crossStart + spec.crossEnd == old.crossStart + old.crossEnd
            if !isSame { try trial.applyRule(toSection: section) }
            storage = trial
        } else {
            try uniqueStorage().setSpec(spec, ofSection: section)
        }
        return LayoutChange(sections: section..<section + 1)
    }

    /// Gives a vertical list a new width. See ``setCrossExtent(_:)``.
    @discardableResult
    public mutating func setWidth(_ width: CGFloat) throws(LayoutError) -> LayoutChange {
        try setCrossExtent(width)
    }

    /// Gives the list a new extent across the scroll axis: a new width, where it is vertical.
    /// - Complexity: O(*S*) for sections whose items do not depend on it, O(*n*) for flows and lists by an ``ExtentRule``.
    /// - Throws: ``LayoutError/unusableCrossExtent(value:)``; ``LayoutError/needsRecipe(section:)`` where a section is of
    ///   a user's layout: see ``setCrossExtent(_:recipes:)``.
    @discardableResult
    public mutating func setCrossExtent(_ extent: CGFloat) throws(LayoutError) -> LayoutChange {
        try configure(crossExtent: extent)
    }

    /// Gives the list's container a new size, and other insets that compositional sections can refer to.
    ///
    /// See ``setCrossExtent(_:)``.
    /// - Parameters:
    ///   - size: Width and height of the visible bounds, in points.
    ///   - containerInsets: Nil: they stay.
    /// - Throws: ``LayoutError/unusableMainExtent(value:)``, and as ``setCrossExtent(_:)``.
    @discardableResult
    public mutating func setSize(
        _ size: CGSize, containerInsets: ContainerInsets? = nil
    ) throws(LayoutError) -> LayoutChange {
        let (main, cross) = storage.isHorizontal ? (size.width, size.height) : (size.height, size.width)
        return try configure(mainExtent: main, crossExtent: cross, containerInsets: containerInsets)
    }

    /// Mirrors the list, or no longer.
    /// - Complexity: O(1), and where sections are of frames O(*n*) for each of them.
    /// - Throws: ``LayoutError/needsRecipe(section:)`` where a section is of a user's layout: see
    ///   ``setFlowDirection(_:recipes:)``.
    @discardableResult
    public mutating func setFlowDirection(_ direction: FlowDirection) throws(LayoutError) -> LayoutChange {
        try configure(flowDirection: direction)
    }

    /// Lays out all sections for another container. Sections of frames are packed again or replaced by the given
    /// replacements. A parameter that is nil leaves its value unchanged.
    mutating func configure(
        mainExtent: CGFloat? = nil, crossExtent: CGFloat? = nil, flowDirection: FlowDirection? = nil,
        containerInsets: ContainerInsets? = nil,
        replacements: [Int: SectionSource] = [:]
    ) throws(LayoutError) -> LayoutChange {
        var (main, cross) = (storage.main, storage.cross)
        if let crossExtent {
            guard let units = Self.usableCrossExtent(crossExtent) else {
                throw .unusableCrossExtent(value: Double(crossExtent))
            }
            cross = units
        }
        if let mainExtent {
            guard let units = Self.usableMainExtent(mainExtent) else {
                throw .unusableMainExtent(value: Double(mainExtent))
            }
            main = units
        }
        let trial = storage.copy()
        try trial.configure(main: main, cross: cross, flowDirection: flowDirection ?? self.flowDirection)
        let otherInsets = containerInsets.map { $0 != trial.containerInsets } ?? false
        if let containerInsets { trial.containerInsets = containerInsets }
        if cross != storage.cross { try trial.applyRules() }
        try trial.resolveCompositions(all: otherInsets)
        if trial.frameSections.count > 0 {
            for section in 0..<trial.sectionCount {
                let spec = trial.spec(ofSection: section)
                guard spec.kind.row.items == .placed else { continue }
                if let replacement = replacements[section] {
                    try trial.replace(section, with: replacement)
                } else if let recipe = trial.frameSections.recipe(token: spec.itemMain) {
                    try trial.replace(section, with: .recipe(recipe))
                } else {
                    throw .needsRecipe(section: section)
                }
            }
        }
        storage = trial
        return LayoutChange(sections: 0..<numberOfSections)
    }

    func checkInsertion(at index: Int) {
        guard index >= 0, index <= numberOfSections else {
            fatalError("section index \(index) is out of range; valid are \(0...numberOfSections)")
        }
    }

    mutating func insert(_ source: SectionSource, at index: Int) throws(LayoutError) -> LayoutChange {
        checkInsertion(at: index)
        prepareAnchors(for: .insertSections(at: index, count: 1))
        try uniqueStorage().insert(source, at: index)
        moveAnchors()
        return LayoutChange(sections: index..<index + 1)
    }

    /// Replaces a section. After an error the layout is as it was.
    mutating func replace(_ section: Int, with source: SectionSource) throws(LayoutError) {
        let trial = storage.copy()
        try trial.replace(section, with: source)
        storage = trial
    }
}

/// The source of a section: a recipe that the engine lays out, or the frames of a user's layout.
enum SectionSource {
    case recipe(SectionRecipe)
    case frames(RelativeFrames)

    var itemCount: Int {
        switch self {
        case .recipe(let recipe): recipe.itemCount
        case .frames(let frames): frames.items.count
        }
    }
}

extension LayoutStorage {
    /// Inserts one section. After an error the storage is as it was.
    func insert(_ source: SectionSource, at index: Int) throws(LayoutError) {
        switch source {
        case .frames(var frames):
            frames.spec.itemMain = 0
            try insertFrames(frames, at: index)
            _ = frameSections.add(nil)

        case .recipe(let recipe):
            if case .compositional(let arrangement) = recipe.arrangement {
                let count = recipe.itemCount
                guard count >= 0 else { throw .unusableValue(section: index, item: nil, value: Double(count)) }
                try insert(arrangement, counts: [count], at: index)
                return
            }
            let spec = try registeredSpec(of: recipe, section: index)
            if case .flow(.overlapping, let contentInset) = recipe.arrangement {
                var frames = try RelativeFrames(
                    legacy: recipe, spec: spec, contentInset: contentInset, cross: cross,
                    scrollDirection: scrollDirection, section: index)
                var sections = frameSections
                frames.spec.itemMain = sections.add(recipe)
                try insertFrames(frames, at: index)
                frameSections = sections
                return
            }
            var count = recipe.itemCount
            let raised = try withUnsafePointer(to: &count) { count throws(LayoutError) in
                try insertSections(
                    spec, counts: UnsafeBufferPointer(start: count, count: 1), sizes: recipe.sizes,
                    by: recipe.extentRule, lenient: recipe.raisesUnusableSizes, at: index)
            }
            if let raised { diagnostics.record(raised) }
        }
    }

    /// Replaces one section. Call it on a trial copy only: after an error the storage may be changed.
    func replace(_ section: Int, with source: SectionSource) throws(LayoutError) {
        let tokens = frameTokens(ofSections: section..<section + 1)
        try removeSections(section..<section + 1)
        for token in tokens { frameSections.remove(token: token) }
        try insert(source, at: section)
    }

    /// Returns the tokens of the sections of frames among some sections.
    func frameTokens(ofSections sections: Range<Int>) -> [Int64] {
        guard frameSections.count > 0 else { return [] }
        return sections.compactMap { section in
            let spec = spec(ofSection: section)
            return spec.kind.row.items == .placed ? spec.itemMain : nil
        }
    }
}
