import TestTables

/// Random explorations in the real pipeline, beside ``ExploreModel``.
@Suite("Explorations at random") struct ExploreProperties {
  /// About six gestures each: 100,000.
  static let scripts: UInt64 = Build.isOptimised ? 4200 : 100

  @Test("Random explorations: the acts and touches of the model, and no others", arguments: 0..<4)
  func agrees(batch: UInt64) {
    var activations = 0
    for seed in batch * Self.scripts..<(batch + 1) * Self.scripts {
      let script = ExploreScript(seed: seed)
      let watch = ExploreWatch(script)
      activations += watch.acts.count { $0.contains("activate") }
      guard let difference = watch.difference(from: ExploreModel(script)) else { continue }
      let short = script.shortened { ExploreWatch($0).difference(from: ExploreModel($0)) != nil }
      let shortDifference = ExploreWatch(short).difference(from: ExploreModel(short)) ?? difference
      Issue.record(
        """
        seed \(seed): \(shortDifference)
        \(short.tree)
        reach \(short.hasReach), speaking \(short.isSpeaking), \(short.changes)
        \(short.text(from: -1, to: .max))
        """)
      return
    }
    #expect(activations > Self.scripts / 16, "the scripts must mean something: \(activations) activations")
  }
}

extension ExploreScript {
  /// A random one.
  init(seed: UInt64) {
    var random = SplitMix(seed: seed)
    func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    func chance(_ of: Int) -> Bool { number(1...of) == 1 }
    func one<T>(_ of: [T]) -> T { of[number(0...of.count - 1)] }
    func place() -> Point { Point(x: Double(number(0...399)), y: Double(number(0...399))) }
    for index in 0..<number(0...6) {
      let origin = Point(x: Double(number(0...28) * 10 + index), y: Double(number(0...28) * 10 + index))
      let size = Size(width: Double(number(2...11) * 10), height: Double(number(2...11) * 10))
      var part = Part(name: "V\(index)", frame: Rect(origin: origin, size: size))
      (part.isElement, part.isAdjustable, part.isDisabled) = (!chance(8), chance(3), chance(6))
      if chance(4) { part.order = Double(number(1...2)) }
      parts.append(part)
    }
    if chance(6) {
      let frame = Rect(x: 200, y: 200, width: 150, height: 150)
      parts.append(Part(name: "M", frame: frame, isElement: false, isModal: true))
      let inner = Rect(x: 220, y: 230, width: 50, height: 60)
      parts.append(Part(name: "N", frame: inner, parent: parts.count - 1))
    }
    (hasReach, isSpeaking) = (chance(2), chance(4))
    var time = 0
    for _ in 0..<number(3...9) {
      time += one([40, 40, 200, 200, 298, 300, 302, 700, 900, chance(4) ? 6000 : 900])
      let begin = time
      if chance(5) {
        fingers.append(Finger(slot: 0, path: [Move(time: time, place: place())], end: time + 40))
        time += 40 + one([40, 200, 300, 302])
      }
      let (kind, way) = (number(0...9), one([(1, 0), (-1, 0), (0, 1), (0, -1)]))
      let length = one([40, 100, 200, 298, 300, 302, 900])
      let travel = one([0, 10, 11, 30, 49, 50, 90, 150])
      for slot in 0..<one([1, 1, 1, 1, 1, 2, 2, 2, 3, 4]) {
        let late = slot > 0 && chance(4) ? number(100...400) * 2 : chance(2) ? 0 : number(0...40) * 2
        var finger = Finger(slot: slot, path: [Move(time: time + late, place: place())], end: 0)
        let start = finger.start
        switch kind {
        case 0...3:  // Stays, or goes a little.
          if chance(3) { finger.add(at: start + length / 4 * 2, to: (number(-11...11), number(-11...11))) }
        case 4...6:  // Goes one way.
          let steps = number(1...3)
          for step in 1...steps {
            let (along, aside) = (travel * step / steps, chance(4) ? number(-40...40) : 0)
            let offset = (way.0 * along + way.1 * aside, way.1 * along + way.0 * aside)
            finger.add(at: start + length / steps / 2 * 2 * step, to: offset)
          }
        case 7:  // To and fro.
          let stroke = one([25, 39, 40, 70])
          for step in 1...number(2...5) {
            let side = step % 2 * 2 - (stroke == 25 ? 1 : 0)
            finger.add(at: start + step * number(20...260) * 2, to: (side * stroke * way.0, number(0...5)))
          }
        default:  // Anywhere.
          for _ in 0..<number(1...6) {
            let last = finger.path[finger.path.count - 1]
            let (x, y) = (last.place.x - finger.downPlace.x, last.place.y - finger.downPlace.y)
            finger.add(
              at: last.time + number(1...120) * 2, to: (Int(x) + number(-60...60), Int(y) + number(-60...60)))
          }
        }
        let last = finger.path[finger.path.count - 1].time
        finger.isLifted = !chance(30)
        finger.end =
          slot > 0 && chance(2)
          ? fingers[fingers.count - 1].end : start + length + one([0, 0, number(0...60) * 2])
        finger.end = max(finger.end, start + 2, finger.isLifted ? last : last + 2)
        fingers.append(finger)
      }
      // Others tap beside a finger that explores.
      let index = fingers.count - 1
      if fingers[index].slot == 0, chance(3) {
        var second = fingers[index].start
        for _ in 0..<number(1...3) {
          second += one([302, 400, 600]) + number(0...20) * 2
          let end = second + one([20, 100, 300, 302])
          fingers.append(
            Finger(slot: chance(6) ? 2 : 1, path: [Move(time: second, place: place())], end: end))
          second = end
        }
        if !chance(4) { fingers[index].end = max(fingers[index].end, second + number(-20...50) * 2) }
      }
      time = fingers.map(\.end).max() ?? 0
      if chance(4), !parts.isEmpty {
        let part = number(0...parts.count - 1)
        let change: Change = one([
          .mode(false), .mode(false), .mode(true), .hide(part), .hide(part), .show(part), .giveUp, .unplug,
        ])
        changes.append(Timed(time: number(begin / 2...time / 2 + 150) * 2 + 1, change: change))
      } else if chance(20) {
        changes.append(Timed(time: time + 1001, change: .reload))
        time += 2000
      }
    }
    changes.sort { $0.time < $1.time }
    end = time + 2000
  }

