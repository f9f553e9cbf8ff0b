import CListEngine

// Initialisers without the reserved words of option structures, which are zero.

extension le_viewport {
    init(rect: le_rect, visible: le_rect, scrolls: le_scrolls) {
        self.init()
        self.rect = rect
        self.visible = visible
        self.scrolls = scrolls
    }
}

extension le_layout_config {
    init(cross: Int64, main: Int64, horizontal: Bool, right_to_left: Bool) {
        self.init()
        self.cross = cross
        self.main = main
        self.horizontal = horizontal
        self.right_to_left = right_to_left
    }
}
