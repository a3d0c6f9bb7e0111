/// The middle of values, or the mean of the two in the middle; NaN of none.
func median(_ values: [Double]) -> Double { percentile(values, 0.5) }

/// The value below which such a part of the values lies, interpolated; NaN of none.
func percentile(_ values: [Double], _ part: Double) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let place = part * Double(sorted.count - 1)
  let low = Int(place)
  let high = min(low + 1, sorted.count - 1)
  return sorted[low] + (place - Double(low)) * (sorted[high] - sorted[low])
}
