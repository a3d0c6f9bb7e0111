/// The tables of what was measured; those of rows that were left out are empty.
struct Tables {
  let results: Results
  let options: Options

  var all: [Table] {
    [Bar.table(Bar.all(results), isWhole: options.only.isEmpty), path, touches, hitTests, program]
      .filter { !$0.rows.isEmpty }
  }

  private func value(_ name: String) -> String { Words.number(results[name]?.median) }

  private func ratio(_ name: String, _ other: String) -> String {
    Words.number(results.ratio(name, to: other))
  }

  private var path: Table {
    var table = Table(
      "From the descriptor to the last touch",
      ["stream, fingers, reader", "CPU µs/frame", "÷ C", "÷ libevdev", "p50 µs", "p99 µs"])
    for stream in DaemonPath.streams(options) {
      for subject in DaemonPath.Subject.all {
        let name = "path/\(stream.name)"
        let own = "\(name)/\(subject.name)"
        guard results["\(own)/cpu"] != nil else { continue }
        table.add(
          "\(stream.words), \(subject.words)", value("\(own)/cpu"), ratio("\(own)/cpu", "\(name)/bare/cpu"),
          ratio("\(own)/cpu", "\(name)/libevdev/cpu"), value("\(own)/p50"), value("\(own)/p99"))
      }
    }
    return table
  }

  private var touches: Table {
    var table = Table("A touch: began, ten moved, ended", ["view", "ns"])
    for (kind, words) in [("bare", "without recognizers"), ("gestures", "with a tap and a long press")] {
      guard results["touch/\(kind)/time"] != nil else { continue }
      table.add(words, value("touch/\(kind)/time"))
    }
    return table
  }

  private var hitTests: Table {
    var table = Table(
      "Hit test", ["views", "ns", "plain recursion, ns", "times faster", "other answers"])
    for views in HitTests.counts {
      for shape in HitScene.Shape.allCases {
        let name = HitTests.name(shape, views)
        guard results["\(name)/fast"] != nil else { continue }
        table.add(
          "\(Words.thousands(views)) \(shape.words)", value("\(name)/fast"), value("\(name)/plain"),
          ratio("\(name)/plain", "\(name)/fast"), value("\(name)/differences"))
      }
    }
    return table
  }

  private var program: Table {
    var table = Table("The program", ["what", "figure", "unit"])
    for layout in ["10 views", "1,000 views"] {
      for (figure, words) in [
        ("start", "start to ready"), ("anonymous memory", "memory, anonymous"), ("memory", "memory, total"),
        ("idle wakes", "wakes while idle"),
      ] {
        add("program/\(layout)/\(figure)", "\(words), \(layout)", to: &table)
      }
    }
    add("program/size", "size, stripped", to: &table)
    add("program/load", "loading 10,000 views (`touchd check`)", to: &table)
    add("program/reload", "reading and building 10,000 views again", to: &table)
    return table
  }

  private func add(_ name: String, _ words: String, to table: inout Table) {
    guard let series = results[name] else { return }
    table.add(words, Words.number(series.median), series.unit)
  }
}

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

// MARK: - What the rows are called

extension DaemonPath.Stream {
  fileprivate var words: String {
    let speed = rate == 0 ? "saturated" : rate == 1000 ? "1 kHz" : "\(rate) Hz"
    return "\(speed), \(fingers == 1 ? "one" : "ten")"
  }
}

extension DaemonPath.Subject {
  fileprivate var words: String {
    switch reader {
    case .bare: "C, bare epoll loop"
    case .libevdev: "C with libevdev"
    case .touchd:
      "touchd, \(isHeard ? "a plugin listens" : "no plugin")"
        + (recognizers == 0 ? "" : ", \(recognizers) recognizers a touch")
    }
  }
}

extension HitScene.Shape {
  fileprivate var words: String { self == .overriding ? "nested, one in 25 overriding" : rawValue }
}
