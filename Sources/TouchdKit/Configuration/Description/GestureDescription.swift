import Dispatcher
import YAML

/// One gesture recognizer of a view or window.
struct GestureDescription: Equatable, Sendable {
  /// Unique in the file. Without one of its own, the view's id and the kind (`corner.tap`) or the name of a custom
  /// recognizer, for the second unnamed one of that kind on the view `corner.tap#2`, and so on.
  var name: Located<String>
  /// Whether the layout gives it that name.
  var isNamed = false
  var kind: Kind
  /// The names of the ``ResponderBinding``s that its actions go to.
  var to: [Located<String>] = []
  /// The layout's flags for its touches; `nil` leaves UIKit's defaults.
  var cancelsTouches: Bool?
  var delaysBegan: Bool?
  var delaysEnded: Bool?
  /// The names of gestures that must fail before this one may be recognized.
  var requiresFailureOf: [Located<String>] = []
  /// The names of gestures that may be recognized at the same time.
  var simultaneousWith: [Located<String>] = []

  /// Which recognizer it is, with its own numbers.
  enum Kind: Equatable, Sendable {
    case tap(TapDescription)
    case longPress(LongPressDescription)
    case pan(PanDescription)
    case swipe(SwipeDescription)
    case pinch
    case rotation
    /// Never without an edge.
    case edgePan(Set<ScreenEdge>)
    case hover
    /// One of the program's own.
    case custom(CustomDescription)
  }
}

/// The numbers of a tap; what is `nil` is left to the thresholds.
struct TapDescription: Equatable, Sendable {
  var count = 1
  var touches = 1
  /// From the first down to the last down.
  var within: Interval?
  /// Time that the last down must have lasted for the tap to be recognized; `nil` for at its lift.
  var holdLast: Interval?
}

/// The numbers of a long press; what is `nil` is left to the thresholds.
struct LongPressDescription: Equatable, Sendable {
  /// The time for which the fingers must stay.
  var minimum: Interval?
  /// The distance that they may move meanwhile, in points.
  var allowableMovement: Double?
  /// The number of taps before the press.
  var taps = 0
  var touches = 1
  /// Interval of its reports of progress; `nil` for none.
  var progress: Interval?
}

/// The numbers of a pan.
struct PanDescription: Equatable, Sendable {
  var minTouches = 1
  /// At least ``minTouches``; `nil` for any number.
  var maxTouches: Int?
  var axis = Axis.any

  /// Along which axis of its view the fingers must move for it to begin.
  enum Axis: String, LayoutChoice {
    case any
    case horizontal
    case vertical
  }
}

/// The numbers of a swipe.
struct SwipeDescription: Equatable, Sendable {
  /// Never empty.
  var directions: Set<Direction> = [.right]
  var touches = 1

  enum Direction: String, LayoutChoice {
    case left
    case right
    case up
    case down
  }
}

/// An edge of the screen at which a pan may start.
enum ScreenEdge: String, LayoutChoice {
  case top
  case left
  case bottom
  case right
}

extension Setting {
  /// The recognizers of a view or window, with names where they have none.
  ///
  /// - Parameter hasOwnPan: whether the view brings a pan along, whose name is the first of that kind.
  func gestures(of view: String, hasOwnPan: Bool = false) -> [GestureDescription] {
    var unnamed = hasOwnPan ? ["pan": 1] : [:]
    return (items("a list of gestures") ?? []).compactMap { item in
      item.named("a gesture").gesture { kind in
        DefaultName.next("\(view).\(kind)", &unnamed[kind, default: 0])
      }
    }
  }

