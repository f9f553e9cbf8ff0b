/// A snapshot as an array of sections with arrays of items: every rule in its plainest form, every look-up a scan.
/// (Inlinable, so that tests do not pay for generics that were not specialised.)
public struct ReferenceSnapshot<SectionIdentifier: Hashable, ItemIdentifier: Hashable>: Equatable {
    public struct Section: Equatable {
        public var identifier: SectionIdentifier
        public var items: [ItemIdentifier]

        @inlinable
        public init(_ identifier: SectionIdentifier, _ items: [ItemIdentifier] = []) {
            self.identifier = identifier
            self.items = items
        }
    }

    /// The treatment of an item that a call receives twice, or that is already in the snapshot.
    public enum Policy: CaseIterable, Sendable {
        case moveExisting
        case keepFirst
        case fail
    }

    public enum Refusal: Error, Equatable {
        case duplicateItem
        case duplicateSection
        case itemAlreadyPresent
        case sectionAlreadyPresent
        case unknownItem
        case unknownSection
        case noSection
    }

    public var sections: [Section]
    public var reloadedItems: Set<ItemIdentifier> = []
    public var reconfiguredItems: Set<ItemIdentifier> = []
    public var reloadedSections: Set<SectionIdentifier> = []

    @inlinable
    public init(_ sections: [Section] = []) { self.sections = sections }

    // MARK: Queries

    @inlinable
    public var itemIdentifiers: [ItemIdentifier] { sections.flatMap(\.items) }
    @inlinable
    public var sectionIdentifiers: [SectionIdentifier] { sections.map(\.identifier) }

    @inlinable
    public func indexOfSection(_ section: SectionIdentifier) -> Int? {
        sections.firstIndex { $0.identifier == section }
    }

    @inlinable
    public func position(of item: ItemIdentifier) -> (section: Int, item: Int)? {
        for (section, content) in sections.enumerated() {
            if let index = content.items.firstIndex(of: item) { return (section, index) }
        }
        return nil
    }

    // MARK: Sections

    @inlinable
    public mutating func insertSections(_ identifiers: [SectionIdentifier], at index: Int, _ policy: Policy) throws {
        var added: [Section] = []
        for identifier in identifiers {
            let isKnown = indexOfSection(identifier) != nil
            let isRepeated = added.contains { $0.identifier == identifier }
            if isKnown || isRepeated {
                if policy == .keepFirst { continue }
                throw isKnown ? Refusal.sectionAlreadyPresent : Refusal.duplicateSection
            }
            added.append(Section(identifier))
        }
        sections.insert(contentsOf: added, at: index)
    }

    @inlinable
    public mutating func deleteSections(_ identifiers: [SectionIdentifier]) {
        sections.removeAll { identifiers.contains($0.identifier) }
        dropMarks()
    }

    @inlinable
    public mutating func moveSection(_ section: SectionIdentifier, before target: SectionIdentifier) throws {
        try moveSection(section, next: target, after: false)
    }

    @inlinable
    public mutating func moveSection(_ section: SectionIdentifier, after target: SectionIdentifier) throws {
        try moveSection(section, next: target, after: true)
    }

    @inlinable
    mutating func moveSection(_ section: SectionIdentifier, next target: SectionIdentifier, after: Bool) throws {
        guard let old = indexOfSection(section), indexOfSection(target) != nil else { throw Refusal.unknownSection }
        if section == target { return }
        let moved = sections.remove(at: old)
        sections.insert(moved, at: indexOfSection(target)! + (after ? 1 : 0))
    }

    // MARK: Items

    @inlinable
    public mutating func appendItems(_ items: [ItemIdentifier], to section: SectionIdentifier?, _ policy: Policy) throws
    {
        if let section {
            guard let index = indexOfSection(section) else { throw Refusal.unknownSection }
            try insertItems(items, section: index, item: sections[index].items.count, policy)
        } else {
            if sections.isEmpty { throw Refusal.noSection }
            try insertItems(items, section: sections.count - 1, item: sections.last!.items.count, policy)
        }
    }

