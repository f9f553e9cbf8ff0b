/// Measures of layouts with many sections: the Unihan records by property (100 sections) and by code point (98,060).
func mainMeasures(_ sizes: Sizes) -> [Measure] {
    let inputs: [(name: String, load: () throws -> SectionsInput)] = [
        ("unihan-property", { try UnihanSections.byProperty.get() }),
        ("unihan-codepoint", { try UnihanSections.byCodePoint.get() }),
    ]
    return inputs.flatMap { input in
        SectionOperation.allCases.map { operation in
            Measure("layout.main.\(operation)/\(input.name)", Unihan.recordCount) {
                let sections = try input.load()
                if operation == .prepareeach {
                    let inputs = Instances(of: Unihan.recordCount) { sections }
                    return Field(
                        SectionOperations<EngineSections>.making(.product, inputs) { EngineSections(each: $0) })
                }
                return Field(
                    SectionOperations(EngineSections.self, .product, sections).contestant(operation),
                    SectionOperations(ArraySections.self, .rival("array"), sections).contestant(operation),
                    SectionOperations(ReferenceSections.self, .reference, sections).contestant(operation))
            }
        }
    }
}

/// The values of the memory measures of many sections.
var mainFootprints: Footprint.Makers {
    [
        "layout.main.memory/unihan-codepoint/\(Unihan.recordCount)": {
            let input = try UnihanSections.byCodePoint.get()
            return { Footprint.made(EngineSections.laidOut(input)) }
        }
    ]
}

/// The records as sections, made once.
private enum UnihanSections {
    static let byProperty = Result { try sections(Unihan.load().sortedByProperty()) { UInt32($0.property) } }
    static let byCodePoint = Result { try sections(Unihan.load().sortedByCodePoint()) { $0.codePoint } }

    private static func sections(
        _ records: [Unihan.Record], by key: (Unihan.Record) -> UInt32
    ) -> SectionsInput {
        var input = SectionsInput(counts: [], heights: [])
        input.heights.reserveCapacity(records.count)
        var last: UInt32?
        for record in records {
            if key(record) != last {
                input.counts.append(0)
                last = key(record)
            }
            input.counts[input.counts.count - 1] += 1
            input.heights.append(record.height)
        }
        return input
    }
}
