/// How far content can be scrolled along one axis.
struct ScrollRange {
  /// The offset at the content's beginning, less the inset there.
  let minimum: Double
  /// The offset at the content's end and the inset there; the minimum where all of it fits into the view.
  let maximum: Double
  /// Whether a drag moves the content along this axis.
  let gives: Bool
  /// Whether it goes beyond its ends and swings back.
  let bounces: Bool
  let band: RubberBand

  /// The nearest offset at which content may rest.
  func clamp(_ offset: Double) -> Double { min(max(offset, minimum), maximum) }

  /// The offset that is shown where the finger asks for another.
  func shown(_ asked: Double) -> Double {
    let edge = clamp(asked)
    guard bounces else { return edge }
    return asked > edge ? edge + band.stretch(asked - edge) : edge - band.stretch(edge - asked)
  }

  /// The offset that a finger would ask for to have one shown.
  func asked(for shown: Double) -> Double {
    let edge = clamp(shown)
    guard bounces else { return edge }
    return shown > edge
      ? edge + band.distance(stretching: shown - edge) : edge - band.distance(stretching: edge - shown)
  }

  /// How fast the content goes for each unit of the finger's speed, where the finger asks for an offset.
  func slope(_ asked: Double) -> Double {
    let distance = abs(asked - clamp(asked))
    guard gives, bounces || distance == 0 else { return 0 }
    return distance == 0 ? 1 : band.slope(distance)
  }

  /// Whether the content can go on from an offset, in the direction of a sign, before it is at its end.
  func hasRoom(at offset: Double, towards sign: Double) -> Bool {
    sign > 0 ? offset < maximum : offset > minimum
  }
}
