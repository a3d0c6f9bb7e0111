import FakePanels
import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

/// What a recording of a real device holds, a fake one behind the real libevdev: of sensitive views nothing, else
/// everything; never more than can be read again; complete or not there.
///
/// The panel has 4,106 by 2,048 units, the screen 1,000 by 500 points; the sensitive view is its right half.
@Suite("RecorderScenarios") struct RecorderScenarios {
  let machine = Machine()
  let folder = TemporaryFolder()

  /// A touchd that records: what there is of `touchd record` between the devices and the file.
  private final class Rig {
    let file: String
    private let runLoop: RunLoop
    private let touchscreens: Touchscreens
    private(set) var recorder: Recorder
    private(set) var stops: [String] = []
    /// What the layout makes of it meanwhile.
    let log = SampleLog()

    init(
      _ machine: Machine, _ file: String, sensitive: Bool = true, _ limits: RecordingLimits,
      waiting: Int = RecordingWriter.waitingLimit, screen: String = "", sysfs: String = ""
    ) throws {
      self.file = file
      let text = """
        version: 1
        screen: { size: [1000, 500]\(screen) }
        views: [{ id: pin, frame: [500, 0, 500, 500], sensitive: \(sensitive) }]
        """
      let recorded = RecordedLayout(try layout(text))
      runLoop = try RunLoop(servesMainQueue: false)
      var record: (Panel, [RawEvent]) -> Void = { _, _ in }
      var follow: (Touchscreens.Change) -> Void = { _ in }
      let frames = FrameRedaction { record($0, $1) }
      let live = LiveLayout(recorded.layout, recorded.plugins, sysfs: sysfs) { [log] application in
        let pipeline = Pipeline(application: application)
        application.observer = log
        frames.watch(pipeline)
        return pipeline
      }
      touchscreens = Touchscreens(
        for: [live], .all, on: runLoop, devices: .init(open: machine.open), onChange: { follow($0) })
      var stopped: (RecordingStop) -> Void = { _ in }
      recorder = Recorder(
        path: file, on: runLoop, frames: frames, limits: limits, waitingLimit: waiting
      ) { stopped($0) }
      stopped = { [unowned self] in stops.append("\($0)") }
      record = { [unowned self] in recorder.record($1, of: $0) }
      follow = { [unowned self] change in
        if case .added(let touchscreen) = change { recorder.attached(touchscreen) }
        if case .removed(let touchscreen) = change { recorder.detached(touchscreen) }
      }
    }

    func follow(_ change: DeviceChange?) throws {
      if let change { touchscreens.follow(change) }
      try serve()
    }

    func serve() throws { for _ in 0..<4 { try runLoop.runOnce(timeout: Interval(microseconds: 0)) } }
  }

  private func rig(sensitive: Bool = true, _ limits: RecordingLimits = RecordingLimits()) throws -> Rig {
    try Rig(machine, folder["panel.evemu"], sensitive: sensitive, limits)
  }

  /// Contacts that a replay of the finished file shows, frame by frame: `began 0,10,20`; and every place that is in it.
  private func replayed(_ rig: Rig, settle: Interval? = nil) throws
    -> (touches: [String], places: [String])
  {
    try rig.serve()
    try rig.recorder.finish()
    let recording = try Recording(contentsOf: rig.file)
    var places: [String] = []
    var state = RecordedState(.slots(count: 10))
    for event in recording.devices[0].events {
      state.apply(event)
      guard event.type == EventType.syn, event.code == EventCode.synReport else { continue }
      places += state.state.slots.filter { $0.x != 0 || $0.y != 0 }.map { "\($0.x),\($0.y)" }
    }
    let log = SampleLog()
    var layout = Layout.empty(Size(width: 1000, height: 500))
    if let settle { layout.screen.settle = settle }
    try WatchedReplay(layout, recording, path: rig.file).run(for: log)
    return (told(by: log), places)
  }

  private func told(by log: SampleLog) -> [String] {
    log.samples.map { "\($0.phase) \($0.slot) \($0.rawX),\($0.rawY)" }
  }

