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
                Measure("layout.flow.\(operation)/\(input.name)", n) { flowField(operation, input.sizes(n)) }
            }
        }
    }
    let words = [Operation.prepare, .frames, .query, .scroll, .resize, .insert, .width].map { operation in
        Measure("layout.flow.\(operation)/words", Words.count) { flowField(operation, try Words.sizes()) }
    }
    return made + words
}

private func flowField(_ operation: Operation, _ sizes: [CGSize]) -> Field {
    Field(
        Operations(ArrayFlow.self, .rival("array"), sizes: sizes).contestant(operation),
        Operations(ReferenceFlow.self, .reference, sizes: sizes).contestant(operation),
        DelegateList.contestant(operation, sizes: sizes),
        limit(operation, sizes: sizes))
}
