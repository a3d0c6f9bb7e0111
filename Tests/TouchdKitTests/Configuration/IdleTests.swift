import Dispatcher
import Testing

@testable import TouchdKit

@Suite("Idle times of a layout")
struct IdleTests {
  @Test("in their order, each with its time, its name and its responders")
  func values() throws {
    let idle = try lobby().idle
    #expect(idle.map(\.name.value) == ["restart", "attract"])
    #expect(idle.map(\.after) == [.seconds(180), .seconds(90)])
    #expect(idle.map { $0.to.map(\.value) } == [["admin", "audit"], ["audit"]])
  }

  @Test("a layout without them has none")
  func none() throws { #expect(try layout(layoutWith("")).idle == []) }

  @Test(
    "durations in minutes",
    arguments: [("1min", 60_000_000), ("0.5min", 30_000_000), ("1440min", 86_400_000_000)]
      as [(String, Int64)])
  func minutes(text: String, microseconds: Int64) throws {
    let layout = try layout(layoutWith("idle: [{ after: \(text), name: a, to: [] }]"))
    #expect(layout.idle.first?.after.microseconds == microseconds)
  }

  /// In line 6.
  private static func idle(_ entries: String, _ problems: String...) -> Mistake {
    switch problems.count {
    case 0: Mistake(layoutOfView("multiple_touch: true\nidle: [\(entries)]"))
    default: Mistake(layoutOfView("multiple_touch: true\nidle: [\(entries)]"), problems[0])
    }
  }

  static let mistakes = [
    idle("{ after: 1ms, name: a, to: audit }, { after: 24min, name: b, to: [audit, audit] }"),
    idle("{ name: a, to: audit }", "7:8: error: an idle time must have `after` (write `after: 3min`)"),
    idle(
      "{ after: 0s, name: a, to: audit }",
      #"7:17: error: `after` must be more than 0 and at most 86400 seconds, not the string "0s""#),
    idle(
      "{ after: 1441min, name: a, to: audit }",
      #"7:17: error: `after` must be more than 0 and at most 86400 seconds, not the string "1441min""#),
    idle(
      "{ after: 1s, name: a, to: [audit, x] }",
      #"7:42: error: there is no responder "x" (define it under `responders`)"#),
    idle(
      "{ after: 1s, name: a, to: audit }, { after: 2s, name: a, to: audit }",
      #"7:62: error: duplicate idle name "a" (it stands in line 7 already)"#),
    idle(
      "{ after: 1s, name: active, to: audit }",
      #"7:27: error: the name "active" is reserved (it is the event of the first touch afterwards)"#),
    idle(
      "kiosk",
      #"7:8: error: an idle time must be a mapping with the keys of an idle time, not the string "kiosk" (write `- after: 3min`)"#
    ),
    .layout(
      "idle: 3min",
      #"4:7: error: `idle` must be a list of idle times, not the string "3min" (write `idle: [{ after: 3min }]`)"#
    ),
  ]

  @Test("that are wrong", arguments: mistakes)
  func wrong(mistake: Mistake) { mistake.check() }

  @Test("at most sixteen")
  func limit() {
    let entries = (0..<17).map { "{ after: 1s, name: n\($0), to: [] }" }.joined(separator: "\n  - ")
    Mistake.layout(
      "idle:\n  - \(entries)", "21:5: error: `idle` may hold at most 16 idle times"
    ).check()
  }
}
