import TestTables

/// Views, what fingers do, and which lines of the log must come of it.
struct SceneRow: TableRow {
  var what = ""
  /// The window and all in it, where it is neither that of ``views`` nor the suite's.
  var tree: String?
  /// Views in the window, which has 400 × 400 points.
  var views = "V(0,0,400,400)<multi>"
  var relations = ""
  var overrides = ""
  /// The way in which touches are taken from the page, and the slots of the real panel, in a suite with a page.
  var cancel = ScreenCancel.slide(by: 24)
  var slots = 10
  /// Done before the fingers.
  var set: @Sendable (Scene) -> Void = { _ in }
  let fingers: String
  /// Done after them, and before `more` fingers.
  var then: @Sendable (Scene) -> Void = { _ in }
  var more = ""
  /// The kinds of lines that are compared, where they are not the suite's.
  var kinds: String?
  var showsTimes = false
  /// The time to wait for after the fingers, in seconds since the start.
  var until: Double?
  /// The recognizer whose actions note a `value`: a pan's translation, a pinch's scale, a rotation in degrees.
  var values: String?
  /// The recognizer whose actions note `where` it is.
  var places: String?
  let log: String

  /// Calls of views, and actions.
  static let calls = "began moved ended cancelled act"
  /// The kinds where neither row nor suite says any.
  static let allKinds = calls + " fail"

  /// The difference of the lines of those kinds from those expected; `nil` for none. A suite may have a tree, kinds and
  /// values of its own.
  ///
  /// - Parameters:
  ///   - tracesHits: whether hit tests are traced; without that, their lines are not expected either.
  ///   - hasPage: whether there is a page; what is wrong with its frames is a difference, too.
  func difference(
    on tree: String? = nil, in kinds: String = allKinds, showsTimes: Bool = false, values: String? = nil,
    tracesHits: Bool = true, hasPage: Bool = false
  ) -> String? {
    let tree = self.tree ?? tree ?? "window(0,0,400,400)\(hasPage ? "<multi>" : "")[\(views)]"
    let scene = Scene(tree, relations: relations, overrides: overrides)
    let page = hasPage ? Page(scene, cancel: cancel, slots: slots) : nil
    let compared = (self.kinds ?? kinds).split(separator: " ")
    scene.log.showsTimes = self.showsTimes || showsTimes
    scene.log.showsStates = compared.contains("state")
    scene.application.tracesHitTests = tracesHits
    if let values = self.values ?? values { scene.noteValue(of: values) }
    if let places { scene.notePlace(of: places) }
    set(scene)
    scene.play(fingers)
    then(scene)
    scene.play(more)
    if let until { scene.wait(until: until) }
    let lines = scene.log.lines.map { compared.contains("enter") ? Self.entered($0) : $0 }.filter { line in
      // A time stands before the kind, but not in a line that a test notes.
      line.split(separator: " ").prefix(scene.log.showsTimes ? 2 : 1).contains { compared.contains($0) }
    }
    let expected = log.replacing("; ", with: "\n").split(separator: "\n").filter { line in
      tracesHits || !["hit ", "enter ", "leave "].contains { line.hasPrefix($0) }
    }
    return page?.fault ?? TestSupport.difference(lines, from: expected.joined(separator: "\n"))
  }

  /// Rows that show where a hit test is left say of its entry no more than whose it is.
  private static func entered(_ line: String) -> String {
    line.hasPrefix("hit ") ? "enter " + line.dropFirst(4).prefix { $0 != ">" } : line
  }
}

/// The difference of lines from those expected, which are one a line or between semicolons; `nil` for none. For lines
/// that have semicolons of their own there is `TestSupport.difference`.
func difference(_ lines: [String], from expected: String) -> String? {
  TestSupport.difference(lines, from: expected.replacing("; ", with: "\n"))
}

/// Expects lines to be these, which are one a line or between semicolons.
func expect(
  _ lines: [String], from expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(difference(lines, from: expected) == nil, sourceLocation: sourceLocation)
}

extension Scene {
  /// Expects the lines of some kinds to be these.
  func expect(
    _ lines: String, in kinds: String = SceneRow.allKinds, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let kinds = kinds.split(separator: " ").map(String.init)
    DispatcherTests.expect(log.lines(of: kinds), from: lines, sourceLocation: sourceLocation)
  }

  /// Writes a line at each action of a view's pans: state, translation and velocity, in that view or in another.
  func noteValues(of name: String, in other: String? = nil) {
    let view = other.map { self.view($0) } ?? view(name)
    for case let pan as PanGestureRecognizer in self.view(name).gestureRecognizers {
      pan.addAction { [unowned self] _ in
        let (translation, velocity) = (pan.translation(in: view), pan.velocity(in: view))
        log.note("pan \(pan.state) by \(translation.short) at \(velocity.short)")
      }
    }
  }

  /// Writes a line at each action of a recognizer: its `value`, as ``SceneRow/values`` says.
  func noteValue(of name: String) {
    recognizer(name).addAction { [log] recognizer in
      switch recognizer {
      case let pan as PanGestureRecognizer: log.note("value \(pan.translation(in: nil).short)")
      case let pinch as PinchGestureRecognizer: log.note("value \(shortText(pinch.scale))")
      case let rotation as RotationGestureRecognizer:
        log.note("value \(shortText((rotation.rotation * 1800 / .pi).rounded() / 10))")
      default: preconditionFailure("\(name) has no value; name a pan, a pinch or a rotation")
      }
    }
  }

  fileprivate func notePlace(of name: String) {
    recognizer(name).addAction { [log] recognizer in log.note("where \(recognizer.location(in: nil).short)") }
  }
}

extension Point {
  /// The coordinates to a millionth, which is less than what a turned view rounds away.
  var short: String { "\(shortText(x, decimals: 6)),\(shortText(y, decimals: 6))" }
}
