/// A table in Markdown, which is legible as it stands, too.
struct Table {
  let title: String
  let header: [String]
  private(set) var rows: [[String]] = []

  init(_ title: String, _ header: [String]) { (self.title, self.header) = (title, header) }

  mutating func add(_ cells: String...) { rows.append(cells) }

  var text: String {
    let lines = [header] + rows
    let widths = header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let rule = zip(header.indices, widths).map { column, width in
      // What follows the first column are figures.
      String(repeating: "-", count: max(width - (column == 0 ? 0 : 1), 1)) + (column == 0 ? "" : ":")
    }
    return "### \(title)\n\n"
      + ([header, rule] + rows).map { Self.line($0, widths) }.joined()
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells, widths).enumerated().map { column, cell in
      let (text, width) = cell
      let blanks = String(repeating: " ", count: max(width - text.count, 0))
      return column == 0 ? text + blanks : blanks + text
    }
    return "| " + padded.joined(separator: " | ") + " |\n"
  }
}
