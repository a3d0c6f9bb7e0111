import Dispatcher
import TouchdKit

extension Inventory {
  /// The answer to `/layout.svg`: the views of a layout as they lie on the screen.
  ///
  /// - Parameter name: of the layout; `nil` for the first.
  /// - Returns: `nil` if there is no such layout.
  func drawing(of name: String?) -> String? {
    guard let screen = screens.first(where: { name == nil || $0.name == name }) else { return nil }
    let size = screen.line["size"]?.doubles ?? [0, 0]
    guard size.count == 2 else { return nil }
    let parts = screen.views.compactMap { $0.outline(among: screen.views) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size[0].text) \(size[1].text)">
      <title>\(screen.name.markup)</title>
      <g fill="#4a90d9" fill-opacity="0.07" stroke="#4a90d9" font-family="sans-serif" font-size="12">
      \(parts.joined(separator: "\n"))
      </g>
      </svg>
      """
  }
}

extension JSON {
  /// A view as a polygon, with its id in the upper left corner.
  fileprivate func outline(among views: [JSON]) -> String? {
    guard let id = word("id"), let placement = placement, let way = wayToScreen(among: views) else {
      return nil
    }
    let corners = [(0, 0), (1, 0), (1, 1), (0, 1)].map { x, y in
      way.apply(to: Point(x: placement.size.width * x, y: placement.size.height * y))
    }
    let points = corners.map { "\($0.x.text),\($0.y.text)" }.joined(separator: " ")
    let dashes = self["hidden"] == .bool(true) ? " stroke-dasharray=\"4\"" : ""
    return """
      <polygon\(dashes) points="\(points)" vector-effect="non-scaling-stroke"/>
      <text x="\((corners[0].x + 4).text)" y="\((corners[0].y + 14).text)" fill-opacity="1" stroke="none">\
      \(id.markup)</text>
      """
  }

  private var placement: Rect? {
    guard let numbers = self["frame"]?.doubles, numbers.count == 4 else { return nil }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// From the view's own coordinates to the screen's. O(depth × views).
  private func wayToScreen(among views: [JSON]) -> AffineTransform? {
    var way = AffineTransform.identity
    var view: JSON? = self
    // A chain is no longer than there are views; ids may not repeat, but a line may say anything.
    for _ in 0...views.count {
      guard let current = view else { return way }
      guard let step = current.step else { return nil }
      way = way.concatenating(step)
      guard let parent = current.word("parent") else { return way }
      view = views.first { $0.word("id") == parent }
    }
    return nil
  }

  /// From the view's own coordinates to those of its parent: the transform is about the middle.
  private var step: AffineTransform? {
    guard let placement else { return nil }
    let move = AffineTransform(translationX: placement.minX, y: placement.minY)
    guard let m = self["transform"]?.doubles, m.count == 6 else { return move }
    let (w, h) = (placement.size.width / 2, placement.size.height / 2)
    return AffineTransform(translationX: -w, y: -h)
      .concatenating(AffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5]))
      .concatenating(AffineTransform(translationX: w, y: h)).concatenating(move)
  }
}

extension Double {
  fileprivate var text: String { JSON.decimal(self).text }
}

extension String {
  /// As text of SVG.
  fileprivate var markup: String {
    reduce(into: "") { text, character in
      switch character {
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "&": text += "&amp;"
      case "\"": text += "&quot;"
      default: text.append(character)
      }
    }
  }
}
