import TestTables

@testable import TouchdKit

/// Which programs an `exec` responder starts, when, and what it leaves out. Time is virtual.
///
/// A script is a word a thing that happens, `WHAT@SECONDS`: `tap`, `down1` and `up1` of finger 1, `move1`; `begin1` and
/// `finish1` of gesture 1, for the states of which it was asked; `end` is the end
/// of the program that runs, `gone1` a finger that has lifted without an event that is bound; `look` asks what is to be
/// done now. `tap*20@1` happens 20 times at once. The log has a line a fact: `start down1@0.0`, `wait 0.25`, `left tap
/// full`.
@Suite("ExecQueue") struct ExecQueueRules {
  struct Row: TableRow {
    var what = ""
    var busy = ExecQueue.Busy.queue
    let script: String
    let log: String
  }

  static let rows: Table<Row> = [
    "what comes while one runs waits for it": Row(
      script: "tap@0 tap@1 tap@2 end@3 end@4 end@5", log: "start tap@0; start tap@3; start tap@4"),
    "what comes soon after a start waits for its time": Row(
      script: "tap@0 end@0.01 tap@0.1 look@0.249 look@0.25",
      log: "start tap@0; wait 0.25; wait 0.25; start tap@0.25"),
    "skip: what comes while one runs is left out": Row(
      busy: .skip, script: "tap@0 tap@1 end@2 tap@3", log: "start tap@0; left tap running; start tap@3"),
    "skip: what comes soon after a start is left out": Row(
      busy: .skip, script: "tap@0 end@0.01 tap@0.249 tap@0.25",
      log: "start tap@0; left tap pause; start tap@0.25"),
    "at most sixteen wait": Row(
      script: "tap@0 tap*20@1", log: "start tap@0; left tap full; left tap full; left tap full; left tap full"
    ),
    "a release waits for the time between two starts": Row(
      script: "down1@0 end@0.01 up1@0.1 look@0.25", log: "start down1@0; wait 0.25; start up1@0.25"),
    "skip: a press that is left out has no release": Row(
      busy: .skip, script: "tap@0 down1@1 end@2 up1@3 tap@4",
      log: "start tap@0; left down1 running; left up1 press; start tap@4"),
    "moves and changes are left out while one runs, or waits, or was started just now": Row(
      script: "down1@0 move1@0.01 end@0.02 move1@0.1 move1@0.3 move1@0.4 end@0.5 up1@1",
      log:
        "start down1@0; left move1 change; left move1 change; start move1@0.3; left move1 change; start up1@1"
    ),
    "of the moves between them it says nothing": Row(
      script: "tap@0 tap*15@1 down1@2 move1@2.5 up1@3",
      log: "start tap@0; left down1 full; left move1 change; left up1 press"),
    "room is kept for the release of a press that runs": Row(
      script: "down1@0 tap*16@1 up1@2", log: "start down1@0; left tap full"),
    "pairs that are taken stay pairs at the bound": Row(
      script:
        "tap@0 down1@1 up1@1 down2@1 up2@1 down3@1 up3@1 down4@1 up4@1 down5@1 up5@1 down6@1 up6@1 down7@1 up7@1 down8@1 "
        + "up8@1 down9@1 up9@1 tap@2", log: "start tap@0; left down9 full; left up9 press; left tap full"),
    "a finger that goes without an event that is bound keeps no room": Row(
      script: "down1@0 gone1@1 tap*16@1 tap@2", log: "start down1@0; left tap full"),
    "a second down of the same finger belongs to the first": Row(
      script: "tap@0 tap*15@1 down1@2 again1@2 up1@3",
      log: "start tap@0; left down1 full; left again1 press; left up1 press"),
    "a release whose press is not bound is one thing": Row(
      script: "up1@0 end@1 up2@2", log: "start up1@0; start up2@2"),
    "a gesture's beginning and its end are a press and its release": Row(
      busy: .skip, script: "begin1@0 finish1@0.05 end@1 end@2 tap@3 begin1@3.1 end@4 finish1@5",
      log: "start begin1@0; start finish1@1; start tap@3; left begin1 running; left finish1 press"),
    "a gesture that begins anew is not left out for its last beginning, whose end is not bound": Row(
      busy: .skip, script: "tap@0 begin1@0.1 end@1 begin1@2",
      log: "start tap@0; left begin1 running; start begin1@2"),
    "two gestures of one view each have their end": Row(
      busy: .skip, script: "begin1@0 begin2@0.1 finish2@0.2 finish1@0.3 end@1",
      log: "start begin1@0; left begin2 running; left finish2 press; start finish1@1"),
    "a program that could not be started has ended": Row(
      script: "tap@0 end@0 tap@0.1 look@0.3", log: "start tap@0; wait 0.25; start tap@0.3"),
  ]

  @Test("What comes in a queue", arguments: rows)
  func rule(row: Row) {
    let run = Run(row.busy)
    for word in row.script.split(separator: " ") { run.play(String(word)) }
    #expect(run.log.joined(separator: "; ") == row.log)
    #expect(run.most <= ExecQueue.limit)
  }