  private func expectNothingOnTheRight(_ places: [String]) {
    for place in places { #expect((Int32(place.prefix { $0 != "," }) ?? 0) < 2000, "\(place)") }
  }

  @Test("What a slot held before, on the view, is not in the file, and comes back when it is needed")
  func stalePlace() throws {
    let added = machine.plug(.panel(), 1)
    machine.frame(1, at: 0, "slot 0; id 1; x 3000; y 700")
    machine.frame(1, at: 1, "id -1")
    let rig = try rig()
    try rig.follow(added)
    // The kernel does not send y again.
    machine.frame(1, at: 10, "id 2; x 1000")
    machine.frame(1, at: 20, "id -1")
    let (touches, places) = try replayed(rig)
    #expect(touches == ["began 0 1000,700", "ended 0 1000,700"])
    expectNothingOnTheRight(places)
  }

  @Test("What udev said of the panel is in the file, but for what names it")
  func udev() throws {
    let rig = try rig(sensitive: false)
    try rig.follow(
      machine.plug(.panel(), 1, ["LIBINPUT_CALIBRATION_MATRIX": "1 0 0.5 0 1 0", "ID_SERIAL": "secret"]))
    machine.frame(1, at: 0, "slot 0; id 1; x -10; y 0")
    machine.frame(1, at: 10, "id -1")
    try rig.serve()
    try rig.recorder.finish()
    let recording = try Recording(contentsOf: rig.file)
    #expect(recording.devices[0].properties == ["LIBINPUT_CALIBRATION_MATRIX": "1 0 0.5 0 1 0"])
  }

  @Test("When the screen is dark, the file says so, and a replay has no touches either")
  func darkScreen() throws {
    try folder.shell("mkdir -p sys/backlight/lamp; echo 0 > sys/backlight/lamp/bl_power")
    func lamp(_ power: Int) throws { try folder.shell("echo \(power) > sys/backlight/lamp/bl_power") }
    let rig = try Rig(
      machine, folder["panel.evemu"], sensitive: false, RecordingLimits(),
      screen: ", backlight: lamp, settle: 500ms", sysfs: folder["sys"])
    try rig.follow(machine.plug(.panel(), 1))
    func tap(_ milliseconds: Int64, x: Int) throws {
      machine.frame(1, at: milliseconds, "slot 0; id \(milliseconds + 1); x \(x); y 700; touch 1")
      machine.frame(1, at: milliseconds + 50, "slot 0; id -1; touch 0")
      try rig.serve()
    }
    try tap(0, x: 100)
    try lamp(4)
    // The one that wakes, one before it is lit, one in the first half of a second after that, and one later.
    try tap(1000, x: 200)
    try tap(1500, x: 300)
    try lamp(0)
    try tap(1700, x: 400)
    try tap(2300, x: 500)
    let (touches, _) = try replayed(rig, settle: .milliseconds(500))
    let lines = try String(decoding: contentsOfFile(rig.file, limit: 1 << 20), as: UTF8.self)
    #expect(
      lines.split(separator: "\n").filter { $0.hasPrefix("# touchd: screen") }
        == ["# touchd: screen 1.000001 dark", "# touchd: screen 1.500002 lit"])
    #expect(touches == ["began 0 100,700", "ended 0 100,700", "began 0 500,700", "ended 0 500,700"])
    #expect(touches == told(by: rig.log))
  }

  @Test("Lost events bring no place on the view, and no contact that is there")
  func lostEvents() throws {
    let rig = try rig()
    try rig.follow(machine.plug(.panel(), 1))
    machine.frame(1, at: 0, "slot 0; id 1; x 1000; y 700")
    machine.frame(1, at: 10, "slot 1; id 2; x 3000; y 800")
    try rig.serve()
    machine.drop(1, at: 20)
    // What comes behind it is in the kernel's answer: the first passes over the view, the second is somewhere else, and
    // a third has landed on it.
    machine.frame(1, at: 21, "slot 0; x 3100; slot 1; x 1200; slot 2; id 3; x 3200; y 900")
    try rig.serve()
    machine.frame(1, at: 30, "slot 0; x 1100; slot 1; id -1; slot 2; x 1300")
    machine.frame(1, at: 40, "slot 0; id -1; slot 2; id -1")
    let (touches, places) = try replayed(rig)
    #expect(touches == ["began 0 1000,700", "moved 0 1100,700", "ended 0 1100,700"])
    expectNothingOnTheRight(places)
    #expect(places.allSatisfy { !$0.hasSuffix(",800") && !$0.hasSuffix(",900") })
  }

