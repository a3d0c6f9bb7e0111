import Dispatcher
import YAML

/// One view and those below it.
struct ViewDescription: Equatable, Sendable {
  var id: Located<String>
  var kind = Kind.view
  var frame: FrameDescription
  var children: [ViewDescription] = []
  var isHidden = false
  var alpha = 1.0
  /// `nil` leaves it to the kind: images and labels are not interactive.
  var isInteractive: Bool?
  /// `nil` leaves it to the screen: a page wants every finger.
  var isMultipleTouch: Bool?
  var isExclusiveTouch = false
  var hit = Hit.normal
  var hitOutset: EdgeLengths?
  var reachesChildren = false
  var transform: Located<AffineTransform>?
  var controller: ControllerDescription?
  var onTouch: TouchBinding?
  var isSensitive = false
  var gestures: [GestureDescription] = []
  /// `nil` if it is no element of explore by touch.
  var accessible: AccessibleDescription?
  /// Of a scroll view, and of no other.
  var scroll: ScrollDescription?
  /// Of a control, and of no other.
  var control: ControlDescription?
  /// The class, instead of ``kind``, if it is one of the program's own.
  var custom: CustomDescription?

  /// The class of the view.
  enum Kind: String, LayoutChoice { case view, image, label, control, scroll }

  /// The name of the pan that a scroll view brings along; gestures can wait for it, or run beside it.
  var ownPan: String? { scroll.map { _ in "\(id.value).pan" } }

  /// Which view is the answer where a hit test arrives at the view itself.
  enum Hit: Equatable, Sendable {
    case normal
    case passThrough
    case none
    /// The view or window with that id.
    case redirect(to: Located<String>)
  }

  static let keys = Keys<ViewDescription>(
    "view", "a view", "A rectangle that can be touched, and its subviews.", sample: .init("id", "NAME"),
    blank: { ViewDescription(id: Located("", at: $0.mark), frame: FrameDescription(mark: $0.mark)) },
    Key("id", .ownID, \.id).help("Unique in the file. By default the parent's, / and the index from 0."),
    Key(unread: "type", Form<Kind>.choice, default: "view")
      .help(
        "Images and labels are not interactive by default; controls and scroll views have options of their own."
      ),
    Key("frame", .frame, \.frame),
    Key("children", .list(of: "view")) { $1.children = $0.views(in: $1.id.value) }
      .help("From the back to the front."),
    Key("hidden", .flag, \.isHidden).help("Whether neither the view nor its subviews can be hit."),
    Key("alpha", .number(.from(0, to: 1)), \.alpha)
      .help("At 0.01 and below, neither the view nor its subviews can be hit."),
    Key("interactive", .flag, \.isInteractive)
      .help(
        "If false, neither the view nor its subviews can be hit. By default true, except for images and labels."
      ),
    Key("multiple_touch", .flag, \.isMultipleTouch, default: "false")
      .help("Whether it takes a second finger while one is down in it."),
    Key("exclusive_touch", .flag, \.isExclusiveTouch)
      .help("Whether it takes touches only while no other view of its window does."),
    Key("hit", .hit, \.hit)
      .help("pass_through: the children can be hit, the view cannot; none: neither can."),
    Key("hit_redirect", Form<Located<String>>.label) { $1.hit = .redirect(to: $0) }
      .help("The id of the view or window that is hit instead of this view itself."),
    Key("hit_outset", .edgeLengths, \.hitOutset)
      .help("How far the target reaches beyond the view: one length, or [top, left, bottom, right]."),
    Key("reaches_children", .flag, \.reachesChildren).help("Whether children outside the bounds may be hit."),
    Key("transform", .transform, \.transform),
    Key("controller", ControllerDescription.keys.form, \.controller),
    Key("on_touch", .binding, \.onTouch),
    Key("sensitive", .flag, \.isSensitive)
      .help("Whether places on it are kept out of dumps, traces, raw frames, recordings and logs."),
    Key("gestures", .gestureList, default: "[]") {
      $1.gestures = $0.gestures(of: $1.id.value, hasOwnPan: $1.ownPan != nil)
    }
    .help("Its gesture recognizers, in the order in which they see touches."),
    Key("accessible", AccessibleDescription.keys.form, \.accessible),
    Key(unread: "scroll", ScrollDescription.keys.form),
    Key(unread: "control", ControlDescription.keys.form),
    Key(unread: "custom", .custom(CustomDescription.view)),
    check: { fields, view in
      fields.refuseSeveral(of: ["hit", "hit_redirect"])
      if view.controller?.id.value.isEmpty ?? false {
        view.controller?.id.value = "\(view.id.value).controller"
      }
    })

