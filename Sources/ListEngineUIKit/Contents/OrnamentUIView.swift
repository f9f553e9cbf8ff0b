#if canImport(UIKit)
    import ListEngine
    import UIKit

    /// A line, a sign of activity, or dots for pages.
    @MainActor
    final class OrnamentUIView: UIView, OrnamentDisplay {
        private var ornament: ListOrnament
        private let content: UIView

        init(_ ornament: ListOrnament) {
            self.ornament = ornament
            switch ornament {
            case .line: content = UIView(frame: .zero)
            case .activity: content = UIActivityIndicatorView(style: .medium)
            case .pages: content = UIPageControl(frame: .zero)
            }
            super.init(frame: .zero)
            isUserInteractionEnabled = false
            addSubview(content)
            show(ornament)
        }

        required init?(coder: NSCoder) { nil }

        func show(_ ornament: ListOrnament) {
            self.ornament = ornament
            switch ornament {
            case .line(let color, _): content.backgroundColor = color?.uiColor ?? .separator
            case .activity(let isRunning):
                let sign = content as? UIActivityIndicatorView
                if isRunning { sign?.startAnimating() } else { sign?.stopAnimating() }
            case .pages(let count, let current):
                let dots = content as? UIPageControl
                dots?.numberOfPages = count
                dots?.currentPage = current
                dots?.currentPageIndicatorTintColor = .label
                dots?.pageIndicatorTintColor = .secondaryLabel
            }
            setNeedsLayout()
        }

        override func layoutSubviews() {
            super.layoutSubviews()
            guard case .line(_, let insets) = ornament else {
                content.frame = bounds
                return
            }
            let isMirrored = effectiveUserInterfaceLayoutDirection == .rightToLeft
            content.frame = CGRect(
                x: isMirrored ? insets.trailing : insets.leading, y: insets.top,
                width: max(0, bounds.width - insets.leading - insets.trailing),
                height: max(0, bounds.height - insets.top - insets.bottom))
        }

        override func sizeThatFits(_ size: CGSize) -> CGSize {
            if case .line = ornament { return CGSize(width: size.width, height: 1) }
            return content.sizeThatFits(size)
        }
    }

    /// The views of a list without items.
    @MainActor
    final class EmptyContentUIView: UIView, EmptyContentDisplay {
        private let stack = UIStackView(frame: .zero)

        init(_ content: EmptyContent) {
            super.init(frame: .zero)
            stack.axis = .vertical
            stack.alignment = .center
            stack.spacing = 8
            addSubview(stack)
            show(content)
        }

        required init?(coder: NSCoder) { nil }

        func show(_ content: EmptyContent, of view: EmptyContentView) { show(content) }

        private func show(_ content: EmptyContent) {
            for view in stack.arrangedSubviews { view.removeFromSuperview() }
            if content.isLoading {
                let sign = UIActivityIndicatorView(style: .large)
                sign.startAnimating()
                stack.addArrangedSubview(sign)
            }
            if case .name(let name) = content.image?.source, let image = UIImage(systemName: name) {
                stack.addArrangedSubview(UIImageView(image: image))
            } else if let sign = content.image?.text {
                stack.addArrangedSubview(label(sign, .largeTitle, .secondaryLabel))
            }
            stack.addArrangedSubview(label(content.title, .headline, .label))
            if let text = content.text { stack.addArrangedSubview(label(text, .subheadline, .secondaryLabel)) }
            if let action = content.action {
                let button = UIButton(type: .system, primaryAction: UIAction { _ in action.perform() })
                button.setTitle(action.title, for: .normal)
                stack.addArrangedSubview(button)
            }
            setNeedsLayout()
        }

        private func label(_ text: String, _ style: UIFont.TextStyle, _ color: UIColor) -> UILabel {
            let label = UILabel(frame: .zero)
            label.text = text
            label.font = .preferredFont(forTextStyle: style)
            label.adjustsFontForContentSizeCategory = true
            label.textColor = color
            label.numberOfLines = 0
            return label
        }

        override func layoutSubviews() {
            super.layoutSubviews()
            let width = max(0, bounds.width - 32)
            let size = stack.systemLayoutSizeFitting(
                CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
                verticalFittingPriority: .fittingSizeLevel)
            stack.frame = CGRect(x: 16, y: (bounds.height - size.height) / 2, width: width, height: size.height)
        }
    }
#endif
