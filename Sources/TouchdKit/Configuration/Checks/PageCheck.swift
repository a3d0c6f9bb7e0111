import Dispatcher
import YAML

/// Looks for what a layout with `delivery: filter` does to the page and its author may not have meant.
struct PageCheck {
  private let layout: Layout
  private let findings: Findings

  /// Part of the screen above which held touches make the page slow for whole hands. (O)
  private static let largestHold = 0.1

  init(_ layout: Layout, _ findings: Findings) {
    self.layout = layout
    self.findings = findings
  }

  func run() {
    guard layout.screen.page != nil else { return }
    reportReservedIDs()
    guard !keepsAtEnd else { return }
    for window in layout.windows {
      let size = extent(of: window.frame, in: layout.screen.size)
      if window.onTouch?.keeps ?? false { continue }
      for gesture in window.gestures { check(gesture, share: share(of: size)) }
      for view in window.views { check(view, in: size) }
    }
  }

  private func reportReservedIDs() {
    let ids = layout.windows.map(\.id) + layout.ofViews(\.id) + layout.ofViews(\.controller).map(\.id)
    for id in ids where id.value == "screen" {
      findings.error(
        "the id \(quoted("screen")) is reserved with `delivery: filter`", at: id.mark,
        help: "it always names the page behind the application")
    }
  }

  /// Whether the end of every chain keeps all touches: then no gesture takes anything from the page.
  private var keepsAtEnd: Bool {
    let bindings = [layout.application.onTouch, layout.application.delegate?.onTouch].compactMap(\.self)
    guard let first = bindings.first(where: \.keeps) else { return false }
    findings.warning(
      "the page gets no touch: this `on_touch` keeps them all", at: first.to.mark,
      help: "with `forward: true` it listens, and lets them pass")
    return true
  }

  /// Checks a view and those below it: a view that consumes touches consumes theirs, too.
  private func check(_ view: ViewDescription, in superview: Size?) {
    guard !view.keepsTouches else { return }
    let size = superview.flatMap { extent(of: view.frame, in: $0) }
    for gesture in view.gestures { check(gesture, share: share(of: size)) }
    for child in view.children { check(child, in: size) }
  }

  /// One warning for each gesture; one that writes its flags out means what it says.
  private func check(_ gesture: GestureDescription, share: Double?) {
    if case .hover = gesture.kind { return }
    let delays = gesture.delaysBegan ?? false
    let name = quoted(gesture.name.value)
    if delays {
      let isWrittenOut = gesture.cancelsTouches != nil && gesture.delaysEnded != nil
      guard !isWrittenOut else { return }
      let cost = gesture.costOfTap(layout.thresholds)
      if let share, share >= Self.largestHold {
        findings.warning(
          "\(name) holds every touch on \(Int((share * 100).rounded())) % of the screen back until it has failed"
            + (cost.map { ", an ordinary tap until \($0)" } ?? ""),
          at: gesture.name.mark,
          help: "put it on a small view; or write out `cancels_touches` and `delays_ended` as well")
      } else if let cost {
        findings.warning(
          "\(name) holds an ordinary tap back until \(cost)", at: gesture.name.mark,
          help: (gesture.hasWithin
            ? "leave `within` out, then only the time between two taps counts; or " : "")
            + "write out `cancels_touches` and `delays_ended` as well, if that is meant")
      }
    } else if gesture.cancelsTouches == nil {
      findings.warning(
        "\(name) takes its touches from the page when it is recognized, and the page has seen them by then",
        at: gesture.name.mark,
        help: "`delays_began: true` hides them from the page, `cancels_touches: false` leaves them to it")
    } else if gesture.delaysEnded == nil, gesture.costOfTap(layout.thresholds) != nil {
      findings.warning(
        "\(name) makes taps long for the page: its finger stays down until the gesture has failed",
        at: gesture.name.mark,
        help: "write `delays_began: true`, or `delays_ended: false`")
    }
  }

  /// The part of the screen that a size is.
  private func share(of size: Size?) -> Double? {
    size.map { $0.width * $0.height / (layout.screen.size.width * layout.screen.size.height) }
  }

  private func extent(of frame: FrameDescription, in superview: Size) -> Size? {
    try? frame.resolve(in: superview, pointsPerMillimetre: layout.screen.pointsPerMillimetre).size
  }
}

extension TouchBinding {
  /// Whether it keeps touches from what comes after it in the chain.
  var keeps: Bool { !forwards }
}

extension ViewDescription {
  /// Whether touches on it, and on what is below it, go no further up the chain.
  var keepsTouches: Bool {
    if let onTouch { return onTouch.keeps }
    if controller?.onTouch?.keeps ?? false { return true }
    return kind == .control || kind == .scroll
  }
}

extension GestureDescription {
  /// A lift that comes later makes a tap a long press for the page. (O)
  private static let longestTap = Interval.milliseconds(300)

  /// True if a time from the first down to the last replaces the time between two taps.
  fileprivate var hasWithin: Bool {
    if case .tap(let tap) = kind { tap.within != nil } else { false }
  }

  /// Time at which a single tap has made it fail: `0.35 s after its lift`; `nil` if the page has it as a tap by then.
  fileprivate func costOfTap(_ thresholds: Thresholds) -> String? {
    let (wait, start): (Interval, String)
    switch kind {
    case .tap(let tap) where tap.count > 1:
      (wait, start) = tap.within.map { ($0, "landing") } ?? (thresholds.tap.interval, "lift")
    case .longPress(let press) where press.taps > 0: (wait, start) = (thresholds.tap.interval, "lift")
    default: return nil
    }
    return wait > Self.longestTap ? "\(words(for: wait.seconds)) s after its \(start)" : nil
  }
}
