import LinuxInput
import TestTables

@testable import TouchdKit

/// What becomes of a touch that lands, as the screen is seen or said to be dark or lit.
@Suite("The light of a screen") struct ScreenLightRules {
  /// Steps `verb@seconds`: `output`, `backlight`, `both` and `on` is what is seen; `dark` and `lit` what a program
  /// says; `land` a touch, of which the result is expected, with what is seen just before it.
  struct Row: TableRow {
    var what = ""
    /// The layout's own time to settle.
    var settle: Interval?
    let steps: String
    let landings: String
  }

  static let rows: Table<Row> = [
    "a screen that is lit": Row(steps: "on@0 land@0", landings: "counts"),
    "a dark one is woken, once": Row(
      steps: "output@5 land@5 output@6 land@6 output@7 land@7", landings: "wakes(output) ignored ignored"),
    "until 0.7 s after it was last seen dark": Row(
      steps: "output@5 land@5 output@5.4 on@5.5 land@6.09 on@6.1 land@6.1",
      landings: "wakes(output) ignored counts"),
    "the time goes on if nothing is seen in between": Row(
      steps: "output@5 land@5 on@60 land@60", landings: "wakes(output) counts"),
    "still dark after 10 s, it is woken again": Row(
      steps:
        "output@5 land@5 output@14.9 land@14.9 output@15 land@15 output@24.9 land@24.9 output@25 land@25",
      landings: "wakes(output) ignored wakes(output) ignored wakes(output)"),
    "dark again while it settles": Row(
      steps: "output@5 land@5 on@5.2 land@5.2 output@5.3 land@5.3",
      landings: "wakes(output) ignored wakes(output)"),
    "for each of the reasons": Row(
      steps: "backlight@1 land@1 on@2 both@3 land@3", landings: "wakes(backlight) wakes(output,backlight)"),
    "a program's word ends at the touch that wakes": Row(
      steps: "dark@1 on@3 land@3 on@3.6 land@3.6 on@3.7 land@3.7", landings: "wakes(program) ignored counts"),
    "and counts anew when it is said anew": Row(
      steps: "dark@1 land@3 dark@4 land@4.5", landings: "wakes(program) wakes(program)"),
    "it ends when the program says so, and the screen settles": Row(
      steps: "dark@1 lit@3 on@3 land@3.6 on@3.7 land@3.7", landings: "ignored counts"),
    "lit is no news where it is lit": Row(steps: "lit@3 on@3 land@3", landings: "counts"),
    "what the system says goes on after a program's word": Row(
      steps: "dark@1 output@3 land@3 output@4 land@4 output@13 land@13",
      landings: "wakes(output,program) ignored wakes(output)"),
    "a program that says lit does not light what the system has dark": Row(
      steps: "dark@1 output@2 lit@2 output@3 land@3", landings: "wakes(output)"),
    "a clock that stands back a little": Row(
      steps: "output@5 land@5 output@4.9 on@5.1 land@5.1", landings: "wakes(output) ignored"),
    "a layout's own time to settle": Row(
      settle: .seconds(3), steps: "output@1 land@1 on@1.8 land@1.8", landings: "wakes(output) ignored"),
    "none": Row(
      settle: .seconds(0), steps: "output@1 land@1 on@1.8 land@1.8", landings: "wakes(output) counts"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    var light = row.settle.map { ScreenLight(settle: $0) } ?? ScreenLight()
    let results = row.steps.split(separator: " ").compactMap { light.take(String($0)) }
    #expect(results.joined(separator: " ") == row.landings)
  }

  @Test("After a wake it is looked every 0.1 s, until it is lit or 10 s are over; not otherwise")
  func looks() {
    var light = ScreenLight()
    func look(_ step: String) -> Double? {
      _ = light.take(step)
      return light.nextLook.map { Double($0.microseconds) / 1_000_000 }
    }
    #expect(look("output@1") == nil, "no touch has woken it")
    #expect(look("land@1") == 1.1)
    #expect(look("output@1.1") == 1.2)
    #expect(look("output@10.9") == 11)
    #expect(look("output@11") == nil)
    #expect(look("output@40") == nil)
    #expect(look("land@40") == 40.1)
    #expect(look("on@40.1") == nil)
    #expect(light.isLit == false && light.isDark == false)
  }

  @Test("The next layout of the file takes a program's word over, and nothing else")
  func takeOver() {
    var (former, next) = (ScreenLight(), ScreenLight())
    _ = former.take("output@1")
    next.takeOver(former, at: Timestamp(seconds: 2))
    #expect(next.isLit)
    _ = former.take("dark@1")
    next.takeOver(former, at: Timestamp(seconds: 2))
    #expect(next.reasons == .program)
  }

  /// A layout, as `touchd screen dark` and `lit` find it.
  private func live(_ file: String, _ screen: String = "") throws -> LiveLayout {
    var layout = try layout("version: 1\nscreen: { size: [100, 100]\(screen) }\nviews: []")
    layout.file = file
    return LiveLayout(layout, [:])
  }

  @Test(
    "A program's word names a layout by its screen or its file",
    arguments: [
      ("lobby", [false, true]), ("/etc/a.yaml", [true, false]), ("a.yaml", [true, false]),
      ("b.yaml", [false, true]), ("etc", [false, false]),
    ])
  func names(word: String, isMeant: [Bool]) throws {
    let layouts = [try live("/etc/a.yaml"), try live("b.yaml", ", name: lobby")]
    #expect(layouts.map { $0.layout.isCalled(word) } == isMeant)
  }

  @Test("It holds for a layout that the next one of its file takes over")
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

extension ScreenLight {
  /// Takes a step of a row.
  ///
  /// - Returns: what became of a touch.
  fileprivate mutating func take(_ step: String) -> String? {
    let words = step.split(separator: "@")
    let time = Timestamp(seconds: Double(words[1]) ?? 0)
    switch words[0] {
    case "land": return land(at: time).words
    case "dark": say(isDark: true, at: time)
    case "lit": say(isDark: false, at: time)
    case "output": see(.output, at: time)
    case "backlight": see(.backlight, at: time)
    case "both": see(.system, at: time)
    default: see([], at: time)
    }
    return nil
  }
}

extension ScreenLight.Landing {
  fileprivate var words: String {
    guard case .wakes(let reasons) = self else { return "\(self)" }
    let names: [(String, ScreenLight.Reasons)] = [
      ("output", .output), ("backlight", .backlight), ("program", .program),
    ]
    return "wakes(\(names.filter { reasons.contains($0.1) }.map(\.0).joined(separator: ",")))"
  }
}