  @Test("A panel that comes back with a finger on the view brings nothing of it")
  func replug() throws {
    let rig = try rig()
    try rig.follow(machine.plug(.panel(), 1))
    machine.frame(1, at: 0, "slot 0; id 1; x 3000; y 800")
    try rig.serve()
    try rig.follow(machine.unplug(1))
    let added = machine.plug(.panel(), 2)
    machine.frame(2, at: 10, "slot 3; id 1; x 3000; y 800")
    try rig.follow(added)
    machine.frame(2, at: 20, "x 1000")
    machine.frame(2, at: 30, "id -1; slot 0; id 2; x 900; y 100")
    let (touches, places) = try replayed(rig)
    #expect(touches == ["began 0 900,100", "cancelled 0 900,100"])
    expectNothingOnTheRight(places)
    #expect(places.allSatisfy { !$0.hasSuffix(",800") })
  }

  @Test(
    "A recording ends before it is more than can be read, and can be read",
    arguments: [RecordingLimits(bytes: 2600), RecordingLimits(events: 60)])
  func full(limits: RecordingLimits) throws {
    let rig = try rig(limits)
    try rig.follow(machine.plug(.panel(), 1))
    for index in 0..<40 {
      let time = Int64(index) * 10
      machine.frame(1, at: time, index == 0 ? "slot 0; id 1; x 1; y 1" : "x \(index + 1); y \(index + 1)")
    }
    try rig.serve()
    #expect(rig.stops.count == 1)
    #expect(rig.stops.first?.contains("is full") == true)
    #expect(access(rig.file, F_OK) != 0, "the file is there before it is finished")
    try rig.recorder.finish()
    let recording = try Recording(contentsOf: rig.file, limits: limits)
    #expect(recording.devices[0].events.last?.code == EventCode.synReport)
    #expect(recording.devices[0].events.count > 20)
  }

  @Test("A recording of nothing leaves no file")
  func nothing() throws {
    let rig = try rig()
    try rig.serve()
    try rig.recorder.finish()
    #expect(access(rig.file, F_OK) != 0 && access(rig.file + ".part", F_OK) != 0)
  }

  @Test(
    "A recording that is not read in time ends and says so; frames go on meanwhile, and nothing waits for it"
  )
  func behind() throws {
    mkfifo(folder["pipe"], 0o600)
    let rig = try Rig(machine, folder["pipe"], RecordingLimits(), waiting: 4096)
    try rig.follow(machine.plug(.panel(), 1))
    for index in 0..<200 {
      machine.frame(1, at: Int64(index) * 10, index == 0 ? "slot 0; id 1; x 1; y 1" : "x \(index + 1)")
      try rig.serve()
    }
    #expect(rig.stops.count == 1)
    #expect(rig.stops.first?.contains("is written too slowly") == true)
    #expect(#expect(throws: SystemError.self) { try rig.recorder.finish() }?.code == ETIMEDOUT)
    // Lets the thread go on and end.
    close(open(folder["pipe"], O_RDONLY | O_NONBLOCK))
  }

  @Test("A file that cannot be made is said once, and recording goes no further")
  func unwritable() throws {
    let rig = try Rig(machine, folder["none/panel.evemu"], RecordingLimits())
    try rig.follow(machine.plug(.panel(), 1))
    machine.frame(1, at: 0, "slot 0; id 1; x 1; y 1")
    machine.frame(1, at: 10, "id -1")
    try rig.serve()
    try rig.recorder.finish()
    #expect(rig.stops.count == 1)
    #expect(rig.stops.first?.contains("No such file or directory (ENOENT); make the folder first") == true)
  }
}
