// The views of UIKit that ready-made cells consist of, under the names that AppKit+Controls.swift has as well. Only one of the two
// files is compiled.
#if canImport(UIKit) && !LISTENGINE_APPKIT
    import ListEngine
    import UIKit

    package typealias ToolkitView = UIView
    package typealias ToolkitColor = UIColor
    package typealias ToolkitImage = UIImage
    package typealias ToolkitLabel = UILabel
    package typealias ToolkitImageView = UIImageView
    package typealias ToolkitProgress = UIProgressView
    package typealias ToolkitActivity = UIActivityIndicatorView

    extension UIColor {
        package static var text: UIColor { .label }
        package static var weakText: UIColor { .secondaryLabel }
        package static var accent: UIColor { .tintColor }
        package static var selection: UIColor { .systemFill }
        package static var line: UIColor { .separator }
        package static func of(red: CGFloat, green: CGFloat, blue: CGFloat) -> UIColor {
            UIColor(red: red, green: green, blue: blue, alpha: 1)
        }
    }

    extension UIImage {
        package static func symbol(_ name: String) -> UIImage? { UIImage(systemName: name) }
    }

    extension UILabel {
        package func show(_ text: String, _ style: UIFont.TextStyle, _ color: UIColor, lines: Int) {
            self.text = text
            font = .preferredFont(forTextStyle: style)
            adjustsFontForContentSizeCategory = true
            textColor = color
            numberOfLines = lines
        }
        package func center() { textAlignment = .center }
    }

    extension UIImageView {
        package func show(_ image: UIImage?, _ tint: UIColor) {
            self.image = image
            tintColor = tint
            contentMode = .scaleAspectFit
        }
    }

    extension UIProgressView {
        package func show(_ done: Double, _ tint: UIColor) {
            progress = Float(done)
            progressTintColor = tint
        }
    }

    extension UIActivityIndicatorView {
        package static func make(isLarge: Bool) -> UIActivityIndicatorView {
            UIActivityIndicatorView(style: isLarge ? .large : .medium)
        }
        package func run(_ isRunning: Bool) { if isRunning { startAnimating() } else { stopAnimating() } }
    }

    /// A button that calls a closure.
    @MainActor
    package final class ActionButton: UIButton {
        package static func make(_ act: @escaping @MainActor () -> Void) -> ActionButton {
            ActionButton(type: .system, primaryAction: UIAction { _ in act() })
        }
        package func show(title: String) { setTitle(title, for: .normal) }
        package func show(_ image: UIImage?) { setImage(image, for: .normal) }
        package func show(tint: UIColor, background: UIColor? = nil) {
            tintColor = tint
            backgroundColor = background
        }
        package func describe(_ label: String?) { accessibilityLabel = label }
    }

    @MainActor
    package final class ActionSwitch: UISwitch {
        package static func make(_ change: @escaping @MainActor (Bool) -> Void) -> ActionSwitch {
            let control = ActionSwitch(frame: .zero)
            control.addAction(
                UIAction { [weak control] _ in if let control { change(control.isOn) } }, for: .valueChanged)
            return control
        }
        package func show(_ isOn: Bool) { self.isOn = isOn }
    }

    /// A field that reports each change of its text, and the return key.
    @MainActor
    package final class ActionField: UITextField {
        private var typed = TypedTexts()
        private var isReporting = false

        package static func make(
            change: @escaping @MainActor (String) -> Void, end: @escaping @MainActor () -> Void
        ) -> ActionField {
            let field = ActionField(frame: .zero)
            field.font = .preferredFont(forTextStyle: .body)
            field.adjustsFontForContentSizeCategory = true
            field.addAction(
                UIAction { [weak field] _ in
                    guard let field else { return }
                    let text = field.text ?? ""
                    field.typed.report(text)
                    field.isReporting = true
                    change(text)
                    field.isReporting = false
                }, for: .editingChanged)
            field.addAction(
                UIAction { [weak field] _ in
                    field?.typed.reset()
                    end()
                }, for: .editingDidEndOnExit)
            return field
        }
        package func show(_ text: String, placeholder: String? = nil) {
            self.placeholder = placeholder
            // The text that the user has typed is not set again, which would move the cursor. A text that is being composed stays.
            guard isReporting || typed.shows(text, at: CACurrentMediaTime()) || !isFirstResponder else { return }
            if self.text != text, markedTextRange == nil { self.text = text }
        }
        /// The program has answered what the user typed. It means the texts that it shows from now on.
        func forgetTyped() { typed.reset() }
        /// Waits for the end of a text that is being composed.
        /// - Returns: Whether there is a text that may be shown later.
        package func showLateText() -> Bool {
            if markedTextRange == nil, let text = typed.meantText(at: CACurrentMediaTime()) {
                self.text = text
            }
            return typed.isLate
        }
        package func beginEditing() { becomeFirstResponder() }
        package func endEditing() { resignFirstResponder() }
    }

    @MainActor
    package final class PagesView: UIPageControl {
        func show(_ count: Int, _ current: Int) {
            numberOfPages = count
            currentPage = current
            currentPageIndicatorTintColor = .label
            pageIndicatorTintColor = .secondaryLabel
        }
    }

    /// A view that arranges its parts itself.
    @MainActor
    package class ArrangedView: UIView {
        package override init(frame: CGRect) { super.init(frame: frame) }
        package required init?(coder: NSCoder) { nil }

        /// Whether the list is from right to left. The host sets it.
        package final var isRightToLeft = false { didSet { if isRightToLeft != oldValue { setNeedsLayout() } } }

        func arrange() {}
        /// The size that the parts need, at most as wide as a size.
        func neededSize(fitting size: CGSize) -> CGSize { size }

        final func setNeedsArrangement() { setNeedsLayout() }
        package override func layoutSubviews() {
            super.layoutSubviews()
            arrange()
        }
        package override func sizeThatFits(_ size: CGSize) -> CGSize { neededSize(fitting: size) }
        final func ignoreTouches() { isUserInteractionEnabled = false }
        final func show(background: UIColor?) { backgroundColor = background }
    }

    extension UIView {
        package final func size(upTo size: CGSize) -> CGSize { sizeThatFits(size) }
        var opacity: CGFloat {
            get { alpha }
            set { alpha = newValue }
        }
        /// Adds a view directly below another one, or below all others.
        package func add(_ view: UIView, below other: UIView?) {
            if let other { insertSubview(view, belowSubview: other) } else { insertSubview(view, at: 0) }
        }
        /// A view with a greater depth is drawn in front of the others in its superview.
        package var depth: CGFloat {
            get { layer.zPosition }
            set { layer.zPosition = newValue }
        }
        package func describe(asElement label: String?) { accessibilityLabel = label }
        package func describe(value: String) { accessibilityValue = value }
        /// The user can change the value by a gesture of VoiceOver.
        package func describeAsAdjustable() {
            isAccessibilityElement = true
            accessibilityTraits = .adjustable
        }
    }

    extension UIControl {
        final func enable(_ isEnabled: Bool) { self.isEnabled = isEnabled }
    }
    package typealias ToolkitControl = UIControl
    package typealias ToolkitTextStyle = UIFont.TextStyle
#endif
