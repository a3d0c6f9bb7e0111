import Dispatcher
import YAML

/// One view and those below it.
struct ViewDescription: Equatable, Sendable {
  /// Unique in the file; without one of its own, the parent's, `/` and the index from 0.
  var id: Located<String>
  var kind = Kind.view
  /// The whole superview, if the layout says nothing.
  var frame: FrameDescription
  /// The last one is in front.
  var children: [ViewDescription] = []
  var isHidden = false
  var alpha = 1.0
  /// `nil` leaves it to the kind: images and labels are not interactive.
  var isInteractive: Bool?
  /// `nil` leaves it to the screen: a page wants every finger.
  var isMultipleTouch: Bool?
  var isExclusiveTouch = false
  var hit = Hit.normal
  /// Distances by which the target reaches beyond the view.
  var hitOutset: EdgeLengths?
  /// Whether children outside the bounds may be hit.
  var reachesChildren = false
  /// About the centre; `nil` for none.
  var transform: Located<AffineTransform>?
  var controller: ControllerDescription?
  var onTouch: TouchBinding?
  /// Whether places on it are kept out of everything that the program writes.
  var isSensitive = false
  var gestures: [GestureDescription] = []
  /// Of a scroll view, and of no other.
  var scroll: ScrollDescription?
  /// Of a control, and of no other.
  var control: ControlDescription?
  /// The class, instead of ``kind``, if it is one of the program's own.
  var custom: CustomDescription?

  /// The class of the view.
  enum Kind: String, LayoutChoice {
    case view
    case image
    case label
    case control
    case scroll
  }

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
}

/// The controller whose root view a view is.
struct ControllerDescription: Equatable, Sendable {
  /// Unique in the file; without one of its own, the view's and `.controller`.
  var id: Located<String>
  /// The id of the controller that presents this one.
  var presenting: Located<String>?
  var onTouch: TouchBinding?
  /// The class, if it is one of the program's own.
  var custom: CustomDescription?
}

/// The top of a tree of views.
struct WindowDescription: Equatable, Sendable {
  /// Unique in the file. Without one of their own, `window`, `window#2`, `window#3`, …
  var id: Located<String>
  /// A window of a higher level is hit first.
  var level = 0.0
  /// In the screen.
  var frame: FrameDescription
  /// Whether the scene stands between the window and the application in the responder chain.
  var hasScene = false
  var isHidden = false
  /// `nil` leaves it to the screen: a page wants every finger.
  var isMultipleTouch: Bool?
  var isExclusiveTouch = false
  /// Never a redirection.
  var hit = ViewDescription.Hit.normal
  /// Whether places on it are kept out of everything that the program writes.
  var isSensitive = false
  /// The last one is in front.
  var views: [ViewDescription] = []
  var onTouch: TouchBinding?
  var gestures: [GestureDescription] = []
  /// The class, if it is one of the program's own.
  var custom: CustomDescription?
}

extension Setting {
  /// The views of a list, with ids where they have none.
  func views(in parent: String) -> [ViewDescription] {
    (items("a list of views") ?? []).enumerated().compactMap { index, item in
      item.named("a view").view(defaultID: "\(parent)/\(index)")
    }
  }

  private func view(defaultID: String) -> ViewDescription? {
    guard let fields = fields(.view) else { return nil }
    let id = fields["id"]?.ownID() ?? Located(defaultID, at: mark)
    var view = ViewDescription(id: id, frame: fields["frame"]?.frame() ?? .full(at: mark))
    view.readType(fields)
    view.children = fields["children"]?.views(in: id.value) ?? []
    view.readAppearance(fields)
    view.readHitTesting(fields)
    view.controller = fields["controller"]?.controller(of: id.value)
    view.onTouch = fields["on_touch"]?.binding()
    view.isSensitive = fields["sensitive"]?.flag() ?? false
    view.gestures = fields["gestures"]?.gestures(of: id.value, hasOwnPan: view.ownPan != nil) ?? []
    return view
  }

  private func controller(of view: String) -> ControllerDescription? {
    guard let fields = fields(.controller) else { return nil }
    return ControllerDescription(
      id: fields["id"]?.ownID() ?? Located("\(view).controller", at: mark),
      presenting: fields["presenting"]?.label(),
      onTouch: fields["on_touch"]?.binding(),
      custom: fields["custom"]?.custom(.customController))
  }
}

extension ViewDescription {
  fileprivate mutating func readAppearance(_ fields: Fields) {
    isHidden = fields["hidden"]?.flag() ?? false
    alpha = fields["alpha"]?.number(.from(0, to: 1)) ?? 1
    isInteractive = fields["interactive"]?.flag()
    isMultipleTouch = fields["multiple_touch"]?.flag()
    isExclusiveTouch = fields["exclusive_touch"]?.flag() ?? false
    transform = fields["transform"]?.transform()
  }

