// What the blocks of code about lists use without declaring it: see Scripts/documentation-code.py.
import Foundation
import ListEngine
import Observation

@MainActor final class Context {}

// The model.

// Identified for sections, and for blocks.
struct Restaurant: ListIdentifiable, Identifiable {
    var id: Int { listIdentifier.count }
    var listIdentifier: String
    var name: String
    var isOpen: Bool
}

struct City {
    var name: String
    var restaurants: [Restaurant]
}

struct Banner: Identifiable {
    var id: Int
}

struct Book: Hashable {
    var title: String
}

struct Price {
    var product: String
    var text: String
}

struct Reading: Identifiable {
    var id: Int
}

struct Mail: Identifiable {
    var id: Int
    var subject = ""
    var sender = ""
    var time = ""
    var isRead = false
}

struct Fruit: Identifiable {
    var id: Int
    var name = ""
    var price = ""
}

struct Setting: Identifiable {
    var id: Int
    var name = ""
    var isOn = false
}

struct Post: Identifiable {
    var id: Int
    var text = ""
    var photo = ""
    var isPhoto = false
}

// Views.

@MainActor final class Label {
    var text = ""
}

final class TitleCell: CollectionViewCell {
    var title = ""
}

final class BookCell: CollectionViewCell {
    var title = ""
}

final class BannerCell: CollectionViewCell {
    var banner: Banner?
}

final class NumberCell: CollectionViewCell {
    var number = 0
}

final class MailCell: CollectionViewCell { var text = "" }
final class PriceCell: CollectionViewCell {
    var text = ""
}

final class RestaurantCell: CollectionViewCell {
    var text = ""
    var restaurant: Restaurant?
}

final class PhotoCell: CollectionViewCell { var photo = "" }

final class TitleView: CollectionReusableView {
    var title = ""
}

// Sections.

@MainActor class Section: ListSection {
    weak var context: ListContext?
    let listIdentifier: String
    var items: [Restaurant] = []

    init(_ listIdentifier: String) { self.listIdentifier = listIdentifier }

    func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? { nil }
}

final class RestaurantsSection: Section {
    init() { super.init("restaurants") }
}

final class DishesSection: Section {
    init() { super.init("dishes") }
}

final class CitySection: Section {
    init() { super.init("city") }
}

final class BannerSection: Section {
    init() { super.init("banner") }
}

/// A provider without sections.
final class EmptyProvider: SectionProvider {
    var shown = DiffableSnapshot<String, Int>()

    func collectionView(_ view: CollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
    func collectionView(_ view: CollectionView, cellForItemAt indexPath: IndexPath) -> CollectionViewCell {
        view.dequeueReusableCell(TitleCell.self, for: indexPath)
    }
}

// What surrounds the code.

final class Logger: Sendable {
    func warning(_ text: String) {}
}

final class MainLoop: Sendable {
    func wakeUp() {}
}

@MainActor let collectionView = CollectionView(
    frame: CGRect(x: 0, y: 0, width: 390, height: 844), collectionViewLayout: CollectionViewFlowLayout())
@MainActor let view = collectionView
@MainActor let list = ListDataSource()
@MainActor let dataSource = DiffableDataSource<String, Int>(collectionView: collectionView) { _, _, _ in nil }
@MainActor let numbers = CollectionView.CellRegistration<NumberCell, Int> { cell, _, number in cell.number = number }
@MainActor let cell = NumberCell()
@MainActor let terminal = RecorderHost()
@MainActor let delegate = SilentDelegate()
@MainActor var snapshot = DiffableSnapshot<String, Int>()
@MainActor let (before, after) = (snapshot, snapshot)
@MainActor var restaurants: [Restaurant] = []
@MainActor let page = restaurants
@MainActor let (sorted, changed) = (restaurants, restaurants)
@MainActor let new = Restaurant(listIdentifier: "Fig", name: "Fig", isOpen: true)
@MainActor var cities: [City] = []
@MainActor var books: [Book] = []
@MainActor var prices: [Price] = []
@MainActor var (inbox, archive) = (["hello"], ["news"])
@MainActor var mails: [Mail] = []
@MainActor var settings: [Setting] = []
@MainActor let fruits: [Fruit] = []
@MainActor let posts: [Post] = []
@MainActor let readings: [Reading] = []
@MainActor let sections: [any ListSection] = []
@MainActor let sizes: [CGSize] = []
@MainActor let book = Book(title: "")
@MainActor let notice: String? = nil
@MainActor let indexPath = IndexPath(item: 0, section: 0)
@MainActor let viewport = CGRect.zero
@MainActor let size = CGSize.zero
let text = ""
@MainActor let allSizes = sizes
@MainActor let showsBanner = true
@MainActor let banner = Banner(id: 1)
@MainActor let providerList = SectionProviderList()
@MainActor let provider = EmptyProvider()
@MainActor let section = ClosureSection(items: restaurants)
@MainActor var transaction: ReorderingTransaction<String, Book> { fatalError() }
let logger = Logger()
let loop = MainLoop()
@MainActor let recipes: SharedSectionRecipes? = nil

final class SilentDelegate: CollectionViewDelegate {}

@MainActor func render() {}
@MainActor func loadNames(below topic: String) async throws -> [String] { [] }
@MainActor func loadMessages(_ completion: @escaping @MainActor () -> Void) {}
@MainActor func open(_ identifier: String) {}
@MainActor func store(_ identifiers: [Int]) {}
@MainActor func draw(_ view: CollectionReusableView, _ frame: CGRect) {}
func textSize(of text: String, width: CGFloat) -> CGSize { .zero }

@Observable final class Basket {
    var fruits = ["Apple"]
    var search = ""
    var snapshot = DiffableSnapshot<String, Int>()
}
@MainActor let basket = Basket()

struct File: Identifiable, Sendable {
    let name = ""
    let size = 0
    var id: String { name }
}
let files: [File] = []
@MainActor let table = ListTable<File>([])
@MainActor let sorter = table.sorter
