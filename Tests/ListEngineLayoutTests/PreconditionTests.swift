import Foundation
import ListEngineLayout
import Testing

/// Breaking a documented rule ends the program with a message that states the valid values.
@Suite struct PreconditionTests {
    /// Two sections: a list of three items and a flow of two.
    static func layout() -> CollectionViewLayout {
        var layout = CollectionViewLayout(width: 100)
        do {
            try layout.append(.list(heights: [10, 20, 30], header: 5))
            try layout.append(.flow(sizes: [CGSize(width: 10, height: 10), CGSize(width: 20, height: 20)]))
        } catch { print(error) }
        return layout
    }

    /// The last output of a program, if it ended as expected.
    static func words(_ result: ExitTest.Result?) -> String {
        result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    }

    @Test func measuredBadgesMustExist() async {
        for index in [-1, 3] {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [index = index as Int] in
                let row = CollectionLayoutSize(widthDimension: .fractionalWidth(1), heightDimension: .absolute(20))
                let open = CollectionLayoutSize(widthDimension: .estimated(10), heightDimension: .estimated(10))
                let badge = CollectionLayoutSupplementaryItem(
                    layoutSize: open, elementKind: "badge",
                    containerAnchor: CollectionLayoutAnchor(edges: [.top, .trailing]))
                let item = CollectionLayoutItem(layoutSize: row, supplementaryItems: [badge])
                var layout = CollectionViewLayout(width: 100)
                try layout.append(
                    .compositional(
                        CollectionLayoutSection(group: .vertical(layoutSize: row, subitems: [item])), count: 3))
                try layout.measure(
                    supplementaryItemOfKind: ElementKind("badge"), at: index, inSection: 0,
                    size: CGSize(width: 5, height: 5))
            }
            #expect(
                Self.words(result).contains("section 0 has no supplementary item of kind badge with the index \(index)")
            )
        }
    }

    @Test func itemsOfQueriesMustBeInTheirSection() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().frame(ofItem: 3, inSection: 0))
        }
        #expect(Self.words(result).contains("section 0: items 3..<4 are out of range; valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().frame(ofItem: -1, inSection: 0))
        }
        #expect(Self.words(result).contains("items -1..<0 are out of range; valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().layoutAttributesForItem(2, inSection: 1))
        }
        #expect(Self.words(result).contains("section 1: items 2..<3 are out of range; valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().frames(ofItems: 2..<5, inSection: 0))
        }
        #expect(Self.words(result).contains("items 2..<5 are out of range; valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().position(ofItem: 4, inSection: 0))
        }
        #expect(Self.words(result).contains("valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().nextItem(from: .item(7, inSection: 1), toward: .next) as Any)
        }
        #expect(Self.words(result).contains("valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().nextItem(from: .header(ofSection: 0), toward: .next) as Any)
        }
        #expect(Self.words(result).contains("valid are items"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().contentOffset(for: ScrollAnchor(section: 0, item: 9)))
        }
        #expect(Self.words(result).contains("items 9..<10 are out of range; valid are 0..<3"))
    }

    @Test func sectionsOfQueriesMustBeInTheLayout() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().frame(ofItem: 0, inSection: 2))
        }
        #expect(Self.words(result).contains("section 2 is out of range; valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().numberOfItems(inSection: -1))
        }
        #expect(Self.words(result).contains("section -1 is out of range; valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().frame(ofSection: 2))
        }
        #expect(Self.words(result).contains("valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().frameForHeader(inSection: 5) as Any)
        }
        #expect(Self.words(result).contains("section 5 is out of range; valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().frameForFooter(inSection: 2) as Any)
        }
        #expect(Self.words(result).contains("valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.layout().nextElement(after: .footer(ofSection: 3)) as Any)
        }
        #expect(Self.words(result).contains("section 3 is out of range; valid are 0..<2"))
    }

    @Test func buffersMustHaveRoom() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var frames = [CGRect](repeating: .zero, count: 2)
            frames.withUnsafeMutableBufferPointer { Self.layout().frames(ofItems: 0..<3, inSection: 0, into: $0) }
        }
        #expect(Self.words(result).contains("3 frames do not fit the buffer; it has room for 0...2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var frames = [SIMD4<Float>](repeating: .zero, count: 1)
            frames.withUnsafeMutableBufferPointer {
                Self.layout().frames(ofItems: 0..<2, inSection: 0, relativeTo: .zero, into: $0)
            }
        }
        #expect(Self.words(result).contains("it has room for 0...1"))
    }

    @Test func editedItemsMustBeInTheirSection() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.resizeItem(3, inSection: 0, to: 5)
        }
        #expect(Self.words(result).contains("section 0: items 3..<4 are out of range; valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.resizeItem(.max, inSection: 1, to: CGSize(width: 1, height: 1))
        }
        #expect(Self.words(result).contains("valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.resizeItems(startingAt: 2, inSection: 0, to: [1, 2])
        }
        #expect(Self.words(result).contains("items 2..<4 are out of range; valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.insertItem(at: 4, inSection: 0, extent: 5)
        }
        #expect(Self.words(result).contains("section 0: index 4 is out of range; valid are 0...3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.insertItem(at: -1, inSection: 1, size: CGSize(width: 1, height: 1))
        }
        #expect(Self.words(result).contains("index -1 is out of range; valid are 0...2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.insertItems([1, 2], at: 4, inSection: 0)
        }
        #expect(Self.words(result).contains("valid are 0...3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.removeItems(1..<4, inSection: 0)
        }
        #expect(Self.words(result).contains("items 1..<4 are out of range; valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.removeItem(0, inSection: 2)
        }
        #expect(Self.words(result).contains("section 2 is out of range; valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.moveItems(2..<4, to: 0, inSection: 0)
        }
        #expect(Self.words(result).contains("items 2..<4 are out of range; valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.moveItems(0..<2, to: 2, inSection: 0)
        }
        #expect(Self.words(result).contains("index 2 is out of range; valid are 0...1"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.moveItem(from: .item(0, inSection: 0), to: .item(3, inSection: 1))
        }
        #expect(Self.words(result).contains("section 1: index 3 is out of range; valid are 0...2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.apply(EditScript(), inSection: 2)
        }
        #expect(Self.words(result).contains("section 2 is out of range; valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            _ = try layout.keeping(ScrollAnchor(section: 1, item: 2)) { try $0.resizeItem(0, inSection: 0, to: 1) }
        }
        #expect(Self.words(result).contains("section 1: items 2..<3 are out of range; valid are 0..<2"))
    }

    @Test func editedSectionsMustBeInTheLayout() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.insert(.list(heights: []), at: 3)
        }
        #expect(Self.words(result).contains("section index 3 is out of range; valid are 0...2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.remove(sections: 1..<3)
        }
        #expect(Self.words(result).contains("sections 1..<3 are out of range; valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.moveSections(-1..<1, to: 0)
        }
        #expect(Self.words(result).contains("sections -1..<1 are out of range; valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.moveSection(0, to: 2)
        }
        #expect(Self.words(result).contains("section index 2 is out of range; valid are 0...1"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.reloadSection(2, with: .list(heights: []))
        }
        #expect(Self.words(result).contains("section 2 is out of range; valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.layout()
            try layout.restyleSection(2, like: .list(heights: []))
        }
        #expect(Self.words(result).contains("section 2 is out of range; valid are 0..<2"))
    }

    @Test func aProcessHasAtMost65536ElementKinds() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            for number in 0...65_536 { _ = ElementKind("kind \(number)") }
        }
        #expect(Self.words(result).contains("65536 names are in use; valid are at most 65536"))
    }

    @Test func userDefinedLayoutsCheckTheSame() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                var layout = Self.layout()
                try layout.insertItems(count: 1, at: 4, inSection: 0, using: ListSectionLayout())
            }
        }
        #expect(Self.words(result).contains("section 0: index 4 is out of range; valid are 0...3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                var layout = Self.layout()
                try layout.removeItems(2..<4, inSection: 0, using: ListSectionLayout())
            }
        }
        #expect(Self.words(result).contains("items 2..<4 are out of range; valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                var layout = Self.layout()
                try layout.moveItems(0..<2, to: 2, inSection: 0, using: ListSectionLayout())
            }
        }
        #expect(Self.words(result).contains("index 2 is out of range; valid are 0...1"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                var layout = Self.layout()
                try layout.reloadSection(2, with: ListSectionLayout(), itemCount: 1)
            }
        }
        #expect(Self.words(result).contains("section 2 is out of range; valid are 0..<2"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                var layout = Self.layout()
                try layout.insert(ListSectionLayout(), itemCount: 1, at: 3)
            }
        }
        #expect(Self.words(result).contains("section index 3 is out of range; valid are 0...2"))
    }

    /// A section of three items that scrolls independently.
    static func carousel() -> CollectionViewLayout {
        var layout = CollectionViewLayout(size: CGSize(width: 100, height: 100))
        let section = CollectionLayoutSection.carousel(
            itemSize: CollectionLayoutSize(widthDimension: .absolute(80), heightDimension: .absolute(50)),
            behavior: .groupPaging)
        do { try layout.append(.compositional(section, count: 3)) } catch { print(error) }
        return layout
    }

    @Test func partsOfCompositionalSectionsMustExist() async {
        var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.carousel()
            try layout.measure(item: 3, inSection: 0, size: .zero)
        }
        #expect(Self.words(result).contains("section 0: items 3..<4 are out of range; valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var layout = Self.carousel()
            try layout.measure(boundarySupplementaryItem: 0, inSection: 1, size: .zero)
        }
        #expect(Self.words(result).contains("section 1 is out of range; valid are 0..<1"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.carousel().orthogonalScrolling(ofSection: 0)?.offset(ofPage: 3) as Any)
        }
        #expect(Self.words(result).contains("section 0: page 3 is out of range; valid are 0..<3"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.carousel().orthogonalScrolling(ofSection: -1) as Any)
        }
        #expect(Self.words(result).contains("section -1 is out of range; valid are 0..<1"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(Self.carousel().position(of: .header(ofSection: ElementPath.wholeList)))
        }
        #expect(Self.words(result).contains("element list.header is not there; the list has 0 headers and footers"))
        result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            print(CollectionLayoutSection.grid(columns: 0, itemHeight: .absolute(1)).interGroupSpacing)
        }
        #expect(Self.words(result).contains("grid(columns: 0): valid are 1 and more"))
    }
}
