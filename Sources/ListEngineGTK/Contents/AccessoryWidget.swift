#if GTK
    import CGTK
    import ListEngine

    /// The widget of an accessory. It reports what the user does after GTK has finished with it, so that a handler may change or
    /// delete anything.
    @MainActor
    final class AccessoryWidget {
        let widget: GTKWidget
        /// The index of the accessory in the content.
        var index = 0
        private let part: Part
        private let report: (AccessoryWidget, ItemAccessory.Change) -> Void
        /// What the accessory shows, as far as the program knows.
        private(set) var shown: ItemAccessory.Kind
        /// The program sets a value, which the widget reports as well.
        private var isSetting = false
        /// The user has changed the widget, and that is not reported yet.
        private var isPending = false

        private enum Part {
            case sign
            case toggle(GTKSwitch)
            case button(GTKButton)
            case entry(GTKEntry)
            case mark(GTKImage)
        }

        /// - Parameter report: Called when the user changed the widget.
        init(_ accessory: ItemAccessory, report: @escaping (AccessoryWidget, ItemAccessory.Change) -> Void) {
            self.report = report
            shown = accessory.kind
            let relay = Relay()
            func sign(_ icon: String, _ classes: String...) -> GTKWidget {
                let image = GTKImage(icon: icon)
                for name in classes { image.style(name) }
                return image
            }
            switch accessory.kind {
            case .disclosure: (part, widget) = (.sign, sign("go-next-symbolic", "dim-label"))
            case .checkmark: (part, widget) = (.sign, sign("object-select-symbolic", "item-symbol"))
            case .reorder: (part, widget) = (.sign, sign("list-drag-handle-symbolic", "dim-label"))
            case .activity:
                let spinner = GTKWidget(gtk_spinner_new())
                gtk_spinner_set_spinning(spinner.opaque, 1)
                (part, widget) = (.sign, spinner)
            case .toggle(let isOn):
                let toggle = GTKSwitch(isOn) { [weak relay] _ in relay?.changed() }
                (part, widget) = (.toggle(toggle), toggle)
            case .button(let title):
                let button = GTKButton(title) { [weak relay] in relay?.changed() }
                (part, widget) = (.button(button), button)
            case .selection:
                let image = GTKImage().style("item-mark").aligned(horizontally: .center)
                (part, widget) = (.mark(image), image)
            case .insert:
                let button = GTKButton(icon: "list-add-symbolic", label: "") { [weak relay] in relay?.changed() }
                button.style("flat")
                (part, widget) = (.button(button), button)
            case .delete, .outline:
                let button = GTKButton(icon: "user-trash-symbolic", label: "") { [weak relay] in relay?.changed() }
                button.style("flat", "item-delete")
                (part, widget) = (.button(button), button)
            case .entry(let text, let placeholder):
                let entry = GTKEntry(text, placeholder: placeholder) { [weak relay] _ in relay?.changed() }
                entry.width = 12
                (part, widget) = (.entry(entry), entry)
            }
            self.relay = relay
            relay.owner = self
            widget.aligned(vertically: .center)
        }

        /// The widget's signals reach the accessory through this object, as long as it lives.
        private let relay: Relay

        @MainActor
        private final class Relay {
            weak var owner: AccessoryWidget?
            func changed() { owner?.changed() }
        }

        /// Whether an accessory can be shown by this widget.
        func canShow(_ accessory: ItemAccessory) -> Bool {
            switch (shown, accessory.kind) {
            case (.disclosure, .disclosure), (.checkmark, .checkmark), (.reorder, .reorder), (.delete, .delete),
                (.toggle, .toggle), (.button, .button), (.entry, .entry), (.insert, .insert), (.selection, .selection),
                (.activity, .activity):
                true
            default: false
            }
        }

        /// Shows an accessory of the kind for which the widget was made.
        /// - Parameters:
        ///   - label: The name of the item.
        ///   - isSelected: Whether the item is selected.
        func show(_ accessory: ItemAccessory, index: Int, label: String, isSelected: Bool) {
            self.index = index
            // The program has not seen yet what the user did. If it states another value, that is newer.
            if isPending, accessory.kind == shown { return }
            isPending = false
            shown = accessory.kind
            isSetting = true
            defer { isSetting = false }
            widget.isEnabled = accessory.isEnabled
            switch (part, accessory.kind) {
            case (.toggle(let toggle), .toggle(let isOn)):
                toggle.isOn = isOn
                toggle.accessibilityLabel = accessory.accessibilityLabel ?? label
            case (.button(let button), .button(let title)):
                button.title = title
                button.accessibilityLabel = accessory.accessibilityLabel
            case (.button(let button), _):
                let name =
                    accessory.accessibilityLabel
                    ?? (accessory.kind == .insert ? ListText.insert.text : ListText.delete.text)
                if button.tooltip != name { button.tooltip = name }
                button.accessibilityLabel = name
            case (.entry(let entry), .entry(let text, let placeholder)):
                entry.text = text
                entry.placeholder = placeholder
                entry.accessibilityLabel = accessory.accessibilityLabel ?? label
            case (.sign, .reorder): widget.accessibilityLabel = accessory.accessibilityLabel ?? ListText.move.text
            case (.sign, .activity): widget.accessibilityLabel = accessory.accessibilityLabel ?? ListText.loading.text
            case (.mark(let image), _):
                let state = isSelected ? ListText.isSelected : .isNotSelected
                image.accessibilityLabel = accessory.accessibilityLabel ?? state.text
                image.removeStyle("checked", "unchecked")
                image.style(isSelected ? "checked" : "unchecked")
                image.show(icon: isSelected ? "object-select-symbolic" : nil)
            default: break
            }
        }

        /// What the user did and is not reported yet is forgotten: the widget will show another item.
        func forget() { isPending = false }

        private func changed() {
            guard !isSetting, !isPending else { return }
            isPending = true
            GTKWidget.later { [weak self] in self?.reportPending() }
        }

        private func reportPending() {
            guard isPending else { return }
            isPending = false
            switch part {
            case .sign, .mark: break
            case .toggle(let toggle):
                shown = .toggle(isOn: toggle.isOn)
                report(self, .switched(isOn: toggle.isOn))
            case .button: report(self, .pressed)
            case .entry(let entry):
                if case .entry(_, let placeholder) = shown {
                    shown = .entry(text: entry.text, placeholder: placeholder)
                }
                report(self, .edited(text: entry.text))
            }
        }
    }
#endif
