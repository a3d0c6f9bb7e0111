import LinuxInput
import TouchdKit

/// What a run found, for programs and for people.
struct Document {
  let results: Results
  let options: Options
  /// As it was before the first row.
  let machine: Machine

  /// The tables, and what is missing in them.
  var text: String {
    let notes = results.failures.map { "FAILED: \($0)\n" }
    let rounds =
      options.isQuick ? "a quick run, whose figures mean nothing" : "medians of \(options.rounds) rounds"
    return "\(machine.words); \(rounds).\(pinning)\n\n"
      + Tables(results: results, options: options).all.map(\.text).joined(separator: "\n")
      + (notes.isEmpty ? "" : "\n" + notes.joined())
  }

  /// Puts the tables between two marks of `benchmarks.md` in a folder.
  ///
  /// - Throws: ``Failure`` where the marks are missing.
  func publish(in folder: String) throws {
    let path = "\(folder)/benchmarks.md"
    let page = String(decoding: try contentsOfFile(path, limit: Self.longestPage), as: UTF8.self)
    guard let begin = page.firstRange(of: Self.begin), let end = page.firstRange(of: Self.end),
      begin.upperBound <= end.lowerBound
    else { throw Failure("the page has no marks `\(Self.begin.dropLast())`, `\(Self.end.dropLast())`") }
    try writeFile(page[..<begin.upperBound] + "\n" + text + "\n" + page[end.lowerBound...], path)
  }

  private static let begin = "<!-- make bench: begin -->\n"
  private static let end = "<!-- make bench: end -->\n"
  /// More bytes than the page will ever have.
  private static let longestPage = 1 << 20

  private var pinning: String {
    Options.processors.reader < 0
      ? " One processor: the frames are written and read on the same." : ""
  }

  /// Everything, with the value of each round.
  var json: JSON {
    .object([
      ("machine", .string(machine.words)), ("rounds", .integer(options.rounds)),
      ("quick", .bool(options.isQuick)),
      ("figures", .array(results.names.compactMap { name in results[name].map { $0.json(name) } })),
      ("bars", .array(Bar.all(results).map(\.json))),
      ("failures", .array(results.failures.map(JSON.string))),
    ])
  }
}

extension Results.Series {
  fileprivate func json(_ name: String) -> JSON {
    .object([
      ("name", .string(name)), ("unit", .string(unit)), ("median", .decimal(median)),
      ("values", .array(values.map(JSON.decimal))),
    ])
  }
}

extension Bar {
  fileprivate var json: JSON {
    let (bound, bar): (String, Double) =
      switch limit {
      case .atMost(let bar): ("at most", bar)
      case .atLeast(let bar): ("at least", bar)
      }
    return .object([
      ("what", .string(what)), ("measured", measured.map(JSON.decimal) ?? .null), ("bound", .string(bound)),
      ("bar", .decimal(bar)), ("met", isMet.map(JSON.bool) ?? .null),
    ])
  }
}
