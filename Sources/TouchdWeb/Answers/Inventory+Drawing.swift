import Dispatcher
import TouchdKit

extension Inventory {
  /// The answer to `/layout.svg`: what `touchd picture` draws of a layout's file, with what is hidden now.
  ///
  /// - Parameters:
  ///   - name: of the layout; `nil` for the first.
  ///   - point: a point of the screen whose hit path and responder chain are shown.
  /// - Returns: `nil` if there is no such layout.
  /// - Throws: ``UnreadableLayout``, ``GeometryError``.
  func drawing(of name: String?, at point: Point?) throws -> String? {
    guard let screen = screens.first(where: { name == nil || $0.name == name }),
      let file = screen.line.string("file")
    else { return nil }
    let views = screen.views.compactMap { view in
      view.string("id").map { ($0, view["hidden"] == .bool(true)) }
    }
    return try Layout(runningFrom: file)
      .picture(at: point, hidden: Dictionary(views, uniquingKeysWith: { first, _ in first }))
  }
}