  /// Without what a failure does not need.
  func shortened(while fails: (ExploreScript) -> Bool) -> ExploreScript {
    var script = self
    while let next = script.shorter.first(where: fails) { script = next }
    return script
  }

  private var shorter: [ExploreScript] {
    func without(_ change: (inout ExploreScript) -> Void) -> ExploreScript {
      var script = self
      change(&script)
      return script
    }
    let moves = fingers.indices.flatMap { finger in
      fingers[finger].path.indices.dropFirst().map { move in
        without { $0.fingers[finger].path.remove(at: move) }
      }
    }
    return fingers.indices.map { finger in without { $0.fingers.remove(at: finger) } }
      + changes.indices.map { change in without { $0.changes.remove(at: change) } } + moves
  }

  /// The views, as scenes read them.
  var tree: String {
    func text(_ index: Int) -> String {
      let part = parts[index]
      let (frame, origin) = (part.frame, part.parent.map { parts[$0].frame.origin } ?? .zero)
      let traits = [
        part.isDisabled ? "control" : nil,
        part.isElement ? "element\(part.order.map { "=\($0)" } ?? "")" : nil,
        part.isAdjustable ? "adjustable" : nil, part.isModal ? "modal" : nil,
      ].compactMap(\.self).joined(separator: ",")
      let children = parts.indices.filter { parts[$0].parent == index }.map(text).joined(separator: ",")
      let place = "\(frame.minX - origin.x),\(frame.minY - origin.y),\(frame.width),\(frame.height)"
      return "\(part.name)(\(place))<\(traits)>[\(children)]"
    }
    return parts.indices.filter { parts[$0].parent == nil }.map(text).joined(separator: ",")
  }

  /// The fingers after a time, up to another, as scenes read them.
  func text(from begin: Int, to end: Int) -> String {
    var words: [(time: Int, rank: Int, text: String)] = []
    for finger in fingers {
      let slot = finger.slot + 1
      for (index, move) in finger.path.enumerated() {
        let place = "(\(Int(move.place.x)),\(Int(move.place.y)))"
        words.append((move.time, 1, "\(index == 0 ? "dn" : "mv")#\(slot)\(place)"))
      }
      words.append((finger.end, 2, "\(finger.isLifted ? "up" : "palm")#\(slot)"))
      if !finger.isLifted { words.append((finger.end + 2, 2, "up#\(slot)")) }
    }
    return words.filter { $0.time > begin && $0.time <= end }.sorted {
      ($0.time, $0.rank) < ($1.time, $1.rank)
    }
    .map { "\($0.text)@\(Double($0.time) / 1000)" }.joined(separator: " ")
  }
}

