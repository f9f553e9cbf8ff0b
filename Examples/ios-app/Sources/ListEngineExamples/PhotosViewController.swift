import ListEngineUIKit
import UIKit

/// Albums that scroll sideways above a waterfall of photos, in a collection view of UIKit.
public final class PhotosViewController: UIViewController, UICollectionViewDataSource {
    private let sizes = (0..<10_000).map { CGSize(width: 300, height: 200 + $0 * 137 % 300) }
    private lazy var collectionView = UICollectionView(
        frame: view.bounds, collectionViewLayout: EngineLayout(Waterfall(sizes)))

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = "Photos"
        fill(self, with: collectionView)
        collectionView.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "photo")
        collectionView.dataSource = self
    }

    public func numberOfSections(in collectionView: UICollectionView) -> Int { 2 }

    public func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
        section == 0 ? 30 : sizes.count
    }

    public func collectionView(
        _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
        let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "photo", for: indexPath)
        cell.contentView.backgroundColor = .systemFill
        return cell
    }
}

/// A section of albums and one of photos.
@MainActor
private final class Waterfall: CollectionViewLayoutRecipe {
    let scrollDirection = ScrollDirection.vertical
    private let sizes: [CGSize]

    init(_ sizes: [CGSize]) { self.sizes = sizes }

    func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        guard section == 0 else { return .waterfall(aspectRatios: sizes, columns: 3, spacing: 4, insets: .all(4)) }
        let album = CollectionLayoutSize(widthDimension: .absolute(120), heightDimension: .absolute(90))
        return .compositional(.carousel(itemSize: album, spacing: 4), count: context.itemCount)
    }
}