  fileprivate mutating func readHitTesting(_ fields: Fields) {
    hitOutset = fields["hit_outset"]?.edgeLengths()
    reachesChildren = fields["reaches_children"]?.flag() ?? false
    hit = fields["hit"]?.hit() ?? .normal
    guard let redirect = fields["hit_redirect"] else { return }
    if let other = fields["hit"] {
      fields.findings.error(
        "a view has either `hit` or `hit_redirect`", at: max(other.keyMark, redirect.keyMark))
    }
    if let target = redirect.label() { hit = .redirect(to: target) }
  }
}

extension Setting {
  /// `hit` of a view or a window.
  func hit() -> ViewDescription.Hit? {
    switch choice(HitWord.self) {
    case .normal: .normal
    case .passThrough: .passThrough
    case .none?: ViewDescription.Hit.none
    case nil: nil
    }
  }

  private enum HitWord: String, LayoutChoice {
    case normal
    case passThrough = "pass_through"
    case none
  }
}

extension ViewDescription {
  /// The type and the options that only a view of that type has, or a class of the program's own.
  mutating func readType(_ fields: Fields) {
    let type = fields["type"].map { $0.choice(Kind.self) } ?? .view
    kind = type ?? .view
    let own = fields["custom"]
    // Which class a view of the program's own has shows when it is made.
    let isAnyType = own != nil && fields["type"] == nil
    let scrollOptions = fields["scroll"]?.options(of: .scroll, on: isAnyType ? nil : type) { $0.scroll() }
    let controlOptions = fields["control"]?.options(of: .control, on: isAnyType ? nil : type) { $0.control() }
    if kind == .scroll || isAnyType { scroll = scrollOptions }
    if kind == .control || isAnyType { control = controlOptions }
    if kind == .scroll, scroll == nil { scroll = ScrollDescription() }
    if kind == .control, control == nil { control = ControlDescription() }
    guard let own else { return }
    if let other = fields["type"] {
      fields.findings.error("a view has either `type` or `custom`", at: max(other.keyMark, own.keyMark))
    }
    custom = own.custom(.customView)
  }
}

extension Setting {
  /// The options of a type, which is an error on a view of another; a wrong type has been reported.
  fileprivate func options<Options>(
    of type: ViewDescription.Kind, on actual: ViewDescription.Kind?, read: (Setting) -> Options?
  ) -> Options? {
    if let actual, actual != type {
      findings.error(
        "\(name) belongs to a view of `type: \(type.rawValue)`; this one is of type \(actual.rawValue)",
        at: keyMark, help: "write `type: \(type.rawValue)`, or leave \(name) out")
    }
    return read(self)
  }

  fileprivate func scroll() -> ScrollDescription? {
    fields(.scroll).map { fields in
      ScrollDescription(
        contentSize: fields["content_size"]?.lengths("[width, height]", .distances),
        contentOffset: fields["content_offset"]?.lengths("[x, y]", .coordinates),
        contentInset: fields["content_inset"]?.edgeLengths(),
        delaysContentTouches: fields["delays_content_touches"]?.flag() ?? true,
        canCancelContentTouches: fields["can_cancel_content_touches"]?.flag() ?? true,
        bounces: fields["bounces"]?.flag() ?? true,
        isDirectionalLockEnabled: fields["directional_lock"]?.flag() ?? false,
        isScrollEnabled: fields["enabled"]?.flag() ?? true)
    }
  }

  fileprivate func control() -> ControlDescription? {
    fields(.control).map { fields in
      ControlDescription(
        isEnabled: fields["enabled"]?.flag() ?? true,
        events: fields["events"]?.fields(.controlEvents)?.events() ?? [:])
    }
  }

  /// A length along each axis, for which the form stands: `[x, y]`.
  private func lengths(_ form: String, _ bounds: Bounds) -> LengthPair? {
    tuple(2, "lengths, \(form)")?.complete { $0.length(bounds) }.map { LengthPair(x: $0[0], y: $0[1]) }
  }
}

extension Fields {
  fileprivate func events() -> [ControlEvent.Kind: [Located<String>]] {
    var events: [ControlEvent.Kind: [Located<String>]] = [:]
    for event in ControlEvent.Kind.allCases {
      events[event] = self[event.rawValue]?.responderNames()
    }
    return events
  }

