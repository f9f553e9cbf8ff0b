import ListEngineGTK
import PackageBrowser

/// Debian's packages by section: a filter and a sort order that apply as you type, and details that unfold.
final class PackagesSample: Sample, CollectionViewDelegate {
    private var index = PackageIndex([])
    private var sizes: [Int] = []
    private var source: DiffableDataSource<Int, Int>!
    private var unfolded: Set<Int> = []
    private var filter = ""
    private var sortsBySize = false

    /// - Parameter load: Reads the packages, on another thread.
    init(_ load: @escaping @Sendable () throws -> [PackageRecord]) throws {
        try super.init(CollectionViewCompositionalLayout(section: .table(itemHeight: .estimated(30))))
        source = DiffableDataSource(collectionView: list) { [unowned self] list, indexPath, package in
            let cell = list.dequeueReusableCell(PackageCell.self, for: indexPath)
            cell.show(index.records[package], isUnfolded: unfolded.contains(package))
            cell.disclosure.toggle = { [unowned self] in unfold(package) }
            return cell
        }
        showTitles(of: source)
        list.delegate = self
        add(searchField { [unowned self] in filter(by: $0) })
        add(
            GTKChoice(["Name", "Size"]) { [unowned self] number in
                sortsBySize = number == 1
                showPackages(source.snapshot().itemIdentifiers.sorted())
            })
        list.emptyContent = .loading("Reading the packages…")
        Task { [weak self] in
            do {
                let index = try await Task.detached { PackageIndex(try load()) }.value
                guard let self else { return }
                (self.index, sizes) = (index, index.records.map(\.installedSize))
                showPackages(Array(index.records.indices))
            } catch {
                self?.list.emptyContent = EmptyContent("The packages cannot be read", text: "\(error)")
            }
        }
    }

    private func filter(by text: String) {
        // A longer text matches only packages that the shorter one matched.
        let narrows = text.hasPrefix(filter)
        filter = text
        list.emptyContent = .noResults(for: text)
        let shown = source.snapshot().itemIdentifiers
        showPackages(index.matching(text, among: narrows ? shown.sorted() : Array(index.records.indices)))
    }

    /// Shows packages, in ascending order of their numbers.
    private func showPackages(_ packages: [Int]) {
        let next = index.snapshot(of: packages, basedOn: source.snapshot()) { packages in
            sortsBySize ? packages.sorted { (sizes[$1], $0) < (sizes[$0], $1) } : Array(packages)
        }
        source.apply(next, animatingDifferences: packages.count < 1_000)
        status.text = "\(packages.count) of \(index.records.count) packages"
        updateTitles()
    }

    override func title(ofSection section: Int) -> String {
        guard let identifier = source.sectionIdentifier(for: section) else { return "" }
        return "\(index.sections[identifier])  (\(source.snapshot().numberOfItems(inSection: identifier)))"
    }

    private func unfold(_ package: Int) {
        if unfolded.remove(package) == nil { unfolded.insert(package) }
        source.edit { $0.reconfigureItems([package]) }
    }

    // MARK: CollectionViewDelegate

    func collectionView(_ collectionView: CollectionView, performPrimaryActionForItemAt indexPath: IndexPath) {
        if let package = source.itemIdentifier(for: indexPath) { unfold(package) }
    }

    func collectionView(_ collectionView: CollectionView, textForItemAt indexPath: IndexPath) -> String? {
        source.itemIdentifier(for: indexPath).map { index.records[$0].name }
    }
}

final class PackageCell: GTKCell {
    let disclosure = Disclosure()
    let name = label("name")
    let version = label("dim-label")
    private let summary = label()
    let details = label(lineLimit: 0)

    override func makeWidget() -> GTKWidget {
        // Columns, as wide in each row.
        name.width = 20
        version.width = 12
        return column(row(disclosure.widget, name, version, summary), details.margins(leading: 28)).style("item")
    }

    func show(_ package: PackageRecord, isUnfolded: Bool) {
        disclosure.isOpen = isUnfolded
        name.text = package.name
        version.text = package.version
        summary.text = package.summary
        details.isVisible = isUnfolded
        guard isUnfolded else { return }
        details.text = package.details.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
    }
}
