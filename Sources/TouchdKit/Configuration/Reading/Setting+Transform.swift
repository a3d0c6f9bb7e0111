import Dispatcher

extension Setting {
  /// A transform, as parts (scale, then rotate, then translate) or as a matrix.
  ///
  /// One that cannot be undone is warned of.
  func transform() -> Located<AffineTransform>? {
    guard let fields = fields(.transform) else { return nil }
    let matrix = fields["matrix"]
    let parts = ["scale", "rotate", "translate"].compactMap { fields[$0] }
    if let matrix, let part = parts.first {
      findings.error(
        "a transform has either a `matrix` or \(part.name)", at: max(matrix.keyMark, part.keyMark))
    }
    let transform = matrix.map { $0.matrix() ?? .identity } ?? fields.parts()
    if transform.inverse == nil {
      findings.warning(
        "this transform flattens the view to a line or a point, so no touch can reach it", at: mark)
    }
    return Located(transform, at: mark)
  }

  private func matrix() -> AffineTransform? {
    numbers(6, "[a, b, c, d, tx, ty]", .coordinates).map {
      AffineTransform(a: $0[0], b: $0[1], c: $0[2], d: $0[3], tx: $0[4], ty: $0[5])
    }
  }

  /// Six floats in libinput's order.
  func calibration() -> [Double]? {
    guard let matrix = numbers(6, "[a, b, c, d, e, f]", .coordinates) else { return nil }
    if matrix[0] * matrix[4] - matrix[1] * matrix[3] == 0 {
      findings.warning("this matrix maps the whole panel to a line or a point", at: mark)
    }
    return matrix
  }
}

extension Fields {
  fileprivate func parts() -> AffineTransform {
    let scale = self["scale"]?.number(.coordinates) ?? 1
    let angle = self["rotate"]?.angle() ?? 0
    let offset = self["translate"]?.numbers(2, "[x, y]", .coordinates) ?? [0, 0]
    return AffineTransform(scaleX: scale, y: scale)
      .concatenating(AffineTransform(rotation: angle))
      .concatenating(AffineTransform(translationX: offset[0], y: offset[1]))
  }
}
