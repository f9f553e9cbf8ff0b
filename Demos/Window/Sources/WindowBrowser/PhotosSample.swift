import CGTK
import ListEngineGTK

/// Pictures in a grid, a waterfall or a list. Each change of the layout or the order is animated.
final class PhotosSample: Sample {
    private let source = ListDataSource()
    private(set) var photos = (0..<2_000).map(Photo.init)
    private let layout = PhotoLayout()

    init() throws {
        try super.init(layout)
        source.attach(to: list)
        // By clicks, keys and a rectangle that begins between the pictures.
        list.allowsMultipleSelection = true
        add(
            GTKChoice(["Grid", "Waterfall", "List"]) { [unowned self] number in
                arrange { $0.kind = [.grid, .waterfall, .list][number] }
            })
        add(GTKButton("Smaller") { [unowned self] in arrange { $0.itemWidth = max(60, $0.itemWidth * 0.8) } })
        add(GTKButton("Larger") { [unowned self] in arrange { $0.itemWidth = min(400, $0.itemWidth * 1.25) } })
        add(
            GTKButton("Shuffle") { [unowned self] in
                photos.shuffle()
                show()
            })
        show()
    }

    private func show() {
        layout.shapes = photos.map(\.shape)
        source.build {
            ListBlock("photos", photos, id: \.number) { (cell: PhotoCell, photo) in cell.photo = photo }
        }
        status.text = "\(photos.count) pictures"
    }

    private func arrange(_ change: (PhotoLayout) -> Void) {
        list.performLayoutChange {
            change(layout)
            list.invalidateLayout()
        }
    }
}

/// Where the pictures are.
final class PhotoLayout: CollectionViewLayoutRecipe {
    enum Kind { case grid, waterfall, list }

    let scrollDirection = ScrollDirection.vertical
    var kind = Kind.grid
    var itemWidth: CGFloat = 150
    /// The widths and heights of the pictures. Only their ratios count.
    var shapes: [CGSize] = []

    func recipe(forSection section: Int, in context: SectionLayoutContext) -> SectionRecipe {
        let columns = min(max(1, Int(context.crossExtent / itemWidth)), 16)
        let insets = SectionInsets.all(8)
        switch kind {
        case .grid:
            let width = (context.crossExtent - 16 - 8 * CGFloat(columns - 1)) / CGFloat(columns)
            return .grid(
                count: context.itemCount, columns: columns, itemHeight: max(1, width), spacing: 8, insets: insets)
        case .waterfall:
            // Columns are whole pixels wide. What is left is at both sides.
            let room = context.crossExtent - 16 - 8 * CGFloat(columns - 1)
            let rest = room - (room / CGFloat(columns)).rounded(.down) * CGFloat(columns)
            var margins = insets
            margins.leading += (rest / 2).rounded(.down)
            margins.trailing += rest - (rest / 2).rounded(.down)
            return .waterfall(aspectRatios: shapes, columns: columns, spacing: 8, insets: margins)
        case .list:
            return .list(count: context.itemCount, height: itemWidth / 2, spacing: 8, insets: insets)
        }
    }
}

/// A landscape that is made from its number.
struct Photo: Sendable {
    let number: Int
    /// Only the ratio of width and height counts.
    let shape: CGSize

    init(_ number: Int) {
        self.number = number
        shape = CGSize(width: 100, height: [66, 75, 100, 133, 150, 90][number * 7 % 6])
    }

    /// The edges of the two hills at a place from left to right, from 0 to 1.
    private func hills(_ x: Double) -> (near: Double, far: Double) {
        let seed = Double(number)
        func hill(_ base: Double, _ speed: Double) -> Double {
            base + 0.07 * sin(x * speed + seed) + 0.04 * sin(x * speed * 2.3 + seed * 3)
        }
        return (hill(0.78, 5), hill(0.62, 7))
    }

    /// Red, green and blue at a point, whose coordinates are from 0 to 1.
    func colour(_ x: Double, _ y: Double) -> SIMD3<Double> { colour(x, y, hills(x)) }

