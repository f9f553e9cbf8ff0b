import Foundation
import ListEngineTerminal

/// Packages by section and name, and a search through their names.
///
/// A package is identified by its number: packages of a section have consecutive numbers, in the order of their names.
public struct PackageIndex: Sendable {
    public let records: [PackageRecord]
    public let sections: [String]
    /// The first package of each section, and the number of all packages.
    private let starts: [Int]
    /// All names in lower case, one after the other, and the start of each.
    private let names: [UInt8]
    private let nameStarts: [Int]

    public init(_ packages: [PackageRecord]) {
        let records = packages.sorted { ($0.section, $0.name) < ($1.section, $1.name) }
        self.records = records
        var sections: [String] = []
        var starts: [Int] = []
        var names: [UInt8] = []
        var nameStarts: [Int] = []
        for (number, record) in records.enumerated() {
            if sections.last != record.section {
                sections.append(record.section)
                starts.append(number)
            }
            nameStarts.append(names.count)
            names.append(contentsOf: record.name.lowercased().utf8)
        }
        (self.sections, self.names) = (sections, names)
        self.starts = starts + [records.count]
        self.nameStarts = nameStarts + [names.count]
    }

    public func packages(ofSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

    /// The packages among these whose name contains a text, ignoring case.
    public func matching(_ text: String, among packages: some Sequence<Int>) -> [Int] {
        let wanted = Array(text.lowercased().utf8)
        guard !wanted.isEmpty else { return Array(packages) }
        return names.withUnsafeBytes { names in
            packages.filter { Self.holds(names[nameStarts[$0]..<nameStarts[$0 + 1]], wanted) }
        }
    }

    private static func holds(_ name: Slice<UnsafeRawBufferPointer>, _ wanted: [UInt8]) -> Bool {
        var start = name.startIndex
        while name.endIndex - start >= wanted.count {
            if memcmp(name.base.baseAddress! + start, wanted, wanted.count) == 0 { return true }
            start += 1
        }
        return false
    }

    public typealias Snapshot = DiffableSnapshot<Int, Int>

    /// The sections and packages, by number, of some packages in ascending order. Sections without packages are left out.
    /// - Parameters:
    ///   - base: The snapshot that is shown, so that the differences are found fast.
    ///   - order: Returns the packages of a section in the order in which they are shown.
    public func snapshot(
        of packages: [Int], basedOn base: Snapshot, order: (ArraySlice<Int>) -> [Int] = { Array($0) }
    ) -> Snapshot {
        var next = Snapshot(basedOn: base)
        var start = 0
        for section in sections.indices {
            let end = packages.partition(from: start, before: self.packages(ofSection: section).upperBound)
            if end > start {
                next.appendSections([section])
                next.appendItems(order(packages[start..<end]), toSection: section)
            }
            start = end
        }
        return next
    }

    /// The first letter of a package's name, in lower case.
    public func initial(of package: Int) -> Character? {
        records[package].name.first.map { Character($0.lowercased()) }
    }
}

extension [Int] {
    /// The end of the ascending numbers from `start` on that are below a bound.
    fileprivate func partition(from start: Int, before bound: Int) -> Int {
        var (low, high) = (start, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < bound { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
