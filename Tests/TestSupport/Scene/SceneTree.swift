import Dispatcher

/// Reads a tree of views: `Name(x,y,w,h)<trait,trait=value,…>[children, the last in front]`.
///
/// Traits: `multi` `exclusive` `off` (not interactive) `hidden` `alpha=N` `outset=N` `through` `none` `reaches` `image`
/// `label` `vc=NAME`, of the root `scene=NAME`, and recognizers: those of ``StrokeTraits``, `pinch`, `rotation`,
/// `hover`, `whim=SEED`, `gate=…` (a ``GateRecognizer``), `balance` (a ``BalancedRecognizer``) and `watch` (a
/// ``SceneRecognizer``). A recognizer's trait may end with a name: `tap:Service`. Of two views that are called the
/// same, `UIView#1` and `UIView#2`, the log says `UIView`. `scroll` and `control` make views of those types;
/// ``ScrollTraits`` says what may follow. `element`, `element=ORDER`, `adjustable` and `modal` are for exploring.
struct SceneTree {
  private var text: TextCursor
  private(set) var views: [String: View] = [:]
  private(set) var controllers: [String: ViewController] = [:]

  /// The recognizers of all views, by name.
  var recognizers: [String: GestureRecognizer] {
    let all = views.values.flatMap(\.gestureRecognizers)
    return Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  init(_ text: String) { self.text = TextCursor(text) }

  /// The root becomes the window, of a class of its own where the test overrides its hit test.
  mutating func parse(overridden: Set<String> = []) -> Window {
    let (name, frame) = head()
    let window = overridden.contains(name) ? SceneWindow(frame: frame) : Window(frame: frame)
    finish(window, name)
    return window
  }

  private mutating func head() -> (String, Rect) {
    let name = text.word(upTo: ["("])
    text.require("(")
    var numbers: [Double] = []
    while numbers.count < 4 {
      numbers.append(text.number(upTo: [",", ")"]))
      if numbers.count < 4 { text.require(",") }
    }
    text.require(")")
    return (name, Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
  }

  private mutating func finish(_ view: View, _ name: String) {
    view.identifier = String(name.prefix { $0 != "#" })
    precondition(views[name] == nil, "two views are called \(name)")
    views[name] = view
    if text.take("<") {
      while !text.take(">") {
        let words = text.word(upTo: [">", ","]).split(separator: ":", maxSplits: 1).map(String.init)
        apply(words[0], to: view)
        if words.count > 1 { view.gestureRecognizers.last?.name = words[1] }
        _ = text.take(",")
      }
    }
    guard text.take("[") else { return }
    while !text.take("]") {
      view.addSubview(child())
      _ = text.take(",")
    }
  }

  private mutating func child() -> View {
    let (name, frame) = head()
    var view = ScrollTraits.view(for: upcomingTraits, frame: frame) ?? SceneView(frame: frame)
    if name.hasPrefix("Image") { view = ImageView(frame: frame) }
    if name.hasPrefix("Label") { view = Label(frame: frame) }
    finish(view, name)
    return view
  }

  /// The names of the traits that come next.
  private var upcomingTraits: [String] {
    var text = self.text
    guard text.take("<") else { return [] }
    var names: [String] = []
    while !text.take(">") {
      names.append(String(text.word(upTo: [">", ","]).prefix { $0 != "=" && $0 != ":" }))
      _ = text.take(",")
    }
    return names
  }

  private mutating func apply(_ trait: String, to view: View) {
    let parts = trait.split(separator: "=", maxSplits: 1).map(String.init)
    let value = parts.count > 1 ? parts[1] : ""
    switch parts[0] {
    case "multi": view.isMultipleTouchEnabled = true
    case "exclusive": view.isExclusiveTouch = true
    case "off": view.isUserInteractionEnabled = false
    case "on": view.isUserInteractionEnabled = true
    case "hidden": view.isHidden = true
    case "alpha": view.alpha = number(value)
    case "outset":
      let distance = number(value)
      view.hitOutset = EdgeInsets(top: distance, left: distance, bottom: distance, right: distance)
    case "element":
      view.isAccessibilityElement = true
      view.accessibility?.order = Double(value)
    case "adjustable": view.accessibilityTraits = .adjustable
    case "modal": view.accessibilityViewIsModal = true
    case "through": view.hitBehavior = .passThrough
    case "none": view.hitBehavior = .none
    case "reaches": view.reachesChildren = true
    case "vc":
      let controller = ViewController(view: view)
      controller.identifier = value
      controllers[value] = controller
    case "scene":
      let scene = WindowScene()
      scene.identifier = value
      (view as? Window)?.scene = scene
    case "whim": view.addGestureRecognizer(WhimRecognizer(seed: UInt64(number(value))))
    case "watch": view.addGestureRecognizer(SceneRecognizer())
    case "balance": view.addGestureRecognizer(BalancedRecognizer())
    case "gate": view.addGestureRecognizer(GateRecognizer(value))
    case "pinch": attach(PinchGestureRecognizer(), "Pinch", to: view)
    case "rotation": attach(RotationGestureRecognizer(), "Rotation", to: view)
    case "hover": attach(HoverGestureRecognizer(), value.isEmpty ? "Hover" : value, to: view)
    case "scroll", "control": ScrollTraits.apply(value, to: view)
    default:
      guard let stroke = StrokeTraits(value).recognizer(parts[0]) else {
        preconditionFailure("no such trait: \(trait)")
      }
      view.addGestureRecognizer(stroke)
    }
  }

  private func attach(_ recognizer: GestureRecognizer, _ name: String, to view: View) {
    recognizer.name = name
    view.addGestureRecognizer(recognizer)
  }

  private func number(_ text: String) -> Double {
    guard let number = Double(text) else { preconditionFailure("not a number: \(text)") }
    return number
  }
}
