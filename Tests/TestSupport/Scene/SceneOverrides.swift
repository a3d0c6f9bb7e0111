import Dispatcher

/// Reads what the views of a scene override, and the responders around them, in sentences as `SceneRelations` does.
///
/// - `B.hitTest = nil`, `B.hitTest = B`: what it answers whatever the point;
/// - `B.hitTest = pop if inside`: that view if the point lies in it, else what `super` answers;
/// - `B.pointInside = circle or super`: also what lies in that view;
/// - `B.pointInside = inset -12`: what lies in the bounds inset by so much;
/// - `V.began swallows`, `V.began calls super`, `V.began calls next`: its own code runs, as a line `own V.began`
///   says, and the chain stops, or goes on by `super` or `next`; `V swallows` means all phases;
/// - `V.moved drags`: its own code moves the view with the finger;
/// - `V tells touch tapCount`: a line `tell V.began touch=1 tapCount=1` for each of its calls, for those of a
///   phase if it is `V.moved tells …` (see ``SceneTelling``);
/// - `V tells chain`: `chain V --> …` when a finger comes down;
/// - `V tells inside`: `inside V=yes` when it is asked whether a point lies inside;
/// - `window tells sendEvent`: `sent began` for each touch of an event that the window is sent;
/// - `A presents B`: controllers; `application is UIApplication`: its name;
/// - `delegate is AppDelegate`: the application's: `application` itself, a view or a controller of that name,
///   `no responder`, else a plain responder.
final class SceneOverrides {
  private struct Sentence {
    /// The responder.
    let subject: String
    /// The method that is overridden; nil where the sentence is about none.
    let method: String?
    /// The rest.
    let words: [String]
  }

  private static let methods: Set = ["hitTest", "pointInside", "began", "moved", "ended", "cancelled"]

  private let sentences: [Sentence]
  /// Applications do not keep their delegates.
  private var delegate: AnyObject?
  private var behaviors: [String: SceneBehavior] = [:]
  private var views: [String: View] = [:]
  private var controllers: [String: ViewController] = [:]
  private let log: SceneLog

  init(_ text: String, log: SceneLog) {
    self.log = log
    sentences = text.split { $0 == ";" || $0 == "\n" }.map { $0.split(separator: " ").map(String.init) }
      .filter { $0.count > 1 }.map(Self.sentence)
  }

  private static func sentence(_ words: [String]) -> Sentence {
    let parts = words[0].split(separator: ".")
    guard let last = parts.last, parts.count > 1, methods.contains(String(last)) else {
      return Sentence(subject: words[0], method: nil, words: Array(words.dropFirst()))
    }
    return Sentence(
      subject: String(words[0].dropLast(last.count + 1)), method: String(last),
      words: Array(words.dropFirst()))
  }

  /// The views that override what others than plain views do not let a test choose: the hit test, and sendEvent.
  var overriding: Set<String> {
    let hits = sentences.filter {
      $0.method == "hitTest" || $0.method == "pointInside" || $0.words == ["tells", "inside"]
        || $0.words == ["tells", "sendEvent"]
    }
    return Set(hits.map(\.subject))
  }

  func apply(
    to views: [String: View], _ controllers: [String: ViewController], _ application: Application
  ) {
    (self.views, self.controllers) = (views, controllers)
    for sentence in sentences {
      switch (sentence.subject, sentence.method) {
      case ("application", nil): application.identifier = sentence.words[1]
      case ("delegate", nil): setDelegate(sentence.words.dropFirst().joined(separator: " "), of: application)
      case (_, "hitTest"?): overrideHitTest(of: view(sentence.subject), sentence.words)
      case (_, "pointInside"?): overridePointInside(of: view(sentence.subject), sentence.words)
      default: applyToCalls(sentence)
      }
    }
  }

