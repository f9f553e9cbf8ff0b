internal import CListEngine

/// The diff of two lists of sections whose items are tokens. Links `le_diff_sections`.
func sectionedChangeset(
    from old: SectionedTokens, to new: SectionedTokens, unique: Bool = true
) -> SectionedChangeset {
    let workspace = DiffWorkspace()
    var options = le_diff_options()
    options.unique = unique
    options.seed = diffSeed
    var result = le_diff_result()
    let status = old.withSides { oldSide, oldSections in
        new.withSides { newSide, newSections in
            le_diff_sections(workspace.pointer, &oldSide, &oldSections, &newSide, &newSections, &options, &result)
        }
    }
    DiffWorkspace.check(status, old.items.count, new.items.count)
    let sections = Changeset(
        oldCount: old.sections.count, newCount: new.sections.count,
        deletes: Changeset.IndexList(result.section_deletes), inserts: Changeset.IndexList(result.section_inserts),
        moves: Changeset.PairList(result.section_moves))
    return SectionedChangeset(
        sections: sections, items: Changeset(result, oldCount: old.items.count, newCount: new.items.count),
        oldSections: UnsafeBufferPointer(start: result.section_new_to_old, count: new.sections.count)
            .map { $0 == UInt32.max ? nil : Int($0) })
}

extension SectionedTokens {
    /// Pointers to the arrays, valid for the call.
    fileprivate func withSides(
        _ body: (inout le_diff_side, inout le_diff_sections_side) -> le_status
    ) -> le_status {
        items.withUnsafeBufferPointer { items in
            sections.withUnsafeBufferPointer { sections in
                sectionEnds.withUnsafeBufferPointer { ends in
                    withOptionalPointer(versions) { versions in
                        withOptionalPointer(sectionStamps) { stamps in
                            var side = le_diff_side()
                            side.tokens = items.baseAddress
                            side.count = items.count
                            side.versions = versions
                            var sectionSide = le_diff_sections_side()
                            sectionSide.keys = sections.baseAddress
                            sectionSide.ends = ends.baseAddress
                            sectionSide.count = sections.count
                            sectionSide.stamps = stamps
                            return body(&side, &sectionSide)
                        }
                    }
                }
            }
        }
    }
}

private func withOptionalPointer<T>(_ array: [T]?, _ body: (UnsafePointer<T>?) -> le_status) -> le_status {
    guard let array else { return body(nil) }
    return array.withUnsafeBufferPointer { body($0.baseAddress) }
}
