/// One filter, with what it remembers of each slot's contact.
protocol FilterStage: AnyObject {
  /// Filters a sample.
  ///
  /// - Parameter isFirst: whether it is the contact's first that reaches the filter.
  /// - Returns: what becomes of the contact.
  func apply(_ sample: inout FilterSample, isFirst: Bool) -> FilterVerdict
  /// A contact that reached the filter has lifted, whatever the filter made of it.
  func lifted(_ sample: FilterSample)
  /// Whether a contact that lifts was a palm at last.
  func isPalm(_ sample: FilterSample) -> Bool
  /// How many samples a contact's end takes back.
  var tail: Int { get }
}

extension FilterStage {
  func lifted(_ sample: FilterSample) {}
  func isPalm(_ sample: FilterSample) -> Bool { false }
  var tail: Int { 0 }
}

/// What becomes of a contact behind a filter.
enum FilterVerdict {
  /// It goes on.
  case pass
  /// It has not begun yet.
  case wait
  /// It has not begun yet, and begins at this time, where it then is.
  case hold(until: Timestamp)
  /// It is up, and may come down again.
  case lift
  /// It is left out, until it lifts.
  case reject
}

/// One sample on its way through the filters.
struct FilterSample {
  /// A filter may change its location for those behind it.
  var sample: TouchSample
  /// When it reaches the filter.
  var time: Timestamp
  /// Device units.
  let pressure: Int32
  /// Device units.
  var major: Int32

  var slot: Int { Int(sample.slot) }
}
