import Dispatcher
import YAML

/// Lays out the whole tree once, to find edges that cross and millimetres that nothing translates.
struct FrameCheck {
  private let layout: Layout
  private let findings: Findings

  init(_ layout: Layout, _ findings: Findings) {
    self.layout = layout
    self.findings = findings
  }

  func run() {
    for window in layout.windows {
      guard let size = size(of: window.frame, in: layout.screen.size) else { continue }
      for view in window.views { check(view, in: size) }
    }
    warnOfMillimetres()
  }

  private func check(_ view: ViewDescription, in superview: Size) {
    guard let size = size(of: view.frame, in: superview) else { return }
    for child in view.children { check(child, in: size) }
    if let scroll = view.scroll, scroll.contentOffset != nil { check(scroll, of: view, size) }
  }

  /// Gives the options of a scroll view to one, to find an offset beyond its content.
  private func check(_ scroll: ScrollDescription, of description: ViewDescription, _ size: Size) {
    let view = ScrollView(frame: Rect(origin: .zero, size: size))
    do throws(GeometryError) {
      for child in description.children {
        let frame = try child.frame.resolve(in: size, pointsPerMillimetre: layout.screen.pointsPerMillimetre)
        let content = View(frame: frame)
        if let transform = child.transform { content.transform = transform.value }
        view.addSubview(content)
      }
      try scroll.apply(to: view, pointsPerMillimetre: layout.screen.pointsPerMillimetre)
    } catch {
      // What a frame and a millimetre lack has been reported.
      if error.mark == scroll.contentOffset?.x.mark || error.mark == scroll.contentOffset?.y.mark,
        scroll.lengths.allSatisfy({ $0.unit != .millimetres }) || layout.screen.pointsPerMillimetre != nil
      {
        findings.error(error.message, at: error.mark)
      }
    }
  }

  /// The frame's size; `nil`, with everything below unknown too, if it has none or depends on the panel.
  private func size(of frame: FrameDescription, in superview: Size) -> Size? {
    do throws(GeometryError) {
      return try frame.resolve(in: superview, pointsPerMillimetre: layout.screen.pointsPerMillimetre).size
    } catch {
      if frame.lengths.allSatisfy({ $0.unit != .millimetres }) || layout.screen.sizeInMillimetres != nil {
        findings.error(error.message, at: error.mark)
      }
      return nil
    }
  }

  /// One warning for all: with a panel that knows its resolution, the layout is fine.
  private func warnOfMillimetres() {
    guard layout.screen.sizeInMillimetres == nil else { return }
    var marks: Set<Mark> = []
    func note(_ lengths: [Length]) {
      for length in lengths where length.unit == .millimetres { marks.insert(length.mark) }
    }
    for window in layout.windows { note(window.frame.lengths) }
    layout.forEachView { view in
      note(view.frame.lengths + (view.hitOutset?.lengths ?? []) + (view.scroll?.lengths ?? []))
    }
    note(layout.screen.touchscreen.filters.compactMap(\.value.length))
    guard let first = marks.min() else { return }
    let others = marks.count > 1 ? " (and \(marks.count - 1) more in this file)" : ""
    findings.warning(
      "this length in millimetres\(others) needs a panel that tells its resolution", at: first,
      help: "say how large the screen is: `size_mm: [WIDTH, HEIGHT]` under `screen`")
  }
}

extension FrameDescription {
  fileprivate var lengths: [Length] {
    [horizontal, vertical].flatMap { [$0.near, $0.extent, $0.far].compactMap(\.self) }
  }
}

extension EdgeLengths {
  fileprivate var lengths: [Length] { [top, left, bottom, right] }
}

extension ScrollDescription {
  fileprivate var lengths: [Length] {
    [contentSize, contentOffset].compactMap(\.self).flatMap { [$0.x, $0.y] } + (contentInset?.lengths ?? [])
  }
}
