import Dispatcher

/// One row of the golden traces: given a tree and what its views override, when fingers do this, then this is
/// the log.
///
/// All of it is text of the test language: ``Scene`` and the types it names say how it reads.
public struct GoldenRow: Sendable, CustomStringConvertible {
  /// Where a row comes from.
  public enum Kind: Sendable {
    /// The log of a real run.
    case literal
    /// An order that was described in words.
    case prose
    /// What follows from a rule of the model.
    case rule
  }

  /// The id of a golden trace, of which several rows may show parts, and what the row shows.
  public internal(set) var description = ""
  public var kind = Kind.rule
  public let tree: String
  public var relations = ""
  public var overrides = ""
  public let fingers: String
  public var hitTestPasses = 1
  /// The kinds of lines that the log has beside calls on hit views and actions.
  public var shows: [String] = []
  /// A call a line, or several between semicolons.
  public let log: String

  /// As in the list of golden traces.
  public var id: String { String(description.prefix { $0 != ":" }) }
}

extension GoldenRow {
  /// Rows, each under its id and what it shows.
  static func named(_ rows: KeyValuePairs<String, GoldenRow>) -> [GoldenRow] {
    rows.map { description, row in
      var row = row
      row.description = description
      return row
    }
  }

  /// What every log has.
  private static let calls = ["began", "moved", "ended", "cancelled", "act"]

  /// The scene that the row is given.
  public func makeScene() -> Scene {
    let scene = Scene(tree, relations: relations, overrides: overrides)
    scene.application.hitTestPasses = hitTestPasses
    scene.log.showsStates = shows.contains("state")
    return scene
  }

  /// The lines of a log that are of the row's kinds, in its words.
  public func selected(of log: [String]) -> [String] {
    let kinds = Self.calls + shows
    return log.map(entered).filter { line in kinds.contains { line.hasPrefix($0 + " ") } }
  }

  /// The expected log without some kinds of lines.
  public func expected(without kinds: [String]) -> String {
    log.replacing("; ", with: "\n").split(separator: "\n").filter { line in
      !kinds.contains { line.hasPrefix($0 + " ") }
    }
    .joined(separator: "\n")
  }

  /// Rows that show where a hit test is left say of its entry no more than whose it is.
  private func entered(_ line: String) -> String {
    guard shows.contains("enter"), line.hasPrefix("hit ") else { return line }
    return "enter " + line.dropFirst(4).prefix { $0 != ">" }
  }
}

extension GoldenRow {
  /// Every row; a section more is a list more here, and its ids in the tests.
  public static let all = mainScene + hitTests + responderChain + identity + recognizers + scrollView
}
