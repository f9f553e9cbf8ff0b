#if canImport(UIKit)
    import ListEngine
    import UIKit

    /// A view of a list that makes its own `UIView`.
    ///
    ///     final class TitleView: CollectionReusableView, UIViewMaking {
    ///         let label = UILabel()
    ///         func makeUIView() -> UIView { label }
    ///     }
    @MainActor
    public protocol UIViewMaking: CollectionReusableView {
        /// Called once for each host that shows the view.
        func makeUIView() -> UIView
    }

    /// A cell with the content of a `UIContentConfiguration`.
    ///
    ///     list.build {
    ///         ListBlock("fruits", fruits) { (cell: UIKitCell, fruit) in
    ///             var content = UIListContentConfiguration.cell()
    ///             content.text = fruit.name
    ///             cell.contentConfiguration = content
    ///         }
    ///     }
    @MainActor
    open class UIKitCell: CollectionViewCell, UIViewMaking {
        /// The content. A content view that supports the new configuration is kept and takes it.
        open var contentConfiguration: (any UIContentConfiguration)? { didSet { showContent() } }

        open override var isSelected: Bool { didSet { if isSelected != oldValue { showContent() } } }
        open override var isHighlighted: Bool { didSet { if isHighlighted != oldValue { showContent() } } }
        open override var isFocused: Bool { didSet { if isFocused != oldValue { showContent() } } }
        open override var isEditing: Bool { didSet { if isEditing != oldValue { showContent() } } }

        private var contentView: (any UIView & UIContentView)?

        open func makeUIView() -> UIView {
            contentView = nil
            let view = UIKitCellView(frame: .zero)
            hostView = view
            showContent()
            return view
        }

        private func showContent() {
            guard let view = hostView as? UIKitCellView else { return }
            var state = UICellConfigurationState(traitCollection: view.traitCollection)
            state.isSelected = isSelected
            state.isHighlighted = isHighlighted
            state.isFocused = isFocused
            state.isEditing = isEditing
            if isSelected {
                view.accessibilityTraits.insert(.selected)
            } else {
                view.accessibilityTraits.remove(.selected)
            }
            guard let configuration = contentConfiguration?.updated(for: state) else {
                contentView?.removeFromSuperview()
                contentView = nil
                return
            }
            if let contentView, contentView.supports(configuration) {
                contentView.configuration = configuration
                return
            }
            contentView?.removeFromSuperview()
            let content = configuration.makeContentView()
            view.show(content)
            contentView = content
        }
    }

    /// The view of a ``UIKitCell``: a container that can have the focus.
    @MainActor
    final class UIKitCellView: UIView {
        override var canBecomeFocused: Bool { true }

        func show(_ content: UIView) {
            addSubview(content)
            content.frame = bounds
            content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        }

        override func systemLayoutSizeFitting(
            _ targetSize: CGSize, withHorizontalFittingPriority horizontal: UILayoutPriority,
            verticalFittingPriority vertical: UILayoutPriority
        ) -> CGSize {
            subviews.first?.systemLayoutSizeFitting(
                targetSize, withHorizontalFittingPriority: horizontal, verticalFittingPriority: vertical)
                ?? targetSize
        }
    }

    /// The box around the rows of a section in a list with the appearance `grouped` or `insetGrouped`. A program registers its own
    /// background after the host was created.
    @MainActor
    open class UIKitBackground: CollectionReusableView, UIViewMaking {
        open func makeUIView() -> UIView {
            let view = UIView(frame: .zero)
            view.backgroundColor = .secondarySystemGroupedBackground
            view.layer.cornerRadius = 10
            return view
        }

        open override var accessibilityRole: AccessibilityRole { .ornament }
    }
#endif
