import Logging
import TestTables

@testable import TouchdKit

/// What the plugin `log` writes at each level that a layout may ask for, and what a journal of the daemon has of it.
@Suite("LogPlugin") struct LogPluginRules {
  struct Row: Sendable, CustomTestStringConvertible {
    /// What the layout says; `nil` for nothing.
    let level: String?
    /// The levels of a call, of a move, and of an action.
    let levels: [Logger.Level]
    /// Which of these the daemon writes.
    let inJournal: [String]
    var testDescription: String { "level: \(level ?? "none")" }
  }

  static let rows =
    [
      Row(level: nil, levels: [.debug, .debug, .info], inJournal: ["gesture"]),
      Row(level: "trace", levels: [.trace, .trace, .trace], inJournal: []),
      Row(level: "debug", levels: [.debug, .debug, .debug], inJournal: []),
      Row(level: "info", levels: [.debug, .debug, .info], inJournal: ["gesture"]),
    ]
    + [Logger.Level.notice, .warning, .error, .critical].map { level in
      Row(
        level: level.rawValue, levels: [level, .debug, level],
        inJournal: ["touchesBegan", "gesture", "touchesEnded"])
    }

  /// A finger that lands, moves a little and lifts on a view with a tap.
  private func play(
    _ level: String?, _ journal: Words, _ frames: [String] = ["1@100,100", "1@101,100", "1^"],
    pan: Bool = false
  ) throws {
    let option = level.map { ", level: \($0)" } ?? ""
    let text = """
      version: 1
      screen: { size: [1000, 1000] }
      responders: { audit: { plugin: log\(option) } }
      views:
        - id: page
          on_touch: { to: audit }
          gestures:
            - { tap: {}, name: knock, to: audit, cancels_touches: false }
            \(pan ? "- { pan: {}, to: audit, cancels_touches: false }" : "")
      """
    let layout = try layout(text)
    let application = try layout.makeApplication(layout.makePlugins(journal.logger, launcher: nil))
    let pipeline = Pipeline(application: application)
    var kernel = KernelPanel(.slots(count: KernelPanel.slotCount))
    let panel = try PanelBuilder(kernel.description, for: layout.screen).makePanel(path: "panel")
    pipeline.attach(panel, state: kernel.answer)
    for (index, step) in frames.enumerated() {
      let events = kernel.frame(
        RedactionRules.steps(step), at: Timestamp(microseconds: 1_000_000 + Int64(index) * 10_000))
      events.withUnsafeBufferPointer { _ = pipeline.receive($0, from: panel) { _ in nil } }
      pipeline.dispatch()
    }
    pipeline.finish()
  }

  @Test("Levels", arguments: rows)
  func levels(_ row: Row) throws {
    let journal = Words()
    journal.logLevel = .trace
    try play(row.level, journal)
    let found = ["touchesBegan", "touchesMoved", "gesture"].map { word in
      zip(journal.words, journal.levels).first { $0.0 == word }?.1
    }
    #expect(found == row.levels)
    #expect(journal.lines.allSatisfy { $0.hasPrefix("plugin \"audit\": ") })
    let daemon = Words()
    daemon.logLevel = Logger.touchd.logLevel
    try play(row.level, daemon)
    #expect(daemon.words == row.inJournal)
  }

  @Test("The daemon's log begins at info, and that of the tools at debug")
  func logs() {
    #expect(Logger.touchd.logLevel == .info)
    #expect(Logger.touchd(level: .debug).logLevel == .debug)
  }

  @Test("A panel that sends fingers by itself does not fill the journal, and takes nothing from the gestures")
  func flood() throws {
    let journal = Words()
    // A ghost comes and goes 33 times a second for half a minute, too far for a tap; then a finger taps.
    let ghost = (0..<1000).flatMap { _ in ["1@100,100", "1@900,900", "1^"] }
    try play("notice", journal, ghost + ["2@10,10", "2^"])
    #expect(journal.words.count { $0 == "gesture" } == 1)
    // A hundred, and ten in each second of 30.
    #expect(journal.words.count { $0.hasPrefix("touches") } == 400)
    #expect(journal.lines.last { $0.contains("touches") }?.contains("were left out)") == true)
  }

  @Test("A finger that moves all the time is logged ten times a second, in a dump too")
  func moves() throws {
    let journal = Words()
    journal.logLevel = .trace
    try play("notice", journal, (0..<3000).map { "1@\($0 % 900),5" } + ["1^"])
    #expect(399...400 ~= journal.words.count { $0 == "touchesMoved" })
    #expect(journal.words.count { $0 == "touchesEnded" } == 1)
  }

  @Test("What a long pan says of each frame takes nothing from its end, and from the gestures after it")
  func changes() throws {
    let journal = Words()
    journal.logLevel = .trace
    try play("info", journal, (0..<3000).map { "1@\($0 % 900),5" } + ["1^", "1@500,500", "1^"], pan: true)
    let gestures = journal.lines.filter { $0.contains("gesture") }
    #expect(gestures.count { $0.contains("gesture page.pan changed") } < 500)
    #expect(
      gestures.filter { !$0.contains("changed") }.map {
        $0.split(separator: " ")[3...4].joined(separator: " ")
      } == ["page.pan began", "page.pan ended", "knock ended"])
  }
}

extension Words {
  /// The first word of each line.
  fileprivate var words: [String] {
    lines.map { $0.split(separator: " ").dropFirst(2).first.map(String.init) ?? "" }
  }
}
