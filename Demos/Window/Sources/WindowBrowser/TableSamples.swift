import ListEngineGTK
import PackageBrowser

/// Debian's packages in columns: sorted by any of them, and filtered as you type, on another thread.
final class PackageTableSample: Sample {
    struct Package: Identifiable, Sendable {
        let id: Int
        let record: PackageRecord
        let size: Int
    }

    private(set) var packages: [Package] = []
    private let source: ListDataSource
    private var filter = ""

    private static let columns = [
        ListColumn("Name", width: .points(190)) { (package: Package) in ItemContent(package.record.name) }
            .sorted { $0.record.name < $1.record.name }.pinned(.leading),
        ListColumn("Version", width: .points(130)) { (package: Package) in ItemContent(package.record.version) }
            .sorted { $0.record.version < $1.record.version },
        ListColumn("Section", width: .points(110)) { (package: Package) in ItemContent(package.record.section) }
            .sorted { $0.record.section < $1.record.section },
        ListColumn("Size", width: .points(90)) { (package: Package) in
            ItemContent(package.size > 0 ? "\(package.size) kB" : "")
        }
        .sorted { $0.size < $1.size }.aligned(.trailing),
        ListColumn("Summary", width: .share(1)) { (package: Package) in ItemContent(package.record.summary) }
            .width(from: 240).sorted { $0.record.summary < $1.record.summary },
    ]
    private let sorter = ItemSorter(columns)

    /// - Parameter load: Reads the packages, on another thread.
    init(_ load: @escaping @Sendable () throws -> [PackageRecord]) throws {
        source = ListDataSource()
        try super.init(CollectionViewCompositionalLayout(section: .table(itemHeight: .estimated(30))))
        source.attach(to: list)
        GTKWidget(host.widget).style("data-table", "column-separators", "alternating-rows")
        add(searchField { [unowned self] in search($0) })
        list.sortHandler = { [unowned self] _ in show() }
        list.emptyContent = .loading("Reading the packages…")
        Task { [weak self] in
            do {
                let packages = try await Task.detached {
                    try load().enumerated().map { Package(id: $0, record: $1, size: $1.installedSize) }
                }.value
                self?.packages = packages
                self?.show()
            } catch {
                self?.list.emptyContent = EmptyContent("The packages cannot be read", text: "\(error)")
            }
        }
    }

    private func search(_ text: String) {
        filter = text.lowercased()
        list.emptyContent = .noResults(for: text)
        show()
    }

    private func show() {
        let (packages, sorter, filter, order) = (packages, sorter, filter, list.columns?.sortOrder ?? [])
        source.buildLatest(animatingDifferences: false) {
            let found = filter.isEmpty ? packages : packages.filter { $0.record.name.lowercased().contains(filter) }
            return sorter.sorted(found, by: order)
        } content: { [unowned self] found in
            status.text = "\(found.count) of \(packages.count) packages"
            return [ListBlock("packages", found).estimatedHeight(24).columns { Self.columns }]
        }
    }
}

/// The Unihan database with a row for each character and a column for each property.
final class CharacterTableSample: Sample {
    private let source: ListDataSource

    /// - Parameter load: Reads the records, on another thread.
    init(_ load: @escaping @Sendable () throws -> UnihanTable = UnihanTable.load) throws {
        source = ListDataSource()
        try super.init(CollectionViewCompositionalLayout(section: .table(itemHeight: .estimated(30))))
        source.attach(to: list)
        GTKWidget(host.widget).style("data-table", "column-separators")
        status.text = "Reading…"
        Task { [weak self] in
            do {
                let characters = try await Task.detached { UnihanCharacters(try load()) }.value
                self?.show(characters)
            } catch {
                self?.status.text = "Nothing to show: \(error)"
            }
        }
    }

    private func show(_ characters: UnihanCharacters) {
        let properties = characters.table.properties.enumerated().map { number, name in
            ListColumn(name, width: .points(150)) { (character: Int) in
                ItemContent(characters.value(UInt8(number), of: character))
            }
        }
        let glyph = ListColumn("Character", width: .points(110)) { (character: Int) in
            ItemContent(characters.title(of: character))
        }
        .pinned(.leading)
        source.build(animatingDifferences: false) {
            ListBlock("characters", Array(characters.rows.indices), id: \.self).height(26).columns {
                [glyph] + properties
            }
        }
        status.text = "\(characters.rows.count) characters, \(characters.table.properties.count) properties"
    }
}

/// The records of each character.
struct UnihanCharacters: Sendable {
    let table: UnihanTable
    /// The first record of each character in ``records``, and their number.
    private(set) var rows: [Range<Int>] = []
    /// The numbers of records, by character and property.
    private var records: [Int] = []

    init(_ table: UnihanTable) {
        self.table = table
        let keys = table.records.indices.map { record in
            Int(table.records[record].codePoint) << 40 | Int(table.records[record].property) << 32 | record
        }
        records = keys.sorted().map { $0 & 0xFFFF_FFFF }
        var start = 0
        while start < records.count {
            var end = start
            while end < records.count, codePoint(end) == codePoint(start) { end += 1 }
            rows.append(start..<end)
            start = end
        }
    }

    private func codePoint(_ place: Int) -> UInt32 { table.records[records[place]].codePoint }

    func title(of character: Int) -> String {
        let code = codePoint(rows[character].lowerBound)
        let glyph = Unicode.Scalar(code).map(String.init) ?? ""
        return "\(glyph)  U+\(String(code, radix: 16, uppercase: true))"
    }

    /// The value of a property; empty if the character does not have it.
    func value(_ property: UInt8, of character: Int) -> String {
        var (low, high) = (rows[character].lowerBound, rows[character].upperBound)
        while low < high {
            let middle = (low + high) / 2
            if table.records[records[middle]].property < property { low = middle + 1 } else { high = middle }
        }
        guard low < rows[character].upperBound, table.records[records[low]].property == property else { return "" }
        return table.value(of: records[low])
    }
}
