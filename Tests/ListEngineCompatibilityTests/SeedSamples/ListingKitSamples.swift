import Foundation
import ListEngineCompatibility
import ListEngineLayout
import Testing

// The samples of ListingKit's page on sections, in its order. They extend one class and are therefore in one file. The
// prefixes UI and NS are dropped everywhere, because these types belong to the engine. A comment marks each other word that
// differs. Types are `private`, because several samples have types of the same name.

// MARK: - Basic section

private class RestaurantsSection: ListSection {
    var context: ListContext?
    var items: [ListIdentifiable] {
        restaurants
    }
    let listIdentifier: String = "restaurants"

    private var restaurants: [RestaurantItem] = []

    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
        guard
            let item = restaurants.first(where: { $0.listIdentifier == itemIdentifier }),
            let cell: RestaurantCell = dequeueCell(at: indexPath)
        else { return nil }

        cell.configure(with: item)

        return cell
    }

    // Added: replaces presenting a screen or loading a page in the sample.
    var presented: [String] = []
    var pages: [[RestaurantItem]] = []
    private func getNextPage() -> [RestaurantItem] { pages.isEmpty ? [] : pages.removeFirst() }
    func show(_ restaurants: [RestaurantItem]) { self.restaurants = restaurants }
}

// MARK: - Header and footer views

extension RestaurantsSection: ListSectionSupplementaryViewSource {
    func headerView(for indexPath: IndexPath) -> CollectionReusableView? {
        guard let header: RestaurantSectionHeaderView = dequeHeaderView(at: indexPath) else { return nil }
        // configure header
        // Added in place of the sample's comment.
        header.title = "Restaurants"
        return header
    }
}

// MARK: - Flow layout

extension RestaurantsSection {
    func size(at indexPath: IndexPath) -> CGSize {
        guard
            let identifier = context?.itemIdentifier(at: indexPath),
            let restaurantItem = restaurants.first(where: { $0.listIdentifier == identifier })
        else { return .zero }

        return CGSize(
            width: listSize.width,
            height: restaurantItem.isExpanded ? 200 : 100
        )
    }
}

extension RestaurantsSection {
    func referenceSizeForHeaderView(section: Int) -> CGSize {
        CGSize(width: .zero, height: 100)
    }
}

extension RestaurantsSection {
    var inset: EdgeInsets { .init(top: 10, left: 10, bottom: 10, right: 10) }
    var minimumLineSpacing: CGFloat { 10 }
    var minimumInteritemSpacing: CGFloat { 10 }
}

// MARK: - Compositional layout

// The sample is a script; here it is a function that receives the collection view and returns the data source.
@MainActor
private func compositional(_ collectionView: CollectionView) -> ListDataSource {
    let dataSource = ListDataSource()

    let configuration = CollectionViewCompositionalLayoutConfiguration()
    configuration.scrollDirection = .vertical

    let layout = CollectionViewCompositionalLayout(
        sectionProvider: { section, environment in
            dataSource.compositionalSectionLayoutProvider(at: section, environment: environment)
        },
        configuration: configuration
    )

    collectionView.collectionViewLayout = layout
    return dataSource
}

extension RestaurantsSection {
    func layout(in environment: CollectionLayoutEnvironment?) -> CollectionLayoutSection? {
        let itemSize = CollectionLayoutSize(
            widthDimension: .fractionalWidth(0.5), heightDimension: .fractionalHeight(1.0))
        let item = CollectionLayoutItem(layoutSize: itemSize)
        let groupSize = CollectionLayoutSize(
            widthDimension: .fractionalWidth(1.0), heightDimension: .fractionalWidth(0.5))
        let group = CollectionLayoutGroup.horizontal(layoutSize: groupSize, subitems: [item])

        let section = CollectionLayoutSection(group: group)

        return section
    }
}

// MARK: - Item selection

extension RestaurantsSection {
    func didSelectItem(for itemIdentifier: String, at indexPath: IndexPath) {
        guard let restaurantItem = restaurants.first(where: { $0.listIdentifier == itemIdentifier }) else { return }
        // present restaurant detail screen
        // Added in place of the sample's comment.
        presented.append(restaurantItem.name)
    }
}

