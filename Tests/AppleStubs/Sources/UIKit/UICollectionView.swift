@MainActor
open class UICollectionReusableView: UIView {
    open internal(set) var reuseIdentifier: String?
    public required override init(frame: CGRect) { super.init(frame: frame) }
    public required init?(coder: NSCoder) { super.init(coder: coder) }
    open func prepareForReuse() {}
    open func apply(_ layoutAttributes: UICollectionViewLayoutAttributes) {}
    open func preferredLayoutAttributesFitting(_ layoutAttributes: UICollectionViewLayoutAttributes)
        -> UICollectionViewLayoutAttributes
    { layoutAttributes }
}

@MainActor
open class UICollectionViewCell: UICollectionReusableView {
    public let contentView = UIView(frame: .zero)
    open var contentConfiguration: (any UIContentConfiguration)?
    open var isSelected = false
    open var isHighlighted = false
}

@MainActor public protocol UICollectionViewDataSource: AnyObject {
    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int
    func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell
    func numberOfSections(in collectionView: UICollectionView) -> Int
    func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView
    func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool
    func collectionView(
        _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
        to destinationIndexPath: IndexPath)
    func indexTitles(for collectionView: UICollectionView) -> [String]?
    func collectionView(
        _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath
}
extension UICollectionViewDataSource {
    public func collectionView(_ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath) -> Bool {
        false
    }
    public func collectionView(
        _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath, to destinationIndexPath: IndexPath
    ) {}
    public func indexTitles(for collectionView: UICollectionView) -> [String]? { nil }
    public func collectionView(
        _ collectionView: UICollectionView, indexPathForIndexTitle title: String, at index: Int
    ) -> IndexPath { fatalError("a data source with titles has their index paths") }
    public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
    public func collectionView(
        _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView {
        fatalError("the layout has supplementary views, the data source has none")
    }
}
@MainActor public protocol UICollectionViewDelegate: AnyObject {
    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath)
}
extension UICollectionViewDelegate {
    public func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {}
}
/// `delegate.collectionView?(…)` calls the methods of this value: a protocol in Swift cannot have optional requirements.
@MainActor public protocol UICollectionViewDelegateFlowLayout: UICollectionViewDelegate {
    var collectionView: FlowLayoutMethods? { get }
}
extension UICollectionViewDelegateFlowLayout {
    public var collectionView: FlowLayoutMethods? { nil }
}
@MainActor public struct FlowLayoutMethods {
    public var size: (IndexPath) -> CGSize = { _ in CGSize(width: 50, height: 50) }
    public var inset: (Int) -> UIEdgeInsets = { _ in .zero }
    public var lineSpacing: (Int) -> CGFloat = { _ in 0 }
    public var interitemSpacing: (Int) -> CGFloat = { _ in 0 }
    public var header: (Int) -> CGSize = { _ in .zero }
    public var footer: (Int) -> CGSize = { _ in .zero }
    public init() {}
    public func callAsFunction(_: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt path: IndexPath)
        -> CGSize
    { size(path) }
    public func callAsFunction(_: UICollectionView, layout: UICollectionViewLayout, insetForSectionAt section: Int)
        -> UIEdgeInsets
    { inset(section) }
    public func callAsFunction(
        _: UICollectionView, layout: UICollectionViewLayout, minimumLineSpacingForSectionAt section: Int
    ) -> CGFloat { lineSpacing(section) }
    public func callAsFunction(
        _: UICollectionView, layout: UICollectionViewLayout, minimumInteritemSpacingForSectionAt section: Int
    ) -> CGFloat { interitemSpacing(section) }
    public func callAsFunction(
        _: UICollectionView, layout: UICollectionViewLayout, referenceSizeForHeaderInSection section: Int
    ) -> CGSize { header(section) }
    public func callAsFunction(
        _: UICollectionView, layout: UICollectionViewLayout, referenceSizeForFooterInSection section: Int
    ) -> CGSize { footer(section) }
}
