import Foundation
import ListEngine

extension TerminalHost {
    /// The descriptors of a terminal.
    public struct Device: Sendable, Hashable {
        public var input: Int32
        public var output: Int32

        public init(input: Int32, output: Int32) {
            self.input = input
            self.output = output
        }

        /// Standard input and output.
        public static let standard = Device(input: 0, output: 1)
    }

    /// How ``run(_:)`` ended.
    public enum End: Sendable, Hashable {
        /// The user ended it, or the program called ``end()``.
        case done
        /// The terminal was closed.
        case closed
        /// There is no terminal, or another host uses it.
        case noTerminal
    }

    /// Shows the list in the terminal until the user ends it, or ``end()`` is called.
    ///
    /// The terminal is restored when this method returns, and when the process ends or stops by a signal. After SIGKILL, the
    /// shell command `reset` restores it. While the method runs, the main actor is free for other tasks, and the screen shows
    /// every change of the list.
    ///
    /// Without a terminal, for example in a pipe, all items are printed and the method returns.
    /// - Parameter device: The terminal. One host at a time can use a terminal of the process.
    @discardableResult
    public func run(_ device: Device = .standard) async -> End {
        begin()
        guard
            let reader = ProcessInfo.processInfo.environment["TERM"] == "dumb"
                ? nil : TerminalReader(input: device.input, output: device.output, usesMouse: true)
        else {
            if session == nil { FileHandle.standardOutput.write(Data(text().utf8)) }
            return .noTerminal
        }
        var drawn: Screen?
        var isFrameDue = false
        session = TerminalSession(
            wake: {
                guard !isFrameDue else { return }
                isFrameDue = true
                reader.wake()
            },
            suspend: { reader.suspend() },
            redraw: {
                drawn = nil
                reader.wake()
            },
            copy: { _ = reader.write(Self.clipboardSequence($0)) })
        defer {
            session = nil
            reader.stop()
        }
        func paint() {
            let size = reader.size
            resize(width: size.width, height: size.height)
            // A change while the screen is drawn requests the next frame.
            isFrameDue = false
            let screen = screen()
            let output = screen.output(from: drawn, palette)
            // A stopped process draws the rest when it goes on.
            drawn = output.isEmpty || reader.write(output) ? screen : nil
        }
        paint()
        for await event in reader.events {
            switch event {
            case .input(let all): for input in all where !isDone { handle(input) }
            case .continued: drawn = nil
            case .resized, .frame: break
            case .ended: return .closed
            }
            if isDone { return .done }
            paint()
        }
        return .closed
    }

    /// The control sequence OSC 52, by which the terminal puts a text into its clipboard.
    static func clipboardSequence(_ text: String) -> String {
        "\u{1B}]52;c;" + Data(text.utf8).base64EncodedString() + "\u{1B}\\"
    }

    /// All items as text, each with its lines below the ones before.
    /// - Parameter width: The columns of a line.
    /// - Complexity: O(items): every item gets a cell.
    public func text(width: Int = 80) -> String {
        let page: CGFloat = 200
        list.bounds.size = CGSize(width: CGFloat(width), height: page)
        move(to: offsetRange.lowerBound)
        var text = ""
        var printedTo = -CGFloat.infinity
        var headers: Set<[AnyHashable]> = []
        while true {
            frame(at: 0)
            for view in list.visibleViews {
                guard let attributes = view.layoutAttributes else { continue }
                if view is CollectionViewCell {
                    guard view.frame.minY >= printedTo else { continue }
                    printedTo = view.frame.maxY
                } else {
                    // A header that is pinned has other frames later.
                    guard headers.insert([attributes.path, attributes.kind]).inserted else { continue }
                }
                for line in lines(of: view, width: width) ?? [] {
                    var row = Screen(width: width, height: 1)
                    row.write(line, y: 0)
                    text += row.text + "\n"
                }
            }
            let before = offset
            move(to: clamped(before + page))
            if offset == before { return text }
        }
    }
}
