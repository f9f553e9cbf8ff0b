// The names of UIKit, and its differences from AppKit. The two files have the same declarations, and only one of them is compiled:
// LISTENGINE_APPKIT chooses AppKit where both modules can be imported, which is the case only in Tests/AppleStubs.
#if canImport(UIKit) && !LISTENGINE_APPKIT
    import ListEngineLayout
    import UIKit

    // The names of the toolkit's types: those of UIKit.
    public typealias ToolkitCollectionView = UICollectionView
    public typealias ToolkitSupplementaryView = UICollectionReusableView
    public typealias ToolkitDataSource = UICollectionViewDataSource
    public typealias ToolkitFlowLayoutDelegate = UICollectionViewDelegateFlowLayout
    public typealias ToolkitLayout = UICollectionViewLayout
    public typealias ToolkitAttributes = UICollectionViewLayoutAttributes
    public typealias ToolkitAttributesOfElements = [UICollectionViewLayoutAttributes]?
    public typealias ToolkitInvalidationContext = UICollectionViewLayoutInvalidationContext
    public typealias ToolkitUpdateItem = UICollectionViewUpdateItem
    typealias ToolkitInsets = UIEdgeInsets
    typealias ToolkitIndexPaths = [IndexPath]

    extension AdaptedView {
        /// Takes the bounds that a layout is called with.
        mutating func move(to newBounds: CGRect, _ direction: ScrollDirection) { bounds = newBounds }
    }

    extension UICollectionView {
        var visiblePart: AdaptedView {
            AdaptedView(
                bounds: bounds, insets: SectionInsets(adjustedContentInset),
                isRightToLeft: effectiveUserInterfaceLayoutDirection == .rightToLeft,
                displayScale: traitCollection.displayScale)
        }

        package var visibleItemPaths: [IndexPath] { indexPathsForVisibleItems }

        package func performBatch(
            animated: Bool, _ updates: @escaping () -> Void, completion: ((Bool) -> Void)?
        ) {
            let perform = { self.performBatchUpdates(updates, completion: completion) }
            if animated { perform() } else { UIView.performWithoutAnimation(perform) }
        }

        func reconfigure(_ items: ToolkitIndexPaths) { reconfigureItems(at: items) }
    }

    extension UICollectionViewLayoutAttributes {
        static func item(at path: IndexPath) -> ToolkitAttributes { ToolkitAttributes(forCellWith: path) }

        /// What a view with these attributes can measure; nil for decorations.
        var measured: AdaptedLayout.MeasuredElement? {
            switch representedElementCategory {
            case .cell: .item
            case .supplementaryView: .boundary
            default: nil
            }
        }
    }
#endif
