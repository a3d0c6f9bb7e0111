import TestTables

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

  static let mistakes: Table<Mistake> = [
    "{ after: 1ms, name: a, to: audit }, { after: 1440min, name: b, to: [audit, audit] }": .inIdle(),
    "{ name: a, to: audit }": .inIdle("7:8: error: an idle time must have `after` (write `after: 3min`)"),
    "{ after: 0s, name: a, to: audit }": .inIdle(
      #"7:17: error: `after` must be more than 0 and at most 86400 seconds, not the string "0s""#),
    "{ after: 1441min, name: a, to: audit }": .inIdle(
      #"7:17: error: `after` must be more than 0 and at most 86400 seconds, not the string "1441min""#),
    "{ after: 1s, name: a, to: [audit, x] }": .inIdle(
      #"7:42: error: there is no responder "x" (define it under `responders`)"#),
    "{ after: 1s, name: a, to: audit }, { after: 2s, name: a, to: audit }": .inIdle(
      #"7:62: error: duplicate idle name "a" (it stands in line 7 already)"#),
    "{ after: 1s, name: active, to: audit }": .inIdle(
      #"7:27: error: the name "active" is reserved (it is the event of the first touch afterwards)"#),
    "kiosk": .inIdle(
      #"7:8: error: an idle time must be a mapping with the keys of an idle time, not the string "kiosk" (write `- after: 3min`)"#
    ),
    "idle: 3min": .inLayout(
      #"4:7: error: `idle` must be a list of idle times, not the string "3min" (write `idle: [{ after: 3min }]`)"#
    ),
    "idle:\n\((0..<17).map { "  - { after: 1s, name: n\($0), to: [] }\n" }.joined())": .inLayout(
      "21:5: error: `idle` may hold at most 16 idle times"),
  ]

  @Test("that are wrong", arguments: mistakes)
  func wrong(mistake: Mistake) { mistake.check() }
}

extension Mistake {
  /// In the list of idle times, in line 7 from column 8 on.
  fileprivate static func inIdle(_ problems: String...) -> Mistake {
    Mistake(problems) { layoutOfView("multiple_touch: true\nidle: [\($0)]") }
  }
}
