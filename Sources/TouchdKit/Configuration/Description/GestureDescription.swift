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
  var to: [Located<String>] = []
  /// The layout's flags for its touches; `nil` leaves UIKit's defaults.
  var cancelsTouches: Bool?
  var delaysBegan: Bool?
  var delaysEnded: Bool?
  var requiresFailureOf: [Located<String>] = []
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

  static let keys = Keys<GestureDescription>(
    "gesture", "a gesture", "One gesture recognizer: the key for its kind, and the keys that all kinds have.",
    sample: .init("tap", "{ count: 5 }"),
    blank: { GestureDescription(name: Located("", at: $0.mark), kind: .pinch) },
    rows: kindKeys.map { $0.unread() } + [
      Key("name", Form<Located<String>>.label) { ($1.name, $1.isNamed) = ($0, true) }
        .help(
          "Unique in the file. By default the view's id, a dot and the kind, or the custom recognizer's name."
        ),
      Key("to", .responders, \.to).help("Names of responders that its actions go to."),
      Key("cancels_touches", .flag, \.cancelsTouches, default: "true")
        .help("Whether the view's touches are cancelled on recognition."),
      Key("delays_began", .flag, \.delaysBegan, default: "false")
        .help("Whether touchesBegan is held while the gesture is possible."),
      Key("delays_ended", .flag, \.delaysEnded, default: "true")
        .help("Whether touchesEnded is held while the gesture is possible."),
      Key("requires_failure_of", .gestures, \.requiresFailureOf)
        .help("Names of gestures that must fail first."),
      Key("simultaneous_with", .gestures, \.simultaneousWith)
        .help("Names of gestures that may be recognized at the same time."),
    ])

  /// The keys that say which recognizer it is: a gesture has exactly one of them.
  static let kinds = kindKeys.map(\.name)
  fileprivate static let kindKeys = allKinds.map(\.key)
  static let kindTables = allKinds.map(\.table)

  private static let allKinds: [(key: Key<Kind?>, table: KeyTable)] = [
    kind(TapDescription.keys) { .tap($0) },
    kind(LongPressDescription.keys) { .longPress($0) },
    kind(PanDescription.keys) { .pan($0) },
    kind(SwipeDescription.keys) { .swipe($0) },
    kind(plain("pinch", .pinch, "Two fingers apart or together")) { $0 },
    kind(plain("rotation", .rotation, "Two fingers around each other")) { $0 },
    kind(edgePan) { .edgePan($0) },
    kind(plain("hover", .hover, "A pen, or a finger if the panel reports it, near the screen")) { $0 },
    (
      Key("custom", Form<CustomDescription>.custom(CustomDescription.gesture).map { .custom($0) }, \.self),
      CustomDescription.gesture
    ),
  ]

  private static func kind<Numbers>(
    _ keys: Keys<Numbers>, _ kind: @escaping @Sendable (Numbers) -> Kind
  ) -> (key: Key<Kind?>, table: KeyTable) {
    (Key(keys.table.name, keys.optionalForm.map(kind), \.self), keys.table)
  }

  private static func plain(_ name: String, _ kind: Kind, _ help: String) -> Keys<Kind> {
    Keys(name, "`\(name)`", "\(help); it has no keys.", blank: { _ in kind })
  }

  private static let edgePan = Keys<Set<ScreenEdge>>(
    "edge_pan", "`edge_pan`", "A finger that comes in from an edge of the screen.",
    sample: .init("edge", "left"), blank: { _ in [] },
    Key("edge", .choices(), \.self, isRequired: true)
      .help("One edge, or a list of which any one is accepted."))

  /// - Parameter thresholds: the layout's; the gesture's own numbers go before them.
  func makeRecognizer(_ thresholds: Thresholds, _ custom: CustomRegistry) -> GestureRecognizer {
    let recognizer = kind.makeRecognizer(thresholds, custom)
    recognizer.name = name.value
    recognizer.cancelsTouchesInView = cancelsTouches ?? true
    recognizer.delaysTouchesBegan = delaysBegan ?? false
    recognizer.delaysTouchesEnded = delaysEnded ?? true
    return recognizer
  }
}

