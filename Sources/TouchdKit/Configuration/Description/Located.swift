import YAML

/// A value and the place in the file that it comes from, for what is reported later than at reading.
struct Located<Value: Sendable>: Sendable {
  var value: Value
  var mark: Mark

  init(_ value: Value, at mark: Mark) {
    self.value = value
    self.mark = mark
  }
}

extension Located: Equatable where Value: Equatable {}
