import UIKit

/// Scenes whose frames decide how UIKit lays out flows and groups.
@MainActor
public enum Probes {
    /// The frames of all scenes, one scene a line.
    public static func lines() -> [String] {
        [
            "probe 0: iOS \(UIDevice.current.systemVersion), \(UIScreen.main.scale) pixels a point",
            flow("1", [CGSize(width: 300, height: 40)] + Array(repeating: CGSize(width: 80, height: 40), count: 5)),
            flow("2", [CGSize(width: 300, height: 40), CGSize(width: 200, height: 40)]),
            flow("2, after a line of two", [100, 120, 300].map { CGSize(width: $0, height: 40) }),
            row("3", [.fractionalWidth(0.5)], .fixed(14)),
            row("4", [.fractionalWidth(0.3)], .fixed(8)),
            row("5", [.fractionalWidth(0.5), .fractionalWidth(0.25), .fractionalWidth(0.25)], .fixed(8)),
            row("6", [.absolute(60), .fractionalWidth(0.5)], .fixed(8)),
            group("7, a third", repeating(.fractionalWidth(1 / 3)), .fixed(8)),
            group("7, the whole width", repeating(.fractionalWidth(1)), .fixed(8)),
            group("8", .horizontal(layoutSize: line, subitem: item(.fractionalWidth(1)), count: 3), .fixed(8)),
            group(
                "9",
                .vertical(
                    layoutSize: size(.fractionalWidth(1), .absolute(300)),
                    subitems: [NSCollectionLayoutItem(layoutSize: size(.fractionalWidth(1), .fractionalHeight(1 / 3)))]),
                .fixed(8)),
            row("10", [.fractionalWidth(1 / 3)], .flexible(8)),
        ]
    }

    // MARK: Scenes

    private static func flow(_ name: String, _ sizes: [CGSize]) -> String {
        let layout = UICollectionViewFlowLayout()
        layout.minimumLineSpacing = 10
        layout.minimumInteritemSpacing = 10
        return frames(name, layout, width: 375, Items(count: sizes.count, sizes: sizes))
    }

    private static func row(
        _ name: String, _ widths: [NSCollectionLayoutDimension], _ spacing: NSCollectionLayoutSpacing
    ) -> String { group(name, .horizontal(layoutSize: line, subitems: widths.map(item)), spacing) }

    private static func group(
        _ name: String, _ group: NSCollectionLayoutGroup, _ spacing: NSCollectionLayoutSpacing
    ) -> String {
        group.interItemSpacing = spacing
        let layout = UICollectionViewCompositionalLayout(section: NSCollectionLayoutSection(group: group))
        return frames(name, layout, width: 288, Items(count: 6, sizes: []))
    }

    private static func repeating(_ width: NSCollectionLayoutDimension) -> NSCollectionLayoutGroup {
        .horizontal(layoutSize: line, repeatingSubitem: item(width), count: 3)
    }

    private static var line: NSCollectionLayoutSize { size(.fractionalWidth(1), .absolute(60)) }

    private static func size(
        _ width: NSCollectionLayoutDimension, _ height: NSCollectionLayoutDimension
    ) -> NSCollectionLayoutSize { NSCollectionLayoutSize(widthDimension: width, heightDimension: height) }

    private static func item(_ width: NSCollectionLayoutDimension) -> NSCollectionLayoutItem {
        NSCollectionLayoutItem(layoutSize: size(width, .fractionalHeight(1)))
    }

    // MARK: Frames

    private static func frames(
        _ name: String, _ layout: UICollectionViewLayout, width: CGFloat, _ items: Items
    ) -> String {
        let view = UICollectionView(
            frame: CGRect(x: 0, y: 0, width: width, height: 600), collectionViewLayout: layout)
        view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
        view.dataSource = items
        view.delegate = items
        view.layoutIfNeeded()
        let frames = (0..<items.count).map { index -> String in
            guard let frame = layout.layoutAttributesForItem(at: IndexPath(item: index, section: 0))?.frame else {
                return "none"
            }
            return "[\(frame.minX), \(frame.minY), \(frame.width), \(frame.height)]"
        }
        return "probe \(name): \(frames.joined(separator: " "))"
    }
}

/// One section of empty cells.
@MainActor
private final class Items: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    let count: Int
    let sizes: [CGSize]

    init(count: Int, sizes: [CGSize]) {
        self.count = count
        self.sizes = sizes
    }

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { count }

    func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
    }

    func collectionView(
        _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
        sizeForItemAt indexPath: IndexPath
    ) -> CGSize { sizes[indexPath.item] }
}
