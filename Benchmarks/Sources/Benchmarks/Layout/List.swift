import ListEngineLayout

/// Measures of lists: one item per line, as wide as the container.
func listMeasures(_ sizes: Sizes) -> [Measure] {
    let attributes = sizes.ordinary.flatMap { n in
        attributesMeasures(
            "list", n, EngineLayout<VariedList>.self, ArrayList.self, samples: Inputs.heights(4_096),
            window: Inputs.listWindow
        ) { Inputs.heights(n) }
    }
    return attributes
        + sizes.ordinary.flatMap { n in
            Operation.allCases.map { operation in
                Measure("layout.list.\(operation)/varied", n) {
                    let samples = Inputs.heights(4_096)
                    func contestant<Layout: MeasuredLayout & ~Copyable>(
                        _: Layout.Type, _ role: Contestant.Role
                    ) -> Contestant where Layout.Input == [Double], Layout.Size == Double {
                        Operations(Layout.self, role, n: n, samples: samples) { Inputs.heights(n) }.contestant(
                            operation)
                    }
                    return Field(
                        contestant(EngineLayout<VariedList>.self, .product),
                        contestant(ArrayList.self, .rival("array")),
                        // A rope of heights has no width.
                        operation == .width ? nil : contestant(RopeList.self, .rival("rope")),
                        contestant(ReferenceList.self, .reference),
                        DelegateList.contestant(operation, heights: Inputs.heights(n)),
                        limit(operation, sizes: Inputs.heights(n)))
                }
            }
        }
}

/// The values of the memory measures of lists.
var listFootprints: Footprint.Makers {
    [
        "layout.list.memory/varied/1000000": {
            { Footprint.made(EngineLayout<VariedList>.laidOut(Inputs.heights(1_000_000))) }
        },
        "layout.list.memory/uniform/1000000000": {
            { Footprint.made(EngineLayout<UniformList>.laidOut(1_000_000_000)) }
        },
        "layout.list.memory/measured/1000000000": { { try Footprint.made(scatteredMeasuredRows()) } },
    ]
}

/// A million rows, scattered in a billion, with individual sizes.
private func scatteredMeasuredRows() throws -> CollectionViewLayout {
    let random = Random(seed: 41)
    var layout = EngineLayout<UniformList>.laidOut(1_000_000_000)
    for index in 0..<1_000_000 {
        try layout.resizeItem(index * 1_000 + random.below(1_000), inSection: 0, to: random.extent(20, 80))
    }
    return layout
}