/// The numbers of a tap; what is `nil` is left to the thresholds.
struct TapDescription: Equatable, Sendable {
  var count = 1
  var touches = 1
  var within: Interval?
  var holdLast: Interval?

  static let keys = Keys<TapDescription>(
    "tap", "`tap`", "Fingers that go down and up without moving.", sample: .init("count", "5"),
    blank: { _ in TapDescription() },
    Key("count", .integer(1...100), \.count).help("How many taps."),
    Key("touches", .integer(1...60), \.touches).help("How many fingers."),
    Key("within", .duration(), \.within).help("From the first down to the last down."),
    Key("hold_last", .duration(), \.holdLast)
      .help("The tap is recognized when the last down has lasted this long, and not at its lift."))
}

/// The numbers of a long press; what is `nil` is left to the thresholds.
struct LongPressDescription: Equatable, Sendable {
  var minimum: Interval?
  var allowableMovement: Double?
  var taps = 0
  var touches = 1
  var progress: Interval?

  static let keys = Keys<LongPressDescription>(
    "long_press", "`long_press`", "Fingers that stay down without moving.",
    sample: .init("minimum", "2s"), blank: { _ in LongPressDescription() },
    Key("minimum", .duration(.from(0, to: 3600)), \.minimum).help("How long they must stay."),
    Key("allowable_movement", .distance, \.allowableMovement)
      .help("How far they may move meanwhile, in points."),
    Key("taps", .integer(0...100), \.taps).help("How many taps must come before."),
    Key("touches", .integer(1...60), \.touches).help("How many fingers."),
    Key("progress", .duration(.from(0.01, to: 3600), "duration_from_10ms"), \.progress)
      .help(
        "How often it reports how far it has come; 10ms at least, an hour at most, by default not at all."))
}

struct PanDescription: Equatable, Sendable {
  var minTouches = 1
  /// At least ``minTouches``; `nil` for any number.
  var maxTouches: Int?
  /// Of its view.
  var axis = PanAxis.any

  static let keys = Keys<PanDescription>(
    "pan", "`pan`", "Fingers that move over the screen.", sample: .init("axis", "horizontal"),
    blank: { _ in PanDescription() },
    Key("min_touches", .integer(1...60), \.minTouches).help("The fewest fingers with which it begins."),
    Key("max_touches", .integer(1...60), \.maxTouches)
      .help("The most fingers with which it begins, at least min_touches. By default any number."),
    Key("axis", .axis, \.axis).help("Along which axis they must move for it to begin."),
    check: { fields, pan in
      guard let most = pan.maxTouches, most < pan.minTouches else { return }
      fields["max_touches"]?.error(
        "`max_touches` must not be less than `min_touches`, which is \(pan.minTouches)")
    })
}

struct SwipeDescription: Equatable, Sendable {
  /// Never empty.
  var directions: Set<Direction> = [.right]
  var touches = 1

  enum Direction: String, LayoutChoice { case left, right, up, down }

  /// The recognizer's directions, by the layout's.
  private static let recognized: [Direction: SwipeGestureRecognizer.Direction] = [
    .left: .left, .right: .right, .up: .up, .down: .down,
  ]

  /// The layout's word for one direction; `nil` for none or several.
  static func word(for direction: SwipeGestureRecognizer.Direction) -> String? {
    recognized.first { $0.value == direction }?.key.rawValue
  }

  fileprivate var recognizedDirections: SwipeGestureRecognizer.Direction {
    SwipeGestureRecognizer.Direction(directions.compactMap { Self.recognized[$0] })
  }

