import TestTables

/// Only `super` hands touches on and has the chain complete them. A call of a responder's method by hand is a call like
/// any other.
@Suite("Direct calls") struct DirectCallRules {
  /// G(P(V)), and W beside them. Each view runs its script of a phase, one word after the other:
  ///
  /// - `super`: with its touches; `super1`, `super2`: with the oldest, the second of them; `super*`: with all touches
  ///   of the event; `super0`: with none;
  /// - `P.began`: P's method, by hand; `self.moved`: its own; `next.ended`: that of its next responder;
  /// - `-`: nothing.
  ///
  /// A view without a script of a phase calls `super`; G stops everything. A view that is called by itself, in the
  /// middle of its own script, calls `super`. The log has the calls of the views' own code, with the numbers of the
  /// fingers.
  struct Row: TableRow {
    var what = ""
    let script: [String: String]
    var fingers = "dn(10,10)@0 up@0.1"
    let log: String
  }

  static let rows: Table<Row> = [
    "super twice hands on once": Row(
      script: ["V.began": "super super", "V.ended": "super super"],
      log: "V.began 1, P.began 1, G.began 1, V.ended 1, P.ended 1, G.ended 1"),
    "super with no touches hands nothing on": Row(script: ["V.began": "super0"], log: "V.began 1, V.ended 1"),
    "super with a part of the touches hands on that part, now and later": Row(
      script: ["V.began": "super1"], fingers: "dn#1(10,10)@0 dn#2(20,20)@0 up#1@0.1 up#2@0.1",
      log: "V.began 12, P.began 1, G.began 1, V.ended 12, P.ended 1, G.ended 1"),
    "two calls of super, each with a part, are two calls of the next responder": Row(
      script: ["V.began": "super2 super1"], fingers: "dn#1(10,10)@0 dn#2(20,20)@0 up#1@0.1 up#2@0.1",
      log: "V.began 12, P.began 2, G.began 2, P.began 1, G.began 1, V.ended 12, P.ended 12, G.ended 12"),
    "super with touches of another call: those go on by hand, and get no end there": Row(
      script: ["W.began": "-", "V.began": "super*"],
      fingers: "dn#1(210,10)@0 dn#2(10,10)@0.01 up#2@0.1 up#1@0.2",
      log:
        "W.began 1, V.began 2, P.began 2, G.began 2, P.began 1, G.began 1, V.ended 2, P.ended 2, G.ended 2, W.ended 1"
    ),
    "a call of an ancestor runs it once, and it gets no end": Row(
      script: ["V.began": "G.began"], log: "V.began 1, G.began 1, V.ended 1"),
    "an ancestor that was called by hand hands on by hand": Row(
      script: ["V.began": "P.began"], log: "V.began 1, P.began 1, G.began 1, V.ended 1"),
    "super after a call by hand hands on all the same": Row(
      script: ["V.began": "P.began super"],
      log: "V.began 1, P.began 1, G.began 1, P.began 1, G.began 1, V.ended 1, P.ended 1, G.ended 1"),
    "a call by hand after super runs once more, and is completed no more often": Row(
      script: ["V.began": "super P.began"],
      log: "V.began 1, P.began 1, G.began 1, P.began 1, G.began 1, V.ended 1, P.ended 1, G.ended 1"),
    "a call by hand of a later phase does not stand for the chain's": Row(
      script: ["V.ended": "P.ended"],
      log: "V.began 1, P.began 1, G.began 1, V.ended 1, P.ended 1, G.ended 1, P.ended 1, G.ended 1"),
    "nor before super": Row(
      script: ["V.ended": "G.ended super"],
      log: "V.began 1, P.began 1, G.began 1, V.ended 1, G.ended 1, P.ended 1, G.ended 1"),
    "a call of its own method of another phase is by hand, and so is super in it": Row(
      script: ["V.began": "self.moved super"],
      log: """
        V.began 1, V.moved 1, P.moved 1, G.moved 1, P.began 1, G.began 1, V.ended 1, P.ended 1, G.ended 1
        """),
    "a call of its own method of the same phase: super in it is super": Row(
      script: ["V.began": "self.began -"],
      log: "V.began 1, V.began 1, P.began 1, G.began 1, V.ended 1, P.ended 1, G.ended 1"),
    "by way of a child and back: the chain's own call is not taken for the one that runs": Row(
      script: ["P.began": "V.began super"], fingers: "dn(150,150)@0 up@0.1",
      log: "P.began 1, V.began 1, P.began 1, G.began 1, G.began 1, P.ended 1, G.ended 1"),
    "beside the chain: another view that is called by hand is no part of it": Row(
      script: ["V.began": "W.began super", "W.began": "-"],
      log: "V.began 1, W.began 1, P.began 1, G.began 1, V.ended 1, P.ended 1, G.ended 1"),
    "a cancelled touch": Row(
      script: ["V.began": "P.began", "V.cancelled": "P.cancelled"], fingers: "dn(10,10)@0 palm@0.1",
      log: "V.began 1, P.began 1, G.began 1, V.cancelled 1, P.cancelled 1, G.cancelled 1"),
  ]

