import ListEngineGTK

/// The Unihan database, grouped, sorted and filtered while you type. Searches run on another thread, one at a time; of the keys that
/// are typed in the meantime, only the last one counts.
final class UnihanSample: Sample {
    private var table = UnihanTable([])
    private var source: DiffableDataSource<Int, Int>!
    private var query = UnihanTable.Query() {
        didSet { if query != oldValue { update() } }
    }
    private var isSearching = false
    private var isOutdated = false

    /// - Parameter load: Reads the records, on another thread.
    init(_ load: @escaping @Sendable () throws -> UnihanTable = UnihanTable.load) throws {
        try super.init(CollectionViewCompositionalLayout(section: .table(itemHeight: .estimated(36))))
        source = DiffableDataSource(collectionView: list) { [unowned self] list, indexPath, record in
            let cell = list.dequeueReusableCell(UnihanCell.self, for: indexPath)
            let entry = table.records[record]
            cell.show(entry.codePoint, table.properties[Int(entry.property)], table.value(of: record))
            return cell
        }
        showTitles(of: source)
        add(searchField { [unowned self] in query.text = $0 })
        add(GTKChoice(["Radical", "Property"]) { [unowned self] in query.byProperty = $0 == 1 })
        add(GTKChoice(["Code point", "Length"]) { [unowned self] in query.byLength = $0 == 1 })
        status.text = "Reading…"
        Task { [weak self] in
            do {
                let table = try await Task.detached(operation: load).value
                self?.table = table
                self?.update()
            } catch {
                self?.status.text = "Nothing to show: \(error)"
            }
        }
    }

    private func update() {
        isOutdated = true
        guard !isSearching, !table.records.isEmpty else { return }
        isSearching = true
        Task { [weak self] in
            while let self, isOutdated {
                isOutdated = false
                let (table, query, shown) = (table, query, source.snapshot())
                let next = await Task.detached { table.snapshot(query, basedOn: shown) }.value
                if isOutdated { continue }
                _ = await source.applyPreparing(next, animatingDifferences: false)
                status.text = "\(next.numberOfItems) of \(table.records.count) records"
                updateTitles()
            }
            self?.isSearching = false
        }
    }

    override func title(ofSection section: Int) -> String {
        guard let number = source.sectionIdentifier(for: section) else { return "" }
        let count = source.snapshot().numberOfItems(inSection: number)
        guard !query.byProperty else { return "\(table.properties[number])  (\(count))" }
        // Unicode has the radicals in a row.
        let radical = number > 0 ? Unicode.Scalar(UInt32(0x2EFF + number)).map { " \($0)" } ?? "" : ""
        return number > 0 ? "Radical \(number)\(radical)  (\(count))" : "Without a radical  (\(count))"
    }
}

final class UnihanCell: GTKCell {
    private let glyph = label("glyph")
    let code = label("name")
    let property = label("dim-label")
    let value = label()

    override func makeWidget() -> GTKWidget {
        code.width = 8
        property.width = 20
        return row(glyph, code, property, value).style("item")
    }

    func show(_ codePoint: UInt32, _ property: String, _ value: String) {
        glyph.text = Unicode.Scalar(codePoint).map(String.init) ?? ""
        code.text = "U+" + String(codePoint, radix: 16, uppercase: true)
        self.property.text = property
        self.value.text = value
    }
}
