import Foundation
import ListEngine
import ListEngineLayout
import Testing

/// The programs in the README and on documentation pages are the code below, word for word, and print what the pages
/// state.
@MainActor
@Suite("Programs in the documentation")
struct ReadmeTests {
    private let file = URL(fileURLWithPath: "\(#filePath)")

    private func page(_ path: String) throws -> String {
        let root = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    private func article(_ name: String) throws -> String { try page("Sources/ListEngine/ListEngine.docc/\(name).md") }

    @Test func theListInTheReadmePrintsWhatTheReadmeSays() throws {
        var printed: [String] = []
        func print(_ line: String) { printed.append(line) }

        // README begins
        struct Restaurant: Identifiable {
            let id: Int
            var name: String
            var isOpen = true
        }

        final class NameCell: CollectionViewCell {
            var text = ""
        }

        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 390, height: 200), collectionViewLayout: CollectionViewFlowLayout())
        let list = ListDataSource()
        list.prepare(for: view)

        @MainActor func render(_ restaurants: [Restaurant]) {
            list.build {
                ListBlock("open", restaurants.filter(\.isOpen)) { (cell: NameCell, restaurant) in
                    cell.text = restaurant.name
                }
                .height(60)
            }
            for case let cell as NameCell in view.visibleCells { print("\(cell.frame.minY): \(cell.text)") }
        }

        var restaurants = ["Oak", "Elm", "Ash"].enumerated().map { Restaurant(id: $0.offset, name: $0.element) }
        render(restaurants)
        restaurants[1].isOpen = false
        restaurants.swapAt(0, 2)
        render(restaurants)
        // README ends

