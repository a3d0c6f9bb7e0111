import Dispatcher
import TestSupport

/// Lets the first recognizer of V add a value to the log at each action, rounded to a thousandth.
func note(_ name: String, in scene: Scene, _ value: @escaping (GestureRecognizer) -> Double?) {
  scene["V"].gestureRecognizers.first?.addAction { [log = scene.log] recognizer in
    log.note("\(name) \(value(recognizer).map(shortText) ?? "none")")
  }
}

/// A number with at most three decimals, and no more than it needs.
func shortText(_ value: Double) -> String {
  guard value.isFinite else { return "\(value)" }
  let rounded = (value * 1000).rounded() / 1000
  if rounded == 0 { return "0" }
  return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}
