import ArgumentParser
import TestTables

@testable import TouchdKit

/// Help and messages as a terminal shows them.
@Suite("HelpText") struct HelpTextRules {
  struct Row: TableRow {
    var what = ""
    let given: String
    var width = 40
    let then: String
  }

  static let texts: Table<Row> = [
    "a usage that fits stays on its line": Row(
      given: "USAGE: touchd check <files> ... [--json]", then: "USAGE: touchd check <files> ... [--json]"),
    "a longer one goes on below its first word, and options keep their values": Row(
      given: "USAGE: touchd replay <recording> --config <config> [--json] [--speed <speed>] [--run-actions]",
      then: """
        USAGE: touchd replay <recording>
               --config <config> [--json]
               [--speed <speed>] [--run-actions]
        """),
    "options that are repeated keep their brackets": Row(
      given: "Usage: touchd listen [--kind <kind> ...] [--view <id> ...]",
      then: """
        Usage: touchd listen [--kind <kind> ...]
               [--view <id> ...]
        """),
    "a name longer than the line has a line of its own": Row(
      given: "USAGE: touchd [--a-very-long-option <with-a-very-long-value>] [--json]",
      then: """
        USAGE: touchd
               [--a-very-long-option <with-a-very-long-value>]
               [--json]
        """),
    "examples come last, with one blank line before them": Row(
      given: "OVERVIEW: Draws.\n\nEXAMPLES:\n  A layout:\n    touchd picture\n\nOPTIONS:\n  --at <at>\n\n",
      then: "OVERVIEW: Draws.\n\nOPTIONS:\n  --at <at>\n\nEXAMPLES:\n  A layout:\n    touchd picture"),
    "but before the line that says where there is more help": Row(
      given:
        "EXAMPLES:\n  All:\n    touchd demo\n\nUSAGE: touchd <subcommand>\n\n  See 'touchd help <subcommand>'.",
      then:
        "USAGE: touchd <subcommand>\n\nEXAMPLES:\n  All:\n    touchd demo\n\n  See 'touchd help <subcommand>'."
    ),
  ]

  @Test("It is wrapped and put in order", arguments: texts)
  func text(_ row: Row) { #expect(HelpText(row.given, width: row.width, .plain).text == row.then) }

  static let messages: Table<Row> = [
    "an error": Row(given: "a.yaml:1:2: error: no", then: "a.yaml:1:2: [1;31m]error:[0m] no"),
    "a warning": Row(given: "touchd: warning: no", then: "touchd: [1;35m]warning:[0m] no"),
    "the first of two": Row(
      given: "a: warning: it says error: no", then: "a: [1;35m]warning:[0m] it says error: no"),
    "the place": Row(given: "\t  ^", then: "[1;32m]\t  ^[0m]"),
    "the help": Row(given: "help: write it", then: "[1;36m]help:[0m] write it"),
    "wrong arguments": Row(given: "Error: no", then: "[1;31m]Error:[0m] no"),
    "a line of the file": Row(given: "  - id: an error", then: "  - id: an error"),
    "nothing": Row(given: "", then: ""),
  ]

  @Test("A message shows where to look, in colour", arguments: messages)
  func message(_ row: Row) {
    let painted = TerminalStyle(isOn: true).message(row.given)
    #expect(painted.replacing(/\u{1b}(\[[0-9;]*m)/) { "\($0.1)]" } == row.then)
    #expect(TerminalStyle.plain.message(row.given) == row.given)
  }

  @Test("Headings stand out, and nothing else")
  func headings() {
    let text = HelpText(
      "USAGE: touchd demo\n\nOPTIONS:\n  --json   One.", width: 80, TerminalStyle(isOn: true)
    ).text
    #expect(text == "\u{1b}[1mUSAGE:\u{1b}[0m touchd demo\n\n\u{1b}[1mOPTIONS:\u{1b}[0m\n  --json   One.")
  }

  @Test("Each verb has examples, which its parser takes")
  func examples() throws {
    for command in RootCommand.configuration.subcommands + [RootCommand.self] {
      let help = HelpText(RootCommand.helpMessage(for: command, columns: 72), width: 72, .plain).text
      let lines = help.split(separator: "\n").map(String.init)
      let examples = lines.drop { $0 != HelpText.examplesHeading }.filter { $0.hasPrefix("    ") }
      #expect(!examples.isEmpty, "\(help)")
      for example in examples {
        let parts = example.split(separator: "'", omittingEmptySubsequences: false).enumerated()
        let words = parts.flatMap { $0 % 2 == 1 ? [String($1)] : $1.split(separator: " ").map(String.init) }
        #expect(throws: Never.self, "\(example)") { try RootCommand.parseAsRoot(Array(words.dropFirst())) }
        let verb = command.configuration.commandName ?? ""
        let isOwn = verb == "touchd" || words[1] == verb || verb == "run" && words[1].hasPrefix("-")
        #expect(words[0] == "touchd" && isOwn, "\(example)")
      }
    }
  }
}
