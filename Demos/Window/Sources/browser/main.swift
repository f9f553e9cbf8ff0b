import CGTK
import Foundation
import WindowBrowser

// browser: lists in a window. See Demos/README.md.

do {
    let browser = try BrowserWindow(Samples())
    browser.show()
    while browser.isOpen { g_main_context_iteration(nil, 1) }
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