  static let course = "dn(10,10)@0 mv(20,20)@0.01 up@0.02"
  static let toP = "V.began 1, P.began 1, V.moved 1, P.moved 1, V.ended 1, P.ended 1"
  static let toG = """
    V.began 1, P.began 1, G.began 1, V.moved 1, P.moved 1, G.moved 1, V.ended 1, P.ended 1, G.ended 1
    """

  /// A responder that got `touchesBegan` gets each later phase once, in the order of the chain.
  static let completed: Table<Row> = [
    "super hands on, and each responder that it reaches gets each phase": Row(
      script: [:], fingers: course, log: toG),
    "super beyond the responder that stopped began does nothing": Row(
      script: ["P.began": "-"], fingers: course, log: toP),
    "a view keeps only the moves: the ancestor that took began gets them as well": Row(
      script: ["V.moved": "-", "P.began": "-"], fingers: course, log: toP),
    "a view keeps only the end: the ancestor still gets the end": Row(
      script: ["V.ended": "-", "P.began": "-"], fingers: course, log: toP),
    "kept in the middle: the responders beyond are reached in order": Row(
      script: ["P.moved": "-", "P.ended": "-"], fingers: course, log: toG),
  ]

  static let moves: Table<Row> = [
    "a view that took the touch for itself hands no moves on, with its touches or with others": Row(
      script: ["V.began": "-", "V.moved": "super super1"], fingers: "dn(10,10)@0 mv(11,10)@0.1 mv(12,10)@0.2",
      log: "V.began 1, V.moved 1, V.moved 1"),
    "nor does it by hand as super": Row(
      script: ["V.began": "-", "V.moved": "next.moved"], fingers: "dn(10,10)@0 mv(11,10)@0.1 mv(12,10)@0.2",
      log: "V.began 1, V.moved 1, P.moved 1, G.moved 1, V.moved 1, P.moved 1, G.moved 1"),
    "super in a call by hand, within a move that was handed on": Row(
      script: ["V.moved": "P.moved super"], fingers: "dn(10,10)@0 mv(11,10)@0.1",
      log: "V.began 1, P.began 1, G.began 1, V.moved 1, P.moved 1, G.moved 1, P.moved 1, G.moved 1"),
  ]

  @Test("Rows", arguments: rows + completed + moves)
  func row(_ row: Row) {
    let rig = Rig(row.script)
    rig.scene.play(row.fingers)
    expect(rig.log, from: row.log.split(separator: ",").map { $0.drop { $0 == " " } }.joined(separator: "\n"))
    // With a trace and without, as the chain has a short way of its own for moves that nothing follows.
    let heedless = Heedless()
    for observer in [nil, heedless] {
      let unwatched = Rig(row.script)
      unwatched.scene.application.observer = observer
      unwatched.scene.play(row.fingers)
      #expect(unwatched.log == rig.log)
    }
    // Where fingers are is reported in any case.
    #expect(heedless.changes == row.fingers.split(separator: " ").count)
  }

  /// Does not want to see where touches go that move.
  private final class Heedless: TraceObserver {
    private(set) var changes = 0
    var followsMoves: Bool { false }

    func record(_ record: TraceRecord, at time: Timestamp) { if case .touch = record { changes += 1 } }
  }

  @Test("Called outside any delivery, nothing is recorded, and the chain's own calls are as before")
  func outside() throws {
    let rig = Rig([:])
    var kept: (Set<Touch>, Event)?
    rig.onCall = { kept = ($0, $1) }
    rig.scene.play("dn(10,10)@0")
    let (touches, event) = try #require(kept)
    rig.onCall = { _, _ in }
    rig.log = []
    rig.scene["V"].touchesBegan(touches, with: event)
    #expect(rig.log == ["V.began 1", "P.began 1", "G.began 1"])
    rig.log = []
    rig.scene.play("up@0.1")
    #expect(rig.log == ["V.ended 1", "P.ended 1", "G.ended 1"])
  }

