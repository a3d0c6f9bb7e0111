import TestTables

/// When deliveries lag behind the panel, fingers move once where they moved several times.
@Suite("Late moves") struct LateMoveRules {
  struct Row: TableRow {
    var what = ""
    var tree = "window(0,0,300,300)[V(0,0,200,200)<multi>]"
    var before = "dn(10,10)@0"
    /// What is read at once (see `Fingers`).
    let late: String
    /// The calls of V: the phase, and the samples of the oldest touch with their times in milliseconds.
    let told: String
    var coalesced = 0
  }

  static let rows: Table<Row> = [
    "The newest frame is more than 16 ms later: one move, with all samples": Row(
      late: "mv(12,10)@0.010 mv(14,10)@0.020 mv(16,10)@0.0261", told: "moved 12@10 14@20 16@26.1",
      coalesced: 2),
    "It is 16 ms later: one by one": Row(
      late: "mv(12,10)@0.010 mv(14,10)@0.020 mv(16,10)@0.026", told: "moved 12@10; moved 14@20; moved 16@26"),
    "One frame is one frame": Row(late: "mv(12,10)@0.5", told: "moved 12@500"),
    "Not across a frame that says more, such as the pressure": Row(
      late: "mv(12,10)@0.010 mv(14,10)@0.020 fr@0.030 mv(18,10)@0.040 mv(20,10)@0.050",
      told: "moved 12@10 14@20; moved 18@40; moved 20@50", coalesced: 1),
    "Nor across a lift and a landing": Row(
      late: "mv(12,10)@0.010 mv(14,10)@0.020 up@0.030 dn(90,90)@0.040 mv(91,90)@0.050 mv(92,90)@0.070",
      told: "moved 12@10 14@20; ended 14@30; began 90@40; moved 91@50 92@70", coalesced: 2),
    "There and back is a move": Row(
      late: "mv(12,10)@0.010 mv(10,10)@0.030", told: "moved 12@10 10@30", coalesced: 1),
    "Each finger has its samples, and its time": Row(
      before: "dn#1(10,10)@0 dn#2(100,100)@0",
      late: "mv#1(12,10)@0.010 mv#2(102,100)@0.020 mv#1(14,10)@0.030", told: "moved 12@10 14@30 & 102@20",
      coalesced: 1),
    "A finger that did not move is not reported": Row(
      before: "dn#1(10,10)@0 dn#2(100,100)@0", late: "mv#2(102,100)@0.010 mv#2(104,100)@0.030",
      told: "moved 102@10 104@30", coalesced: 1),
    "Touches are sorted by age, also if a frame reports the newer finger first": Row(
      before: "dn#2(100,100)@0 dn#1(10,10)@0.001", late: "mv#1(12,10)@0.010 mv#2(102,100)@0.030",
      told: "moved 102@30 & 12@10"),
    "Not past a deadline: the long press comes in between, in its time": Row(
      tree: "window(0,0,300,300)[V(0,0,200,200)<multi,press>]",
      late: "mv(11,10)@0.480 mv(12,10)@0.500 mv(13,10)@0.520 mv(14,10)@0.540",
      told: "moved 11@480 12@500; act 500; cancelled 12@500; act 540", coalesced: 2),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let run = Run(row.tree)
    run.play(row.before, late: row.late)
    #expect(difference(run.lines, from: row.told) == nil)
    #expect(run.scene.pipeline.counters.coalesced == row.coalesced)
  }

  static let late = "mv(12,10)@0.010 mv(14,10)@0.020 mv(16,10)@0.040"

  @Test("Each frame by itself", arguments: ["by default", "to an observer", "beside raw frames"])
  func oneByOne(when: String) {
    let run = Run(isSet: when != "by default")
    if when == "to an observer" { run.scene.application.observer = run.scene.log }
    if when == "beside raw frames" { run.scene.pipeline.rawFrameObserver = { _, _ in } }
    run.play("dn(10,10)@0", late: Self.late)
    expect(run.lines, from: "moved 12@10; moved 14@20; moved 16@40")
    #expect(run.scene.pipeline.counters.coalesced == 0)
  }

