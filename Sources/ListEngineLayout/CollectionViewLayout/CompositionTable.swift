import Foundation

/// The distinct descriptions among many sections, and the description of each section.
struct CompositionTable {
    private(set) var compositions: [Composition] = []
    private(set) var which: [UInt32] = []

    /// For each composition, the number of sections that have it and the first of them.
    private(set) var uses: [(first: Int, count: Int)] = []

    private var descriptions: [CompositionDescription] = []
    // A cache by object address. An object that is returned again is usually unchanged, so that it does not have to
    // be read again. Another object can later have the same address; a found description is therefore always
    // compared.
    private var byObject = [(object: ObjectIdentifier, place: Int)?](repeating: nil, count: slots)
    private static let slots = 256
    private var byFingerprint: [Int: [Int]] = [:]
    private var missing: Int?

    private let storage: LayoutStorage
    private let sectionSpacing: CGFloat
    private let insetsReference: ContentInsetsReference

    init(
        for storage: LayoutStorage, count: Int, sectionSpacing: CGFloat, insetsReference: ContentInsetsReference
    ) {
        self.storage = storage
        self.sectionSpacing = sectionSpacing
        self.insetsReference = insetsReference
        which.reserveCapacity(count)
    }

    /// Adds the next section. Nil stands for a section that shows no items.
    mutating func append(_ section: CollectionLayoutSection?) throws(LayoutError) {
        let place: Int
        if let section {
            place = try index(of: section)
        } else if let missing {
            place = missing
        } else {
            place = try add(.nothing)
            missing = place
        }
        uses[place].count += 1
        which.append(UInt32(place))
    }

    /// The first section without a description and the number of such sections.
    var missingUses: (first: Int, count: Int)? { missing.map { uses[$0] } }

    private mutating func index(of section: CollectionLayoutSection) throws(LayoutError) -> Int {
        let object = ObjectIdentifier(section)
        // Objects are aligned to 16 bytes; large objects are aligned to more.
        let address = UInt(bitPattern: object)
        let slot = Int((address &>> 4 ^ address &>> 12) % UInt(Self.slots))
        if let known = byObject[slot], known.object == object, section.matches(descriptions[known.place]) {
            return known.place
        }
        let fingerprint = section.fingerprint
        let alike = byFingerprint[fingerprint, default: []]
        let place: Int
        if let known = alike.first(where: { section.matches(descriptions[$0]) }) {
            place = known
        } else {
            let description = CompositionDescription(section)
            // Descriptions that contain values without effect match no section, so they are compared as values.
            if let known = alike.first(where: { descriptions[$0] == description }) {
                place = known
            } else {
                place = try add(description)
                byFingerprint[fingerprint, default: []].append(place)
            }
        }
        byObject[slot] = (object, place)
        return place
    }

    private mutating func add(_ description: CompositionDescription) throws(LayoutError) -> Int {
        compositions.append(
            try storage.composition(
                CompositionalArrangement(
                    description: description, sectionSpacing: sectionSpacing, insetsReference: insetsReference)))
        descriptions.append(description)
        uses.append((first: which.count, count: 0))
        return compositions.count - 1
    }
}

extension CollectionViewLayout {
    /// Inserts sections that are described one after the other. Equal sections share their solved layout.
    /// - Complexity: O(sections + distinct descriptions).
    mutating func insertCompositional(
        itemCounts: [Int], at index: Int, sectionSpacing: CGFloat, insetsReference: ContentInsetsReference,
        _ section: (Int) -> CollectionLayoutSection?
    ) throws(LayoutError) {
        checkInsertion(at: index)
        for (ordinal, count) in itemCounts.enumerated() where count < 0 {
            throw .unusableValue(section: index + ordinal, item: nil, value: Double(count))
        }
        let storage = uniqueStorage()
        var table = CompositionTable(
            for: storage, count: itemCounts.count, sectionSpacing: sectionSpacing, insetsReference: insetsReference)
        for ordinal in itemCounts.indices { try table.append(section(index + ordinal)) }
        try storage.insertCompositions(table.compositions, which: table.which, counts: itemCounts, at: index)
        if let missing = table.missingUses {
            storage.reportMissing(
                section: index + missing.first, value: itemCounts[missing.first], occurrences: missing.count)
        }
        for (composition, uses) in zip(table.compositions, table.uses) {
            // For a missing section no other fault is reported.
            let faults = composition.info.takeFaults()
            guard composition.info.description != .nothing else { continue }
            storage.report(faults, section: index + uses.first, occurrences: uses.count)
        }
    }
}
