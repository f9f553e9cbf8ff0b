import Foundation
import ListEngine
import ListEngineLayout

/// A frame of a list of carousels: sections that scroll across it. The number of carousels must not matter, only how many are
/// visible.
func carouselMeasures() -> [Measure] {
    [10, 1_000].flatMap { count in
        [
            carousel("scroll", count) { stage, calls in for _ in 0..<calls { stage.scroll() } },
            carousel("scrollacross", count) { stage, calls in for _ in 0..<calls { stage.scrollAcross() } },
        ]
    }
}

private func carousel(
    _ operation: String, _ count: Int, _ run: @escaping @Sendable @MainActor (CarouselStage, Int) -> Void
) -> Measure {
    Measure("kit.carousels.\(operation)", count) {
        let stage = MainActor.assumeIsolated { CarouselStage(count) }
        return Field(
            Contestant(.product, singles: 10_000) { calls in MainActor.assumeIsolated { run(stage, calls) } })
    }
}

/// A list of carousels of 20 items, each of which the user has scrolled. Eight carousels are visible, with four items each.
@MainActor
private final class CarouselStage {
    private let view: CollectionView
    private let source: DiffableDataSource<Int, Int>
    private var offset: CGFloat = 0
    private var step: CGFloat = 25
    private var across: CGFloat = 130

    init(_ count: Int) {
        let section = CollectionLayoutSection.carousel(
            itemSize: CollectionLayoutSize(widthDimension: .absolute(100), heightDimension: .absolute(100)))
        view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 390, height: 800),
            collectionViewLayout: CollectionViewCompositionalLayout(section: section))
        view.host = KitView.host
        source = DiffableDataSource(collectionView: view) { view, indexPath, _ in
            view.dequeueReusableCell(CollectionViewCell.self, for: indexPath)
        }
        source.edit { snapshot in
            for section in 0..<count {
                snapshot.appendSections([section])
                snapshot.appendItems(Array(section * 20..<section * 20 + 20))
            }
        }
        view.layoutIfNeeded()
        for section in 0..<count { view.hostDidScroll(section: section, to: 130) }
    }

    /// Scrolls by a quarter of a carousel, up and down between two carousels, so that all lists show the same items.
    func scroll() {
        if offset + step > 200 || offset + step < 0 { step = -step }
        offset += step
        view.hostDidScroll(to: CGPoint(x: 0, y: offset))
        view.layoutIfNeeded()
    }

    /// Scrolls a visible carousel by a quarter of an item, between the second item and the sixth.
    func scrollAcross() {
        if across + step > 600 || across + step < 130 { step = -step }
        across += step
        view.hostDidScroll(section: 3, to: across)
        view.layoutIfNeeded()
    }
}
