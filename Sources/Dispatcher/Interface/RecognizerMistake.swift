/// A change of a recognizer's state that no recognizer makes, by the code of a program. It is read as the nearest one that
/// is allowed, and everything goes on.
public struct RecognizerMistake: Equatable, Sendable, CustomStringConvertible {
  /// The recognizer's name.
  public let recognizer: String
  /// The state that it was in.
  public let state: GestureRecognizer.State
  /// The state that it was set to.
  public let next: GestureRecognizer.State

  public var description: String {
    let reading = state.nearest(to: next).map { "it counts as \($0)" } ?? "it changes nothing"
    return
      "the recognizer \"\(recognizer)\" was set from \(state) to \(next); \(reading). A recognizer goes from "
      + "possible to began, ended or failed, and from began and changed to changed, ended or cancelled"
  }
}