  /// The windows of a layout: those of `windows`, or the one around `views`.
  func windows() -> [WindowDescription] {
    switch (self["windows"], self["views"]) {
    case (let windows?, let views?):
      findings.error(
        "a layout has either `views` or `windows`", at: max(windows.keyMark, views.keyMark),
        help: "`views` are those of the one window; put them into a window of `windows`")
      // Read for its problems; what it holds would only stand in the way of the windows' names.
      _ = WindowDescription.only(views)
      return windows.windows()
    case (let windows?, nil): return windows.windows()
    case (nil, let views?): return [.only(views)]
    case (nil, nil):
      // A key such as `view:` has been reported.
      if !hasOtherKeys {
        findings.error(
          "a layout must have `views` or `windows`", at: mark,
          help:
            "write `views:`, and below it `- id: NAME` for each view; `views: []` is a screen without views")
      }
      return []
    }
  }
}

extension WindowDescription {
  fileprivate static func only(_ views: Setting) -> WindowDescription {
    WindowDescription(
      id: Located("window", at: views.keyMark), frame: .full(at: views.keyMark),
      views: views.views(in: "window"))
  }
}

extension Setting {
  fileprivate func windows() -> [WindowDescription] {
    guard let items = items("a list of windows") else { return [] }
    if items.isEmpty { error("\(name) must hold at least one window") }
    var unnamed = 0
    return items.compactMap { item in
      item.named("a window").window { DefaultName.next("window", &unnamed) }
    }
  }

  private func window(defaultID: () -> String) -> WindowDescription? {
    guard let fields = fields(.window) else { return nil }
    // Unlike a view, a window may be called `window`.
    let id = fields["id"]?.ownID(except: ["window"]) ?? Located(defaultID(), at: mark)
    let custom = fields["custom"]?.custom(.customWindow)
    let binding = fields["on_touch"]?.windowBinding()
    if let binding, binding.isBefore, let custom = fields["custom"] {
      findings.error(
        "a window of the program's own has no `before`", at: custom.keyMark,
        help: "what comes before everything else is its own `sendEvent`")
    }
    return WindowDescription(
      id: id,
      level: fields["level"]?.number(.coordinates) ?? 0,
      frame: fields["frame"]?.frame() ?? .full(at: mark),
      hasScene: fields["scene"]?.flag() ?? false,
      isHidden: fields["hidden"]?.flag() ?? false,
      isMultipleTouch: fields["multiple_touch"]?.flag(),
      isExclusiveTouch: fields["exclusive_touch"]?.flag() ?? false,
      hit: fields["hit"]?.hit() ?? .normal,
      isSensitive: fields["sensitive"]?.flag() ?? false,
      views: fields["views"]?.views(in: id.value) ?? [],
      onTouch: binding,
      gestures: fields["gestures"]?.gestures(of: id.value) ?? [],
      custom: custom)
  }

  /// A transform, as parts (scale, then rotate, then translate) or as a matrix.
  ///
  /// One that cannot be undone is warned of.
  func transform() -> Located<AffineTransform>? {
    guard let fields = fields(.transform) else { return nil }
    let matrix = fields["matrix"]
    let parts = ["scale", "rotate", "translate"].compactMap { fields[$0] }
    if let matrix, let part = parts.first {
      findings.error(
        "a transform has either a `matrix` or \(part.name)", at: max(matrix.keyMark, part.keyMark))
    }
    let transform = matrix.map { $0.matrix() ?? .identity } ?? fields.parts()
    if transform.inverse == nil {
      findings.warning(
        "this transform flattens the view to a line or a point, so no touch can reach it", at: mark)
    }
    return Located(transform, at: mark)
  }

  private func matrix() -> AffineTransform? {
    numbers(6, "[a, b, c, d, tx, ty]", .coordinates).map {
      AffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
    }
  }

  /// Six floats in libinput's order.
  func calibration() -> [Double]? {
    guard let matrix = numbers(6, "[a, b, c, d, e, f]", .coordinates) else { return nil }
    if matrix[0] * matrix[4] - matrix[1] * matrix[3] == 0 {
      findings.warning("this matrix maps the whole panel to a line or a point", at: mark)
    }
    return matrix
  }
}

extension Fields {
  fileprivate func parts() -> AffineTransform {
    let scale = self["scale"]?.number(.coordinates) ?? 1
    let angle = self["rotate"]?.angle() ?? 0
    let offset = self["translate"]?.numbers(2, "[x, y]", .coordinates) ?? [0, 0]
    return AffineTransform(scaleX: scale, y: scale)
      .concatenating(AffineTransform(rotation: angle))
      .concatenating(AffineTransform(translationX: offset[0], y: offset[1]))
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
