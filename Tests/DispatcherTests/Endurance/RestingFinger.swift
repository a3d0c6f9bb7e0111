import CAllocationCounter
import TestTables

/// One finger rests, and others tap beside it: the last tap costs what the first did, and nothing is left of those that
/// are over.
@Suite("A resting finger") struct RestingFinger {
  struct Row: TableRow {
    var what = ""
    let views: String
    var relations = ""
  }

  static let kinds = [
    "tap", "tap=2", "tap=40", "press", "press=taps(1)", "pan", "pan=2", "pan=min(3)", "swipe", "pinch",
    "rotation", "edge=left", "hover", "watch", "balance", "gate=fails|1000000000",
  ]

  static let rows: [Row] = ofOneKind + required + Array(others)

  private static let ofOneKind: [Row] = kinds.flatMap { kind in
    let views = "V(0,0,400,400)<multi,\(kind):R>"
    return [
      Row(what: kind, views: views),
      Row(what: "\(kind) that delays began", views: views, relations: "R delays began"),
    ]
  }

  private static let others: Table<Row> = [
    "a pan that takes no touches": Row(views: "V(0,0,400,400)<multi,pan>", relations: "Pan keeps touches"),
    "all together": Row(
      views: "V(0,0,400,400)<multi,tap,tap=2,press,pan,swipe,pinch,rotation,edge=left,balance>"),
    "on a single-touch view": Row(views: "V(0,0,400,400)<pan,pinch>"),
    "of an outer view": Row(
      views: "O(0,0,400,400)<pan,pinch,tap=2>[V(0,0,200,400)<multi>,W(200,0,200,400)<tap>]"),
    "a scroll view's pan": Row(views: "S(0,0,400,400)<scroll=400x1200>[V(0,0,400,1200)<multi>]"),
    "a scroll view's pan and a pinch of its content": Row(
      views: "S(0,0,400,400)<scroll=400x1200>[V(0,0,400,1200)<multi,pinch,tap>]"),
  ]

  private static let required = ["pan", "pinch", "press", "tap=2", "gate=fails|1000000000"].map { kind in
    Row(
      what: "a tap that requires \(kind) to fail", views: "V(0,0,400,400)<multi,tap,tap=2,\(kind):R>",
      relations: "Tap requires R; Tap2 requires R; R with Tap")
  }

  /// So many taps more must cost no more.
  static let count = 75 * Taps.period

  @Test("The last taps allocate what the first did, and hold no more", .optimised, arguments: rows)
  func flat(_ row: Row) {
    // Sets hash by the addresses of what is in them. So from some moment on, the same taps may take a few allocations
    // more, though no more with each tap. What grows does so each time.
    let excesses = (0..<3).lazy.map { _ in Self.excess(row) }
    #expect(excesses.contains { $0.isEmpty }, "\(Self.excess(row))")
  }

  /// What the last taps take more than the first; empty where it is nothing.
  private static func excess(_ row: Row) -> [String] {
    let scene = Scene("window(0,0,400,400)[\(row.views)]", relations: row.relations)
    scene.application.observer = nil
    let taps = Taps(scene)
    taps.rest()
    taps.tap(200)
    let (first, firstHeld) = (taps.measure(Taps.period), allocated_bytes())
    taps.tap(Self.count)
    let (last, lastHeld) = (taps.measure(Taps.period), allocated_bytes())
    taps.lift()
    #expect(taps.began == taps.ended, "\(taps.began) began, \(taps.ended) ended")
    return [
      last <= first + first / 20 ? nil : "\(first) allocations of the first taps, \(last) of the last",
      lastHeld - firstHeld < 4096 ? nil : "\(lastHeld - firstHeld) bytes more are held",
    ].compactMap(\.self)
  }

  @Test("A view gets the ends of taps beside a resting finger late, and all of them")
  func heldEnds() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi,pan>]")
    scene.application.observer = nil
    let taps = Taps(scene)
    taps.rest()
    taps.tap(32)
    #expect((taps.began, taps.ended) == (33, 0))
    taps.tap(100)
    #expect((taps.began, taps.ended) == (133, 99))
    scene.play("mv#1(160,100)@100000")
    #expect((taps.began, taps.ended) == (133, 133))
    #expect(taps.cancelled == 34)
  }

  @Test("A gesture's record has the fingers that are down and the last that lifted")
  func contactsOfAttempt() {
    final class Longest: TraceObserver {
      var contacts = 0
      func record(_ record: TraceRecord, at time: Timestamp) {
        if case .gesture(_, _, let contacts, _) = record {
          self.contacts = max(self.contacts, contacts.count)
        }
      }
    }
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi,pan>]")
    let longest = Longest()
    scene.application.observer = longest
    let taps = Taps(scene)
    scene.play("dn#1(100,100)@0 mv#1(200,100)@0.1")
    taps.tap(500)
    #expect(longest.contacts == 34)
  }
}

/// Taps of the second and the third finger, in places near each other and far.
private final class Taps {
  /// After so many taps all that differs between them comes round: the least common multiple of 2, 3, 4, 7 and 64.
  static let period = 1344

  private(set) var began = 0
  private(set) var ended = 0
  private(set) var cancelled = 0
  private let scene: Scene
  private var time = Timestamp(seconds: 1)
  private var number: Int32 = 0

  init(_ scene: Scene) {
    self.scene = scene
    for case let view as SceneView in scene.views where view.identifier != "O" {
      view.onTouches = { [unowned self] _, phase, touches, _ in count(phase, touches.count) }
      view.handling = [.began: .swallow]
    }
  }

  private func count(_ phase: TouchPhase, _ touches: Int) {
    if phase == .began { began += touches }
    if phase == .cancelled { cancelled += touches }
    if phase == .ended || phase == .cancelled { ended += touches }
  }

  func rest() { frame(0, 1, at: (100, 100)) }

  func lift() {
    frame(0, -1)
    scene.pipeline.finish()
  }

  /// How many allocations some taps take.
  func measure(_ count: Int) -> UInt64 {
    let before = allocation_count()
    tap(count)
    return allocation_count() - before
  }

  func tap(_ count: Int) {
    for _ in 0..<count {
      number += 1
      // The notes of the scene's own views do not count.
      if number % 64 == 0 {
        scene.log.clear()
        for case let view as SceneScrollView in scene.views { view.forgetQuestions() }
      }
      frame(number % 2 + 1, 1, at: (number % 4 == 0 ? 300 : 50 + number % 3 * 100, 200))
      frame(number % 2 + 1, -1)
      time = time + .milliseconds(Int64(number % 7) * 20)
    }
  }

  private func frame(_ slot: Int32, _ id: Int32, at place: (x: Int32, y: Int32)? = nil) {
    var values = [(EventCode.absMTSlot, slot), (EventCode.absMTTrackingID, id)]
    if let place {
      values += [(EventCode.absMTPositionX, place.x * 64), (EventCode.absMTPositionY, place.y * 64)]
    }
    let events = values.map { RawEvent(time: time, type: EventType.abs, code: $0, value: $1) }
    scene.feed(events + [.report(at: time)])
    time = time + .milliseconds(5)
  }
}
