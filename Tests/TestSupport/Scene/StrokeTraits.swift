public import Dispatcher

/// Makes the recognizers of one stroke, from a trait of a view and what it says of them, parted by `|`:
///
/// - `tap`, `tap=2`, `tap=2|touches(2)|within(3)|hold(1)`: named `Tap`, `Tap2`;
/// - `press`, `press=taps(1)|touches(2)|progress(0.1)`: `LP`;
/// - `pan`, `pan=2` (two fingers, no more or less), `pan=min(2)`, `pan=max(2)`, `pan=horizontal`: `Pan`;
/// - `swipe` (to the right), `swipe=left|up`, `swipe=right|touches(2)`: `Swipe`;
/// - `edge=left`, `edge=left|top`, `edge=left|max(2)`: `Edge`.
public struct StrokeTraits {
  private let options: [(name: String, value: Double?)]

  init(_ text: String) {
    options = text.split(separator: "|").map { option in
      let parts = option.split { $0 == "(" || $0 == ")" }.map(String.init)
      if parts.count == 1, let number = Double(parts[0]) { return ("", number) }
      return (parts[0], parts.count > 1 ? Double(parts[1]) : nil)
    }
  }

  /// The recognizer of a whole trait, as `pan=2`; `nil` for any other trait.
  public static func recognizer(_ trait: String) -> GestureRecognizer? {
    let parts = trait.split(separator: "=", maxSplits: 1).map(String.init)
    return StrokeTraits(parts.count > 1 ? parts[1] : "").recognizer(parts[0])
  }

  /// `nil` for a kind that is not among these.
  func recognizer(_ kind: String) -> GestureRecognizer? {
    switch kind {
    case "tap": tap
    case "press": press
    case "pan": pan
    case "swipe": swipe
    case "edge": edge
    default: nil
    }
  }

  private func number(_ name: String) -> Int? { seconds(name).map { Int($0) } }

  private func seconds(_ name: String) -> Double? { options.first { $0.name == name }?.value }

  private func has(_ word: String) -> Bool { options.contains { $0.name == word } }

  private var tap: TapGestureRecognizer {
    let tap = TapGestureRecognizer()
    tap.name = "Tap" + (number("").map { "\($0)" } ?? "")
    tap.numberOfTapsRequired = number("") ?? 1
    tap.numberOfTouchesRequired = number("touches") ?? 1
    tap.within = seconds("within").map { .seconds($0) }
    tap.holdLast = seconds("hold").map { .seconds($0) }
    return tap
  }

  private var press: LongPressGestureRecognizer {
    let press = LongPressGestureRecognizer()
    press.name = "LP"
    press.numberOfTapsRequired = number("taps") ?? 0
    press.numberOfTouchesRequired = number("touches") ?? 1
    press.progressInterval = seconds("progress").map { .seconds($0) }
    return press
  }

  private var pan: PanGestureRecognizer {
    let pan = PanGestureRecognizer()
    pan.name = "Pan"
    pan.minimumNumberOfTouches = number("min") ?? number("") ?? 1
    pan.maximumNumberOfTouches = number("max") ?? number("") ?? .max
    if has("horizontal") { pan.axis = .horizontal }
    if has("vertical") { pan.axis = .vertical }
    return pan
  }

  private var swipe: SwipeGestureRecognizer {
    let swipe = SwipeGestureRecognizer()
    swipe.name = "Swipe"
    var direction = SwipeGestureRecognizer.Direction()
    if has("right") { direction.insert(.right) }
    if has("left") { direction.insert(.left) }
    if has("up") { direction.insert(.up) }
    if has("down") { direction.insert(.down) }
    if !direction.isEmpty { swipe.direction = direction }
    swipe.numberOfTouchesRequired = number("touches") ?? 1
    return swipe
  }

  private var edge: ScreenEdgePanGestureRecognizer {
    let edge = ScreenEdgePanGestureRecognizer()
    edge.name = "Edge"
    if has("top") { edge.edges.insert(.top) }
    if has("left") { edge.edges.insert(.left) }
    if has("bottom") { edge.edges.insert(.bottom) }
    if has("right") { edge.edges.insert(.right) }
    if let most = number("max") { edge.maximumNumberOfTouches = most }
    return edge
  }
}