  @Test("The previous location is that of the last delivery; the samples between have their own")
  func previousLocations() {
    let run = Run()
    var seen: [(Touch, [Touch])] = []
    run.scene["V"].onTouches = { _, phase, touches, event in
      guard phase == .moved, let touch = touches.first else { return }
      seen.append((touch, event.coalescedTouches(for: touch)))
      #expect(touch.previousLocation(in: nil).x == 10)
    }
    run.play("dn(10,10)@0", late: Self.late)
    #expect(seen.count == 1)
    let samples = seen.first?.1 ?? []
    #expect(samples.map { $0.location(in: nil).x } == [12, 14, 16])
    #expect(samples.map { $0.preciseLocation(in: nil).x } == [12, 14, 16])
    #expect(samples.map { $0.previousLocation(in: nil).x } == [10, 12, 10])
    #expect(samples.allSatisfy { $0 !== seen[0].0 && $0.view === run.scene["V"] && $0.phase == .moved })
    #expect(samples.allSatisfy { $0.contactID == seen[0].0.contactID })
  }

  @Test("A finger that passed a sensitive view between two deliveries was there; predictions come of that")
  func secret() {
    let run = Run("window(0,0,300,300)[V(0,0,300,100),S(0,100,300,100)]")
    run.scene["S"].isSensitive = true
    var seen: [Touch] = []
    run.scene["V"].onTouches = { _, _, touches, event in
      seen = touches.flatMap { event.coalescedTouches(for: $0) + event.predictedTouches(for: $0) }
    }
    run.play("dn(10,90)@0", late: "mv(10,110)@0.010 mv(10,80)@0.020 mv(10,50)@0.030")
    #expect(seen.map(\.isSensitive) == [true, false, false, true, true, true])
    #expect(seen.allSatisfy { !$0.description.contains("previous") })
  }

  @Test("Samples are copies: they stay as they are, and no more are there after the delivery")
  func copies() {
    let run = Run()
    var (kept, event, touch) = ([Touch](), Event?.none, Touch?.none)
    run.scene["V"].onTouches = { _, _, touches, now in
      guard let first = touches.first else { return }
      (kept, event, touch) = (now.coalescedTouches(for: first), now, first)
    }
    run.play("dn(10,10)@0", late: Self.late)
    run.scene["V"].onTouches = nil
    run.scene.play("mv(99,10)@1")
    #expect(kept.map { $0.location(in: nil).x } == [12, 14, 16])
    let later = touch.flatMap { event?.coalescedTouches(for: $0) } ?? []
    #expect(later.map { $0.location(in: nil).x } == [99])
  }

  @Test("Without a lag there is a copy of the touch, in every phase")
  func alone() {
    let scene = Scene("window(0,0,300,300)[V(0,0,200,200)]")
    var phases: [TouchPhase] = []
    scene["V"].onTouches = { _, _, touches, event in
      for touch in touches {
        let samples = event.coalescedTouches(for: touch)
        #expect(samples.count == 1 && samples[0] !== touch)
        #expect(samples[0].location(in: nil) == touch.location(in: nil))
        phases += samples.map(\.phase)
      }
    }
    scene.play("dn(10,10)@0 mv(11,10)@0.01 fr@0.02 up@0.03")
    #expect(phases == [.began, .moved, .ended])
  }

  @Test("A recognizer sees one move, and a held call is one")
  func recognizers() {
    let run = Run()
    let recognizer = WatchingRecognizer()
    recognizer.onCall = { run.lines.append($0) }
    recognizer.delaysTouchesBegan = true
    recognizer.delaysTouchesEnded = false
    run.scene["V"].addGestureRecognizer(recognizer)
    run.play("dn(10,10)@0", late: Self.late)
    recognizer.fail(.tooSlow)
    run.scene.play("up@0.1")
    expect(run.lines, from: "R began ~force; R moved ~force; began 10@0; moved 16@40; ended 16@100")
  }

  @Test("Other touches of the event are stationary, also when they were not before")
  func stationary() {
    let run = Run()
    var phases: [TouchPhase] = []
    run.scene["V"].onTouches = { _, _, _, event in
      phases = event.allTouches.sorted { $0.contactID < $1.contactID }.map(\.phase)
    }
    run.play("dn#1(10,10)@0 dn#2(100,100)@0", late: "mv#2(102,100)@0.010 mv#2(104,100)@0.030")
    #expect(phases == [.stationary, .moved])
  }

