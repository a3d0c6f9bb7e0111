import TestTables

@testable import TouchdBroker
@testable import TouchdKit

/// How long the bridge waits before it connects again.
@Suite("Pauses between connections") struct BackOffRules {
  struct Row: TableRow {
    var what = ""
    /// How long each connection lasts, in seconds.
    let connections: [Double]
    /// The longest that each pause can be, in seconds.
    let pauses: [Double]
  }

  @Test(
    "A pause doubles until a connection is good",
    arguments: [
      "a broker that is away": Row(connections: [0, 0, 0, 0], pauses: [1, 2, 4, 8]),
      "at most two minutes": Row(
        connections: Array(repeating: 0, count: 9), pauses: [1, 2, 4, 8, 16, 32, 64, 120, 120]),
      "a broker that accepts and closes": Row(connections: [0, 29.9, 1], pauses: [1, 2, 4]),
      "after half a minute it is a good one": Row(connections: [0, 0, 30, 0], pauses: [1, 2, 1, 2]),
    ] as Table<Row>)
  func pauses(row: Row) {
    var backOff = BackOff()
    let pauses = row.connections.map { duration in
      backOff.connectionEnded(after: .seconds(duration))
      return backOff.next { $0.upperBound }.seconds
    }
    #expect(pauses == row.pauses)
  }

  @Test("Each pause is between half of what is due and all of it")
  func jitter() {
    var backOff = BackOff()
    #expect(backOff.next { $0.lowerBound } == .milliseconds(500))
    #expect((1_000_000...2_000_000).contains(backOff.next().microseconds))
  }
}
