import Dispatcher
import LinuxInput
import TestSupport
import TestTables
import Testing

@testable import TouchdKit

/// What a program says of screens, by the control socket: `touchd screen dark` and `lit`.
@Suite("A program's word about a screen") struct ScreenWords {
  private let session: LiveSession

  init() throws { session = LiveSession(on: try RunLoop(servesMainQueue: false)) }

  private func live(_ file: String, _ screen: String = "") throws -> LiveLayout {
    var layout = try layout("version: 1\nscreen: { size: [100, 100]\(screen) }\nviews: []")
    layout.file = file
    return LiveLayout(layout, [:])
  }

  private func use(_ layouts: LiveLayout...) { session.replace(with: layouts) }

  struct Row: TableRow {
    let what: String
    let name: String?
    let answer: ControlReply
    let dark: [Bool]
  }

  static let rows = [
    Row(
      what: "of all layouts", name: nil,
      answer: .ok("/etc/a.yaml: dark (a program said so)\nb.yaml: dark (a program said so)\n"),
      dark: [true, true]),
    Row(
      what: "of one, by the name of its screen", name: "lobby",
      answer: .ok("b.yaml: dark (a program said so)\n"), dark: [false, true]),
    Row(
      what: "by its file", name: "/etc/a.yaml", answer: .ok("/etc/a.yaml: dark (a program said so)\n"),
      dark: [true, false]),
    Row(
      what: "by its file's name", name: "a.yaml", answer: .ok("/etc/a.yaml: dark (a program said so)\n"),
      dark: [true, false]),
    Row(
      what: "of one that is not there", name: "etc",
      answer: .error("touchd: there is no layout \"etc\"; there is \"/etc/a.yaml\" and \"lobby\""),
      dark: [false, false]),
  ]

  @Test("dark", arguments: rows)
  func dark(row: Row) throws {
    use(try live("/etc/a.yaml"), try live("b.yaml", ", name: lobby"))
    #expect(session.say(isDark: true, of: row.name, at: Timestamp(seconds: 1)) == row.answer)
    #expect(session.layouts.map(\.screen.light.isDark) == row.dark)
  }

  @Test("lit, also of a layout that the next one of its file took over")
  func lit() throws {
    use(try live("a.yaml"))
    _ = session.say(isDark: true, of: nil, at: Timestamp(seconds: 1))
    use(try live("a.yaml"), try live("b.yaml"))
    #expect(session.layouts.map(\.screen.causes) == [["a program said so"], []])
    #expect(session.say(isDark: false, of: "a.yaml", at: Timestamp(seconds: 2)) == .ok("a.yaml: lit\n"))
    #expect(session.layouts[0].screen.causes == [])
  }

  @Test("before there is a layout")
  func none() {
    #expect(session.say(isDark: true, of: nil) == .refused("no layout is in use; `touchd status` says why"))
  }
}
