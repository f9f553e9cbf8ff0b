#if canImport(UIKit) || canImport(AppKit)
    import ListEngine

    /// The view of an accessory of a ready-made cell.
    @MainActor
    final class AccessoryPart {
        let view: ToolkitView
        private(set) var shown: ItemAccessory.Kind
        private(set) var index = 0

        /// - Parameter change: Called when the user changes the control.
        init(_ accessory: ItemAccessory, change: @escaping @MainActor (AccessoryPart, ItemAccessory.Change) -> Void) {
            shown = accessory.kind
            weak var made: AccessoryPart?
            let report: @MainActor (ItemAccessory.Change) -> Void = { if let made { change(made, $0) } }
            switch accessory.kind {
            case .toggle: view = ActionSwitch.make { report(.switched(isOn: $0)) }
            case .entry: view = ActionField.make(change: { report(.edited(text: $0)) }, end: {})
            case .button, .delete, .insert, .selection, .outline: view = ActionButton.make { report(.pressed) }
            case .activity: view = ToolkitActivity.make(isLarge: false)
            case .disclosure, .checkmark, .reorder: view = ToolkitImageView(frame: .zero)
            }
            made = self
        }

        func canShow(_ accessory: ItemAccessory) -> Bool {
            switch (shown, accessory.kind) {
            case (.toggle, .toggle), (.entry, .entry), (.button, .button): true
            default: shown == accessory.kind
            }
        }

        func show(_ accessory: ItemAccessory, index: Int, isSelected: Bool) {
            shown = accessory.kind
            self.index = index
            (view as? ToolkitControl)?.enable(accessory.isEnabled)
            view.describe(asElement: accessory.accessibilityLabel)
            switch accessory.kind {
            case .toggle(let isOn): (view as? ActionSwitch)?.show(isOn)
            case .entry(let text, let placeholder): (view as? ActionField)?.show(text, placeholder: placeholder)
            case .button(let title): (view as? ActionButton)?.show(title: title)
            case .delete: showSymbol("minus.circle.fill", .systemRed)
            case .insert: showSymbol("plus.circle.fill", .systemGreen)
            case .selection: showSymbol(isSelected ? "checkmark.circle.fill" : "circle", .accent)
            case .activity: (view as? ToolkitActivity)?.run(true)
            case .disclosure: showSymbol("chevron.forward", .weakText)
            case .checkmark: showSymbol("checkmark", .accent)
            case .reorder: showSymbol("line.3.horizontal", .weakText)
            case .outline: break
            }
        }

        private func showSymbol(_ name: String, _ tint: ToolkitColor) {
            let image = ToolkitImage.symbol(name)
            (view as? ActionButton)?.show(image)
            (view as? ActionButton)?.show(tint: tint)
            (view as? ToolkitImageView)?.show(image, tint)
        }
    }
#endif
