extension DiffableSnapshot {
    /// Adds sections at the end, in the order of the argument.
    /// - Precondition: No identifier occurs twice in the argument, and none is already in the snapshot.
    @inlinable
    public mutating func appendSections(_ identifiers: [SectionIdentifier]) {
        do { try appendSections(validating: identifiers) } catch { stop(error) }
    }

    /// Inserts sections before another one, in the order of the argument.
    /// - Precondition: No identifier occurs twice in the argument, and none is already in the snapshot. `section` is.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifier], beforeSection section: SectionIdentifier
    ) {
        do { try insertSections(validating: identifiers, beforeSection: section) } catch { stop(error) }
    }

    /// Inserts sections after another one, in the order of the argument.
    /// - Precondition: No identifier occurs twice in the argument, and none is already in the snapshot. `section` is.
    public mutating func insertSections(
        _ identifiers: [SectionIdentifier], afterSection section: SectionIdentifier
    ) {
        do { try insertSections(validating: identifiers, afterSection: section) } catch { stop(error) }
    }

    /// Deletes sections with their items. Identifiers that are not in the snapshot are ignored.
    /// - Complexity: O(*k* + sections), for k items deleted.
    public mutating func deleteSections(_ identifiers: [SectionIdentifier]) {
        var doomed: [Token] = []
        var seen: Set<Token> = []
        for identifier in identifiers {
            guard let token = sectionInterner.token(for: identifier), let position = order.sectionPosition(of: token),
                seen.insert(token).inserted
            else { continue }
            doomed.append(token)
            if marks.hasItems { marks.forgetItems(order.copyItems(ofSection: position)) }
        }
        marks.forgetSections(doomed)
        let before = numberOfItems
        order.removeSections(doomed)
        forgetOldIdentifiers(removed: before - numberOfItems + doomed.count)
    }

    /// Moves a section with its items before another one. Moving a section before itself has no effect.
    /// - Precondition: Both sections are in the snapshot.
    /// - Complexity: O(*d*) for the *d* sections between both places.
    public mutating func moveSection(_ identifier: SectionIdentifier, beforeSection section: SectionIdentifier) {
        do { try moveSection(validating: identifier, beforeSection: section) } catch { stop(error) }
    }

    /// Moves a section with its items after another one. Moving a section after itself has no effect.
    /// - Precondition: Both sections are in the snapshot.
    /// - Complexity: O(*d*) for the *d* sections between both places.
    public mutating func moveSection(_ identifier: SectionIdentifier, afterSection section: SectionIdentifier) {
        do { try moveSection(validating: identifier, afterSection: section) } catch { stop(error) }
    }

    // MARK: Throwing forms

    /// Adds sections at the end, in the order of the argument.
    ///
    /// With ``DuplicatePolicy/keepFirst``, a section that occurs twice or is already in the snapshot is omitted. With the other
    /// policies it is an error.
    /// - Throws: `duplicateSection`, `sectionAlreadyPresent`.
    @inlinable
    public mutating func appendSections(
        validating identifiers: [SectionIdentifier], duplicates policy: DuplicatePolicy = .moveExisting
    ) throws(SnapshotError) {
        let tokens = try newSectionTokens(identifiers, policy)
        own()
        // Sections may be appended while the snapshot is filled after another one.
        state.contents.pointee.order.insertSections(tokens, at: order.sectionCount)
    }

    /// Inserts sections before another one, in the order of the argument.
    /// - Throws: `duplicateSection`, `sectionAlreadyPresent`, `unknownSection`.
    public mutating func insertSections(
        validating identifiers: [SectionIdentifier], beforeSection section: SectionIdentifier,
        duplicates policy: DuplicatePolicy = .moveExisting
    ) throws(SnapshotError) {
        let position = try validSection(section)
        order.insertSections(try newSectionTokens(identifiers, policy), at: position)
    }

    /// Inserts sections after another one, in the order of the argument.
    /// - Throws: `duplicateSection`, `sectionAlreadyPresent`, `unknownSection`.
    public mutating func insertSections(
        validating identifiers: [SectionIdentifier], afterSection section: SectionIdentifier,
        duplicates policy: DuplicatePolicy = .moveExisting
    ) throws(SnapshotError) {
        let position = try validSection(section)
        order.insertSections(try newSectionTokens(identifiers, policy), at: position + 1)
    }

    /// Moves a section with its items before another one.
    /// - Throws: `unknownSection`.
    public mutating func moveSection(
        validating identifier: SectionIdentifier, beforeSection section: SectionIdentifier
    ) throws(SnapshotError) {
        let old = try validSection(identifier)
        let target = try validSection(section)
        order.moveSection(from: old, to: old < target ? target - 1 : target)
    }

    /// Moves a section with its items after another one.
    /// - Throws: `unknownSection`.
    public mutating func moveSection(
        validating identifier: SectionIdentifier, afterSection section: SectionIdentifier
    ) throws(SnapshotError) {
        let old = try validSection(identifier)
        let target = try validSection(section)
        guard old != target else { return }
        order.moveSection(from: old, to: old < target ? target : target + 1)
    }

    // MARK: Steps

    /// The position of a section, or an error.
    @inlinable
    func validSection(_ section: SectionIdentifier, argument: Int = 0) throws(SnapshotError) -> Int {
        guard let position = indexOfSection(section) else {
            throw .unknownSection(identifier: "\(section)", argument: argument)
        }
        return position
    }

    @inlinable
    func newSectionTokens(
        _ identifiers: [SectionIdentifier], _ policy: DuplicatePolicy
    ) throws(SnapshotError) -> [Token] {
        var tokens: [Token] = []
        tokens.reserveCapacity(identifiers.count)
        // Tokens that ascend differ from each other, and those of sections that keep their order do. Others are looked up.
        var firstIndex: [Token: Int]?
        // By index: pairs of an index and an identifier are a type that is looked up at each use.
        for index in 0..<identifiers.count {
            let identifier = identifiers[index]
            let token = sectionInterner.intern(identifier)
            if let position = order.sectionPosition(of: token) {
                if policy == .keepFirst { continue }
                throw .sectionAlreadyPresent(identifier: "\(identifier)", position: position, argument: index)
            }
            if firstIndex == nil, let last = tokens.last, token <= last {
                // Nothing was left out so far, so the index of a token is its index in the argument. The exception is an
                // argument from which sections that were present already are left out; no index is needed there.
                firstIndex = Dictionary(uniqueKeysWithValues: tokens.enumerated().map { ($1, $0) })
            }
            if firstIndex != nil, let first = firstIndex?.updateValue(index, forKey: token) {
                if policy == .keepFirst { continue }
                throw .duplicateSection(identifier: "\(identifier)", first: first, again: index)
            }
            tokens.append(token)
        }
        return tokens
    }

    /// Stops the program, for an operation that cannot throw.
    @usableFromInline
    func stop(_ error: SnapshotError) -> Never { fatalError(error.description) }
}
