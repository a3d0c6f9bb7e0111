import LinuxInput
import TestTables
import YAML

@testable import TouchdKit

/// The lines of a replay are the same at each speed, and those that a live panel gives: time that passes in one step
/// between two frames makes of it what time does that passes in many.
@Suite("Speeds") struct SpeedProperties {
  private static let text = """
    version: 1
    screen:
      size: [4096, 4096]
      delivery: filter
      settle: 300ms
      touchscreen: { filters: [{ hold_duration: 30ms }] }
    idle: [{ after: 900ms, name: dim, to: [flash, veil] }, { after: 1500ms, name: off, to: swap }]
    responders:
      flash: { plugin: show, view: front, for: 250ms }
      veil: { plugin: show, window: veil, hidden: toggle, for: 400ms }
      swap: { plugin: show, view: side, hidden: toggle, for: 700ms, states: [began, changed, ended] }
      audit: { plugin: log, level: trace }
    windows:
      - id: main
        on_touch: { to: audit, before: true, forward: true }
        views:
          - id: left
            frame: [0, 0, 300, 600]
            gestures:
              - { tap: {}, name: single, to: flash, requires_failure_of: double }
              - { tap: { count: 2 }, name: double, to: swap, delays_began: true }
              - { long_press: { progress: 100ms }, name: press, to: [swap, flash] }
          - id: right
            type: scroll
            frame: [300, 0, 300, 600]
            scroll: { content_size: [300, 3000] }
            children:
              - { id: button, type: control, frame: [0, 0, 300, 3000], control: { events: { touch_cancel: flash } } }
          - id: side
            frame: [0, 0, 100, 100]
            gestures: [{ pan: {}, to: swap }, { long_press: { minimum: 120ms }, to: veil }]
          - { id: front, frame: [100, 100, 200, 200], hidden: true, on_touch: { to: swap } }
      - { id: veil, level: 1, hidden: true, views: [{ id: curtain, gestures: [{ tap: { count: 2 }, to: veil }] }] }
    """

  @Test("Of random fingers", arguments: 0..<(Build.isOptimised ? 40 : 16))
  func speeds(seed: UInt64) throws {
    let layout = try layout(Self.text)
    var random = SplitMix(seed: seed)
    let recording = try Self.recording(&random)
    func lines(_ wait: (Pipeline, Timestamp) -> Void) throws -> [String] {
      let replay = try ReplayedLines(recording, layout, Set(LineKind.traced).subtracting([.frame]))
      replay.run(wait)
      return replay.lines
    }
    let atOnce = try lines { _, _ in }
    #expect(atOnce.count > 100)
    let asDue = try lines { pipeline, time in
      while let due = pipeline.nextDelivery, due < time { pipeline.advance(to: due) }
    }
    #expect(asDue.difference(from: atOnce).isEmpty, "\(Self.first(asDue, atOnce))")
    var now = Timestamp.zero
    let inSteps = try lines { pipeline, time in
      while now + .milliseconds(3) < time {
        now = now + .milliseconds(3)
        pipeline.advance(to: now)
      }
    }
    #expect(inSteps.difference(from: atOnce).isEmpty, "\(Self.first(inSteps, atOnce))")
    var last = Timestamp.zero
    let live = try lines { pipeline, time in
      pipeline.coalescesLateMoves = true
      // The loop wakes late, or for another reason.
      let wake = time + Interval(microseconds: -1 - Int64(random.next() % 40_000))
      if last < wake, random.next() % 3 > 0 { pipeline.advance(to: wake) }
      last = time
    }
    #expect(live.difference(from: atOnce).isEmpty, "\(Self.first(live, atOnce))")
    let late = try lines { pipeline, time in
      while let due = pipeline.nextDelivery, due < time { pipeline.advance(to: due) }
      // The loop wakes after the frame that it has not read, and before anything that waits for it.
      let wake = time + Interval(microseconds: Int64(random.next() % 40_000))
      if pipeline.nextWake.map({ wake < $0 }) ?? true { pipeline.advance(to: wake) }
    }
    #expect(late.difference(from: atOnce).isEmpty, "\(Self.first(late, atOnce))")
  }

  @Test("A request in a pause is of its moment, neither before the last frame nor after what is due")
  func moments() throws {
    let recording = try TouchdKitTests.recording(of: "wait 1s; hold 50,50 2s", on: nil)
    let text = "version: 1\nscreen: { size: [99, 99] }\nviews: [{ id: a, gestures: [{ long_press: {} }] }]"
    let lines = try ReplayedLines(recording, layout(text), [])
    let replay = lines.replay
    #expect(replay.now == Timestamp(seconds: 1))
    for (moment, now) in [(0, 0), (0.4, 0.4), (1.3, 1)] {
      replay.moment = { Timestamp(seconds: moment) }
      #expect(replay.now == Timestamp(seconds: now))
    }
    replay.begin()
    replay.step()
    for (moment, now) in [(0.4, 1), (1.2, 1.2), (3, 1.5)] {
      replay.moment = { Timestamp(seconds: moment) }
      #expect(replay.now == Timestamp(seconds: now), "\(moment)")
    }
  }

  /// The first place where lines differ, with what comes before it.
  private static func first(_ some: [String], _ others: [String]) -> String {
    let place = zip(some, others).enumerated().first { $1.0 != $1.1 }?.offset ?? min(some.count, others.count)
    let from = max(0, place - 3)
    return [some, others].map { $0[from...].prefix(6).joined(separator: "\n") }.joined(separator: "\n…\n")
  }

  /// Fingers that tap, hold and drag, with pauses; the screen is dark now and then.
  private static func recording(_ random: inout SplitMix) throws -> Recording {
    var (steps, time, down) = ([String](), 1.0, Set<Int>())
    func below(_ limit: UInt64) -> Int { Int(random.next() % limit) }
    let pauses = [0, 0.008, 0.008, 0.03, 0.12, 0.34, 0.36, 0.5, 0.6, 1.1, 2.5]
    for _ in 0..<120 {
      time += pauses[below(UInt64(pauses.count))] + Double(below(1000)) / 1_000_000 + 0.001
      let (finger, place) = (1 + below(3), "(\(below(600)),\(below(600)))")
      let at = "@\(time)"
      if down.insert(finger).inserted {
        steps.append("dn#\(finger)\(place)\(at)")
      } else {
        switch below(10) {
        case 0..<5: steps.append("mv#\(finger)\(place)\(at)")
        case 5: steps.append("fr#\(finger)\(at)")
        case 6: steps.append("palm#\(finger)\(at)")
        default:
          down.remove(finger)
          steps.append("up#\(finger)\(at)")
        }
      }
    }
    var light = ""
    if below(2) == 0 {
      for index in 0..<4 {
        let second = 3 + index * 4 + below(3)
        light += "# touchd: screen \(second).500000 dark\n# touchd: screen \(second + 1).700000 lit\n"
      }
    }
    return try Recording(
      parsing: Array((evemu(of: steps.joined(separator: " ")) + light).utf8), file: "row.evemu")
  }
}
