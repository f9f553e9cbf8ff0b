import ListEngineGTK
import PackageBrowser

/// A chat of a million messages. New ones arrive while you read, and nothing on the screen moves; at the end the list
/// follows them.
final class ChatSample: Sample {
    private let texts: [String]
    private var source: DiffableDataSource<Int, Int>!
    private(set) var count = 1_000_000
    /// The time between two messages, in milliseconds.
    var interval: UInt64 = 900
    private var isLive = true

    /// - Parameter texts: What the messages say.
    init(_ texts: [String] = Fortunes.texts()) throws {
        guard !texts.isEmpty else { throw NoData(description: "it needs the texts of Debian's package fortunes.") }
        self.texts = texts
        try super.init(CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(90))))
        source = DiffableDataSource(collectionView: list) { [unowned self] list, indexPath, number in
            let cell = list.dequeueReusableCell(MessageCell.self, for: indexPath)
            cell.show(number, message(number))
            return cell
        }
        list.anchorPolicy = .endWhenAtEnd
        list.contentAlignment = .end
        add(GTKChoice(["Live", "Paused"]) { [unowned self] in isLive = $0 == 0 })
        add(GTKButton("First") { [unowned self] in scroll(to: 0, at: .start) })
        add(GTKButton("Middle") { [unowned self] in scroll(to: count / 2, at: .center) })
        add(GTKButton("Latest") { [unowned self] in scroll(to: count - 1, at: .end) })
        source.edit { [count] snapshot in
            snapshot.appendSections([0])
            snapshot.appendItems(0..<count)
        }
        showStatus()
        scroll(to: count - 1, at: .end)
        Task { [weak self] in
            while let interval = self?.interval {
                try? await Task.sleep(nanoseconds: interval * 1_000_000)
                self?.receive()
            }
        }
    }

    private func receive() {
        guard isLive else { return }
        count += 1
        source.edit { [count] in $0.appendItems([count - 1]) }
        showStatus()
    }

    private func scroll(to number: Int, at position: ItemScrollPosition) {
        list.scrollToItem(at: IndexPath(item: number, section: 0), at: position, animated: false)
    }

    private func showStatus() { status.text = "\(count) messages" }

    private func message(_ number: Int) -> (author: Int, text: String) {
        // Mixes the bits of the number, so that neighbours differ.
        let mixed = Int((UInt64(number) &+ 1) &* 0x9E37_79B9_7F4A_7C15 >> 33)
        return (mixed % 5, texts[mixed / 5 % texts.count])
    }
}

/// The texts of Debian's package fortunes.
enum Fortunes {
    static func texts(in folder: String = "/usr/share/games/fortunes") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var texts: [String] = []
        // Names with an extension are indices, and other names of the same files.
        for name in names.sorted() where !name.contains(".") {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            for text in String(decoding: data, as: UTF8.self).components(separatedBy: "\n%\n") {
                let text = text.replacingOccurrences(of: "\t", with: " ").trimmingCharacters(
                    in: .whitespacesAndNewlines)
                if (1...700).contains(text.utf8.count), !text.contains("\u{8}") { texts.append(text) }
            }
        }
        return texts
    }
}

final class MessageCell: GTKCell {
    private static let authors = ["You", "Ada", "Grace", "Alan", "Edsger"]

    private(set) var number = 0
    private let author = label("dim-label")
    private let text = label("bubble", lineLimit: 0)

    override func makeWidget() -> GTKWidget { column(spacing: 2, author, text).style("item") }

    func show(_ number: Int, _ message: (author: Int, text: String)) {
        self.number = number
        let isOwn = message.author == 0
        author.text = "\(Self.authors[message.author])  #\(number)"
        text.text = message.text
        for label in [author, text] { label.margins(leading: isOwn ? 160 : 0, trailing: isOwn ? 0 : 160) }
        if isOwn { text.style("own") } else { text.removeStyle("own") }
    }
}