  @Test("A chain that goes round in a circle ends, and so does a call by hand")
  func circle() throws {
    final class Loop: Responder {
      weak var other: Responder?
      override var next: Responder? { other }
    }
    let (a, b) = (Loop(), Loop())
    (a.other, b.other) = (b, a)
    #expect(a.responderChain.count == 1024)
    let rig = Rig(["V.began": "-"])
    rig.onCall = { a.touchesBegan($0, with: $1) }
    rig.scene.play("dn(10,10)@0 up@0.1")
    #expect(rig.log == ["V.began 1", "V.ended 1"])
  }

  @Test(
    "A plugin that is bound to a view whose class calls super gets the touches once, as an override would")
  func plugin() {
    final class Noter: ResponderPlugin {
      let name = "noter"
      var told: [String] = []
      func touchesBegan(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
        told.append("began \(responder.identifier) \(touches.count)")
      }
      func touchesEnded(_ touches: Set<Touch>, on responder: Responder, with event: Event) {
        told.append("ended \(responder.identifier) \(touches.count)")
      }
    }
    let noter = Noter()
    for forwards in [true, false] {
      let rig = Rig(["V.began": "super super", "V.ended": "super super"])
      rig.scene["V"].touchHandler = TouchHandler(plugin: noter, forwards: forwards)
      rig.scene.play("dn(10,10)@0 up@0.1")
      #expect(rig.log.contains("P.began 1") == forwards)
      #expect(noter.told == ["began V 1", "ended V 1"])
      noter.told = []
    }
  }
}

/// The views of a row, and what their code did.
private final class Rig {
  let scene = Scene(
    """
    window(0,0,400,400)[G(0,0,400,400)<multi>[P(0,0,200,200)<multi>[V(0,0,100,100)<multi>],
    W(200,0,100,100)<multi>]]
    """)
  var log: [String] = []
  var onCall: (Set<Touch>, Event) -> Void = { _, _ in }
  private let script: [String: [String]]
  /// The calls that run, by view and phase.
  private var running: [String] = []

  init(_ script: [String: String]) {
    self.script = script.mapValues { $0.split(separator: " ").map(String.init) }
    for case let view as SceneView in scene.views {
      view.handling = [.began: .swallow, .moved: .swallow, .ended: .swallow, .cancelled: .swallow]
      view.onTouches = { [unowned self] in run($0, $1, $2, $3) }
    }
  }

  private func run(_ view: SceneView, _ phase: TouchPhase, _ touches: Set<Touch>, _ event: Event) {
    let name = "\(view.identifier).\(phase)"
    log.append("\(name) \(touches.map { "\($0.contactID)" }.sorted().joined())")
    onCall(touches, event)
    let isInner = running.contains(name)
    running.append(name)
    defer { running.removeLast() }
    let words = script[name] ?? [view.identifier == "G" ? "-" : "super"]
    for word in isInner ? ["super"] : words { perform(word, on: view, phase, touches, event) }
  }

  private func perform(
    _ word: String, on view: SceneView, _ phase: TouchPhase, _ touches: Set<Touch>, _ event: Event
  ) {
    let byAge = touches.sorted { $0.contactID < $1.contactID }
    switch word {
    case "-": break
    case "super": view.callSuper(phase, touches, event)
    case "super0": view.callSuper(phase, [], event)
    case "super1": view.callSuper(phase, Set(byAge.prefix(1)), event)
    case "super2": view.callSuper(phase, Set(byAge.dropFirst().prefix(1)), event)
    case "super*": view.callSuper(phase, event.allTouches, event)
    default:
      let parts = word.split(separator: ".").map(String.init)
      let receiver: Responder? = parts[0] == "self" ? view : parts[0] == "next" ? view.next : scene[parts[0]]
      let phases: [TouchPhase] = [.began, .moved, .ended, .cancelled]
      guard let receiver, let called = phases.first(where: { "\($0)" == parts[1] }) else {
        preconditionFailure("no such word of a script: \(word)")
      }
      invoke(called, on: receiver, touches, with: event)
    }
  }
}
