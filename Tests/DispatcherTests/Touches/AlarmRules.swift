import TestTables

/// When alarms fire, beside frames and the deadlines of gestures. Each notes `alarm N` with its number, from 1.
@Suite("Alarms") struct AlarmRules {
  struct Row: TableRow {
    var what = ""
    /// Times in seconds.
    let alarms: [Double]
    var fingers = ""
    /// Up to when time passes then, in seconds; `nil` for the end of a recording.
    var wait: Double?
    let log: String
  }

  static let rows: Table<Row> = [
    "at its time": Row(alarms: [1], wait: 1, log: "alarm 1"),
    "not before": Row(alarms: [1], wait: 0.999999, log: ""),
    "by time, not in the order of setting": Row(
      alarms: [3, 1, 2], wait: 9, log: "alarm 2; alarm 3; alarm 1"),
    "at one time in the order of setting": Row(alarms: [1, 1], wait: 9, log: "alarm 1; alarm 2"),
    "between frames": Row(
      alarms: [0.15], fingers: "dn(10,10)@0 mv(11,10)@0.1 mv(12,10)@0.2", wait: 0.2,
      log: "began V{1}; moved V{1}; alarm 1; moved V{1}"),
    "after a frame at its time": Row(
      alarms: [0.1], fingers: "dn(10,10)@0 mv(11,10)@0.1", wait: 0.1, log: "began V{1}; moved V{1}; alarm 1"),
    "before, after and together with a gesture's deadline, which comes first at one time": Row(
      alarms: [0.5, 0.499999, 0.500001], fingers: "dn(10,10)@0", wait: 1,
      log: "began V{1}; alarm 2; act LP.Began@V; cancelled V{1}; alarm 1; alarm 3"),
    "not at the end of a recording, where gestures' deadlines run out": Row(
      alarms: [0.1, 0.6], fingers: "dn(10,10)@0", log: "began V{1}; act LP.Began@V; cancelled V{1}"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<multi,press>]")
    let alarms = (1...row.alarms.count).map { number in
      Alarm(in: scene.application) { [log = scene.log] _ in log.note("alarm \(number)") }
    }
    for (alarm, time) in zip(alarms, row.alarms) { alarm.set(Timestamp(seconds: time)) }
    scene.play(row.fingers)
    if let time = row.wait { scene.wait(until: time) } else { scene.pipeline.finish() }
    let lines = scene.log.lines("began", "moved", "cancelled", "act", "alarm")
    #expect(difference(lines, from: row.log) == nil)
  }

  @Test("Its action receives its own time, and so does the trace of what it does")
  func time() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)]")
    let times = Times()
    scene.application.observer = times
    let alarm = Alarm(in: scene.application) { time in
      scene["V"].isHidden = true
      #expect(time == Timestamp(seconds: 1))
    }
    alarm.set(Timestamp(seconds: 1))
    scene.wait(until: 9)
    #expect(times.ofChanges == [Timestamp(seconds: 1)])
    #expect(alarm.deadline == nil)
  }

  @Test("Set anew, only the later time counts; set to none, it does not fire")
  func setAnew() {
    let scene = Scene("window(0,0,400,400)")
    let alarm = Alarm(in: scene.application) { scene.log.note("alarm \($0.seconds)") }
    alarm.set(Timestamp(seconds: 1))
    alarm.set(Timestamp(seconds: 2))
    scene.wait(until: 1.5)
    #expect(scene.log.lines("alarm") == [])
    scene.wait(until: 2)
    #expect(scene.log.lines("alarm") == ["alarm 2.0"])
    alarm.set(Timestamp(seconds: 3))
    alarm.set(nil)
    scene.wait(until: 9)
    #expect(scene.log.lines("alarm") == ["alarm 2.0"])
    #expect(scene.pipeline.nextWake == nil)
  }

  @Test("One that sets itself goes on; to a time that has come, it does not")
  func setsItself() {
    let scene = Scene("window(0,0,400,400)")
    var step = Interval.seconds(1)
    var alarm: Alarm?
    alarm = Alarm(in: scene.application) { time in
      scene.log.note("alarm \(time.seconds)")
      alarm?.set(time + step)
    }
    alarm?.set(Timestamp(seconds: 1))
    scene.wait(until: 3)
    #expect(scene.log.lines("alarm") == ["alarm 1.0", "alarm 2.0", "alarm 3.0"])
    step = .seconds(0)
    scene.wait(until: 9)
    #expect(scene.log.lines("alarm").count == 4)
    #expect(scene.pipeline.nextWake == nil)
    alarm = nil
  }

  @Test("It is no deadline: a pipeline with one is idle, and wakes for it")
  func isNoDeadline() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)<press>]")
    let alarm = Alarm(in: scene.application) { _ in }
    alarm.set(Timestamp(seconds: 0.2))
    #expect(scene.pipeline.isIdle && scene.pipeline.nextDeadline == nil)
    #expect(scene.pipeline.nextDelivery == Timestamp(seconds: 0.2))
    scene.play("dn(10,10)@0")
    #expect(!scene.pipeline.isIdle && scene.pipeline.nextDeadline == Timestamp(seconds: 0.5))
    #expect(scene.pipeline.nextDelivery == Timestamp(seconds: 0.2))
    scene.wait(until: 0.3)
    #expect(scene.pipeline.nextDelivery == Timestamp(seconds: 0.5))
    scene.play("up@0.4")
    #expect(scene.pipeline.isIdle)
  }

  @Test("The application keeps it while it is set, and no longer than itself")
  func lifetime() {
    weak var alarm: Alarm?
    do {
      let scene = Scene("window(0,0,400,400)")
      do {
        let made = Alarm(in: scene.application) { _ in }
        made.set(Timestamp(seconds: 1))
        alarm = made
      }
      #expect(alarm != nil)
      scene.wait(until: 1)
      #expect(alarm == nil)
      let made = Alarm(in: scene.application) { _ in }
      made.set(Timestamp(seconds: 2))
      alarm = made
    }
    #expect(alarm == nil)
  }

  @Test("Late moves are not delivered together across one")
  func lateMoves() {
    let scene = Scene("window(0,0,400,400)[V(0,0,400,400)]")
    scene.application.observer = nil
    scene.pipeline.coalescesLateMoves = true
    var calls: [String] = []
    scene["V"].onTouches = { _, phase, _, event in calls.append("\(phase) \(event.timestamp.seconds)") }
    let alarm = Alarm(in: scene.application) { calls.append("alarm \($0.seconds)") }
    alarm.set(Timestamp(seconds: 0.15))
    scene.play("dn(10,10)@0")
    scene.playLate("mv(11,10)@0.1 mv(12,10)@0.14 mv(13,10)@0.2 mv(14,10)@0.24")
    #expect(calls == ["began 0.0", "moved 0.14", "alarm 0.15", "moved 0.24"])
  }
}

/// When views were hidden or shown.
private final class Times: TraceObserver {
  private(set) var ofChanges: [Timestamp] = []

  func record(_ record: TraceRecord, at time: Timestamp) {
    if case .viewChanged = record { ofChanges.append(time) }
  }
}