    @inlinable
    public mutating func insertItems(_ items: [ItemIdentifier], before target: ItemIdentifier, _ policy: Policy) throws
    {
        guard let place = position(of: target) else { throw Refusal.unknownItem }
        try insertItems(items, section: place.section, item: place.item, policy)
    }

    @inlinable
    public mutating func insertItems(_ items: [ItemIdentifier], after target: ItemIdentifier, _ policy: Policy) throws {
        guard let place = position(of: target) else { throw Refusal.unknownItem }
        try insertItems(items, section: place.section, item: place.item + 1, policy)
    }

    @inlinable
    mutating func insertItems(_ items: [ItemIdentifier], section: Int, item: Int, _ policy: Policy) throws {
        let known = Set(itemIdentifiers)
        var added: [ItemIdentifier] = []
        var isAdded: Set<ItemIdentifier> = []
        for identifier in items {
            let isKnown = known.contains(identifier)
            let isRepeated = isAdded.contains(identifier)
            if isRepeated || isKnown {
                if policy == .keepFirst { continue }
                if isRepeated { throw Refusal.duplicateItem }
                if policy == .fail { throw Refusal.itemAlreadyPresent }
            }
            added.append(identifier)
            isAdded.insert(identifier)
        }
        // The place is a gap between items: it stays where it is when items around it leave.
        let index = item - sections[section].items[..<item].filter(isAdded.contains).count
        for position in sections.indices { sections[position].items.removeAll(where: isAdded.contains) }
        sections[section].items.insert(contentsOf: added, at: index)
    }

    @inlinable
    public mutating func replaceItems(of section: SectionIdentifier, with items: [ItemIdentifier], _ policy: Policy)
        throws
    {
        guard let index = indexOfSection(section) else { throw Refusal.unknownSection }
        let before = sections
        sections[index].items = []
        do { try insertItems(items, section: index, item: 0, policy) } catch {
            sections = before
            throw error
        }
        dropMarks()
    }

    @inlinable
    public mutating func deleteItems(_ items: [ItemIdentifier]) {
        let doomed = Set(items)
        for position in sections.indices { sections[position].items.removeAll(where: doomed.contains) }
        dropMarks()
    }

    @inlinable
    public mutating func deleteAllItems() { self = Self() }

    @inlinable
    public mutating func moveItem(_ item: ItemIdentifier, before target: ItemIdentifier) throws {
        if position(of: item) == nil || position(of: target) == nil { throw Refusal.unknownItem }
        if item != target { try insertItems([item], before: target, .moveExisting) }
    }

    @inlinable
    public mutating func moveItem(_ item: ItemIdentifier, after target: ItemIdentifier) throws {
        if position(of: item) == nil || position(of: target) == nil { throw Refusal.unknownItem }
        if item != target { try insertItems([item], after: target, .moveExisting) }
    }

    // MARK: Marks

    @inlinable
    public mutating func reloadItems(_ items: [ItemIdentifier]) throws {
        if items.contains(where: { position(of: $0) == nil }) { throw Refusal.unknownItem }
        reloadedItems.formUnion(items)
    }

    @inlinable
    public mutating func reconfigureItems(_ items: [ItemIdentifier]) throws {
        if items.contains(where: { position(of: $0) == nil }) { throw Refusal.unknownItem }
        reconfiguredItems.formUnion(items)
    }

    @inlinable
    public mutating func reloadSections(_ identifiers: [SectionIdentifier]) throws {
        if identifiers.contains(where: { indexOfSection($0) == nil }) { throw Refusal.unknownSection }
        reloadedSections.formUnion(identifiers)
    }

    /// Marks go with what they mark.
    @inlinable
    mutating func dropMarks() {
        let items = Set(itemIdentifiers)
        reloadedItems.formIntersection(items)
        reconfiguredItems.formIntersection(items)
        reloadedSections.formIntersection(sectionIdentifiers)
    }
}
