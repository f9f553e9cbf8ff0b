import Foundation

/// Where the parts of a ready-made cell are. UIKit and AppKit measure the parts and place them by these frames.
package struct ContentArrangement {
    /// The parts in their order from the leading edge. Title, subtitle and progress are below each other.
    package enum Part: Hashable {
        case expander, mark, image
        case title, subtitle, progress
        case trailing, badge
        case accessory(Int)
    }

    /// Space around and between the parts, in points.
    package struct Spacing {
        package var margins = CGSize(width: 16, height: 8)
        package var gap: CGFloat = 8
        package var lineGap: CGFloat = 2
        /// For each step of indentation.
        package var step: CGFloat = 20
        package var leastHeight: CGFloat = 44
        package init() {}
    }

    package private(set) var frames: [Part: CGRect] = [:]
    /// The size that the parts need.
    package private(set) var size: CGSize

    /// - Parameters:
    ///   - parts: Those that the content has.
    ///   - indentation: In steps.
    ///   - width: The width of the cell, or the largest one if the natural size is wanted.
    ///   - height: The height of the cell. Nil is the height that the parts need.
    ///   - measure: The size of a part at most as wide as a width.
    package init(
        of parts: [Part], indentation: Int = 0, width: CGFloat, height: CGFloat? = nil, isRightToLeft: Bool = false,
        spacing: Spacing = Spacing(), measure: (Part, CGFloat) -> CGSize
    ) {
        let margin = spacing.margins
        let width = width > 0 ? width : 0
        var left = margin.width + spacing.step * CGFloat(min(max(0, indentation), 40))
        var right = width - margin.width
        var sizes: [Part: CGSize] = [:]
        func size(of part: Part, upTo room: CGFloat) -> CGSize {
            let measured = measure(part, max(0, room))
            let size = CGSize(
                width: min(measured.width.orZero, max(0, room)), height: min(measured.height.orZero, 1e6))
            sizes[part] = size
            return size
        }
        var rest: CGFloat = 0
        for part in parts where part.isLeading {
            let size = size(of: part, upTo: right - left)
            frames[part] = CGRect(origin: CGPoint(x: left, y: 0), size: size)
            left += size.width + spacing.gap
            rest = max(rest, size.height)
        }
        for part in parts.reversed() where part.isTrailing {
            // A long text or field at the edge leaves half of the room to the title.
            let size = size(of: part, upTo: (right - left) / 2)
            frames[part] = CGRect(origin: CGPoint(x: right - size.width, y: 0), size: size)
            right -= size.width + spacing.gap
            rest = max(rest, size.height)
        }
        let texts = parts.filter(\.isText)
        var (textWidth, textHeight): (CGFloat, CGFloat) = (0, 0)
        for text in texts {
            let size = size(of: text, upTo: right - left)
            textWidth = max(textWidth, size.width)
            textHeight += size.height + (text == texts[0] ? 0 : spacing.lineGap)
        }
        let needed = max(spacing.leastHeight, max(rest, textHeight) + 2 * margin.height)
        self.size = CGSize(width: width - max(0, right - left) + textWidth, height: needed)
        let used = height ?? needed
        var top = (used - textHeight) / 2
        for text in texts {
            let size = sizes[text] ?? .zero
            frames[text] = CGRect(x: left, y: top, width: max(0, right - left), height: size.height)
            top += size.height + spacing.lineGap
        }
        for part in parts where !part.isText {
            frames[part]?.origin.y = (used - (sizes[part]?.height ?? 0)) / 2
        }
        guard isRightToLeft else { return }
        for (part, frame) in frames { frames[part]?.origin.x = width - frame.maxX }
    }
}

extension ContentArrangement.Part {
    fileprivate var isLeading: Bool {
        switch self {
        case .expander, .mark, .image: true
        default: false
        }
    }
    fileprivate var isText: Bool {
        switch self {
        case .title, .subtitle, .progress: true
        default: false
        }
    }
    fileprivate var isTrailing: Bool { !isLeading && !isText }
}

extension CGFloat {
    /// A length that a toolkit measured. NaN counts as 0.
    fileprivate var orZero: CGFloat { self > 0 ? self : 0 }
}
