// `import ListEngine` is enough to show a list: the names of layouts, snapshots, CGRect and IndexPath come with it.
@_exported import Foundation
@_exported import ListEngineDiff
@_exported import ListEngineLayout
