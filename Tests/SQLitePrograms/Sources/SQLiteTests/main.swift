import Foundation

if CommandLine.arguments.count == 4, CommandLine.arguments[1] == "writer" {
    try writeUntilKilled(CommandLine.arguments[2], UInt64(CommandLine.arguments[3]) ?? 0)
}
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "unprivileged" {
    try readWithoutRights(CommandLine.arguments[2])
}
testConnections()
testKeys()
testPaging()
testSorting()
testSections()
testCounts()
testObservation()
testChanges()
testSources()
testLiveRows()
testRules()
testSameList()
testTables()
try? FileManager.default.removeItem(atPath: folder)
endCases()
