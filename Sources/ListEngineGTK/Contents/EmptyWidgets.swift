#if GTK
    import CGTK
    import ListEngine

    /// The widgets of an empty list: a picture or a spinner, a title, a text and a button, in the middle of the list.
    @MainActor
    final class EmptyWidgets {
        let root = GTKBox(.vertical, spacing: 12)
        private let spinner = GTKWidget(gtk_spinner_new())
        private let image = GTKImage()
        private let sign = GTKLabel()
        private let title = GTKLabel()
        private let text = GTKLabel()
        private let button: GTKButton
        private let relay = Relay()

        /// The button reports after GTK has finished with it, so that the program may do anything.
        @MainActor
        private final class Relay {
            weak var view: EmptyContentView?
            func perform() { GTKWidget.later { [weak self] in self?.view?.content.action?.perform() } }
        }

        init(_ view: EmptyContentView) {
            ContentStyle.load()
            button = GTKButton("") { [weak relay] in relay?.perform() }
            root.style("empty-content").aligned(vertically: .center)
            for widget in [spinner, image, sign, title, text, button] {
                root.append(widget.aligned(horizontally: .center))
            }
            gtk_widget_set_size_request(spinner.pointer, 32, 32)
            image.style("dim-label")
            sign.style("empty-sign")
            title.style("title-2")
            text.style("dim-label")
            for label in [title, text] {
                label.lineLimit = 0
                gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
            }
            show(view.content, of: view)
        }

        func show(_ content: EmptyContent, of view: EmptyContentView) {
            relay.view = view
            spinner.isVisible = content.isLoading
            gtk_spinner_set_spinning(spinner.opaque, content.isLoading ? 1 : 0)
            spinner.accessibilityLabel = content.isLoading ? content.title : nil
            let hasPicture = showPicture(content.image?.source)
            image.isVisible = hasPicture
            show(hasPicture ? nil : content.image?.text, in: sign)
            show(content.title, in: title)
            show(content.text, in: text)
            button.title = content.action?.title ?? ""
            button.isVisible = content.action != nil
        }

        private func show(_ new: String?, in label: GTKLabel) {
            label.text = new ?? ""
            label.isVisible = new?.isEmpty == false
        }

        private func showPicture(_ source: ItemImage.Source?) -> Bool {
            switch source {
            case .name(let name) where GTKImage.hasIcon(name):
                image.show(icon: name, size: 64)
                return true
            case .data(let bytes): return image.show(data: bytes, size: 64)
            case .file(let path): return image.show(file: path, size: 64)
            case .name, nil: return false
            }
        }
    }
#endif