  /// The type and the options that only a view of that type has, or a class of the program's own.
  mutating func readType(_ fields: Fields) {
    let type = fields["type"].map { $0.choice(Kind.self) } ?? .view
    kind = type ?? .view
    let own = fields["custom"]
    // Which class a view of the program's own has shows when it is made.
    let isAnyType = own != nil && fields["type"] == nil
    let scrollOptions = fields["scroll"]?
      .options(of: .scroll, on: isAnyType ? nil : type, ScrollDescription.keys)
    let controlOptions = fields["control"]?
      .options(of: .control, on: isAnyType ? nil : type, ControlDescription.keys)
    if kind == .scroll || isAnyType { scroll = scrollOptions }
    if kind == .control || isAnyType { control = controlOptions }
    if kind == .scroll, scroll == nil { scroll = ScrollDescription() }
    if kind == .control, control == nil { control = ControlDescription() }
    fields.refuseSeveral(of: ["type", "custom"])
    custom = own?.custom(CustomDescription.view)
  }
}

/// The controller whose root view a view is.
struct ControllerDescription: Equatable, Sendable {
  var id: Located<String>
  var presenting: Located<String>?
  var onTouch: TouchBinding?
  var custom: CustomDescription?

  static let keys = Keys<ControllerDescription>(
    "controller", "a controller",
    "The controller whose root view this is: the next responder after the view.", sample: .init("id", "NAME"),
    blank: { ControllerDescription(id: Located("", at: $0.mark)) },
    Key("id", .ownID, \.id).help("Unique in the file. By default the view's and .controller."),
    Key("presenting", .label, \.presenting).help("The id of the controller that presents this one."),
    Key("on_touch", .binding, \.onTouch),
    Key("custom", .custom(CustomDescription.controller), \.custom))
}

/// The top of a tree of views.
struct WindowDescription: Equatable, Sendable {
  var id: Located<String>
  var level = 0.0
  var frame: FrameDescription
  var hasScene = false
  var isHidden = false
  /// `nil` leaves it to the screen: a page wants every finger.
  var isMultipleTouch: Bool?
  var isExclusiveTouch = false
  /// Never a redirection.
  var hit = ViewDescription.Hit.normal
  var isSensitive = false
  var views: [ViewDescription] = []
  var onTouch: TouchBinding?
  var gestures: [GestureDescription] = []
  var custom: CustomDescription?

