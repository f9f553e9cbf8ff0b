import Foundation

testConnections()
testKeys()
testPaging()
try? FileManager.default.removeItem(atPath: folder)
endCases()
