import YAML

/// A text in a line: a device or a file may have any name.
func shown(_ text: String) -> String { String(text.printable.map { $0.isWhitespace ? " " : $0 }) }

/// Rows as lines, each column as wide as its widest cell; the last one has no width, since messages stand
/// there.
func aligned(_ rows: [[String]]) -> [String] {
  let rows = rows.map { $0.map(shown) }
  var widths: [Int] = []
  for row in rows {
    for (column, cell) in row.dropLast().enumerated() {
      if column == widths.count { widths.append(0) }
      widths[column] = max(widths[column], cell.count)
    }
  }
  return rows.map { row in
    let cells = row.enumerated().map { column, cell in
      column == row.count - 1 ? cell : cell + String(repeating: " ", count: widths[column] - cell.count)
    }
    let line = cells.joined(separator: "  ")
    return String(line[..<(line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex)])
  }
}