    private func colour(_ x: Double, _ y: Double, _ hills: (near: Double, far: Double)) -> SIMD3<Double> {
        let seed = Double(number)
        let hue = SIMD3(cos(seed), cos(seed + 2), cos(seed + 4)) * 70 + 150
        if y > hills.near { return hue * 0.35 }
        if y > hills.far { return hue * 0.6 }
        var sun = SIMD2(0.5 + 0.3 * sin(seed * 1.7), 0.3 + 0.1 * cos(seed)) - SIMD2(x, y)
        sun.y *= shape.height / shape.width
        if (sun * sun).sum() < 0.012 { return SIMD3(255, 244, 200) }
        return hue + (255 - hue) * (y * 0.9)
    }

    /// The part of the picture that fills a place, in the picture's coordinates: a place of another shape cuts it at two sides.
    func part(filling place: CGSize) -> CGRect {
        let scale = max(place.width / shape.width, place.height / shape.height)
        let (width, height) = (place.width / scale / shape.width, place.height / scale / shape.height)
        return CGRect(x: (1 - width) / 2, y: (1 - height) / 2, width: width, height: height)
    }

    /// Makes the part that fills a place of so many pixels.
    func texture(width: Int, height: Int) -> OpaquePointer {
        let part = part(filling: CGSize(width: width, height: height))
        var pixels = [UInt8](repeating: 255, count: width * height * 4)
        for column in 0..<width {
            let x = part.minX + part.width * (Double(column) + 0.5) / Double(width)
            let hills = hills(x)
            for row in 0..<height {
                let colour = colour(x, part.minY + part.height * (Double(row) + 0.5) / Double(height), hills)
                let start = (row * width + column) * 4
                for channel in 0..<3 { pixels[start + channel] = UInt8(min(max(colour[channel], 0), 255)) }
            }
        }
        let bytes = g_bytes_new(&pixels, gsize(pixels.count))
        defer { g_bytes_unref(bytes) }
        return gdk_memory_texture_new(
            Int32(width), Int32(height), GDK_MEMORY_R8G8B8A8, bytes, gsize(width * 4))
    }
}

final class PhotoCell: GTKCell {
    // GTK's own functions can be called for all that ListEngineGTK does not have.
    let picture = GTKWidget(gtk_picture_new())
    /// The number of the picture that was made last, and its pixels.
    private var made = (number: -1, width: 0, height: 0)

    var photo: Photo? {
        didSet { if let frame = layoutAttributes?.frame { makeTexture(frame.size) } }
    }

    override func apply(_ layoutAttributes: LayoutAttributes) { makeTexture(layoutAttributes.frame.size) }

    /// The picture has as many pixels as its place on the screen, which is the row without the theme's padding.
    private func makeTexture(_ row: CGSize) {
        var padding = GtkBorder()
        if let row = gtk_widget_get_parent(picture.pointer) {
            gtk_style_context_get_padding(gtk_widget_get_style_context(row), &padding)
        }
        let size = CGSize(
            width: row.width.rounded() - CGFloat(padding.left + padding.right),
            height: row.height.rounded() - CGFloat(padding.top + padding.bottom))
        let scale = CGFloat(gtk_widget_get_scale_factor(picture.pointer))
        let (width, height) = (Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
        guard let photo, width > 0, height > 0, made != (photo.number, width, height) else { return }
        made = (photo.number, width, height)
        let texture = photo.texture(width: width, height: height)
        gtk_picture_set_paintable(OpaquePointer(picture.pointer), texture)
        g_object_unref(UnsafeMutableRawPointer(texture))
    }

    override func makeWidget() -> GTKWidget {
        gtk_picture_set_content_fit(OpaquePointer(picture.pointer), GTK_CONTENT_FIT_COVER)
        gtk_widget_set_overflow(picture.pointer, GTK_OVERFLOW_HIDDEN)
        return picture.style("photo")
    }
}