extension ExploreScript.Finger {
  /// Moves it to a place beside its landing, on the screen.
  fileprivate mutating func add(at time: Int, to offset: (Int, Int)) {
    let (x, y) = (downPlace.x + Double(offset.0), downPlace.y + Double(offset.1))
    let (last, place) = (path[path.count - 1], Point(x: min(max(x, 0), 399), y: min(max(y, 0), 399)))
    if time > last.time, place != last.place { path.append(.init(time: time, place: place)) }
  }
}

/// Plays a script, and notes the acts, the touches that no finger makes, and what fingers touch that explore.
final class ExploreWatch: TraceObserver {
  private(set) var acts: [String] = []
  private(set) var touches: [String] = []
  private(set) var faults: [String] = []
  private var rig: ExploreRig
  /// Contacts that may touch something: made ones, and those of the time in which the mode is off.
  private var allowed: Set<ContactID> = []
  private var made: Set<ContactID> = []

  init(_ script: ExploreScript) {
    rig = ExploreRig(script.tree, hasReach: script.hasReach, offAfter: .seconds(5))
    prepare(script)
    rig.explore.set(true, at: .zero)
    acts.removeAll { $0 == "0 mode on" }
    var last = -1
    for change in script.changes {
      rig.scene.play(script.text(from: last, to: change.time))
      let time = Timestamp(microseconds: Int64(change.time) * 1000)
      rig.scene.pipeline.advance(to: time)
      switch change.change {
      case .mode(let isOn): rig.explore.set(isOn, at: time)
      case .hide(let part): rig.scene.view(script.parts[part].name).isHidden = true
      case .show(let part): rig.scene.view(script.parts[part].name).isHidden = false
      case .giveUp: rig.explore.giveUp(at: time)
      case .unplug:
        rig.scene.pipeline.detach(rig.scene.panel, at: time)
        rig.scene.pipeline.attach(rig.scene.panel, state: DeviceState(slots: []))
      case .reload:
        let former = rig
        rig = ExploreRig(script.tree, hasReach: script.hasReach, offAfter: .seconds(5))
        for view in former.scene.views where view.isHidden { rig.scene.view(view.identifier).isHidden = true }
        prepare(script)
        former.scene.pipeline.finish()
        rig.explore.takeOver(former.explore, at: time)
      }
      last = change.time
    }
    rig.scene.play(script.text(from: last, to: Int.max))
    rig.scene.pipeline.advance(to: Timestamp(microseconds: Int64(script.end) * 1000))
  }

  private func prepare(_ script: ExploreScript) {
    rig.scene.application.observer = self
    rig.explore.isSpeaking = script.isSpeaking
    for part in script.parts where part.isDisabled {
      (rig.scene.view(part.name) as? Control)?.isEnabled = false
    }
  }

  func difference(from model: ExploreModel) -> String? {
    if let fault = faults.first { return fault }
    return DispatcherTests.difference(
      acts + touches, from: (model.acts + model.touches).joined(separator: "\n"))
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    let now = time.microseconds / 1000
    switch record {
    case .explore(let report):
      let words = [
        report.act.rawValue, report.state?.rawValue, report.direction?.rawValue, report.view?.identifier,
      ]
      acts.append("\(now) " + words.compactMap(\.self).joined(separator: " "))
    case .touch(let sample, let touch):
      if touch.isMade { note(sample, now) }
      if sample.phase == .began, touch.isMade || !rig.explore.isOn { allowed.insert(sample.contact) }
    case .delivered(let phase, let responder, let contacts):
      check(contacts, "\(now) \(phase) \(responder.identifier)", phase)
    case .screen(let report): check([report.contact], "\(now) \(report.phase) page", report.phase)
    case .event(let event): faults.append("\(now) \(event.name)")
    default: break
    }
  }

  private func note(_ sample: TouchSample, _ now: Int64) {
    let place =
      sample.phase == .cancelled
      ? "" : " \(Int(sample.location.x.rounded())),\(Int(sample.location.y.rounded()))"
    touches.append("\(now) \(sample.phase)\(place)")
    made.insert(sample.contact)
  }

  private func check(_ contacts: [ContactID], _ words: String, _ phase: TouchPhase) {
    for contact in contacts where !allowed.contains(contact) {
      faults.append("\(words) of a finger that explores")
    }
    if rig.explore.isOn, phase != .cancelled {
      for contact in contacts where !made.contains(contact) && phase != .ended {
        faults.append("\(words) in the mode")
      }
    }
  }
}
