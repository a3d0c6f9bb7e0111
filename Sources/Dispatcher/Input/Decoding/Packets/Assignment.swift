/// Pairs rows with columns so that the sum of the costs is least: the Hungarian method with potentials.
///
/// O(rows² · columns): 64 contacts take a fraction of a millisecond, ten take microseconds. Allocates nothing after it
/// is made.
final class Assignment {
  private let limit: Int
  private var costs: ContiguousArray<Double>
  private var columns = 0
  private var rowPotentials: ContiguousArray<Double>
  private var columnPotentials: ContiguousArray<Double>
  /// The row that each column is paired with, counted from 1; 0 for no row. Column 0 stands for the row being placed.
  private var rowOfColumn: ContiguousArray<Int>
  private var previousColumn: ContiguousArray<Int>
  private var least: ContiguousArray<Double>
  private var isUsed: ContiguousArray<Bool>

  /// - Parameter limit: the most rows, and the most columns.
  init(limit: Int) {
    self.limit = limit
    costs = .init(repeating: 0, count: limit * limit)
    rowPotentials = .init(repeating: 0, count: limit + 1)
    columnPotentials = rowPotentials
    least = rowPotentials
    rowOfColumn = .init(repeating: 0, count: limit + 1)
    previousColumn = rowOfColumn
    isUsed = .init(repeating: false, count: limit + 1)
  }

  /// Finds the pairs.
  ///
  /// - Parameters:
  ///   - rows: at most as many as columns.
  ///   - cost: finite, of a row and a column, both counted from 0.
  ///   - pair: called for each row with its column.
  func solve(rows: Int, columns: Int, cost: (Int, Int) -> Double, pair: (Int, Int) -> Void) {
    precondition(rows <= columns && columns <= limit, "an assignment needs at least as many columns as rows")
    self.columns = columns
    for row in 0..<rows {
      for column in 0..<columns { costs[row * limit + column] = cost(row, column) }
    }
    for index in 0...columns { (columnPotentials[index], rowOfColumn[index]) = (0, 0) }
    for row in 0...rows { rowPotentials[row] = 0 }
    for row in stride(from: 1, through: rows, by: 1) { place(row) }
    for column in stride(from: 1, through: columns, by: 1) where rowOfColumn[column] > 0 {
      pair(rowOfColumn[column] - 1, column - 1)
    }
  }

  /// Finds the cheapest way to give a row a column, moving the rows placed before it where that pays.
  private func place(_ row: Int) {
    rowOfColumn[0] = row
    for index in 0...columns { (least[index], isUsed[index]) = (.infinity, false) }
    var column = 0
    repeat { column = step(from: column) } while rowOfColumn[column] != 0
    // Shift each row of the way to the next column.
    while column != 0 {
      let previous = previousColumn[column]
      rowOfColumn[column] = rowOfColumn[previous]
      column = previous
    }
  }

  /// One step of the search, to the column that costs least to reach.
  private func step(from column: Int) -> Int {
    isUsed[column] = true
    let row = rowOfColumn[column]
    var (delta, next) = (Double.infinity, 0)
    for candidate in stride(from: 1, through: columns, by: 1) where !isUsed[candidate] {
      let reduced =
        costs[(row - 1) * limit + candidate - 1] - rowPotentials[row] - columnPotentials[candidate]
      if reduced < least[candidate] { (least[candidate], previousColumn[candidate]) = (reduced, column) }
      if least[candidate] < delta { (delta, next) = (least[candidate], candidate) }
    }
    for index in 0...columns {
      if isUsed[index] {
        rowPotentials[rowOfColumn[index]] += delta
        columnPotentials[index] -= delta
      } else {
        least[index] -= delta
      }
    }
    return next
  }
}
