// The views of AppKit that ready-made cells consist of: see UIKit+Controls.swift.
#if canImport(AppKit) && (LISTENGINE_APPKIT || !canImport(UIKit))
    import AppKit
    import ListEngine

    #if canImport(QuartzCore)
        import QuartzCore
    #endif

    package typealias ToolkitView = NSView
    package typealias ToolkitColor = NSColor
    package typealias ToolkitImage = NSImage
    package typealias ToolkitLabel = TextLabel
    package typealias ToolkitImageView = NSImageView
    package typealias ToolkitProgress = ProgressBar
    package typealias ToolkitActivity = NSProgressIndicator
    package typealias ToolkitControl = NSControl
    package typealias ToolkitTextStyle = NSFont.TextStyle

    extension NSColor {
        package static var text: NSColor { .labelColor }
        package static var weakText: NSColor { .secondaryLabelColor }
        package static var accent: NSColor { .controlAccentColor }
        package static var selection: NSColor { .selectedContentBackgroundColor }
        package static var line: NSColor { .separatorColor }
        package static func of(red: CGFloat, green: CGFloat, blue: CGFloat) -> NSColor {
            NSColor(srgbRed: red, green: green, blue: blue, alpha: 1)
        }
    }

    extension NSImage {
        package static func symbol(_ name: String) -> NSImage? {
            NSImage(systemSymbolName: name, accessibilityDescription: nil)
        }
    }

    /// Text that cannot be edited.
    @MainActor
    package final class TextLabel: NSTextField {
        package override init(frame: NSRect) {
            super.init(frame: frame)
            isEditable = false
            isSelectable = false
            isBezeled = false
            drawsBackground = false
        }
        package required init?(coder: NSCoder) { nil }

        package func show(_ text: String, _ style: NSFont.TextStyle, _ color: NSColor, lines: Int) {
            stringValue = text
            font = .preferredFont(forTextStyle: style)
            textColor = color
            maximumNumberOfLines = lines
        }
        package func center() { alignment = .center }
    }

    extension NSImageView {
        package func show(_ image: NSImage?, _ tint: NSColor) {
            self.image = image
            contentTintColor = tint
        }
    }

    @MainActor
    package final class ProgressBar: NSProgressIndicator {
        package func show(_ done: Double, _ tint: NSColor) {
            isIndeterminate = false
            (minValue, maxValue) = (0, 1)
            doubleValue = done
        }
    }

    extension NSProgressIndicator {
        package static func make(isLarge: Bool) -> NSProgressIndicator {
            let sign = NSProgressIndicator(frame: .zero)
            sign.style = .spinning
            sign.controlSize = isLarge ? .regular : .small
            sign.isDisplayedWhenStopped = false
            return sign
        }
        package func run(_ isRunning: Bool) { if isRunning { startAnimation(nil) } else { stopAnimation(nil) } }
    }

    extension NSControl {
        final func enable(_ isEnabled: Bool) { self.isEnabled = isEnabled }
    }

    /// A button that calls a closure.
    @MainActor
    package final class ActionButton: NSButton {
        private var act: @MainActor () -> Void = {}

        package static func make(_ act: @escaping @MainActor () -> Void) -> ActionButton {
            let button = ActionButton(frame: .zero)
            button.act = act
            button.isBordered = false
            #if canImport(ObjectiveC)
                button.target = button
                button.action = #selector(perform)
            #else
                button.setAction { [weak button] in button?.act() }
            #endif
            return button
        }
        #if canImport(ObjectiveC)
            @objc private func perform() { act() }
        #endif
        package func show(title: String) { self.title = title }
        package func show(_ image: NSImage?) { self.image = image }
        package func show(tint: NSColor, background: NSColor? = nil) {
            contentTintColor = tint
            show(background: background)
        }
        package func describe(_ label: String?) { setAccessibilityLabel(label) }
    }

    @MainActor
    package final class ActionSwitch: NSSwitch {
        private var change: @MainActor (Bool) -> Void = { _ in }

        package static func make(_ change: @escaping @MainActor (Bool) -> Void) -> ActionSwitch {
            let control = ActionSwitch(frame: .zero)
            control.change = change
            #if canImport(ObjectiveC)
                control.target = control
                control.action = #selector(perform)
            #else
                control.setAction { [weak control] in if let control { control.change(control.state == .on) } }
            #endif
            return control
        }
        #if canImport(ObjectiveC)
            @objc private func perform() { change(state == .on) }
        #endif
        package func show(_ isOn: Bool) { state = isOn ? .on : .off }
    }

    /// A field that reports each change of its text, and the return key.
    @MainActor
    package final class ActionField: NSTextField, NSTextFieldDelegate {
        private var change: @MainActor (String) -> Void = { _ in }
        private var end: @MainActor () -> Void = {}
        private var typed = TypedTexts()
        private var isReporting = false

        package static func make(
            change: @escaping @MainActor (String) -> Void, end: @escaping @MainActor () -> Void
        ) -> ActionField {
            let field = ActionField(frame: .zero)
            (field.change, field.end) = (change, end)
            field.font = .preferredFont(forTextStyle: .body)
            field.delegate = field
            #if canImport(ObjectiveC)
                field.target = field
                field.action = #selector(perform)
            #else
                field.setAction { [weak field] in field?.endText() }
            #endif
            return field
        }
        #if canImport(ObjectiveC)
            @objc private func perform() { endText() }
        #endif
        private func endText() {
            typed.reset()
            end()
        }
        package func controlTextDidChange(_ obj: Notification) {
            typed.report(stringValue)
            isReporting = true
            change(stringValue)
            isReporting = false
        }

        package func show(_ text: String, placeholder: String? = nil) {
            placeholderString = placeholder
            // The text that the user has typed is not set again, which would move the cursor. A text that is being composed stays.
            let editor = currentEditor()
            guard isReporting || typed.shows(text, at: CACurrentMediaTime()) || editor == nil else { return }
            if stringValue != text, (editor as? NSTextView)?.hasMarkedText() != true { stringValue = text }
        }
        /// The program has answered what the user typed. It means the texts that it shows from now on.
        func forgetTyped() { typed.reset() }
        /// Waits for the end of a text that is being composed.
        /// - Returns: Whether there is a text that may be shown later.
        package func showLateText() -> Bool {
            if (currentEditor() as? NSTextView)?.hasMarkedText() != true,
                let text = typed.meantText(at: CACurrentMediaTime())
            {
                stringValue = text
            }
            return typed.isLate
        }
        package func beginEditing() { window?.makeFirstResponder(self) }
        /// The list has the keyboard again.
        package func endEditing() {
            if currentEditor() != nil { window?.makeFirstResponder(enclosingScrollView?.documentView) }
        }
    }

    /// AppKit has no dots for pages. Numbers say the page where there is no room for all dots.
    @MainActor
    package final class PagesView: ArrangedView {
        private static let height: CGFloat = 26
        private static let dot: CGFloat = 7
        private static let pitch: CGFloat = 16

        private let numbers = TextLabel(frame: .zero)
        private var dots: [NSImageView] = []
        private var pages = (count: 0, current: 0)

        func show(_ count: Int, _ current: Int) {
            pages = (max(0, count), current)
            numbers.show(ListOrnament.pageNumbers(count, current), .footnote, .weakText, lines: 1)
            setNeedsArrangement()
        }

        override func arrange() {
            let hasRoom = CGFloat(pages.count) * Self.pitch <= bounds.width
            let count = hasRoom ? pages.count : 0
            while dots.count > count { dots.removeLast().removeFromSuperview() }
            while dots.count < count {
                let dot = NSImageView(frame: .zero)
                addSubview(dot)
                dots.append(dot)
            }
            let start = (bounds.width - CGFloat(count) * Self.pitch + Self.pitch - Self.dot) / 2
            for (page, dot) in dots.enumerated() {
                let place = isRightToLeft ? count - 1 - page : page
                dot.show(NSImage.symbol("circle.fill"), page == pages.current ? .text : .weakText)
                dot.frame = CGRect(
                    x: start + CGFloat(place) * Self.pitch, y: (bounds.height - Self.dot) / 2, width: Self.dot,
                    height: Self.dot)
            }
            guard !hasRoom else { return numbers.removeFromSuperview() }
            if numbers.superview == nil { addSubview(numbers) }
            let size = numbers.size(upTo: bounds.size)
            numbers.frame = CGRect(
                x: (bounds.width - size.width) / 2, y: (bounds.height - size.height) / 2, width: size.width,
                height: size.height)
        }

        override func neededSize(fitting size: CGSize) -> CGSize {
            CGSize(width: size.width, height: Self.height)
        }
    }

    /// A view that arranges its parts itself.
    @MainActor
    package class ArrangedView: NSView {
        private var ignoresTouches = false

        package override init(frame: NSRect) { super.init(frame: frame) }
        package required init?(coder: NSCoder) { nil }

        /// Whether the list is from right to left. The host sets it.
        package final var isRightToLeft = false { didSet { if isRightToLeft != oldValue { needsLayout = true } } }

        func arrange() {}
        /// The size that the parts need, at most as wide as a size.
        func neededSize(fitting size: CGSize) -> CGSize { size }

        package override var isFlipped: Bool { true }
        final func setNeedsArrangement() { needsLayout = true }
        package override func layout() {
            super.layout()
            arrange()
        }
        package final func sizeThatFits(_ size: CGSize) -> CGSize { neededSize(fitting: size) }
        final func ignoreTouches() { ignoresTouches = true }
        package override func hitTest(_ point: NSPoint) -> NSView? { ignoresTouches ? nil : super.hitTest(point) }
    }

    extension NSView {
        package final func size(upTo size: CGSize) -> CGSize {
            if let view = self as? ArrangedView { return view.sizeThatFits(size) }
            if let sign = self as? NSProgressIndicator {
                let extent: CGFloat = sign.controlSize == .small ? 16 : 32
                return CGSize(width: extent, height: extent)
            }
            return self is NSImageView
                ? CGSize(width: 16, height: 16) : (self as? NSControl)?.sizeThatFits(size) ?? .zero
        }
        var opacity: CGFloat {
            get { alphaValue }
            set { alphaValue = newValue }
        }
        /// Adds a view directly below another one, or below all others.
        package func add(_ view: NSView, below other: NSView?) {
            addSubview(view, positioned: .below, relativeTo: other)
        }
        /// A view with a greater depth is drawn in front of the others in its superview. Only layers have one.
        package var depth: CGFloat {
            get { layer?.zPosition ?? 0 }
            set {
                wantsLayer = true
                layer?.zPosition = newValue
            }
        }
        /// Draws a view that has a ``depth`` with a transform around its middle. Views of AppKit have none, but their layers do, around their
        /// anchor points.
        package func draw(with transform: ElementTransform) {
            guard let layer else { return }
            let (a, b, c, d) = (
                CGFloat(transform.a), CGFloat(transform.b), CGFloat(transform.c), CGFloat(transform.d)
            )
            let x = (0.5 - layer.anchorPoint.x) * bounds.width
            let y = (0.5 - layer.anchorPoint.y) * bounds.height
            layer.setAffineTransform(
                CGAffineTransform(
                    a: a, b: b, c: c, d: d, tx: CGFloat(transform.tx) + x - (a * x + c * y),
                    ty: CGFloat(transform.ty) + y - (b * x + d * y)))
        }
        package func describe(asElement label: String?) { setAccessibilityLabel(label) }
        package func describe(value: String) { setAccessibilityValue(value) }
        /// The user can change the value by a gesture of VoiceOver.
        package func describeAsAdjustable() {
            setAccessibilityElement(true)
            setAccessibilityRole(.slider)
        }
        package final func show(background: NSColor?) {
            wantsLayer = true
            layer?.backgroundColor = background?.cgColor
        }
    }
#endif