  static let keys = Keys<SwipeDescription>(
    "swipe", "`swipe`", "Fingers that move fast in one direction.",
    sample: .init("direction", "left"), blank: { _ in SwipeDescription() },
    Key("direction", .choices(), \.directions).help("One direction, or a list of which any one is accepted."),
    Key("touches", .integer(1...60), \.touches).help("How many fingers."))
}

/// An edge of the screen at which a pan may start.
enum ScreenEdge: String, LayoutChoice { case top, left, bottom, right }

extension Setting {
  /// The recognizers of a view or window, with names where they have none.
  ///
  /// - Parameter hasOwnPan: whether the view brings a pan along, whose name is the first of that kind.
  func gestures(of view: String, hasOwnPan: Bool = false) -> [GestureDescription] {
    var unnamed = hasOwnPan ? ["pan": 1] : [:]
    return (items("a list of gestures") ?? []).compactMap { item in
      item.named("a gesture").gesture { kind in defaultName("\(view).\(kind)", &unnamed[kind, default: 0]) }
    }
  }

  /// Also one whose kind is missing or no good (which is an error) is read on, for its other mistakes.
  private func gesture(defaultName: (_ kind: String) -> String) -> GestureDescription? {
    let keys = GestureDescription.keys
    guard let fields = fields(keys.table) else { return nil }
    let setting = fields.one(of: GestureDescription.kinds, "a gesture is one recognizer")
    var kind: GestureDescription.Kind?
    if let setting { GestureDescription.kindKeys.first { $0.name == setting.key }?.read(setting, &kind) }
    var gesture = GestureDescription(
      name: Located("", at: setting?.keyMark ?? mark), kind: kind ?? .tap(TapDescription()))
    keys.read(fields, into: &gesture)
    guard !gesture.isNamed else { return gesture }
    if case .custom(let custom) = kind {
      gesture.name.value = defaultName(custom.name.value)
    } else {
      gesture.name.value = defaultName(setting?.key ?? "gesture")
    }
    return gesture
  }
}

extension GestureDescription.Kind {
  fileprivate func makeRecognizer(_ thresholds: Thresholds, _ custom: CustomRegistry) -> GestureRecognizer {
    switch self {
    case .tap(let numbers):
      let tap = TapGestureRecognizer()
      tap.thresholds = thresholds.tap
      tap.numberOfTapsRequired = numbers.count
      tap.numberOfTouchesRequired = numbers.touches
      tap.within = numbers.within
      tap.holdLast = numbers.holdLast
      return tap
    case .longPress(let numbers):
      let press = LongPressGestureRecognizer()
      press.thresholds = thresholds.longPress
      press.tapThresholds = thresholds.tap
      press.numberOfTapsRequired = numbers.taps
      press.numberOfTouchesRequired = numbers.touches
      press.progressInterval = numbers.progress
      if let minimum = numbers.minimum { press.thresholds.minimumDuration = minimum }
      if let allowableMovement = numbers.allowableMovement {
        press.thresholds.allowableMovement = allowableMovement
      }
      return press
    case .pan(let numbers):
      let pan = PanGestureRecognizer()
      pan.thresholds = thresholds.pan
      pan.minimumNumberOfTouches = numbers.minTouches
      if let maxTouches = numbers.maxTouches { pan.maximumNumberOfTouches = maxTouches }
      pan.axis = numbers.axis
      return pan
    case .swipe(let numbers):
      let swipe = SwipeGestureRecognizer()
      swipe.thresholds = thresholds.swipe
      swipe.direction = numbers.recognizedDirections
      swipe.numberOfTouchesRequired = numbers.touches
      return swipe
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
      let words: [ScreenEdge: RectEdge] = [.top: .top, .left: .left, .bottom: .bottom, .right: .right]
      pan.edges = RectEdge(edges.compactMap { words[$0] })
      return pan
    case .hover: return HoverGestureRecognizer()
    case .custom(let description): return custom.recognizers[description.name](description.pluginOptions)
    }
  }
}