  static let keys = Keys<WindowDescription>(
    "window", "a window", "The top of a tree of views.", sample: .init("views", "[]"),
    blank: { WindowDescription(id: Located("", at: $0.mark), frame: FrameDescription(mark: $0.mark)) },
    Key(unread: "id", id).help("Unique in the file. By default window, window#2, window#3, …"),
    Key("level", .coordinate, \.level).help("A window of a higher level is hit first."),
    Key("frame", .frame, \.frame),
    Key("scene", .flag, \.hasScene)
      .help("Whether the scene stands between the window and the application in the responder chain."),
    Key("hidden", .flag, \.isHidden).help("Neither the window nor its views can be hit."),
    Key("hit", .hit, \.hit)
      .help("pass_through, for an overlay: its views can be hit, the window cannot; none: neither can."),
    Key("multiple_touch", .flag, \.isMultipleTouch, default: "false")
      .help("Whether a second finger is delivered while another is down in the window itself."),
    Key("exclusive_touch", .flag, \.isExclusiveTouch)
      .help("Whether it takes touches only while no view of it does, and the other way round."),
    Key("sensitive", .flag, \.isSensitive)
      .help("Whether places in it are kept out of traces, raw frames, recordings and logs."),
    Key("views", .list(of: "view"), isRequired: true) { $1.views = $0.views(in: $1.id.value) }
      .help("From the back to the front."),
    Key("on_touch", Form<TouchBinding>.windowBinding, \.onTouch),
    Key("gestures", .gestureList, default: "[]") { $1.gestures = $0.gestures(of: $1.id.value) }
      .help("Its gesture recognizers, in the order in which they see touches."),
    Key("custom", .custom(CustomDescription.window), \.custom),
    check: { fields, window in
      guard window.onTouch?.isBefore ?? false, let custom = fields["custom"] else { return }
      fields.findings.error(
        "a window of the program's own has no `before`", at: custom.keyMark,
        help: "what comes before everything else is its own `sendEvent`")
    })

  fileprivate static func only(_ views: Setting) -> WindowDescription {
    WindowDescription(
      id: Located("window", at: views.keyMark), frame: FrameDescription(mark: views.keyMark),
      views: views.views(in: "window"))
  }

  /// Unlike a view, a window may be called `window`.
  fileprivate static let id = Form<Located<String>>(
    ref: "name", ", not: { enum: [scene, application, delegate] }"
  ) { $0.ownID(except: ["window"]) }
}

extension Setting {
  func views(in parent: String) -> [ViewDescription] {
    (items("a list of views") ?? []).enumerated().compactMap { index, item in
      item.named("a view").view(defaultID: "\(parent)/\(index)")
    }
  }

  private func view(defaultID: String) -> ViewDescription? {
    guard let fields = fields(ViewDescription.keys.table) else { return nil }
    var view = ViewDescription(id: Located(defaultID, at: mark), frame: FrameDescription(mark: mark))
    view.readType(fields)
    ViewDescription.keys.read(fields, into: &view)
    return view
  }

  /// The options of a type, which is an error on a view of another; a wrong type has been reported.
  fileprivate func options<Options>(
    of type: ViewDescription.Kind, on actual: ViewDescription.Kind?, _ keys: Keys<Options>
  ) -> Options? {
    if let actual, actual != type {
      findings.error(
        "\(name) belongs to a view of `type: \(type.rawValue)`; this one is of type \(actual.rawValue)",
        at: keyMark, help: "write `type: \(type.rawValue)`, or leave \(name) out")
    }
    return keys.read(self)
  }

  fileprivate func windows() -> [WindowDescription] {
    guard let items = items("a list of windows") else { return [] }
    if items.isEmpty { error("\(name) must hold at least one window") }
    var unnamed = 0
    return items.compactMap { item in item.named("a window").window { defaultName("window", &unnamed) } }
  }

  private func window(defaultID: () -> String) -> WindowDescription? {
    guard let fields = fields(WindowDescription.keys.table) else { return nil }
    let id = fields["id"].flatMap(WindowDescription.id.read) ?? Located(defaultID(), at: mark)
    var window = WindowDescription(id: id, frame: FrameDescription(mark: mark))
    WindowDescription.keys.read(fields, into: &window)
    return window
  }
}

extension Form<ViewDescription.Hit> {
  fileprivate static var hit: Form {
    .word(["normal": .normal, "pass_through": .passThrough, "none": .none])
  }
}

extension Form<Setting> {
  /// A list whose items are read where it is known what they belong to.
  static func list(of name: String, _ more: String = "") -> Form {
    Form("type: array, items: { \(Form.reference(name)) }\(more)") { $0 }
  }

  fileprivate static var gestureList: Form { list(of: "gesture", ", maxItems: \(LayoutCheck.mostGestures)") }
}

