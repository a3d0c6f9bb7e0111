extension PenPose {
  /// Where a pen points, as a vector of length 1 in a view's coordinates; in the screen's for `nil`.
  ///
  /// - Parameter tip: in points of the screen.
  func azimuthUnitVector(at tip: Point, in view: View?) -> Point {
    let (sine, cosine) = sineAndCosine(azimuth)
    let ahead = Point(x: tip.x + cosine, y: tip.y + sine)
    let (from, to) = (view?.convert(fromScreen: tip) ?? tip, view?.convert(fromScreen: ahead) ?? ahead)
    let length = from.distance(to: to)
    guard length > 0 else { return Point(x: 1, y: 0) }
    return Point(x: (to.x - from.x) / length, y: (to.y - from.y) / length)
  }
}
