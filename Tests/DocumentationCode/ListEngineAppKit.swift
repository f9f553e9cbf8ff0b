// What the comments of ListEngineAppKit use without declaring it: see Scripts/documentation-code.py.
import AppKit
import ListEngineAppKit

@MainActor final class Context {}

@MainActor let collectionView = CollectionView(frame: .zero, collectionViewLayout: CollectionViewFlowLayout())
@MainActor let window = NSWindow()
