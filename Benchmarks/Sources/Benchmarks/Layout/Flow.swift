import Foundation

/// Measures of flows: items packed greedily into lines of 390 points.
func flowMeasures(_ sizes: Sizes) -> [Measure] {
    let inputs: [(name: String, operations: [Operation], sizes: (Int) -> [CGSize])] = [
        ("varied", Operation.allCases, { Inputs.sizes($0) }),
        ("narrow", [.resize, .insert, .delete], { Inputs.narrowSizes($0) }),
        ("equalwidths", [.prepare, .resize, .insert, .delete], { Inputs.equalWidths($0) }),
    ]
    let made = sizes.ordinary.flatMap { n in
        inputs.flatMap { input in
            input.operations.map { operation in
                Measure("layout.flow.\(operation)/\(input.name)", n) {
                    flowField(operation, n, samples: input.sizes(4_096)) { input.sizes(n) }
                }
            }
        }
    }
    let words = [Operation.prepare, .frames, .query, .scroll, .resize, .insert, .width].map { operation in
        Measure("layout.flow.\(operation)/words", Words.count) {
            let sizes = try Words.sizes()
            return flowField(operation, sizes.count, samples: sizes) { sizes.map(\.self) }
        }
    }
    let attributes = sizes.ordinary.flatMap { n in
        attributesMeasures(
            "flow", n, EngineLayout<VariedFlow>.self, ArrayFlow.self, samples: Inputs.sizes(4_096),
            window: Inputs.flowWindow
        ) { Inputs.sizes(n) }
    }
    return made + words + attributes
}

private func flowField(
    _ operation: Operation, _ n: Int, samples: [CGSize], _ input: () -> [CGSize]
) -> Field {
    func contestant<Layout: MeasuredLayout & ~Copyable>(
        _: Layout.Type, _ role: Contestant.Role
    ) -> Contestant where Layout.Input == [CGSize], Layout.Size == CGSize {
        Operations(Layout.self, role, n: n, samples: samples, window: Inputs.flowWindow, input: input).contestant(
            operation)
    }
    return Field(
        contestant(EngineLayout<VariedFlow>.self, .product),
        contestant(ArrayFlow.self, .rival("array")),
        contestant(ReferenceFlow.self, .reference),
        DelegateList.contestant(operation, sizes: input()),
        limit(operation, sizes: input()))
}

/// The values of the memory measures of flows.
var flowFootprints: Footprint.Makers {
    [
        "layout.flow.memory/varied/1000000": {
            { Footprint.made(EngineLayout<VariedFlow>.laidOut(Inputs.sizes(1_000_000))) }
        }
    ]
}