  @Test("In a replay, where time is virtual, what waits is started as soon as nothing runs")
  func replay() {
    let run = Run(.queue, paces: false)
    for word in ["down1@0", "up1@0.05", "end@0", "end@0", "tap@0.06"] { run.play(word) }
    #expect(run.log == ["start down1@0", "start up1@0", "start tap@0.06"])
  }

  /// Whatever fingers do, and however long programs take: a press that was started has its release started once, after
  /// it, and one that was left out has none.
  @Test("No press is ever without its release, nor a release without its press", arguments: 0..<200)
  func pairs(seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let run = Run(Bool.random(using: &random) ? .queue : .skip)
    var (down, next, time): (Set<Int>, Int, Double) = ([], 1, 0)
    for _ in 0..<400 {
      time += Double.random(in: 0...0.2, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        run.play("down\(next)@\(time)")
        down.insert(next)
        next += 1
      case 2, 3, 4:
        if let finger = down.sorted().randomElement(using: &random) {
          down.remove(finger)
          run.play("up\(finger)@\(time)")
        }
      case 5: run.play("tap@\(time)")
      case 6: if let finger = down.min() { run.play("move\(finger)@\(time)") }
      default: run.play("end@\(time)")
      }
    }
    for finger in down.sorted() { run.play("up\(finger)@\(time)") }
    for _ in 0..<100 {
      time += 1
      run.play("end@\(time)")
    }
    let started = run.log.filter { $0.hasPrefix("start ") }.map {
      String($0.dropFirst(6).prefix { $0 != "@" })
    }
    for finger in 1..<next {
      let pair = started.filter { $0 == "down\(finger)" || $0 == "up\(finger)" }
      #expect(
        pair == ["down\(finger)", "up\(finger)"] || pair.isEmpty, "seed \(seed): finger \(finger) has \(pair)"
      )
    }
    #expect(started.contains { $0.hasPrefix("up") })
    #expect(run.most <= ExecQueue.limit, "seed \(seed)")
  }

  /// The cost of an event does not depend on how many came before.
  @Test("What is over is forgotten")
  func growth() {
    let run = Run(.queue)
    for finger in 0..<5000 {
      run.play("down\(finger)@\(finger)")
      run.play("end@\(Double(finger) + 0.3)")
      run.play(finger % 2 == 0 ? "gone\(finger)@\(finger)" : "up\(finger)@\(Double(finger) + 0.4)")
      run.play("end@\(Double(finger) + 0.8)")
    }
    #expect(run.queue.rememberedCount <= ExecQueue.pressLimit)
    #expect(run.queue.count == 0)
  }
}

/// A queue, and what it says.
private final class Run {
  private(set) var queue: ExecQueue
  private(set) var log: [String] = []
  /// The most that ever waited.
  private(set) var most = 0
  private let busy: ExecQueue.Busy
  private var gone: Set<Int> = []

  init(_ busy: ExecQueue.Busy, paces: Bool = true) {
    self.busy = busy
    queue = ExecQueue(paces: paces)
  }

  func play(_ word: String) {
    let parts = word.split(separator: "@")
    let (name, seconds) = (String(parts[0]), Double(parts[1]) ?? 0)
    let words = name.split(separator: "*")
    for _ in 0..<(words.count > 1 ? Int(words[1]) ?? 1 : 1) {
      happen(String(words[0]), at: Timestamp(microseconds: Int64((seconds * 1_000_000).rounded())))
    }
  }

  private func happen(_ name: String, at time: Timestamp) {
    let finger = Int(name.drop { !$0.isNumber })
    switch name.prefix(while: { !$0.isNumber }) {
    case "look": break
    case "end": queue.end()
    case "gone": if let finger { gone.insert(finger) }
    case let verb:
      if verb == "up", let finger { gone.insert(finger) }
      let isGesture = verb == "begin" || verb == "finish"
      let occasion = ExecOccasion(
        part: Self.part(of: verb), contact: isGesture ? nil : finger,
        gesture: isGesture ? finger?.description : nil,
        isHeld: { [unowned self] in finger.map { !gone.contains($0) } ?? false }, event: name, time: time,
        line: TraceLine(.event, at: time, ["name": .string(name)]))
      if let reason = queue.admit(occasion, busy) { log.append("left \(name) \(reason)") }
    }
    proceed(at: time)
    most = max(most, queue.count)
  }

  private func proceed(at time: Timestamp) {
    switch queue.step(at: time) {
    case .start(let occasion): log.append("start \(occasion.event)@\(words(for: time.seconds))")
    case .wait(let due): if !queue.isRunning { log.append("wait \(words(for: due.seconds))") }
    case .nothing: break
    }
  }

  private static func part(of verb: Substring) -> ExecOccasion.Part {
    switch verb {
    case "down", "again", "begin": .press
    case "move": .change
    case "up", "finish": .release
    default: .once
    }
  }
}
