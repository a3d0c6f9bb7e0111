import TestTables

@testable import Dispatcher

/// Makes something happen at every boundary of a recording, and says what is wrong with what comes of it.
///
/// Each replay is of the whole recording, and does it as often as it can: again as soon as the contacts have lifted
/// that the last time left dead. So a short touch costs a few replays, and a long one a replay for each of its frames.
struct Inspection {
  /// Frames that are played between two disturbances.
  private static let pause = 8

  private let recording: PanelRecording
  private let baseline: Baseline
  private let disturbance: Disturbance
  private var isPending: [Bool]
  /// The number of times that it happened.
  private(set) var injections = 0
  private(set) var faults: [String] = []

  init(_ recording: PanelRecording, _ disturbance: Disturbance) throws {
    self.recording = recording
    self.disturbance = disturbance
    baseline = try Baseline(recording)
    let middle = recording.frames.count / 2
    isPending = (0...recording.frames.count).map { Build.isOptimised || ($0 - middle) % 256 == 0 }
  }

  mutating func run() throws {
    while isPending.contains(true) {
      let rig = try Rig(recording)
      rig.attach(before: 0)
      if let fault = try replay(on: rig) {
        faults.append("\(recording.name), \(disturbance.name) \(fault)")
      }
      try rig.detach(before: recording.frames.count)
      faults += rig.violations.map { "\(recording.name), \(disturbance.name): \($0)" }
    }
  }

  /// Ends with the recording, or with the first fault.
  private mutating func replay(on rig: Rig) throws -> String? {
    var (frame, calmUntil, dead) = (0, 0, Set<ContactID>())
    while true {
      if isPending[frame], frame >= calmUntil,
        !baseline.told[frame].contains(where: { dead.contains($0.contact) })
      {
        isPending[frame] = false
        let before = rig.told
        rig.forget()
        if let aftermath = try disturbance.happen(rig, baseline, frame) {
          injections += 1
          if let fault = faultOfMoment(rig, before, aftermath) { return "at \(frame): \(fault)" }
          dead.formUnion(aftermath.dead)
          (frame, calmUntil) = (aftermath.next, aftermath.next + Self.pause)
        }
      }
      guard frame < recording.frames.count else { return nil }
      if let fault = faultOfFrame(frame, rig, dead) { return fault }
      frame += 1
    }
  }

  // MARK: - Straight after it

  private func faultOfMoment(_ rig: Rig, _ before: [TouchSample], _ aftermath: Aftermath) -> String? {
    let strange = rig.samples.filter { sample in
      sample.phase == .ended || (!aftermath.tellsOfNew && sample.phase != .cancelled)
    }
    guard strange.isEmpty else {
      return "told \(texts(strange, showsPhases: true)), neither cancelled nor new"
    }
    let expected = baseline.told[aftermath.next].filter { !aftermath.dead.contains($0.contact) }
    if let difference = difference(rig.told, expected, countsPhases: false) {
      return "down are \(difference)"
    }
    let same = Set(rig.told.filter { now in before.contains { $0.contact == now.contact } }.map(\.place))
    if let goingOn = aftermath.goingOn, same != goingOn { return "\(same) go on, expected \(goingOn)" }
    return nil
  }

  /// Each frame tells what it tells undisturbed, but for the dead contacts.
  private func faultOfFrame(_ frame: Int, _ rig: Rig, _ dead: Set<ContactID>) -> String? {
    rig.forget()
    rig.play(frame..<frame + 1)
    let expected =
      dead.isEmpty ? baseline.samples[frame] : baseline.samples[frame].filter { !dead.contains($0.contact) }
    return difference(rig.samples, expected, countsPhases: true).map { "before frame \(frame) told \($0)" }
  }

  private func difference(
    _ samples: [TouchSample], _ expected: [TouchSample], countsPhases: Bool
  ) -> String? {
    guard !isSame(samples, expected, countsPhases) else { return nil }
    let told = texts(samples, showsPhases: countsPhases)
    let wanted = texts(expected, showsPhases: countsPhases)
    return told == wanted ? nil : "\(told), expected \(wanted)"
  }

  /// The quick answer, for what comes in the same order.
  private func isSame(_ samples: [TouchSample], _ expected: [TouchSample], _ countsPhases: Bool) -> Bool {
    samples.count == expected.count
      && zip(samples, expected).allSatisfy { sample, other in
        var sample = sample
        sample.contact = other.contact
        if !countsPhases { sample.phase = other.phase }
        return sample == other
      }
  }

  /// Samples in words, without their contact; in any order, since a landing comes later if another lifts before it. Of
  /// panels without slots, which slot it is means nothing.
  private func texts(_ samples: [TouchSample], showsPhases: Bool) -> [String] {
    samples.map { sample in
      (showsPhases ? "\(sample.phase) " : "") + (recording.hasSlots ? "\(sample.slot): " : "")
        + "\(sample.rawX),\(sample.rawY) force \(sample.force) radius \(sample.majorRadius) "
        + "turn \(sample.orientation) \(sample.pose) keys \(sample.penKeys.rawValue)"
    }.sorted()
  }
}

extension TouchSample {
  /// The position in device units.
  var place: [Int32] { [rawX, rawY] }
}
