import TestTables

@testable import TouchdKit

@Suite("The histogram of latencies") struct LatencyHistogramTests {
  typealias Row = (microseconds: Int64, bound: Int64?, isLate: Bool)

  static let rows: [Row] = [
    (.min, 125, false), (-1, 125, false), (0, 125, false), (1, 125, false), (125, 125, false),
    (126, 250, false), (250, 250, false), (251, 500, false), (1000, 1000, false), (1001, 2000, false),
    (8001, 16_000, false), (16_000, 16_000, false), (16_001, 32_000, true), (64_001, 128_000, true),
    (128_000, 128_000, true), (128_001, nil, true), (3_600_000_000, nil, true), (.max, nil, true),
  ]

  @Test("has each value at the first bound that it does not exceed", arguments: rows)
  func bound(row: Row) {
    var histogram = LatencyHistogram()
    histogram.record(Interval(microseconds: row.microseconds))
    #expect(histogram.bound(ofShare: 1)?.microseconds == row.bound)
    #expect(histogram.count == 1)
    #expect(histogram.late == (row.isLate ? 1 : 0))
    #expect(histogram.sum == min(max(row.microseconds, 0), 3_600_000_000))
  }
}
