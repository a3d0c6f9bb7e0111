import Dispatcher
import LinuxInput
import TestSupport
import Testing

@testable import TouchdKit

/// A program that reports on screens: `touchd screen dark` and `lit`.
@Suite("A program's word about a screen") struct ScreenWords {
  private func live(_ file: String, _ screen: String = "") throws -> LiveLayout {
    var layout = try layout("version: 1\nscreen: { size: [100, 100]\(screen) }\nviews: []")
    layout.file = file
    return LiveLayout(layout, [:])
  }

  @Test(
    "names a layout by its screen or its file",
    arguments: [
      ("lobby", [false, true]), ("/etc/a.yaml", [true, false]), ("a.yaml", [true, false]),
      ("b.yaml", [false, true]), ("etc", [false, false]),
    ])
  func names(word: String, isMeant: [Bool]) throws {
    let layouts = [try live("/etc/a.yaml"), try live("b.yaml", ", name: lobby")]
    #expect(layouts.map { $0.layout.isCalled(word) } == isMeant)
  }

  @Test("holds for a layout that the next one of its file takes over")
  func lit() throws {
    let session = LiveSession(on: try RunLoop(servesMainQueue: false))
    session.replace(with: [try live("a.yaml")])
    session.layouts[0].say(isDark: true, at: Timestamp(seconds: 1))
    session.replace(with: [try live("a.yaml"), try live("b.yaml")])
    #expect(session.layouts.map(\.screenWords) == ["a.yaml: dark (a program said so)\n", "b.yaml: lit\n"])
    session.layouts[0].say(isDark: false, at: Timestamp(seconds: 2))
    #expect(session.layouts[0].screenWords == "a.yaml: lit\n")
  }
}
