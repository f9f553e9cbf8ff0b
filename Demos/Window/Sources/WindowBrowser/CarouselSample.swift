import CGTK
import ListEngineGTK

/// Rows of pictures that scroll sideways, with dots below them, by finger, wheel, mouse or keys. Rows of one picture a page have
/// no end.
final class CarouselSample: Sample {
    private lazy var source = DiffableDataSource<Int, Int>(collectionView: list) { list, indexPath, number in
        let cell = list.dequeueReusableCell(PhotoCell.self, for: indexPath)
        cell.photo = Photo(number)
        return cell
    }

    init() throws {
        let layout = CollectionViewCompositionalLayout { section, _ in
            // Every third row shows one picture a page.
            let carousel =
                section % 3 == 0
                ? CollectionLayoutSection.banner(
                    height: .absolute(180), insets: DirectionalEdgeInsets(top: 8, leading: 8, bottom: 0, trailing: 8))
                : .carousel(
                    itemSize: CollectionLayoutSize(widthDimension: .absolute(140), heightDimension: .absolute(100)),
                    spacing: 8, insets: DirectionalEdgeInsets(top: 8, leading: 8, bottom: 0, trailing: 8))
            carousel.boundarySupplementaryItems = [PageDots.item()]
            // The first picture follows the last one.
            carousel.orthogonalScrollingProperties.loops = section % 3 == 0
            return carousel
        }
        try super.init(layout)
        source.edit { snapshot in
            for section in 0..<300 {
                snapshot.appendSections([section])
                snapshot.appendItems((0..<(section % 3 == 0 ? 6 : 20)).map { section * 100 + $0 })
            }
        }
        status.text = "300 rows"
    }
}

/// Words that are as wide as their text, in lines.
final class TagSample: Sample {
    private let source = ListDataSource()

    init() throws {
        try super.init(CollectionViewFlowLayout())
        list.allowsMultipleSelection = true
        source.attach(to: list)
        let words = (0..<5_000).map { number in
            String(repeating: "tag ", count: 1 + number * 7 % 4) + "\(number)"
        }
        source.build {
            ListBlock("tags", words, id: \.self) { (cell: ContentCell, word) in
                cell.content = ItemContent(word)
                cell.content.background = .rgb(red: 222, green: 232, blue: 244)
            }
            .estimatedItemSize(CGSize(width: 90, height: 34)).minimumInteritemSpacing(6).minimumLineSpacing(6)
            .sectionInset(.all(12))
        }
        status.text = "\(words.count) tags"
    }
}