extension Fields {
  /// The windows of a layout: those of `windows`, or the one around `views`.
  func windows() -> [WindowDescription] {
    switch (self["windows"], self["views"]) {
    case (let windows?, let views?):
      refuseSeveral(
        of: ["views", "windows"],
        help: "`views` are those of the one window; put them into a window of `windows`")
      // Read for its problems; what it holds would only stand in the way of the windows' names.
      _ = WindowDescription.only(views)
      return windows.windows()
    case (let windows?, nil): return windows.windows()
    case (nil, let views?): return [.only(views)]
    case (nil, nil):
      requireOne(
        of: ["views", "windows"],
        help: "write `views:`, and below it `- id: NAME` for each view; `views: []` is a screen without views"
      )
      return []
    }
  }
}

/// The parts of a transform, or the matrix.
struct TransformParts: Sendable {
  var scale = 1.0
  var angle = 0.0
  var offset = [0.0, 0.0]
  var matrix: [Double]?

  static let keys = Keys<TransformParts>(
    "transform", "a transform", "About the centre: scale, then rotate, then translate; or a matrix.",
    sample: .init("rotate", "30deg"), blank: { _ in TransformParts() },
    Key("rotate", .angle, \.angle).help("Clockwise, as 30deg or 0.5rad."),
    Key("scale", .coordinate, \.scale).help("In both directions."),
    Key(
      "translate",
      Form("type: array, items: { \(Form<Double>.coordinate.schema) }, minItems: 2, maxItems: 2") {
        $0.numbers(2, "[x, y]", .coordinates)
      }, \.offset
    )
    .help("[x, y] in points."),
    Key("matrix", Form(ref: "matrix") { $0.numbers(6, "[a, b, c, d, tx, ty]", .coordinates) }, \.matrix)
      .help("[a, b, c, d, tx, ty]: x' = a·x + c·y + tx, y' = b·x + d·y + ty."),
    check: { fields, parts in
      let part = ["scale", "rotate", "translate"].compactMap { fields[$0] }.first
      guard let matrix = fields["matrix"] else { return }
      if let part {
        fields.findings.error(
          "a transform has either a `matrix` or \(part.name)", at: max(matrix.keyMark, part.keyMark))
      }
      if parts.matrix == nil { parts = TransformParts() }
    })

  /// The matrix, or scale, then rotate, then translate.
  fileprivate var transform: AffineTransform {
    if let m = matrix { return AffineTransform(a: m[0], b: m[1], c: m[2], d: m[3], tx: m[4], ty: m[5]) }
    return AffineTransform(scaleX: scale, y: scale)
      .concatenating(AffineTransform(rotation: angle))
      .concatenating(AffineTransform(translationX: offset[0], y: offset[1]))
  }
}

extension Form<Located<AffineTransform>> {
  /// One that cannot be undone is warned of.
  fileprivate static var transform: Form {
    Form(ref: TransformParts.keys.table.name) { setting in
      guard let transform = TransformParts.keys.read(setting)?.transform else { return nil }
      if transform.inverse == nil {
        setting.findings.warning(
          "this transform flattens the view to a line or a point, so no touch can reach it", at: setting.mark)
      }
      return Located(transform, at: setting.mark)
    }
  }
}

extension ViewDescription.Kind {
  func makeView(frame: Rect) -> View {
    switch self {
    case .view: View(frame: frame)
    case .image: ImageView(frame: frame)
    case .label: Label(frame: frame)
    case .control: Control(frame: frame)
    case .scroll: ScrollView(frame: frame)
    }
  }
}

extension ViewDescription.Hit {
  func behavior(_ view: (String) -> View?) -> HitBehavior {
    switch self {
    case .normal: .normal
    case .passThrough: .passThrough
    case .none: .none
    case .redirect(let target): .redirect(to: Weak(view(target.value)))
    }
  }
}

extension ControlDescription {
  /// Gives a control its options.
  ///
  /// - Parameter plugin: the plugin of a responder's name.
  func apply(to control: Control, plugin: (String) -> any ResponderPlugin) {
    control.isEnabled = isEnabled
    control.plugins = events.mapValues { names in names.map { plugin($0.value) } }
  }
}
