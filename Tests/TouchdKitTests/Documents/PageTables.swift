@testable import TouchdKit

extension Page {
  /// A table: its cells, the header's first.
  struct Table {
    var rows: [Row]
  }

  struct Row {
    /// The line in the file, from 1.
    let line: Int
    let cells: [String]
  }

  /// The tables outside the blocks.
  var tables: [Table] {
    var tables: [Table] = []
    var isInTable = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      defer { isInTable = line.hasPrefix("|") }
      guard line.hasPrefix("|") else { continue }
      // The line that divides the header from the rest.
      guard !line.allSatisfy({ "|-: ".contains($0) }) else { continue }
      let cells = line.dropFirst().split(separator: "|", omittingEmptySubsequences: false).dropLast()
      let row = Row(line: index + 1, cells: cells.map(String.init))
      if isInTable, !tables.isEmpty {
        tables[tables.count - 1].rows.append(row)
      } else {
        tables.append(Table(rows: [row]))
      }
    }
    return tables
  }

  /// What stands between backticks in a piece of text.
  static func codeSpans(of text: some StringProtocol) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
