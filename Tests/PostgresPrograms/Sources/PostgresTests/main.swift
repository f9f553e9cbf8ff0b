import Foundation

testKeys()
testPaging()
testServers()
testLiveRows()
endCases()
