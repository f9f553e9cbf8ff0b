#if GTK
    import CGTK
    import CListEngineGTK
    import Foundation
    import ListEngine

    // The functions by which the area in C calls its host.
    extension GTKHost {
        static var events: le_gtk_events {
            le_gtk_events(
                allocate: { owner, time, width, height in
                    withHost(owner) { $0.allocate(at: time, CGSize(width: Int(width), height: Int(height))) }
                },
                natural_height: { owner, width in withHost(owner) { $0.naturalHeight(atWidth: width) } ?? 0 },
                is_table: { owner in withHost(owner) { $0.list.columns != nil } ?? false },
                unmap: { owner in
                    withHost(owner) {
                        $0.endAnimations()
                        $0.leaveDrag()
                        $0.endColumnDrag(cancelled: true)
                        $0.cancelGestures()
                    }
                },
                scroll: { owner, dx, dy, isWheel, x, y, held in
                    withHost(owner) {
                        $0.scroll(CGPoint(x: dx, y: dy), isWheel: isWheel, at: CGPoint(x: x, y: y), held)
                    }
                },
                begin_drag: { owner in withHost(owner) { $0.touchTouchpad() } },
                end_drag: { owner, vx, vy in withHost(owner) { $0.leaveTouchpad(velocity: CGPoint(x: vx, y: vy)) } },
                touch: { owner, phase, x, y, clicks, modifiers, isFinger in
                    withHost(owner) {
                        $0.touch(phase, at: CGPoint(x: x, y: y), clicks, modifiers, isFinger: isFinger)
                    }
                },
                pan: { owner, phase, x, y, dx, dy in
                    withHost(owner) { $0.pan(phase, at: CGPoint(x: x, y: y), CGPoint(x: dx, y: dy)) }
                },
                perform: { owner, index in withHost(owner) { $0.performAction(Int(index)) } },
                drag: { owner, phase, x, y, modifiers, isFinger in
                    withHost(owner) { $0.drag(phase, to: CGPoint(x: x, y: y), modifiers, isFinger: isFinger) } ?? false
                },
                drag_over: { owner, items, action, x, y in
                    let items = UInt(bitPattern: items)
                    return withHost(owner) { $0.dragOver(items, action, at: CGPoint(x: x, y: y)) } ?? none
                },
                drag_left: { owner in withHost(owner) { $0.leaveDrag() } },
                drop: { owner, items, content, action, x, y in
                    let (items, content) = (UInt(bitPattern: items), Content(content))
                    return withHost(owner) { $0.drop(items, content, action, at: CGPoint(x: x, y: y)) } ?? none
                },
                pasted: { receiver, content in
                    let (address, content) = (UInt(bitPattern: receiver), content.map { Content($0) })
                    MainActor.assumeIsolated {
                        guard let receiver = UnsafeRawPointer(bitPattern: address) else { return }
                        let paste = Unmanaged<PasteReceiver>.fromOpaque(receiver).takeRetainedValue()
                        if let content { paste.receive(content.drag) }
                    }
                },
                drag_ended: { items, action in
                    let address = UInt(bitPattern: items)
                    MainActor.assumeIsolated {
                        guard let items = UnsafeRawPointer(bitPattern: address) else { return }
                        let drag = Unmanaged<CollectionDrag>.fromOpaque(items).takeRetainedValue()
                        drag.end(action == GDK_ACTION_MOVE ? .move : action == GDK_ACTION_COPY ? .copy : .cancel)
                    }
                },
                focus: { owner, row in
                    let row = UInt(bitPattern: row)
                    withHost(owner) { $0.holdRow(row) }
                },
                focus_next: { owner, row, isForward in
                    let row = UInt(bitPattern: row)
                    return withHost(owner) { $0.focusNext(after: row, isForward: isForward) } ?? false
                },
                reveal_focus: { owner, row in
                    let row = UInt(bitPattern: row)
                    withHost(owner) { $0.revealFocus(in: row) }
                },
                act: { owner, row, action in
                    let row = UInt(bitPattern: row)
                    withHost(owner) { $0.act(row, Int(action)) }
                },
                key: { owner, key, modifiers in withHost(owner) { $0.press(key, modifiers) } ?? false },
                index: { owner, index in
                    withHost(owner) { $0.list.scrollToIndexTitle(at: Int(index), animated: false) }
                },
                thumb: { owner, isAcross, value in
                    withHost(owner) { if isAcross { $0.scrollAcross(to: value) } else { $0.scroll(to: value) } }
                },
                hover: { owner, isInside, x, y in
                    withHost(owner) { $0.hover(at: isInside ? CGPoint(x: x, y: y) : nil) }
                },
                menu: { owner, x, y in withHost(owner) { $0.openMenu(at: CGPoint(x: x, y: y)) } ?? false },
                choose: { owner, index in withHost(owner) { $0.choose(Int(index)) } },
                menu_closed: { owner in withHost(owner) { $0.closeMenu() } })
        }
    }

    /// Content that another program sent.
    struct Content: Sendable {
        private var text: String?
        private var files: [URL] = []
        private var data: [String: [UInt8]] = [:]

        init(_ content: UnsafePointer<le_gtk_content>?) {
            guard let content = content?.pointee else { return }
            text = content.text.map { String(cString: $0) }
            var next = content.uris
            while let uri = next?.pointee {
                if let file = URL(string: String(cString: uri)) { files.append(file) }
                next = next?.advanced(by: 1)
            }
            for each in UnsafeBufferPointer(start: content.data, count: content.count) {
                data[String(cString: each.type)] = Array(
                    UnsafeRawBufferPointer(start: each.bytes, count: each.length))
            }
        }

        @MainActor var drag: CollectionDrag { CollectionDrag(text: text, files: files, data: data) }
    }

    /// No action of a drag.
    private let none = GdkDragAction(rawValue: 0)

    /// GTK calls on the main thread, which is the main actor's.
    private func withHost<Result: Sendable>(
        _ owner: UnsafeMutableRawPointer?, _ body: @MainActor (GTKHost) -> Result
    ) -> Result? {
        let address = UInt(bitPattern: owner)
        return MainActor.assumeIsolated {
            guard let owner = UnsafeRawPointer(bitPattern: address) else { return nil }
            return body(Unmanaged<GTKHost>.fromOpaque(owner).takeUnretainedValue())
        }
    }
#endif