  /// A scene whose view logs its calls.
  final class Run {
    let scene: Scene
    var lines: [String] = []

    /// - Parameter isSet: whether late moves are to be delivered together; `false` for what a pipeline does by itself.
    init(_ tree: String = rows[0].tree, isSet: Bool = true) {
      scene = Scene(tree)
      scene.application.observer = nil
      if isSet { scene.pipeline.coalescesLateMoves = true }
      scene["V"].onTouches = { [unowned self] _, phase, touches, event in
        let oldestFirst = touches.sorted { $0.contactID < $1.contactID }
        lines.append(
          "\(phase) " + oldestFirst.map { text(event.coalescedTouches(for: $0)) }.joined(separator: " & "))
      }
      for recognizer in scene["V"].gestureRecognizers {
        recognizer.addAction { [unowned self] in
          lines.append("act \(($0.touches.first?.timestamp.microseconds ?? 0) / 1000)")
        }
      }
    }

    /// Lets fingers come down, and do something that is read later at once.
    func play(_ before: String, late: String) {
      scene.play(before)
      if scene["V"].gestureRecognizers.isEmpty || !(lines.first ?? "").hasPrefix("R") { lines.removeAll() }
      scene.playLate(late)
    }

    private func text(_ samples: [Touch]) -> String {
      samples.map { touch in
        "\(Int(touch.location(in: nil).x))@\(shortText(Double(touch.timestamp.microseconds) / 1000))"
      }.joined(separator: " ")
    }
  }

  @Test("The samples of late deliveries are those of punctual ones", arguments: 1...20 as ClosedRange<UInt64>)
  func samples(seed: UInt64) {
    let (punctual, late) = (Samples(isLate: false), Samples(isLate: true))
    for batch in Self.batches(seed: seed) {
      for frame in batch { punctual.scene.feed(frame) }
      late.scene.feed(Array(batch.joined()))
    }
    #expect(late.samples == punctual.samples)
    #expect(punctual.scene.pipeline.counters.coalesced == 0)
    #expect(late.calls < punctual.calls, "the lag must mean something")
    let merged = late.scene.pipeline.counters.coalesced
    #expect(merged > 0)
    #expect(punctual.samples.values.map(\.count).reduce(0, +) > merged)
  }

  /// Events that are read at once, in turn: frames of four fingers that come, move, and go.
  static func batches(seed: UInt64) -> [[[RawEvent]]] {
    var random = SplitMix(seed: seed)
    var (isDown, time) = ([Bool](repeating: false, count: 4), Timestamp.zero)
    func frame() -> [RawEvent] {
      time = time + .milliseconds(1 + Int64(random.next() % 12))
      var events: [RawEvent] = []
      func add(_ code: UInt16, _ value: Int32) {
        events.append(RawEvent(time: time, type: EventType.abs, code: code, value: value))
      }
      for slot in 0..<4 where random.next() % 2 == 0 {
        add(EventCode.absMTSlot, Int32(slot))
        if !isDown[slot] || random.next() % 16 == 0 {
          isDown[slot].toggle()
          add(EventCode.absMTTrackingID, isDown[slot] ? Int32(slot) : -1)
        }
        add(EventCode.absMTPositionX, Int32(random.next() % 20000))
      }
      return events + [.report(at: time)]
    }
    return (0..<60).map { _ in (0..<1 + random.next() % 8).map { _ in frame() } }
  }

  /// Samples that a view sees of each contact.
  final class Samples {
    let scene = Scene("window(0,0,4000,4000)[V(0,0,4000,4000)<multi>]")
    private(set) var samples: [ContactID: [String]] = [:]
    private(set) var calls = 0

    init(isLate: Bool) {
      scene.application.observer = nil
      scene.pipeline.coalescesLateMoves = isLate
      scene["V"].onTouches = { [unowned self] _, phase, touches, event in
        calls += 1
        for touch in touches {
          for sample in event.coalescedTouches(for: touch) {
            let (x, time) = (sample.location(in: nil).x, sample.timestamp.microseconds)
            samples[touch.contactID, default: []].append("\(phase) \(x) \(time)")
          }
        }
      }
    }
  }
}
