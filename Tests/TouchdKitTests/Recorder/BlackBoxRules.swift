import FakePanels
import Glibc
import LinuxInput
import Logging
import TestTables
import YAML

@testable import TouchdKit

/// The last minutes of a panel: a recording that is cut out of them replays as the panel was used, and nothing is
/// delivered otherwise than without them.
@Suite("Black box") struct BlackBoxRules {
  /// A touchd on a fake panel of 4,106 by 2,048 units, a screen of 1,000 by 500 points, and its memory.
  final class Rig {
    let machine = Machine()
    let box = BlackBox(nil, Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    private(set) var incidents: [BlackBox.Incident] = []
    private(set) var lines: [String] = []
    /// Times at which nothing was down and nothing waited, with the number of lines until then.
    private(set) var rests: [(time: Timestamp, lines: Int)] = []
    private let layout: Layout
    private let live: LiveLayout
    private var panels: Touchscreens?

    static let plain = """
      version: 1
      screen: { size: [1000, 500], touchscreen: { stuck_after: 5s } }
      views:
        - id: left
          frame: [0, 0, 400, 500]
          gestures: [{ tap: { count: 2 }, name: twice }, { long_press: {}, name: hold }]
        - { id: right, frame: [600, 0, 400, 500], multiple_touch: true, gestures: [{ pinch: {}, name: pinch }] }
      """
    static let secret = plain + "\n  - { id: pin, frame: [500, 0, 500, 500], sensitive: true }\n"

    init(_ text: String = plain, remembers: Bool = true, on panel: DeviceDescription = .panel()) throws {
      layout = try TouchdKitTests.layout(text)
      let trace = Lines()
      live = LiveLayout(layout, [:]) { application in
        application.observer = trace.writer
        let pipeline = Pipeline(application: application)
        pipeline.coalescesLateMoves = true
        return pipeline
      }
      let meter = InputMeter()
      if remembers {
        box.use(RecorderDescription(size: 1 << 20))
        meter.box = box
      }
      panels = Touchscreens(
        for: [live], .all, meter, on: try RunLoop(servesMainQueue: false),
        devices: .init(open: machine.open, list: machine.list), onChange: { _ in })
      trace.take = { [unowned self] in lines.append($0) }
      box.onIncident = { [unowned self] incident, _ in incidents.append(incident) }
      panels?.follow(machine.plug(panel, 1))
    }

    private final class Lines {
      var take: (String) -> Void = { _ in }
      private(set) lazy var writer = TraceWriter([.touch, .deliver, .gesture, .event], json: true) {
        [unowned self] in
        take($0)
      }
    }

    /// Sends frames, and reads so many of them at once.
    func play(_ frames: [[RawEvent]], atOnce count: () -> Int = { 1 }) {
      var rest = frames[...]
      while let first = rest.first?.last {
        // A tap is counted with those of the 0.35 s before it: that is no rest.
        if let last = rests.last, first.time - last.time < .milliseconds(400) { rests.removeLast() }
        let part = rest.prefix(max(count(), 1))
        rest = rest.dropFirst(part.count)
        for frame in part { machine.send(1, frame) }
        panels?.serveAll()
        if live.isIdle, let last = part.last?.last { rests.append((last.time, lines.count)) }
      }
    }

    func frame(at milliseconds: Int64, _ text: String) {
      machine.frame(1, at: milliseconds, text)
      panels?.serveAll()
    }

    /// Uses another layout, also while fingers are down.
    func use(_ text: String) throws { try panels?.use([LiveLayout(TouchdKitTests.layout(text), [:])]) }

    func follow(_ change: DeviceChange?) { change.map { panels?.follow($0) } }

    /// Lets everything that waits run out.
    func finish() { live.pipeline?.finish() }

    func image() throws -> RingImage { try RingImage(contentsOf: try #require(box.path)) }

    func recording(from start: Timestamp = .zero) throws -> String {
      let image = try image()
      var text = ""
      image.write(try #require(image.panels.first), from: start, notes: RingImage.losses) { text += $0 }
      return text
    }

    /// The places along x that are in it, of all panels.
    func places() throws -> [Int32] {
      let image = try image()
      return try image.panels.flatMap { panel in
        var text = ""
        image.write(panel, from: .zero) { text += $0 }
        let recording = try Recording(parsing: Array(text.utf8), file: "last.evemu")
        return try #require(recording.devices.first).events
          .filter { $0.type == EventType.abs && $0.code == EventCode.absMTPositionX }.map(\.value)
      }
    }

    /// The lines of a replay of a recording.
    func replayed(_ text: String) throws -> [String] {
      let recording = try Recording(parsing: Array(text.utf8), file: "last.evemu")
      let replay = try ReplayedLines(recording, layout, [.touch, .deliver, .gesture, .event])
      replay.run()
      return replay.lines
    }
  }

  /// Lines with times since the first, and contacts by their order.
  static func canonical(_ lines: [String]) throws -> [String] {
    var (start, first): (Int?, Int?)
    return try lines.map { line in
      guard case .object(let members) = try JSON(parsing: Array(line.utf8)) else { return line }
      return JSON.object(
        members.map { key, value in
          switch (key, value) {
          case ("t", .integer(let time)):
            start = start ?? time
            return (key, .integer(time - (start ?? 0)))
          case ("touch", .integer(let id)):
            first = first ?? id
            return (key, .integer(id - (first ?? 0)))
          case ("touches", .array(let ids)):
            return (
              key,
              .array(ids.map { if case .integer(let id) = $0 { .integer(id - (first ?? 0)) } else { $0 } })
            )
          default: return (key, value)
          }
        }
      ).text
    }
  }

  private func frames(_ gestures: Int, _ seed: UInt64) -> [[RawEvent]] {
    var traffic = KioskTraffic(seed: seed, size: 2048)
    return (0..<gestures).flatMap { _ in
      let gesture = traffic.next()
      guard gesture.afterLoss != nil else { return gesture.frames }
      // What was lost is the lift.
      return gesture.frames.map { frame in
        guard let drop = frame.first, drop.isDrop else { return frame }
        return [
          drop, RawEvent(time: drop.time, type: EventType.abs, code: EventCode.absMTTrackingID, value: -1),
        ]
          + frame.dropFirst()
      }
    }
  }

  @Test(
    "From the first rest after a cut on, a replay is what was delivered", arguments: 0..<6 as Range<UInt64>)
  func equality(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let rig = try Rig()
    rig.play(frames(60, seed))
    #expect(try compare(rig, &random) > 30 * Self.cuts)
  }

  /// Those of real panels lie beside a checkout of the project; without them, it is the demo alone.
  static let recordings: [String] =
    [SourceFile.packageRoot + "/Sources/TouchdKit/Demo/demo.evemu"]
    + GoldenRecordings.entries.map { "\(GoldenRecordings.folder)/\($0.file)" }

  @Test("The same of recordings of real panels", arguments: recordings)
  func realPanels(path: String) throws {
    for device in try GoldenRecordings.recording(path).devices {
      guard let description = device.description, (try? TouchProtocol(of: description)) != nil else {
        continue
      }
      var random = SplitMix(seed: 1)
      let rig = try Rig(on: description)
      rig.play(device.events.frames.map { Array($0) })
      _ = try compare(rig, &random)
    }
  }

  private static let cuts = Build.isOptimised ? 6 : 2

  /// Compares replays from some cuts with what was delivered.
  ///
  /// - Returns: how many lines were compared.
  private func compare(_ rig: Rig, _ random: inout SplitMix) throws -> Int {
    rig.finish()
    var count = 0
    for _ in 0..<Self.cuts {
      guard let rest = rig.rests.randomElement(using: &random) else { break }
      // Somewhere before the rest, in the middle of a gesture as a rule.
      let before = min(rig.rests.last { $0.time < rest.time }?.time ?? .zero, rest.time)
      let cut = Timestamp(
        microseconds: .random(in: before.microseconds...rest.time.microseconds, using: &random))
      let live = rig.lines[rest.lines...]
      let replayed = try live.isEmpty ? [] : rig.replayed(rig.recording(from: cut)).suffix(live.count)
      #expect(try Self.canonical(Array(replayed)) == Self.canonical(Array(live)), "cut \(cut)")
      count += live.count
    }
    return count
  }

  @Test(
    "Nothing is delivered otherwise, however many frames are read at once",
    arguments: [Rig.plain, Rig.secret], 0..<3 as Range<UInt64>)
  func sameDeliveries(layout: String, seed: UInt64) throws {
    let frames = frames(40, seed)
    let lines = try [true, false].map { remembers in
      var random = SplitMix(seed: seed)
      let rig = try Rig(layout, remembers: remembers)
      rig.play(frames) { Int(random.next() % 30) }
      rig.finish()
      return rig.lines
    }
    #expect(lines[0] == lines[1])
    #expect(lines[0].count > 100)
  }

  @Test(
    "No place on a sensitive view enters it, also of frames that are read at once",
    arguments: 0..<6 as Range<UInt64>)
  func redaction(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let rig = try Rig(Rig.secret)
    rig.play(frames(60, seed)) { Int(random.next() % 8) }
    let places = try rig.places()
    #expect(places.count > 20)
    #expect(places.allSatisfy { $0 < 2043 }, "the sensitive view is the right half")
  }

  @Test("A finger that was down before a cut is not in it, and the one after it is")
  func mute() throws {
    let rig = try Rig()
    rig.frame(at: 0, "slot 0; id 1; x 100; y 100")
    rig.frame(at: 10, "x 200")
    rig.frame(at: 20, "id -1")
    rig.frame(at: 30, "id 2")
    rig.frame(at: 40, "id -1")
    let cut = Timestamp(microseconds: 1_005_000)
    let touches = try rig.replayed(rig.recording(from: cut)).filter { $0.contains("\"kind\":\"touch\"") }
    #expect(touches.count == 2)
    #expect(touches.allSatisfy { $0.contains("\"raw\":[200,100]") })
    let text = try rig.recording(from: cut)
    #expect(text.contains("# touchd: this is cut out of touchd's memory"))
    #expect(text.contains("# touchd: layout"))
  }

  @Test(
    "A finger that landed on the view, and stays down while the layout is replaced, is left out to its end",
    arguments: [Rig.plain, Rig.secret])
  func reload(layout: String) throws {
    let rig = try Rig(Rig.secret)
    rig.frame(at: 0, "slot 0; id 1; x 3000; y 100")
    rig.frame(at: 10, "x 1000; slot 1; id 9; x 3500; y 100")
    rig.frame(at: 15, "id -1")
    try rig.use(layout)
    rig.frame(at: 20, "slot 0; x 1100")
    rig.frame(at: 30, "id -1")
    rig.frame(at: 40, "id 2; x 900")
    #expect(try Set(rig.places()).subtracting([0]) == [900])
  }

  @Test("Incidents are a panel that goes with a finger down, and a stuck contact")
  func incidents() throws {
    let rig = try Rig()
    rig.frame(at: 0, "slot 0; id 1; x 100; y 100")
    rig.frame(at: 6000, "slot 1; id 2; x 3000; y 100")
    #expect(rig.incidents == [.stuck])
    rig.frame(at: 6010, "slot 0; id -1; slot 1; id -1")
    rig.follow(rig.machine.unplug(1))
    #expect(rig.incidents == [.stuck])
    let touched = try Rig()
    touched.frame(at: 0, "slot 0; id 1; x 100; y 100")
    touched.follow(touched.machine.describe(1, ["LIBINPUT_CALIBRATION_MATRIX": "1 0 0 0 1 0"]))
    #expect(touched.incidents == [], "it is only opened anew")
    touched.frame(at: 10, "id -1")
    touched.frame(at: 20, "id 2; x 100; y 100")
    touched.follow(touched.machine.unplug(1))
    #expect(touched.incidents == [.vanished])
    #expect(try touched.replayed(touched.recording()).last?.contains("cancelled") == true)
  }

  @Test("Equal panels differ by their ports, without udev; one that comes back is the same")
  func equalPanels() throws {
    let rig = try Rig()
    for number in [2, 7] {
      rig.follow(rig.machine.plug(.panel().plugged(at: "usb-0000:00:14.0-3/input0"), number))
      #expect(try rig.image().panels.map(\.numbers.count) == [1, number == 2 ? 1 : 2])
      rig.follow(rig.machine.unplug(number))
    }
  }

  @Test("Without memory for another size, the ring of before goes on, for the time that is asked for")
  func noMemory() {
    let said = Words()
    let box = BlackBox(nil, said.logger)
    box.use(RecorderDescription(size: 1 << 20))
    // The kernel gives no memory of no size.
    box.use(RecorderDescription(keep: .seconds(5), size: 0))
    #expect(box.ring?.size == 1 << 20 && box.ring?.keep == .seconds(5))
    #expect(said.lines.contains { $0.contains("the last minutes are kept as before: ") })
  }

  @Test(
    "Whatever bytes a dead process leaves, they are read without a trap", arguments: 0..<8 as Range<UInt64>)
  func damage(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let rig = try Rig()
    rig.play(frames(5, seed))
    let ring = try #require(rig.box.ring)
    for _ in 0..<200 {
      ring.corrupt(at: Int(random.next() % 12_000), UInt8(truncatingIfNeeded: random.next()))
      guard let image = try? rig.image() else { continue }
      for panel in image.panels { image.write(panel, from: .zero) { _ in } }
    }
  }
}

extension FrameRing {
  /// Overwrites a byte of its file, but for the head of the file.
  fileprivate func corrupt(at offset: Int, _ byte: UInt8) {
    var byte = byte
    // Most of what is used stands in the first two segments.
    pwrite(fileDescriptor, &byte, 1, off_t(4096 + 130_000 + offset))
  }
}