  /// Also one whose kind is missing or no good (which is an error) is read on, for its other mistakes.
  private func gesture(defaultName: (_ kind: String) -> String) -> GestureDescription? {
    guard let fields = fields(.gesture) else { return nil }
    let setting = fields.gestureKind()
    let kind = setting?.gestureKind()
    let word = kind?.customName ?? setting?.key ?? "gesture"
    let name = fields["name"]?.label()
    return GestureDescription(
      name: name ?? Located(defaultName(word), at: setting?.keyMark ?? mark), isNamed: name != nil,
      kind: kind ?? .tap(TapDescription()),
      to: fields["to"]?.responderNames() ?? [],
      cancelsTouches: fields["cancels_touches"]?.flag(),
      delaysBegan: fields["delays_began"]?.flag(),
      delaysEnded: fields["delays_ended"]?.flag(),
      requiresFailureOf: fields["requires_failure_of"]?.gestureNames() ?? [],
      simultaneousWith: fields["simultaneous_with"]?.gestureNames() ?? [])
  }
}

extension Fields {
  /// The one key that says which recognizer it is.
  fileprivate func gestureKind() -> Setting? {
    let kinds = KeyTable.gestureKinds.compactMap { self[$0] }.sorted { $0.keyMark < $1.keyMark }
    for extra in kinds.dropFirst() {
      findings.error(
        "a gesture is one recognizer; this one is \(kinds[0].name) already", at: extra.keyMark,
        help: "begin another item of the list with `- \(extra.key):`")
    }
    // A key such as `tapp` has been reported.
    if kinds.isEmpty, !hasOtherKeys {
      findings.error(
        "a gesture must have \(alternatives(KeyTable.gestureKinds.map { "`\($0)`" }))", at: mark)
    }
    return kinds.first
  }
}

extension Setting {
  fileprivate func gestureKind() -> GestureDescription.Kind? {
    switch key {
    case "tap": optionalFields(.tap).map { .tap($0.tap()) }
    case "long_press": optionalFields(.longPress).map { .longPress($0.longPress()) }
    case "pan": optionalFields(.pan).map { .pan($0.pan()) }
    case "swipe": optionalFields(.swipe).map { .swipe($0.swipe()) }
    case "pinch": optionalFields(.pinch).map { _ in .pinch }
    case "rotation": optionalFields(.rotation).map { _ in .rotation }
    case "edge_pan": optionalFields(.edgePan).map { .edgePan($0["edge"]?.choices(ScreenEdge.self) ?? []) }
    case "hover": optionalFields(.hover).map { _ in .hover }
    case "custom": custom(.customGesture).map { .custom($0) }
    default: nil
    }
  }

  /// Fields, none if there is no value: `- tap:` alone has all defaults.
  private func optionalFields(_ table: KeyTable) -> Fields? {
    node.isNull ? Fields([], at: mark, table, findings) : fields(table)
  }
}

extension GestureDescription.Kind {
  fileprivate var customName: String? {
    guard case .custom(let description) = self else { return nil }
    return description.name.value
  }
}

extension Fields {
  fileprivate func tap() -> TapDescription {
    TapDescription(
      count: self["count"]?.integer(1...100) ?? 1,
      touches: self["touches"]?.integer(1...60) ?? 1,
      within: self["within"]?.duration(),
      holdLast: self["hold_last"]?.duration())
  }

  fileprivate func longPress() -> LongPressDescription {
    LongPressDescription(
      minimum: self["minimum"]?.duration(orZero: true),
      allowableMovement: self["allowable_movement"]?.number(.distances),
      taps: self["taps"]?.integer(0...100) ?? 0,
      touches: self["touches"]?.integer(1...60) ?? 1,
      progress: self["progress"]?.duration(.from(0.01, to: 3600)))
  }

  fileprivate func pan() -> PanDescription {
    let fewest = self["min_touches"]?.integer(1...60) ?? 1
    let most = self["max_touches"]?.integer(1...60)
    if let most, most < fewest {
      self["max_touches"]?.error("`max_touches` must not be less than `min_touches`, which is \(fewest)")
    }
    return PanDescription(
      minTouches: fewest, maxTouches: most,
      axis: self["axis"]?.choice(PanDescription.Axis.self) ?? .any)
  }

  fileprivate func swipe() -> SwipeDescription {
    SwipeDescription(
      directions: self["direction"]?.choices(SwipeDescription.Direction.self) ?? [.right],
      touches: self["touches"]?.integer(1...60) ?? 1)
  }
}

