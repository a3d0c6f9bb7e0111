import Dispatcher

/// The calls that overriding views were given, in order, and what they do in the middle of one.
final class CallLog {
  private(set) var lines: [String] = []
  /// A view outside any window.
  let stray = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
  weak var application: Application?
  /// Run within a call, once so many calls have been noted.
  var interruption: (after: Int, run: () -> Void)?

  func note(_ method: String, _ view: View, _ point: Point) {
    lines.append("\(method) \(view.identifier) \(Self.text(point.x)) \(Self.text(point.y))")
    guard let interruption, lines.count > interruption.after else { return }
    self.interruption = nil
    interruption.run()
  }

  /// What is no number has a sign that arithmetic does not define.
  private static func text(_ coordinate: Double) -> String { coordinate.isNaN ? "nan" : "\(coordinate)" }

  /// The calls since the last time.
  func take() -> [String] {
    defer { lines.removeAll(keepingCapacity: true) }
    return lines
  }
}

/// A view that overrides `hitTest`, and sometimes `point(inside:)` as well.
class AskedView: View {
  enum Manner: CaseIterable {
    case inherits, inheritsShifted, asksItselfInside, nothing, itself, other, stray, asksChildren, asksAbove
    case asksApplication
  }

  weak var other: View?
  private let calls: CallLog
  private let manner: Manner
  private var isAsking = false

  init(frame: Rect, _ calls: CallLog, _ manner: Manner) {
    (self.calls, self.manner) = (calls, manner)
    super.init(frame: frame)
  }

  override func hitTest(_ point: Point, with event: Event?) -> View? {
    calls.note("hitTest", self, point)
    guard !isAsking else { return nil }
    isAsking = true
    defer { isAsking = false }
    switch manner {
    case .inherits: return super.hitTest(point, with: event)
    case .inheritsShifted: return super.hitTest(Point(x: point.x + 7, y: point.y), with: event)
    case .asksItselfInside:
      return self.point(inside: point, with: event) ? super.hitTest(point, with: event) : nil
    case .nothing: return nil
    case .itself: return self
    case .other: return bounds.contains(point) ? other : super.hitTest(point, with: event)
    case .stray: return bounds.contains(point) ? calls.stray : nil
    case .asksChildren:
      return subviews.lazy.compactMap { $0.hitTest(self.convert(point, to: $0), with: event) }.first
    case .asksAbove:
      _ = superview?.hitTest(point, with: event)
      return super.hitTest(point, with: event)
    case .asksApplication:
      _ = calls.application?.hitTest(point, with: event)
      return super.hitTest(point, with: event)
    }
  }
}

/// A view that overrides `point(inside:)` only.
final class InsideView: View {
  private let calls: CallLog
  private let reach: Double

  init(frame: Rect, _ calls: CallLog, reach: Double) {
    (self.calls, self.reach) = (calls, reach)
    super.init(frame: frame)
  }

  override func point(inside point: Point, with event: Event?) -> Bool {
    calls.note("inside", self, point)
    return super.point(inside: Point(x: point.x + reach, y: point.y), with: event)
  }
}

/// A window that lets fingers through to the next one where no view of its own is.
final class PassingWindow: Window {
  override func hitTest(_ point: Point, with event: Event?) -> View? {
    let view = super.hitTest(point, with: event)
    return view === self ? nil : view
  }
}
