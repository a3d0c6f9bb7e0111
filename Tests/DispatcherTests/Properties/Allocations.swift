import CAllocationCounter
import TestTables

/// Moving fingers allocate nothing, from the bytes of the panel to the last responder.
@Suite("Allocations") struct Allocations {
  struct Row: TableRow {
    var what = ""
    let fingers: Int
    var handling = Handling.swallow
    /// Which of the fingers move in a frame, in turn.
    var pattern: [Int] = [~0]
    var recognizers = false
    /// Whether the views are controls.
    var areControls = false
    /// Recognizers on the window.
    var traits = ""
    /// Moves of the fingers before they are counted, after they landed.
    var start = ""
    /// Place of the first finger, in points from the left; the others are 100 points from each other.
    var place: Int32 = 50
    /// Distance that fingers go to and fro, to the right, in device units.
    var amplitude: Int32 = 16
    /// By how much in a frame.
    var stride: Int32 = 1
    /// The states of the window's recognizers at the end, as they were all the time.
    var states: [GestureRecognizer.State] = []
    var idle = false
    /// Whether the fingers land on views; beside the window else.
    var hitsViews = true
    /// Whether there is a page.
    var hasPage = false
    /// Whether a recognizer drags with a mouse.
    var hasPointer = false
  }

  @Test(
    "A moved frame in steady state allocates nothing",
    .optimised,
    arguments: [
      "one finger": Row(fingers: 1),
      "ten fingers": Row(fingers: 10),
      "ten fingers, others in each frame": Row(fingers: 10, pattern: [0b11, 0b1100, 0b1111100000, 0b1, ~0]),
      "ten fingers, passed on to the application": Row(fingers: 10, handling: .byDefault),
      "ten fingers with a long press each": Row(fingers: 10, recognizers: true),
      "a finger that goes out of a control, and in": Row(
        fingers: 1, areControls: true, amplitude: 19200, stride: 6400),
      "a finger that keeps idle times from firing": Row(fingers: 1, idle: true),
      "ten fingers, passed on to the page by views that override": Row(
        fingers: 10, handling: .byDefault, hasPage: true),
      "ten fingers on no view, for the page": Row(fingers: 10, hitsViews: false, hasPage: true),
      "a finger that drags with a mouse": Row(fingers: 1, traits: "<pan>", hasPointer: true),
      "two fingers before a pinch and a rotation": Row(
        fingers: 2, traits: "<pinch,rotation>", states: [.possible, .possible]),
      "a pan that is going on": Row(
        fingers: 1, traits: "<pan>", start: "mv#1(100,50)@0.01", amplitude: 6000, states: [.changed]),
      "a pan of two fingers that is going on": Row(
        fingers: 2, traits: "<pan=2>", start: "mv#1(100,50)@0.01", states: [.changed]),
      "pans that might still begin, with one finger and two": Row(
        fingers: 2, traits: "<pan,pan=horizontal,pan=2>", states: [.possible, .possible, .possible]),
      "a swipe, and one of all directions but one": Row(
        fingers: 1, traits: "<swipe,swipe=up|down|right>", states: [.possible, .possible]),
      "a pan from the edge": Row(fingers: 1, traits: "<edge=left|top>", place: 5, states: [.possible]),
      "a tap to be held, a press after a tap": Row(
        fingers: 1, traits: "<tap=1|hold(9),press=taps(1)>", states: [.possible, .possible]),
    ] as Table<Row>)
  func movedFrame(_ row: Row) {
    let run = Run(row)
    run.move(frames: 50)
    let before = allocation_count()
    run.move(frames: 1000)
    let count = allocation_count() - before
    #expect(count == 0, "\(count) allocations in 1,000 frames")
    #expect(run.moves >= 1000)
    if !row.states.isEmpty { #expect(run.states == row.states) }
  }

  @Test("The counter counts")
  func counts() {
    let before = allocation_count()
    let array = [UInt8](repeating: 1, count: Int.random(in: 100...200))
    #expect(array.count > 0)
    #expect(allocation_count() > before)
  }

  /// Fingers on a view each, in a layout of ten views.
  final class Run {
    private(set) var moves = 0
    private let row: Row
    private let scene: Scene
    private var events: [RawEvent] = []
    private var step: Int32 = 0
    private var time = Timestamp(seconds: 0.02)

    /// The states of the window's recognizers.
    var states: [GestureRecognizer.State] { scene.window.gestureRecognizers.map(\.state) }

    init(_ row: Row) {
      self.row = row
      let trait = row.recognizers ? "<press>" : row.areControls ? "<control>" : ""
      let views = (0..<10).map { "V\($0)(\($0 * 100),0,100,1000)\(trait)" }.joined(separator: ",")
      scene = Scene("window(0,\(row.hitsViews ? 0 : 1000),1000,1000)\(row.traits)[\(views)]")
      if row.hasPage { addPage() }
      scene.application.observer = nil
      if row.idle { watchIdle() }
      for view in scene.views {
        (view as? Control)?.addAction(for: [.touchDragInside, .touchDragOutside]) { [unowned self] _ in
          moves += 1
        }
        guard let view = view as? SceneView else { continue }
        view.handling = [.began: row.handling, .moved: row.handling]
        view.onTouches = { [unowned self] _, phase, _, _ in if phase == .moved { moves += 1 } }
      }
      for case let pan as PanGestureRecognizer in scene.window.gestureRecognizers {
        pan.addAction { [unowned self] _ in
          if (pan.velocity(in: pan.view) + pan.translation(in: nil)).x.isFinite { moves += 1 }
        }
      }
      let landings = (0..<row.fingers).map { "dn#\($0 + 1)(\(position($0) / 64),50)@0 " }
      scene.play(landings.joined() + row.start)
      if row.hasPointer { beginDrag() }
    }

    /// A mouse that the window's pan drags.
    private func beginDrag() {
      let pointer = VirtualPointer(size: TestScene.screen, Thresholds().pointer)
      pointer.use(scene.application)
      pointer.onFrame = { [unowned self] _ in moves += 1 }
      for pan in scene.window.gestureRecognizers { pan.plugins = [DragPlugin(pointer)] }
      append(EventCode.absMTPositionX, position(0) + 6400)
      deliver()
    }

    private func watchIdle() {
      let idle = IdleWatch([IdleWatch.Entry("dim", after: .milliseconds(1), to: [])])
      scene.application.use(idle)
      idle.start(at: .zero)
    }

    /// A page, on which moves are counted where views do not count them.
    private func addPage() {
      let panel = VirtualPanel(VirtualPanelTraits(size: TestScene.screen, panelSlots: 10))
      scene.application.screenResponder = ScreenResponder(panel)
      panel.onFrame = { [unowned self] events in
        for event in events where event.code == EventCode.absMTPositionX { moves += 1 }
      }
    }

    /// Lets fingers move by a unit or two, so that no recognizer gives up.
    func move(frames: Int) {
      for frame in 0..<frames {
        step = (step + row.stride) % row.amplitude
        for index in 0..<row.fingers where row.pattern[frame % row.pattern.count] & (1 << index) != 0 {
          append(EventCode.absMTSlot, Int32(index))
          append(EventCode.absMTPositionX, position(index) + step)
        }
        deliver()
      }
    }

    private func position(_ index: Int) -> Int32 { (Int32(index) * 100 + row.place) * 64 }

    private func append(_ code: UInt16, _ value: Int32) {
      events.append(RawEvent(time: time, type: EventType.abs, code: code, value: value))
    }

    private func deliver() {
      events.append(RawEvent(time: time, type: EventType.syn, code: EventCode.synReport, value: 0))
      scene.feed(events)
      events.removeAll(keepingCapacity: true)
      time = time + Interval(microseconds: 100)
    }
  }
}

/// Drags with the left button.
private final class DragPlugin: ResponderPlugin {
  let name = "drag"
  private let pointer: VirtualPointer

  init(_ pointer: VirtualPointer) { self.pointer = pointer }

  func gesture(_ event: GestureEvent) {
    var task = PointerTask()
    task.act = .drag
    _ = pointer.act(event, task)
  }
}
