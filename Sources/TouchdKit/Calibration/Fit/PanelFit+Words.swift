import Dispatcher

extension PanelFit {
  /// How the panel lies: `mirrored left to right, and off by up to 12 mm at the edges`.
  package var panelWords: String {
    edgeError > 0
      ? "\(orientation.words), and off by up to \(measure.words(edgeError)) at the edges" : orientation.words
  }

  /// How touches landed with the calibration that there was: `mirrored left to right, 143 mm off, at most 213 mm`.
  package var beforeWords: String {
    let turn = orientationBefore == .upright ? "" : orientationBefore.words + ", "
    return turn + words(before)
  }

  /// How touches land with the new lines.
  package var afterWords: String { words(after) }

  /// Each press that is left out, with its number from 1; empty if none is.
  package var refusedWords: String? {
    guard !refused.isEmpty else { return nil }
    let numbers = refused.map { String($0 + 1) }
    return numbers.count == 1
      ? "press \(numbers[0]) is left out: it does not fit the others"
      : "presses \(series(numbers)) are left out: they do not fit the others"
  }

  /// The largest error that needs no better method: in millimetres; as a part of the side, if the size of the screen is
  /// not known. (O)
  private static let (goodError, goodPart) = (2.0, 0.01)

  /// Names the better method; `nil` if the error that remains is small.
  ///
  /// - Parameter verification: of this fit.
  package func adviceWords(_ verification: Verification) -> String? {
    let error = max(after.worst, verification.error)
    let limit = measure.unit == .millimetres ? Self.goodError : Self.goodPart * measure.side
    return error > limit
      ? "\(measure.words(error)) remain; nine crosses are more exact: `touchd web --write`, then /calibrate in the "
        + "kiosk's browser" : nil
  }

  private func words(_ errors: Errors) -> String {
    "\(measure.words(errors.mean)) off on average, at most \(measure.words(errors.worst))"
  }
}