extension GestureDescription {
  /// - Parameters:
  ///   - thresholds: the layout's; the gesture's own numbers go before them.
  ///   - custom: the recognizers of the program's own.
  func makeRecognizer(_ thresholds: Thresholds, _ custom: CustomRegistry) -> GestureRecognizer {
    let recognizer = kind.makeRecognizer(thresholds, custom)
    recognizer.name = name.value
    recognizer.cancelsTouchesInView = cancelsTouches ?? true
    recognizer.delaysTouchesBegan = delaysBegan ?? false
    recognizer.delaysTouchesEnded = delaysEnded ?? true
    return recognizer
  }
}

extension GestureDescription.Kind {
  fileprivate func makeRecognizer(_ thresholds: Thresholds, _ custom: CustomRegistry) -> GestureRecognizer {
    switch self {
    case .tap(let description): return description.makeRecognizer(thresholds)
    case .longPress(let description): return description.makeRecognizer(thresholds)
    case .pan(let description): return description.makeRecognizer(thresholds)
    case .swipe(let description): return description.makeRecognizer(thresholds)
    case .pinch:
      let pinch = PinchGestureRecognizer()
      pinch.thresholds = thresholds.pinch
      return pinch
    case .rotation:
      let rotation = RotationGestureRecognizer()
      rotation.thresholds = thresholds.rotation
      return rotation
    case .edgePan(let edges):
      let pan = ScreenEdgePanGestureRecognizer()
      pan.thresholds = thresholds.pan
      pan.edgeThresholds = thresholds.screenEdgePan
      pan.edges = edges.reduce(into: []) { $0.insert($1.edge) }
      return pan
    case .hover: return HoverGestureRecognizer()
    case .custom(let description): return custom.makeRecognizer(description)
    }
  }
}

extension TapDescription {
  fileprivate func makeRecognizer(_ thresholds: Thresholds) -> GestureRecognizer {
    let tap = TapGestureRecognizer()
    tap.thresholds = thresholds.tap
    tap.numberOfTapsRequired = count
    tap.numberOfTouchesRequired = touches
    tap.within = within
    tap.holdLast = holdLast
    return tap
  }
}

extension LongPressDescription {
  fileprivate func makeRecognizer(_ thresholds: Thresholds) -> GestureRecognizer {
    let press = LongPressGestureRecognizer()
    press.thresholds = thresholds.longPress
    press.tapThresholds = thresholds.tap
    press.numberOfTapsRequired = taps
    press.numberOfTouchesRequired = touches
    press.progressInterval = progress
    if let minimum { press.thresholds.minimumDuration = minimum }
    if let allowableMovement { press.thresholds.allowableMovement = allowableMovement }
    return press
  }
}

extension PanDescription {
  fileprivate func makeRecognizer(_ thresholds: Thresholds) -> GestureRecognizer {
    let pan = PanGestureRecognizer()
    pan.thresholds = thresholds.pan
    pan.minimumNumberOfTouches = minTouches
    if let maxTouches { pan.maximumNumberOfTouches = maxTouches }
    pan.axis = axis.axis
    return pan
  }
}

extension SwipeDescription {
  fileprivate func makeRecognizer(_ thresholds: Thresholds) -> GestureRecognizer {
    let swipe = SwipeGestureRecognizer()
    swipe.thresholds = thresholds.swipe
    swipe.direction = directions.reduce(into: []) { $0.insert($1.direction) }
    swipe.numberOfTouchesRequired = touches
    return swipe
  }
}

// The layout's words in the model's.

extension PanDescription.Axis {
  fileprivate var axis: PanAxis {
    switch self {
    case .any: .any
    case .horizontal: .horizontal
    case .vertical: .vertical
    }
  }
}

extension SwipeDescription.Direction {
  fileprivate var direction: SwipeGestureRecognizer.Direction {
    switch self {
    case .left: .left
    case .right: .right
    case .up: .up
    case .down: .down
    }
  }
}

extension ScreenEdge {
  fileprivate var edge: RectEdge {
    switch self {
    case .top: .top
    case .left: .left
    case .bottom: .bottom
    case .right: .right
    }
  }
}
