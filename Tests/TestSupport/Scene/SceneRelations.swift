public import Dispatcher

/// Reads how the recognizers of a scene stand with each other, one sentence a line or between semicolons.
///
/// - `A requires B`: by `require(toFail:)`; `A delegate-requires B`, `A delegate-required-by B`: by A's delegate;
/// - `A with B`: A's delegate lets both recognize;
/// - `A may not begin`, `A gets no touch`: what A's delegate says;
/// - `A keeps touches`: it cancels none in its view; `A delays began`, `A ends at once`: it does not delay the ends;
/// - `A tells`: each question to its delegate stands in the log, as `asked A shouldBegin`; `A tells flags`: so does
///   whether it cancels and delays touches, as `flags A: …`.
struct SceneRelations {
  private let recognizers: [String: GestureRecognizer]
  /// Recognizers do not keep their delegates.
  private(set) var delegates: [String: SceneDelegate] = [:]

  init(_ text: String, among recognizers: [String: GestureRecognizer], log: SceneLog) {
    self.recognizers = recognizers
    for sentence in text.split(whereSeparator: { $0 == ";" || $0 == "\n" }) {
      let words = sentence.split(separator: " ").map(String.init)
      if words.count > 1 { apply(words, log) }
    }
  }

  private mutating func apply(_ words: [String], _ log: SceneLog) {
    let recognizer = named(words[0])
    switch words.dropFirst().joined(separator: " ") {
    case "keeps touches": recognizer.cancelsTouchesInView = false
    case "delays began": recognizer.delaysTouchesBegan = true
    case "ends at once": recognizer.delaysTouchesEnded = false
    case "may not begin": delegate(of: recognizer, log).mayBegin = false
    case "gets no touch": delegate(of: recognizer, log).receives = false
    case "tells": delegate(of: recognizer, log).tells = true
    case "tells flags": log.note(recognizer.flags)
    default: relate(recognizer, words[1], to: words.count > 2 ? named(words[2]) : recognizer, log)
    }
  }

  private mutating func relate(
    _ recognizer: GestureRecognizer, _ verb: String, to other: GestureRecognizer, _ log: SceneLog
  ) {
    switch verb {
    case "requires": recognizer.require(toFail: other)
    case "with": delegate(of: recognizer, log).companions.append(other.name)
    case "delegate-requires": delegate(of: recognizer, log).required.append(other.name)
    case "delegate-required-by": delegate(of: recognizer, log).requiring.append(other.name)
    default: preconditionFailure("no such relation: \(verb)")
    }
  }

  private func named(_ name: String) -> GestureRecognizer {
    guard let recognizer = recognizers[name] else { preconditionFailure("no recognizer is called \(name)") }
    return recognizer
  }

  private mutating func delegate(of recognizer: GestureRecognizer, _ log: SceneLog) -> SceneDelegate {
    if let delegate = delegates[recognizer.name] { return delegate }
    let delegate = SceneDelegate(log)
    delegates[recognizer.name] = delegate
    recognizer.delegate = delegate
    return delegate
  }
}

extension GestureRecognizer {
  fileprivate var flags: String {
    func text(_ flag: Bool) -> String { flag ? "yes" : "no" }
    return "flags \(name): cancelsTouchesInView \(text(cancelsTouchesInView)), "
      + "delaysTouchesBegan \(text(delaysTouchesBegan)), delaysTouchesEnded \(text(delaysTouchesEnded))"
  }
}

/// A delegate whose answers a row chooses.
public final class SceneDelegate: GestureRecognizerDelegate {
  var mayBegin = true
  var receives = true
  var companions: [String] = []
  var required: [String] = []
  var requiring: [String] = []
  /// Puts each question but that for company into the log.
  var tells = false
  /// Called with each question, `shouldBegin` and so on.
  public var onQuestion: (String) -> Void = { _ in }
  private let log: SceneLog

  public init(_ log: SceneLog) { self.log = log }

  private func ask(_ recognizer: GestureRecognizer, _ question: String, _ other: GestureRecognizer? = nil) {
    if tells { log.note("asked \(recognizer.name) \(question)" + (other.map { " \($0.name)" } ?? "")) }
    onQuestion(question)
  }

  public func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool {
    ask(recognizer, "shouldBegin")
    return mayBegin
  }

  public func gestureRecognizer(_ recognizer: GestureRecognizer, shouldReceive touch: Touch) -> Bool {
    ask(recognizer, "shouldReceive")
    return receives
  }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
  ) -> Bool {
    onQuestion("shouldRecognizeSimultaneouslyWith")
    return companions.contains(other.name)
  }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
  ) -> Bool {
    ask(recognizer, "shouldRequireFailureOf", other)
    return required.contains(other.name)
  }

  public func gestureRecognizer(
    _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
  ) -> Bool {
    ask(recognizer, "shouldBeRequiredToFailBy", other)
    return requiring.contains(other.name)
  }
}
