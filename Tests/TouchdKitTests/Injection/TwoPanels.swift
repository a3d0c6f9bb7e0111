import LinuxInput
import TestSupport
import Testing

@testable import Dispatcher
@testable import TouchdKit

extension Injection {
  /// One recording of each kind, where it is at hand.
  static let few = [
    "slots.evemu", "packets.evemu", "pen.evemu", "demo.evemu", "dell_canvas_pen.evemu",
    "dell_canvas_touch.evemu.gz",
    "N-Trig_MultiTouch.2-fingers-touch-release.events",
    "Atmel_maXTouch_Touchscreen.1-finger-fast-taps.events",
  ].compactMap { try? PanelRecordings.named($0) }

  @Test("Two panels at once: each tells what it tells alone, and no id twice")
  func twoPanels() throws {
    var (pairs, contacts) = (0, 0)
    for first in Self.few {
      for second in Self.few {
        // No pen is paired with a panel of another maker.
        let strangers = [first.made(by: 1), second.made(by: 2)]
        let session = try TwoPanels(strangers)
        session.play()
        for (index, recording) in [first, second].enumerated() {
          let told = session.samples(of: index)
          let expected = try Baseline(recording).samples.flatMap { $0 }
          #expect(told == expected.withoutIdentity, "\(recording.name) of \(first.name) and \(second.name)")
        }
        #expect(session.balance.violations.isEmpty)
        #expect(Set(session.began).count == session.began.count)
        pairs += 1
        contacts += session.began.count
      }
    }
    print("injection, two panels: \(Self.few.count) recordings, \(pairs) pairs, \(contacts) contacts")
  }
}

extension PanelRecording {
  fileprivate func made(by vendor: UInt16) -> PanelRecording {
    var recording = self
    recording.description.vendor = vendor
    recording.description.phys = nil
    return recording
  }
}

extension [TouchSample] {
  /// The samples as they are whatever else touches the screen.
  var withoutIdentity: [TouchSample] {
    map { sample in
      var sample = sample
      (sample.contact, sample.panel) = (0, 0)
      return sample
    }
  }
}

/// Recordings of several panels that play at once in one pipeline, each from time 0.
final class TwoPanels: TraceObserver {
  /// One panel on its way through its recording.
  private struct Player {
    let recording: PanelRecording
    let panel: Panel
    let shift: Interval
    var next = 0

    var nextTime: Timestamp? {
      next < recording.frames.count ? recording.time(before: next + 1) + shift : nil
    }
  }

  let balance = Balance()
  private(set) var began: [ContactID] = []
  private var all: [TouchSample] = []
  private var players: [Player]
  private let application = Application()
  private let pipeline: Pipeline

  init(_ recordings: [PanelRecording]) throws {
    pipeline = Pipeline(application: application)
    players = try recordings.enumerated().map { index, recording in
      var recording = recording
      recording.description.name += " \(index)"
      return Player(
        recording: recording, panel: try recording.makePanel(path: "panel \(index)"),
        shift: Timestamp.zero - recording.time(before: 0))
    }
    application.observer = self
    for player in players { pipeline.attach(player.panel, state: player.recording.states[0]) }
  }

  func record(_ record: TraceRecord, at time: Timestamp) {
    balance.record(record, at: time)
    guard case .touch(let sample, _) = record else { return }
    all.append(sample)
    if sample.phase == .began { began.append(sample.contact) }
  }

  func play() {
    while let time = players.compactMap(\.nextTime).min(),
      let index = players.firstIndex(where: { $0.nextTime == time })
    {
      let player = players[index]
      players[index].next += 1
      let frame = player.recording.frames[player.next].map { event in
        RawEvent(time: event.time + player.shift, type: event.type, code: event.code, value: event.value)
      }
      _ = frame.withUnsafeBufferPointer { pipeline.receive($0, from: player.panel) { _ in nil } }
      pipeline.dispatch()
    }
  }

  func samples(of panel: Int) -> [TouchSample] { all.filter { $0.panel == Int32(panel) }.withoutIdentity }
}
