#if os(Linux) || os(macOS)
    import ListEngineDiff
    import Testing

    /// The short forms of operations end the program and report the fault.
    struct SnapshotPreconditionTests {
        private static func expect(
            _ text: String, in result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains(text), "\(message)", sourceLocation: sourceLocation)
        }

        @Test func invalidIdentifiersAreReported() async {
            var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var snapshot = DiffableSnapshot<Int, String>()
                snapshot.appendItems(["a"])
            }
            Self.expect("items need a section", in: result)
            result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var snapshot = DiffableSnapshot<Int, String>()
                snapshot.appendSections([1])
                snapshot.appendItems(["a", "b", "a"])
            }
            Self.expect("item identifier a is given twice, at 0 and 2", in: result)
            result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var snapshot = DiffableSnapshot<Int, String>()
                snapshot.appendSections([1])
                snapshot.appendSections([2, 1])
            }
            Self.expect("section identifier 1, given at 1, is already in the snapshot at 0", in: result)
            result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let snapshot = DiffableSnapshot<Int, String>()
                _ = snapshot.itemIdentifiers(inSection: 7)
            }
            Self.expect("section identifier 7, given at 0, is not in the snapshot", in: result)
            result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var outline = SectionSnapshot<String>()
                outline.append(["a"], to: "b")
            }
            Self.expect("item identifier b, given at 0, is not in the snapshot", in: result)
        }

        @Test func invalidPositionsAreReported() async {
            var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                var snapshot = DiffableSnapshot<Int, String>()
                snapshot.appendSections([1])
                snapshot.appendItems(["a"])
                _ = snapshot.itemIdentifier(at: ItemIndexPath(section: 0, item: 1))
            }
            Self.expect("item 1 is outside of 0..<1", in: result)
            result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = DiffableSnapshot<Int, String>().sectionIdentifier(at: 0)
            }
            Self.expect("section 0 is outside of 0..<0", in: result)
            result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = ItemIndexPath(section: 0, item: -1)
            }
            Self.expect("an index path needs indices in 0..<2^32, not (0, -1)", in: result)
            result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let snapshot = DiffableSnapshot<Int, String>()
                _ = snapshot.changeset(from: snapshot).newPath(0)
            }
            Self.expect("item 0 is outside of 0..<0", in: result)
        }
    }
#endif
