import TestTables

@testable import Dispatcher

/// The pairs of least total cost, against every other way to pair.
@Suite("Assignment") struct AssignmentRules {
  @Test(
    "The sum is the least of all permutations, also of matrices with more columns",
    arguments: 1...5 as ClosedRange<UInt64>)
  func least(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for round in 0..<400 {
      let columns = Int(random.next() % 6) + 1
      let rows = Int(random.next() % UInt64(columns + 1))
      // Small numbers make many ties.
      let costs = (0..<rows).map { _ in (0..<columns).map { _ in Double(random.next() % 12) } }
      let pairs = leastCostPairs(rows: rows, columns: columns) { costs[$0][$1] }
      let counts = [Set(pairs.map(\.row)).count, Set(pairs.map(\.column)).count]
      #expect(counts == [rows, rows], "seed \(seed), round \(round)")
      let sum = pairs.reduce(0) { $0 + costs[$1.row][$1.column] }
      #expect(sum == leastSum(costs, 0, []), "seed \(seed), round \(round): \(costs)")
    }
  }

  @Test("A full matrix of the limit")
  func full() {
    // Each row fits a column of its own.
    let pairs = leastCostPairs(rows: 64, columns: 64) { ($0 * 7 + 3) % 64 == $1 ? 0 : 1 + Double($0) }
    #expect(pairs.count == 64 && pairs.allSatisfy { $0.column == ($0.row * 7 + 3) % 64 })
  }

  /// The least sum of the rows from one on, each with a column that is not taken: every way is tried.
  private func leastSum(_ costs: [[Double]], _ row: Int, _ taken: Set<Int>) -> Double {
    guard row < costs.count else { return 0 }
    return costs[row].indices.filter { !taken.contains($0) }.map { column in
      costs[row][column] + leastSum(costs, row + 1, taken.union([column]))
    }.min() ?? .infinity
  }
}