        let code = try code(from: "README begins", to: "README ends")
        let readme = try page("README.md")
        #expect(readme.contains("```swift\nimport ListEngine\n\n\(code)\n```"))
        #expect(printed.count == 5)
        let (before, after) = (printed.prefix(3), printed.suffix(2))
        #expect(readme.contains("It prints \(Self.words(before)), and after the change \(Self.words(after))."))
        #expect(readme.split(whereSeparator: \.isWhitespace).count <= 1_200)
        withExtendedLifetime(list) {}
    }

    private static func words(_ lines: some Sequence<String>) -> String {
        lines.map { "`\($0)`" }.joined(separator: ", ")
    }

    @Test func theSectionOfRestaurantsPrintsWhatThePageSays() throws {
        var printed = ""
        func print(_ items: Any...) { printed += items.map { "\($0)" }.joined(separator: " ") + "\n" }

        // Sections begin
        struct Restaurant: ListIdentifiable {
            var listIdentifier: String
            var isOpen = true
        }

        final class RestaurantCell: CollectionViewCell {
            var text = ""
        }

        final class RestaurantsSection: ListSection {
            weak var context: ListContext?
            let listIdentifier = "restaurants"
            var items = ["Oak", "Elm", "Ash"].map { Restaurant(listIdentifier: $0) }

            func cell(for itemIdentifier: String, at indexPath: IndexPath) -> CollectionViewCell? {
                guard let cell: RestaurantCell = dequeueCell(at: indexPath) else { return nil }
                let isOpen = item(for: itemIdentifier, at: indexPath)?.isOpen ?? false
                cell.text = "\(itemIdentifier) is \(isOpen ? "open" : "closed")"
                return cell
            }

            func size(at indexPath: IndexPath) -> CGSize? { CGSize(width: listSize.width, height: 60) }
        }

        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 390, height: 170), collectionViewLayout: CollectionViewFlowLayout())
        let list = ListDataSource()
        list.prepare(for: view)

        @MainActor func show(_ title: String) {
            print(title)
            for case let cell as RestaurantCell in view.visibleCells { print("  \(cell.frame.minY):", cell.text) }
        }

        let restaurants = RestaurantsSection()
        list.append(newSections: [restaurants]) { _ in show("before:") }

        restaurants.items[0].isOpen = false
        restaurants.items.swapAt(0, 2)
        restaurants.items.insert(Restaurant(listIdentifier: "Fig"), at: 1)
        restaurants.update(reconfiguring: restaurants.items) { _ in show("after:") }
        // Sections end

        let code = try code(from: "Sections begin", to: "Sections end")
        let page = try article("SectionsAndLists")
        #expect(page.contains("```swift\nimport ListEngine\n\n\(code)\n```"))
        #expect(printed.hasPrefix("before:\n  0.0: Oak"))
        #expect(page.contains("```text\n\(printed)```"))
        // `list` is a global variable in a program; here it must live until the end.
        withExtendedLifetime(list) {}
    }

    @Test func theChatOfAMillionMessagesStaysWhereItIs() throws {
        var printed = ""
        func print(_ items: Any...) { printed += items.map { "\($0)" }.joined(separator: " ") + "\n" }

        // Chat begins
        // A message is as high as its text, which only its cell knows.
        final class MessageCell: CollectionViewCell {
            var number = 0

            override func preferredLayoutAttributes(fitting layoutAttributes: LayoutAttributes) -> LayoutAttributes {
                var attributes = layoutAttributes
                attributes.frame.size.height = CGFloat(40 + abs(number) * 37 % 120)
                return attributes
            }
        }

        let chat = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 390, height: 300),
            collectionViewLayout: CollectionViewCompositionalLayout(section: .list(itemHeight: .estimated(60))))
        chat.anchorPolicy = .lastVisible
        let messages = DiffableDataSource<String, Int>(collectionView: chat) { view, indexPath, number in
            let cell = view.dequeueReusableCell(MessageCell.self, for: indexPath)
            cell.number = number
            return cell
        }

        @MainActor func show(_ title: String) {
            print(title)
            for case let cell as MessageCell in chat.visibleCells {
                let top = cell.frame.minY - chat.contentOffset.y
                print("  message \(cell.number): \(top) to \(top + cell.frame.height)")
            }
        }

        messages.edit { snapshot in
            snapshot.appendSections(["chat"])
            snapshot.appendItems(0..<1_000_000)
        }
        chat.scrollToItem(at: IndexPath(item: 500_000, section: 0), at: .center, animated: false)
        chat.layoutIfNeeded()
        show("\(messages.snapshot().numberOfItems) messages, measured where they are seen:")
        let offset = chat.contentOffset.y

        // A thousand older messages, some newer ones, and one in between that is taken back.
        messages.edit { try $0.insertItems(validating: -1_000..<0, beforeItem: 0) }
        messages.edit { $0.appendItems(1_000_000..<1_000_084) }
        messages.edit { $0.deleteItems([499_000]) }
        show("\(messages.snapshot().numberOfItems) messages, scrolled by \(chat.contentOffset.y - offset):")
        // Chat ends

        let code = try code(from: "Chat begins", to: "Chat ends")
        let page = try article("ChatOfAMillionMessages")
        #expect(page.contains("```swift\nimport ListEngine\n\n\(code)\n```"))
        #expect(page.contains("```text\n\(printed)```"), "\(printed)")
        let shown = printed.components(separatedBy: "messages, ").dropFirst().map {
            $0.split(separator: "\n").dropFirst()
        }
        #expect(shown.count == 2 && shown[0].filter { $0.hasPrefix("  ") } == shown[1].filter { $0.hasPrefix("  ") })
        #expect(chat.diagnostics.recent == [])
    }

    @Test func theListThatIsBuiltShowsWhatDiffers() throws {
        struct Restaurant: ListIdentifiable {
            var listIdentifier: String
            var isOpen = true
        }
        final class RestaurantCell: CollectionViewCell {
            var text = ""
        }
        let view = CollectionView(
            frame: CGRect(x: 0, y: 0, width: 390, height: 300), collectionViewLayout: CollectionViewFlowLayout())
        let list = ListDataSource()
        list.prepare(for: view)

        // Builder begins
        func render(_ restaurants: [Restaurant], notice: String? = nil) {
            list.build {
                if let notice {
                    ListBlock("notice", [notice], id: \.self) { (cell: RestaurantCell, text) in cell.text = text }
                }
                ListBlock("open", restaurants.filter(\.isOpen)) { (cell: RestaurantCell, restaurant) in
                    cell.text = restaurant.listIdentifier
                }
                .height(60)
            }
        }
        // Builder ends

        func shown() -> [String] {
            view.layoutIfNeeded()
            return view.visibleCells.map { ($0 as? RestaurantCell)?.text ?? "?" }
        }
        render(["Oak", "Elm", "Ash"].map { Restaurant(listIdentifier: $0) })
        #expect(shown() == ["Oak", "Elm", "Ash"])
        let ash = view.visibleCells.last
        render(
            [Restaurant(listIdentifier: "Ash"), Restaurant(listIdentifier: "Oak", isOpen: false)], notice: "offline")
        #expect(shown() == ["offline", "Ash"] && view.visibleCells.last === ash)
        let code = try code(from: "Builder begins", to: "Builder ends")
        let page = try article("SectionsAndLists")
        #expect(page.contains("```swift\n\(code)\n```"))
    }

    private func code(from begin: String, to end: String) throws -> String {
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let first = try #require(lines.firstIndex { $0.hasSuffix("// \(begin)") })
        let last = try #require(lines.firstIndex { $0.hasSuffix("// \(end)") })
        return lines[(first + 1)..<last].map { String($0.dropFirst(8)) }.joined(separator: "\n")
    }
}
