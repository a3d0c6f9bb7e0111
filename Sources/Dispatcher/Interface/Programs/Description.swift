// What a log shows of an object: its type, its address and what distinguishes it, in the manner of UIKit's logs.
//
// A log may be read by people who are not to know what a finger did on a sensitive view: of such a view, and of a touch
// that belongs to one or is over one, no place is shown.

/// `View: 0x7f5c1a`.
func head(of object: AnyObject) -> String {
  "\(type(of: object)): 0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
}

/// A number, without a fraction where that is zero: `320`, `187.5`.
func short(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? String(number) }

extension Point {
  /// `{187.5, 333.5}`.
  fileprivate var words: String { "{\(short(x)), \(short(y))}" }
}

extension Responder {
  /// The type and the address.
  final var descriptionHead: String { head(of: self) }
}

extension View {
  /// `<View: 0x7f5c1a; frame = (0 0; 320 480); hidden = YES>`, with what differs from the default.
  final var viewDescription: String {
    var parts = [descriptionHead]
    if identifier != String(describing: type(of: self)) { parts.append("id = \(identifier)") }
    parts += shown(places) ?? ["sensitive"]
    if isHidden { parts.append("hidden = YES") }
    if alpha != 1 { parts.append("alpha = \(short(alpha))") }
    if !isUserInteractionEnabled { parts.append("userInteractionEnabled = NO") }
    if tag != 0 { parts.append("tag = \(tag)") }
    let recognizers = gestureRecognizers.filter { !$0.isInternal }
    if !recognizers.isEmpty {
      parts.append("gestureRecognizers = [\(recognizers.map(\.name).joined(separator: ", "))]")
    }
    return "<\(parts.joined(separator: "; "))>"
  }

  private final var places: [String] {
    var parts = ["frame = \(frame.words)"]
    if transform != .identity {
      let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
      parts.append("transform = [\(numbers.map(short).joined(separator: ", "))]")
    }
    return parts + descriptionDetails
  }
}

extension Touch: CustomStringConvertible {
  /// `<Touch: 0x7f5c1a> phase: began tap count: 1 force: 0 window: <…> view: <…> location in window: {187.5, 333.5} …`;
  /// without places where the touch is sensitive.
  public var description: String {
    var parts = [
      "<\(head(of: self))> phase: \(phase) tap count: \(tapCount) force: \(short(force))",
      "window: \(window?.description ?? "(null)") view: \(view?.description ?? "(null)")",
    ]
    guard let shownLocation else { return (parts + ["(sensitive)"]).joined(separator: " ") }
    parts += places("window", shownLocation, previousLocation(in: nil))
    if let view { parts += places("view", location(in: view), previousLocation(in: view)) }
    return parts.joined(separator: " ")
  }

  private func places(_ space: String, _ location: Point, _ previous: Point) -> [String] {
    ["location in \(space): \(location.words)"]
      + (contact.secrecy == .none ? ["previous location in \(space): \(previous.words)"] : [])
  }
}

extension Event: CustomStringConvertible {
  /// `<Event: 0x7f5c1a> timestamp: 12.5 touches: {…}`, the touches by age.
  public var description: String {
    let start = "<\(head(of: self))> timestamp: \(short(timestamp.seconds))"
    guard type == .touches else { return "\(start) type: \(type) subtype: \(subtype)" }
    return "\(start) touches: {\(allTouches.byAge.map(\.description).joined(separator: ", "))}"
  }
}

extension Press: CustomStringConvertible {
  /// `<Press: 0x7f5c1a> type: select phase: began force: 1`.
  public var description: String {
    "<\(head(of: self))> type: \(type) phase: \(phase) force: \(short(force))"
  }
}

extension GestureRecognizer: CustomStringConvertible {
  /// `<TapGestureRecognizer: 0x7f5c1a; name = open; state = possible; view = <View: 0x7f5c2b>>`, with what differs from
  /// the default. No place, so that it says nothing of a sensitive view.
  public var description: String {
    var parts = [head(of: self)]
    if name != String(describing: type(of: self)) { parts.append("name = \(name)") }
    parts.append("state = \(state)")
    if !isEnabled { parts.append("enabled = NO") }
    if !cancelsTouchesInView { parts.append("cancelsTouchesInView = NO") }
    if delaysTouchesBegan { parts.append("delaysTouchesBegan = YES") }
    if !delaysTouchesEnded { parts.append("delaysTouchesEnded = NO") }
    parts.append(view.map { "view = <\(head(of: $0))>" } ?? "view = (null)")
    let required = requirements.allNamed
    if !required.isEmpty {
      parts.append("must-fail = {\(required.map { "<\(head(of: $0))>" }.joined(separator: ", "))}")
    }
    return "<\(parts.joined(separator: "; "))>"
  }
}
