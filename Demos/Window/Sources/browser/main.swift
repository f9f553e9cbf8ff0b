import Foundation
import WindowBrowser

// browser: lists in a window. See Demos/README.md.

do {
    let browser = try BrowserWindow(Samples())
    browser.show()
    browser.run()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