  private func applyToCalls(_ sentence: Sentence) {
    let (subject, words) = (sentence.subject, sentence.words)
    switch (words[0], words.count > 1 ? words[1] : "") {
    case ("presents", let name): controller(subject).present(controller(name))
    case ("swallows", _): behavior(of: subject).handle(sentence.method, as: .swallow)
    case ("calls", "super"): behavior(of: subject).handle(sentence.method, as: .callSuper)
    case ("calls", "next"): behavior(of: subject).handle(sentence.method, as: .callNext)
    case ("drags", _): behavior(of: subject).drags = true
    case ("tells", "inside"): tellInside(view(subject))
    case ("tells", "sendEvent"): tellSendEvent(view(subject))
    case ("tells", _): behavior(of: subject).tell(Array(words.dropFirst()), in: sentence.method)
    default: preconditionFailure("no such override: \(subject) \(words.joined(separator: " "))")
    }
  }

  private func setDelegate(_ name: String, of application: Application) {
    final class NoResponder {}
    switch name {
    case "application": delegate = application
    case "no responder": delegate = NoResponder()
    default:
      let responder = Responder()
      responder.identifier = name
      delegate = views[name] ?? controllers[name] ?? responder
    }
    application.delegate = delegate
  }

  private func behavior(of name: String) -> SceneBehavior {
    if let behavior = behaviors[name] { return behavior }
    guard let view = view(name) as? SceneView else {
      preconditionFailure("only a plain view can override touches")
    }
    let behavior = SceneBehavior(view, log)
    behaviors[name] = behavior
    return behavior
  }

  private func view(_ name: String) -> View {
    guard let view = views[name] else { preconditionFailure("no view is called \(name)") }
    return view
  }

  private func controller(_ name: String) -> ViewController {
    guard let controller = controllers[name] else { preconditionFailure("no controller is called \(name)") }
    return controller
  }
}

// What the hit test asks.
extension SceneOverrides {
  private func overrideHitTest(of view: View, _ words: [String]) {
    let isConditional = words.suffix(2) == ["if", "inside"]
    // Unowned: the view may keep, by this closure, a view that keeps it.
    unowned let answer = words[1] == "nil" ? nil : self.view(words[1])
    func hit(_ view: View, _ point: Point, _ inherited: () -> View?) -> View? {
      guard isConditional, let answer else { return answer }
      return answer.bounds.contains(answer.convert(point, from: view)) ? answer : inherited()
    }
    (view as? SceneView)?.onHitTest = { view, point, event in
      hit(view, point) { view.inheritedHitTest(point, with: event) }
    }
    (view as? SceneWindow)?.onHitTest = { view, point, event in
      hit(view, point) { view.inheritedHitTest(point, with: event) }
    }
  }

  private func overridePointInside(of view: View, _ words: [String]) {
    guard let view = view as? SceneView else {
      preconditionFailure("only a plain view can override pointInside")
    }
    if words[1] == "inset", let inset = Double(words[2]) {
      let insets = EdgeInsets(top: inset, left: inset, bottom: inset, right: inset)
      view.onPointInside = { view, point in view.bounds.inset(by: insets).contains(point) }
    } else {
      unowned let other = self.view(words[1])
      view.onPointInside = { view, point in
        other.bounds.contains(other.convert(point, from: view)) || view.inheritedPoint(inside: point)
      }
    }
  }

  private func tellSendEvent(_ view: View) {
    (view as? SceneWindow)?.onSendEvent = { [log] event in
      for touch in event.allTouches.sorted(by: { $0.contactID < $1.contactID }) {
        log.note("sent \(touch.phase)")
      }
    }
  }

  private func tellInside(_ view: View) {
    func tell(_ view: View, _ isInside: Bool) -> Bool {
      log.note("inside \(view.identifier)=\(isInside ? "yes" : "no")")
      return isInside
    }
    (view as? SceneView)?.onPointInside = { tell($0, $0.inheritedPoint(inside: $1)) }
    (view as? SceneWindow)?.onPointInside = { tell($0, $0.inheritedPoint(inside: $1)) }
  }
}
