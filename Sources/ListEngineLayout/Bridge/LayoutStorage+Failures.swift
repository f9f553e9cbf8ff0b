internal import CListEngine

extension LayoutStorage {
    /// Converts a status of the core into an error. Ends the program if an index was out of range.
    ///
    /// - Parameters:
    ///   - section: The section of the operation.
    ///   - items: The items of the operation. Nil if it concerned sections or a script.
    @inline(never)
    func failure(
        _ status: le_status, _ fault: le_fault, section: Int, items: Range<Int>?, inserting: Bool = false,
        failedEdit: Int = 0
    ) -> LayoutError {
        switch status {
        case LE_BAD_VALUE:
            // The core counts from the first size that it received.
            let item = fault.item < 0 ? nil : (items?.lowerBound ?? 0) + Int(fault.item)
            return .unusableValue(section: Int(fault.section), item: item, value: fault.value)
        case LE_TOO_LARGE: return .tooLarge(section: section)
        case LE_BAD_EDITS: return .overlappingEdits(section: section, edit: failedEdit)
        case LE_NOT_SUPPORTED: return spec(ofSection: section).kind.refusal(section: section)
        case LE_BAD_INDEX: indexFailure(section: section, items: items, inserting: inserting)
        case LE_NO_MEMORY: return .outOfMemory
        default:
            // The bridge never passes NULL or an unknown enumeration value.
            fatalError("CollectionViewLayout: section \(section): \(String(cString: le_status_text(status)))")
        }
    }

    /// Ends the program with a message that contains the index and the valid range.
    @inline(never)
    func indexFailure(section: Int, items: Range<Int>?, inserting: Bool = false) -> Never {
        guard (0..<sectionCount).contains(section), let items else {
            fatalError("section \(section) is out of range; valid are \(0..<sectionCount)")
        }
        let count = itemCount(inSection: section)
        if inserting {
            fatalError("section \(section): index \(items.lowerBound) is out of range; valid are 0...\(count)")
        }
        fatalError("section \(section): items \(items) are out of range; valid are \(0..<count)")
    }

    /// Ends the program unless `sections` are in the layout.
    @inline(__always)
    func checkSections(_ sections: Range<Int>) {
        guard sections.lowerBound >= 0, sections.upperBound <= sectionCount else {
            fatalError("sections \(sections) are out of range; valid are \(0..<sectionCount)")
        }
    }

    @inline(__always)
    func checkSection(_ section: Int) {
        guard section >= 0, section < sectionCount else { indexFailure(section: section, items: nil) }
    }

    /// Ends the program unless the items are in the section.
    @inline(__always)
    func checkItems(_ items: Range<Int>, inSection section: Int) {
        checkItems(items.lowerBound, count: items.count, inSection: section)
    }

    /// Ends the program unless the section has `count` items from an index on.
    func checkItems(_ first: Int, count: Int, inSection section: Int) {
        let there = placement(ofSection: section).itemCount
        guard there >= 0, first >= 0, count >= 0, first <= there, count <= there - first else {
            let (end, overflow) = first.addingReportingOverflow(max(0, count))
            indexFailure(section: section, items: first..<(overflow ? .max : end))
        }
    }

    /// Ends the program unless items can be inserted at an index.
    func checkInsertion(at index: Int, inSection section: Int) {
        let there = placement(ofSection: section).itemCount
        guard there >= 0, index >= 0, index <= there else {
            indexFailure(section: section, items: index..<index, inserting: true)
        }
    }

    /// Ends the program unless an element is in the layout. Headers and footers of sections do not have to exist.
    func checkElement(_ path: ElementPath) {
        if path.section == ElementPath.wholeList {
            guard path.category == .header || path.category == .footer, boundaries.indices.contains(path.item) else {
                fatalError("element \(path) is not there; the list has \(boundaries.count) headers and footers")
            }
            return
        }
        checkSection(path.section)
        if path.category == .item || path.category == .supplementary {
            checkItems(path.item, count: 1, inSection: path.section)
        }
    }
}
