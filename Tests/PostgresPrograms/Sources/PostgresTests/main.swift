import Foundation

testKeys()
testPaging()
testCounts()
testChanges()
testServers()
testRules()
testLiveRows()
testLarge()
endCases()
