import Dispatcher
import YAML

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
}