// MARK: - Updating a section's contents

extension RestaurantsSection {
    func loadNextPage() {
        let newRestaurants = getNextPage()
        restaurants.append(contentsOf: newRestaurants)
        self.append(newRestaurants)
    }
}

// MARK: - Declarations that the samples need

private struct RestaurantItem: ListIdentifiable {
    var listIdentifier: String
    var name: String
    var isExpanded = false
}

private final class RestaurantCell: CollectionViewCell {
    var name = ""
    func configure(with item: RestaurantItem) { name = item.name }
}

private final class RestaurantSectionHeaderView: CollectionReusableView {
    var title = ""
}

@MainActor
@Suite("Samples of ListingKit")
struct ListingKitSamples {
    private let view = CollectionView(
        frame: CGRect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: CollectionViewFlowLayout())

    private func section() -> RestaurantsSection {
        let section = RestaurantsSection()
        section.show([
            RestaurantItem(listIdentifier: "1", name: "Oak"),
            RestaurantItem(listIdentifier: "2", name: "Elm", isExpanded: true),
            RestaurantItem(listIdentifier: "1", name: "Oak again"),
        ])
        return section
    }

    private var names: [String] {
        view.layoutIfNeeded()
        return view.visibleCells.compactMap { ($0 as? RestaurantCell)?.name }
    }

    private var frames: [CGRect] {
        view.layoutIfNeeded()
        return view.visibleElements.filter { $0.category == .item }.map(\.frame)
    }

    @Test func aFlowWithAHeader() {
        let dataSource = ListDataSource()
        dataSource.prepare(for: view)
        let restaurants = section()
        dataSource.append(newSections: [restaurants])
        #expect(names == ["Oak", "Elm"])
        // Items are as wide as the list, although its insets leave less: wider items are placed all the same.
        #expect(frames.map(\.minY) == [110, 220])
        #expect(frames.map(\.height) == [100, 200])
        let header: RestaurantSectionHeaderView? = restaurants.headerView()
        #expect(header?.title == "Restaurants")
        #expect(header?.frame.height == 100)
        view.hostTap(at: CGPoint(x: 100, y: 300))
        #expect(restaurants.presented == ["Elm"])
        #expect(dataSource.diagnostics.recent.map(\.code) == [.duplicateIdentifier])
    }

    @Test func theNextPageIsAppended() {
        let dataSource = ListDataSource()
        dataSource.prepare(for: view)
        let restaurants = section()
        dataSource.append(newSections: [restaurants])
        restaurants.pages = [[RestaurantItem(listIdentifier: "3", name: "Ash")]]
        restaurants.loadNextPage()
        #expect(names == ["Oak", "Elm", "Ash"])
        restaurants.loadNextPage()
        #expect(names == ["Oak", "Elm", "Ash"])
        restaurants.show([
            RestaurantItem(listIdentifier: "3", name: "Ash", isExpanded: true),
            RestaurantItem(listIdentifier: "1", name: "Oak, renovated"),
        ])
        restaurants.newUpdate(reloadingItems: restaurants.items)
        #expect(names == ["Ash", "Oak, renovated"])
        #expect(frames.map(\.height) == [200, 100])
    }

    @Test func aGridInACompositionalLayout() {
        let dataSource = compositional(view)
        dataSource.prepare(for: view)
        dataSource.append(newSections: [section()])
        #expect(names == ["Oak", "Elm"])
        #expect(
            frames == [
                CGRect(x: 0, y: 0, width: 160, height: 160), CGRect(x: 160, y: 0, width: 160, height: 160),
            ])
    }

    @Test func nothingIsKeptAlive() {
        weak var kept: ListDataSource?
        weak var keptSection: RestaurantsSection?
        do {
            // The context is a strong variable in the sample's section.
            let dataSource = ListDataSource()
            let restaurants = section()
            dataSource.prepare(for: view)
            dataSource.append(newSections: [restaurants])
            (kept, keptSection) = (dataSource, restaurants)
        }
        #expect(kept == nil)
        #expect(keptSection == nil)
    }
}
