import Foundation

// With numbers of rows as arguments, lists over tables of so many rows are measured.
let counts = CommandLine.arguments.dropFirst().compactMap { Int($0) }
if !counts.isEmpty {
    run("figures of lists of \(counts) rows") { try MainActor.assumeIsolated { try measureFigures(counts) } }
    endCases()
}
testKeys()
testPaging()
testCounts()
testChanges()
testServers()
testSections()
testRules()
testLiveRows()
testLarge()
endCases()
