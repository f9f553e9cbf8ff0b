// What the blocks of code about other libraries' lists use without declaring it: see Scripts/documentation-code.py.
import Foundation
import ListEngineCompatibility

/// Stands for the object that a block of code is part of: a provider of sections.
final class Context: CollectionSectionProvider, CompositionalLayoutableSectionLayout {
    var items: [Fruit] = []

    func sectionLayout(at index: Int, layoutEnvironment: CollectionLayoutEnvironment) -> CollectionLayoutSection {
        .list()
    }

    func cellProvider(
        _ controller: CollectionSectionController<String, UUID>, indexPath: IndexPath, item: UUID
    ) -> CollectionViewCell? { nil }
    func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
        nil
    }
}

struct Fruit: Hashable {
    var name: String
    var listIdentifier: String { name }
}

extension Fruit: ListIdentifiable {}

struct Book: Hashable {
    var title: String
    var isbn: String
}

struct Tag: Identifiable {
    var id = UUID()
    var text = ""
}

struct Product: Hashable {
    var name: String
}

@MainActor final class PageControl {
    var current = 0
}

final class FruitCell: CollectionViewCell {
    var text = ""
}

final class BookCell: CollectionViewCell {
    var title = ""
}

final class TagCell: CollectionViewCell {
    var text = ""
}

final class ProductCell: CollectionViewCell {}

class RecordCell: CollectionViewCell, RecordView {
    class func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { .zero }
    func setData(_ data: Any?, extra: Any?) {}
}

final class RedCell: RecordCell {}
final class GreenCell: RecordCell {}
final class TitleView: CollectionReusableView, RecordView {
    static func cellSizeForData(_ data: Any?, extra: Any?) -> CGSize { .zero }
    func setData(_ data: Any?, extra: Any?) {}
}

class Provider: CollectionSectionProvider {
    func cellProvider(
        _ controller: CollectionSectionController<String, UUID>, indexPath: IndexPath, item: UUID
    ) -> CollectionViewCell? { nil }
    func layoutSectionProvider(section: Int, environment: CollectionLayoutEnvironment) -> CollectionLayoutSection? {
        nil
    }
}

final class BannerProvider: Provider {}
final class TagsProvider: Provider {}

@MainActor let collectionView = CollectionView(
    frame: CGRect(x: 0, y: 0, width: 390, height: 844), collectionViewLayout: CollectionViewFlowLayout())
@MainActor let fruits: [Fruit] = []
@MainActor let library: [Book] = []
@MainActor let tags: [Tag] = []
@MainActor var hidden: [String] = []
@MainActor let books = SectionDescription(viewModels: library, cell: BookCell.self, size: ViewComponentSize(height: 44))
{ _, _, _ in }
@MainActor let adapter = ListAdapter(collectionView: collectionView)
@MainActor let handler = CollectionViewHandler()
@MainActor let sections: [CollectionViewHandler.Section] = []
@MainActor let section = CollectionLayoutSection.list()
@MainActor let pages = PageControl()
@MainActor let controller = CollectionSectionController<String, UUID>()
@MainActor let tagCells = CollectionView.CellRegistration<TagCell, UUID> { _, _, _ in }
@MainActor let snapshot = DiffableSnapshot<String, UUID>()
func loaded() async -> DiffableSnapshot<String, UUID> { DiffableSnapshot() }
