import Dispatcher

/// The options of a view of `type: scroll`.
struct ScrollDescription: Equatable, Sendable {
  var contentSize: LengthPair?
  var contentOffset: LengthPair?
  var contentInset: EdgeLengths?
  var delaysContentTouches = true
  var canCancelContentTouches = true
  var bounces = true
  var isDirectionalLockEnabled = false
  var isScrollEnabled = true

  static let keys = Keys<ScrollDescription>(
    "scroll", "`scroll`", "The options of a view of type scroll.",
    sample: .init("content_size", "[100%, 2000]"), blank: { _ in ScrollDescription() },
    Key("content_size", .pair("[width, height]", .distances, "extent"), \.contentSize)
      .help(
        "[width, height] of the content; % are of the view. By default the smallest that holds the children."
      ),
    Key("content_offset", .pair("[x, y]", .coordinates, "length"), \.contentOffset, default: "[0, 0]")
      .help("[x, y]: the point of the content that is at the view's upper left corner at first."),
    Key("content_inset", .edgeLengths, \.contentInset, default: "0")
      .help("How far the content scrolls beyond its edges: one length, or [top, left, bottom, right]."),
    Key("delays_content_touches", .flag, \.delaysContentTouches)
      .help("Whether a touch is kept from the content for a moment, in case it becomes a drag."),
    Key("can_cancel_content_touches", .flag, \.canCancelContentTouches)
      .help("Whether a drag that begins on the content takes the touch from it."),
    Key("bounces", .flag, \.bounces)
      .help("Whether the content follows a drag beyond its end, and comes back."),
    Key("directional_lock", .flag, \.isDirectionalLockEnabled)
      .help("Whether a drag that begins along one axis keeps to it."),
    Key("enabled", .flag, \.isScrollEnabled).help("Whether it scrolls."))

  /// Gives a scroll view its options. Its children are there already: without a size of its own, the content is the
  /// smallest that holds them.
  func apply(to view: ScrollView, pointsPerMillimetre: PointsPerMillimetre?) throws(GeometryError) {
    view.delaysContentTouches = delaysContentTouches
    view.canCancelContentTouches = canCancelContentTouches
    view.bounces = bounces
    view.isDirectionalLockEnabled = isDirectionalLockEnabled
    view.isScrollEnabled = isScrollEnabled
    if let contentInset {
      view.contentInset = try contentInset.resolve(pointsPerMillimetre: pointsPerMillimetre)
    }
    let size = try contentSize?.points(of: view.bounds.size, pointsPerMillimetre: pointsPerMillimetre)
    let children = view.subviews.map(\.frame)
    view.contentSize = Size(
      width: size?.x ?? children.map(\.maxX).reduce(0, max),
      height: size?.y ?? children.map(\.maxY).reduce(0, max))
    if let contentOffset {
      let offset = try contentOffset.points(of: view.bounds.size, pointsPerMillimetre: pointsPerMillimetre)
      try contentOffset.check(offset, in: view.offsetRange)
      view.contentOffset = offset
    }
  }
}

extension Form<LengthPair> {
  /// A length along each axis, as `[x, y]`.
  fileprivate static func pair(_ form: String, _ bounds: Bounds, _ name: String) -> Form {
    Form("type: array, items: { \(Form.reference(name)) }, minItems: 2, maxItems: 2") { setting in
      setting.tuple(2, "lengths, \(form)")?.complete { $0.length(bounds) }
        .map { LengthPair(x: $0[0], y: $0[1]) }
    }
  }
}

/// The options of a view of `type: control`.
struct ControlDescription: Equatable, Sendable {
  typealias Events = [ControlEvent.Kind: [Located<String>]]

  var isEnabled = true
  /// The names of the ``ResponderBinding``s that each event goes to, in the order in which they receive it.
  var events: Events = [:]

  static let keys = Keys<ControlDescription>(
    "control", "`control`", "The options of a view of type control.",
    sample: .init("events", "{ touch_up_inside: NAME }"), blank: { _ in ControlDescription() },
    Key("enabled", .flag, \.isEnabled).help("Whether it reacts to fingers."),
    Key("events", eventKeys, \.events))

  static let eventKeys = Keys<Events>(
    "control_events", "`events`", "Names of responders for what can happen to a control.",
    sample: .init("touch_up_inside", "NAME"), blank: { _ in [:] },
    event(.touchDown, "A finger came down in it."),
    event(.touchDownRepeat, "A finger came down in it again, soon after the previous down and near it."),
    event(.touchDragInside, "A finger moves in it."),
    event(.touchDragOutside, "A finger moves outside."),
    event(.touchDragEnter, "A finger has come back into it."),
    event(.touchDragExit, "A finger has left it."),
    event(.touchUpInside, "A finger lifted in it."),
    event(.touchUpOutside, "A finger lifted outside."),
    event(.touchCancel, "The touch was cancelled."))

  private static func event(_ kind: ControlEvent.Kind, _ help: String) -> Key<Events> {
    Key(kind.rawValue, .responders) { $1[kind] = $0 }.help(help)
  }
}

extension LengthPair {
  /// - Throws: ``GeometryError`` for an offset at which the content cannot rest, at the number that is wrong.
  fileprivate func check(_ offset: Point, in range: (minimum: Point, maximum: Point)) throws(GeometryError) {
    try check(offset.x, range.minimum.x...range.maximum.x, "x", x)
    try check(offset.y, range.minimum.y...range.maximum.y, "y", y)
  }

  private func check(
    _ offset: Double, _ range: ClosedRange<Double>, _ axis: String, _ length: Length
  ) throws(GeometryError) {
    // Parts of a hundred and millimetres are not exact.
    guard offset < range.lowerBound - 1e-6 || offset > range.upperBound + 1e-6 else { return }
    throw GeometryError(
      mark: length.mark,
      message: "the content cannot be scrolled to \(axis) = \(words(for: offset)): it goes from "
        + "\(words(for: range.lowerBound)) to \(words(for: range.upperBound)), by `content_size`, `content_inset` and "
        + "the frame")
  }
}
