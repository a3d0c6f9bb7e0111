import YAML

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
