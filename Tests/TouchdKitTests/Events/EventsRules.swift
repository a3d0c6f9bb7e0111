import Glibc
import TestTables

@testable import TouchdKit

/// What programs on the events socket hear, and what they can do. Steps and lines: ``EventsKiosk``.
@Suite("Events") struct EventsRules {
  struct Row: TableRow {
    var what = ""
    /// Further keys of the layout.
    var more = ""
    /// What is bound to the view `button`.
    var button = "gestures: [{ tap: {}, name: press, to: log }]"
    var responders = ""
    /// Whether the programs are the administrator's.
    var isTrusted = false
    let script: String
    let heard: String
  }

  /// A screen of 100 points with a button in its left half, in front of a page.
  static func layout(_ more: String, _ button: String, _ responders: String) -> String {
    """
    version: 1
    screen: { name: lobby, size: [4096, 4096] }
    responders: { log: { plugin: log } \(responders) }
    \(more)
    views:
      - { id: page, frame: full }
      - { id: button, frame: [0, 0, 50, 100], \(button) }
      - { id: lid, frame: [0, 0, 50, 100], hidden: true }
      - { id: pad, frame: [60, 0, 40, 100], sensitive: true }
    """
  }

  private static let claimed = ", game: { plugin: socket }"
  private static let kept = ", game: { plugin: socket, absent: keep }"
  private static let bound = "on_touch: { to: game }"

  static let rows: Table<Row> = [
    "hello comes first, then what is asked for is answered, with its id": Row(
      script: #"a: {"subscribe":["event"],"id":"x"}"#,
      heard: """
        a: ok x | a: state | a: layout lobby [] | a: view window false | a: view page false | a: view button false |
        a: view lid true | a: view pad false | a: device lobby added | a: state_end
        """),
    "a client hears the kinds that it has subscribed to, and no others": Row(
      script: """
        a: {"subscribe":["event"],"layout":"lobby"}
        b: {"subscribe":["touch"]}
        a reads
        dn(10,10)@0 up@0.1
        """,
      heard: """
        \(state("a")) | \(state("b")) |
        a: event press ended [10,10] | b: touch began button [10,10] | b: touch ended button [10,10]
        """),
    "a client that has no more to say, and listens, goes on hearing": Row(
      script: """
        a: {"subscribe":["event"]}
        a has said all
        dn(10,10)@0 up@0.1
        """, heard: "\(state("a")) | a: event press ended [10,10]"),
    "counters come at once, also if another client has them already and nothing has changed": Row(
      script: """
        a: {"subscribe":["counters"]}
        b: {"subscribe":["counters"]}
        a reads
        """, heard: "\(state("a")) | a: counters 0 | \(state("b")) | b: counters 0"),
    "lines stand in the order of a trace, also with hit tests": Row(
      script: """
        a: {"subscribe":["event","touch","gesture","deliver","hit"],"views":["button"]}
        dn(10,10)@0
        up@0.1
        """,
      heard: """
        \(state("a")) | a: hit enter button | a: hit leave button | a: touch began button [10,10] |
        a: deliver touchesBegan button | a: touch ended button [10,10] | a: gesture press ended |
        a: event press ended [10,10] | a: deliver touchesCancelled button
        """),
    "with views: only their lines, and those about no view": Row(
      script: """
        a: {"subscribe":["touch","change"],"views":["page"]}
        dn(10,10)@0 up@0.1
        dn(55,10)@1 up@1.1
        """, heard: "\(state("a")) | a: touch began page [55,10] | a: touch ended page [55,10]"),
    "a second subscription takes the place of the first; an empty one ends it": Row(
      script: """
        a: {"subscribe":["touch"]}
        a: {"subscribe":["event"]}
        dn(10,10)@0 up@0.1
        a: {"subscribe":[]}
        dn(10,10)@1 up@1.1
        """, heard: "\(state("a")) | \(state("a")) | a: event press ended [10,10] | \(state("a"))"),
    "a touch that is down stands in the state, and what is on a sensitive view has no place in any line": Row(
      script: """
        a: {"subscribe":["touch","deliver"]}
        dn(70,10)@0
        b: {"subscribe":["touch"]}
        mv(80,20)@0.1 up@0.2
        """,
      heard: """
        \(state("a")) | a: touch began pad | a: deliver touchesBegan pad |
        \(state("b", "touch began pad")) |
        a: touch moved pad | a: deliver touchesMoved pad | a: touch ended pad | a: deliver touchesEnded pad |
        b: touch moved pad | b: touch ended pad
        """),
    "late moves are one line, the last place: to listen changes no delivery": Row(
      script: """
        a: {"subscribe":["touch","deliver"]}
        dn(10,10)@0
        mv(11,10)@0.1 mv(12,10)@0.11 mv(13,10)@0.2 mv(14,10)@0.3
        """,
      heard: """
        \(state("a")) | a: touch began button [10,10] | a: deliver touchesBegan button |
        a: touch moved button [14,10] | a: deliver touchesMoved button
        """),
    "with `moves`, the moves of a frame are one line, of the views asked for, none of them sensitive": Row(
      script: """
        a: {"subscribe":["touch","moves","event"]}
        b: {"subscribe":["moves"],"views":["page"]}
        dn#1(10,10)@0 dn#2(55,10)@0
        mv#1(11,10)@0.1 mv#2(56,10)@0.1
        dn#3(70,10)@0.2 mv#3(71,10)@0.3 up#1@0.4 up#2@0.4 up#3@0.4
        """,
      heard: """
        \(state("a")) | \(state("b")) | a: touch began button [10,10] | a: touch began page [55,10] |
        a: moves [[1,11,10],[2,56,10]] | b: moves [[2,56,10]] | a: touch began pad | a: touch ended button [11,10] |
        a: touch ended page [56,10] | a: touch ended pad | a: event press ended [10,10]
        """),
    "what is no request is an error and no more": Row(
      script: """
        a: nonsense
        a: []
        a: {"subscrib":[],"id":6}
        a: {"subscribe":["evnt"],"id":7}
        a: {"id":8}
        a: {"show":"lid","hide":"lid"}
        a: {"subscribe":["event"],"layout":"loby"}
        a: {"show":"button","views":[]}
        a: {"reload":true,"layout":"lobby"}
        a: {"respond":"nothing"}
        """,
      heard: """
        a: error this is not JSON, at column 8: invalid token near 'nonsense' |
        a: error a request is an object, such as {"subscribe":["event"]} |
        a: error 6 unknown key "subscrib": did you mean "subscribe"? |
        a: error 7 unknown kind "evnt": did you mean "event"? |
        a: error 8 \(oneVerb) | a: error \(oneVerb) | a: error there is no layout "loby"; there is "lobby" true |
        a: error `views` goes with `subscribe` |
        a: error `layout` does not go with `reload`, which is about all |
        a: error no layout has a responder "nothing" with `plugin: socket`
        """),
    "commands are refused unless the layout allows them": Row(
      script: """
        a: {"show":"lid"}
        a: {"cancel":true}
        a: {"screen":"dark"}
        """,
      heard: """
        a: error "lobby" does not allow this: a layout does with `socket: { commands: [show] }` |
        a: error "lobby" does not allow this: a layout does with `socket: { commands: [cancel] }` |
        a: error "lobby" does not allow this: a layout does with `socket: { commands: [screen] }`
        """),
    "show and hide hold from the next landing; other programs hear of the change": Row(
      more: "socket: { commands: show }",
      script: """
        b: {"subscribe":["touch","change"]}
        dn(10,10)@0
        a: {"show":"lid"}
        mv(11,10)@0.1 up@0.2
        dn(10,10)@1 up@1.1
        a: {"hide":"lid"}
        a: {"show":"lit"}
        """,
      heard: """
        \(state("b", commands: #"["show"]"#)) | b: touch began button [10,10] | a: ok | b: change view lid false |
        b: touch moved button [11,10] | b: touch ended button [11,10] | b: touch began lid [10,10] |
        b: touch ended lid [10,10] | a: ok | b: change view lid true | a: error there is no view or window "lit"
        """),
    "what a program asked before it hung up is done, though it left lines unread": Row(
      more: "socket: { commands: show }",
      script: """
        b: {"subscribe":["change"]}
        a: {"subscribe":["touch"]}
        a stops
        dn(10,10)@0 up@0.1
        a leaves with {"show":"lid"}
        b reads
        """,
      heard: """
        \(state("b", commands: #"["show"]"#)) | \(state("a", commands: #"["show"]"#)) | b: change view lid false
        """),
    "cancel ends what is down at once; the finger is dead until it lifts": Row(
      more: "socket: { commands: [cancel] }",
      script: """
        a: {"subscribe":["touch"]}
        dn(10,10)@0
        a: {"cancel":true,"id":1}
        mv(20,10)@0.1 up@0.2
        dn(10,10)@1
        """,
      heard: """
        \(state("a", commands: #"["cancel"]"#)) | a: touch began button [10,10] | a: touch cancelled button [10,10] |
        a: ok 1 | a: touch began button [10,10]
        """),
    "on a screen that a program says is dark, the touch that wakes it presses nothing": Row(
      more: "socket: { commands: [screen] }",
      script: """
        a: {"subscribe":["touch","change"]}
        a: {"screen":"dark"}
        dn(10,10)@1 up@1.1
        dn(10,10)@3 up@3.1
        """,
      heard: """
        \(state("a", commands: #"["screen"]"#)) | a: change display screen true | a: ok \(dark) |
        a: change display screen false |
        a: touch began button [10,10] | a: touch ended button [10,10]
        """),
    "at the control socket, a screen may be dark whatever the layout allows, and no more than that": Row(
      isTrusted: true,
      script: """
        a: {"screen":"dark","layout":"one.yaml"}
        a: {"screen":"lit"}
        a: {"screen":"dark","layout":"one"}
        a: {"cancel":true}
        """,
      heard: """
        a: ok \(dark) | a: ok /etc/touchd/one.yaml: lit⏎ | a: error there is no layout "one"; there is "lobby" true |
        a: error "lobby" does not allow this: a layout does with `socket: { commands: [cancel] }`
        """),
    "no other user has the layouts read again, or hears what the daemon is doing": Row(
      script: """
        a: {"reload":true,"id":1}
        a: {"status":"text"}
        """, heard: "a: error 1 \(notRoot) | a: error \(notRoot)"),
    "a reload is answered when it is done; until then its program asks nothing more, and others do": Row(
      isTrusted: true,
      script: """
        a: {"reload":true,"id":1}
        a: {"status":"json","id":2}
        b: {"status":"text"}
        b: {"reload":true,"id":3}
        done
        bad
        a: {"status":"yaml"}
        a: {"reload":false}
        """,
      heard: """
        b: ok well as text | a: ok 1 in use | a: ok 2 well as json | b: error 3 a.yaml:1:1 true |
        a: error `status` must be "text", "json" or "prometheus" | a: error `reload` must be true
        """),
    "a reload is done though its program has hung up; one that only has no more to say is answered": Row(
      isTrusted: true,
      script: """
        a: {"reload":true}
        a leaves
        done
        b: {"reload":true}
        b has said all
        done
        """, heard: "b: ok in use | b: closed"),
    "a program that answers for a responder is sent its calls; they stay from other programs": Row(
      button: bound, responders: claimed,
      script: """
        b: {"subscribe":["change"]}
        a: {"respond":"game"}
        dn(10,10)@0
        mv(12,10)@0.1
        up@0.2
        """,
      heard: """
        \(state("b")) | a: ok | b: change responder game true | a: call touchesBegan button [1] |
        a: call touchesMoved button [1] | a: call touchesEnded button [1]
        """),
    "one client each: a second one is refused until the first leaves": Row(
      button: bound, responders: claimed,
      script: """
        a: {"respond":"game"}
        a: {"respond":"game"}
        b: {"respond":"game"}
        a leaves
        b: {"respond":"game"}
        """, heard: "a: ok | a: ok | b: error pid \(getpid()) answers for \"game\" already | b: ok"),
    "absent: what lands while no program answers goes on up the chain, and stays so": Row(
      button: bound, responders: claimed,
      script: """
        z: {"subscribe":["deliver","forward"]}
        dn(10,10)@0
        a: {"respond":"game"}
        mv(12,10)@0.1 up@0.2
        dn(10,10)@1 up@1.1
        """,
      heard: """
        \(state("z")) | z: deliver touchesBegan button | z: forward touchesBegan window |
        z: forward touchesBegan application | a: ok |
        z: deliver touchesMoved button | z: forward touchesMoved window | z: forward touchesMoved application |
        z: deliver touchesEnded button | z: forward touchesEnded window | z: forward touchesEnded application |
        a: call touchesBegan button [2] | a: call touchesEnded button [2] |
        z: deliver touchesBegan button | z: deliver touchesEnded button
        """),
    "absent: keep ends the chain there, also without a program": Row(
      button: bound, responders: kept,
      script: """
        z: {"subscribe":["deliver","forward"]}
        dn(10,10)@0
        a: {"respond":"game"}
        mv(12,10)@0.1 up@0.2
        """,
      heard: """
        \(state("z")) | z: deliver touchesBegan button | a: ok | z: deliver touchesMoved button |
        z: deliver touchesEnded button
        """),
    "a program that leaves in the middle of a touch: the touch is kept to its end; one that comes begins anew":
      Row(
        button: "multiple_touch: true, " + bound, responders: claimed,
        script: """
          z: {"subscribe":["deliver","forward","change"]}
          a: {"respond":"game"}
          dn#1(10,10)@0
          a leaves
          b: {"respond":"game"}
          mv#1(12,10)@0.1
          dn#2(20,10)@0.2
          mv#1(13,10)@0.3 mv#2(21,10)@0.3
          up#1@0.4 up#2@0.4
          """,
        heard: """
          \(state("z")) | a: ok | z: change responder game true | a: call touchesBegan button [1] |
          z: deliver touchesBegan button | z: change responder game false | b: ok | z: change responder game true |
          z: deliver touchesMoved button | b: call touchesBegan button [2] | z: deliver touchesBegan button |
          b: call touchesMoved button [2] | z: deliver touchesMoved button |
          b: call touchesEnded button [2] | z: deliver touchesEnded button
          """),
    "a gesture's event goes to the program, once, also if it hears of all events": Row(
      button: "gestures: [{ tap: {}, name: press, to: [game] }]", responders: claimed,
      script: """
        a: {"respond":"game"}
        dn(10,10)@0 up@0.1
        a: {"subscribe":["event"]}
        dn(10,10)@1 up@1.1
        """,
      heard:
        "a: ok | a: event press ended [10,10] | \(state("a", "change responder game true")) | a: event press ended [10,10]"
    ),
    "in a sensitive view, the program that is bound there hears which view it is, and no other does": Row(
      button: """
        sensitive: true, children: [{ id: key, gestures: [{ tap: {}, name: seven, to: [game] }], on_touch: { to: game } }]
        """, responders: claimed,
      script: """
        z: {"subscribe":["touch","deliver","forward","gesture","event"]}
        y: {"subscribe":["touch"],"views":["key"]}
        a: {"subscribe":["event"]}
        a: {"respond":"game"}
        dn(10,10)@0 up@0.1
        """,
      heard: """
        \(state("z").replacing("button false", with: "button false | z: view key false")) |
        \(state("y").replacing("button false", with: "button false | y: view key false")) |
        \(state("a").replacing("button false", with: "button false | a: view key false")) | a: ok |
        a: call touchesBegan key [1] | a: event seven ended | a: call touchesCancelled key [1] |
        z: touch began button | z: touch ended button
        """),
    "a claim outlives a reload; what is down is cancelled first, then comes the new state": Row(
      button: bound, responders: claimed,
      script: """
        a: {"respond":"game"}
        b: {"subscribe":["touch"]}
        dn(10,10)@0
        reload: \(flow(layout("", bound, claimed)))
        dn(10,10)@1
        """,
      heard: """
        a: ok | \(state("b", "change responder game true")) | a: call touchesBegan button [1] | b: touch began button [10,10] |
        a: call touchesCancelled button [1] | b: touch cancelled button [10,10] | \(state("b", "change responder game true").replacing("b: ok | ", with: "")) |
        a: call touchesBegan button [1] | b: touch began button [10,10]
        """),
    "a new tree for another panel: what is down is cancelled, then comes the new state, then its lines": Row(
      button: "hit_outset: 1mm",
      script: """
        a: {"subscribe":["touch"]}
        dn(10,10)@0
        new tree
        dn(10,10)@1
        """,
      heard: """
        \(state("a")) | a: touch began button [10,10] | a: touch cancelled button [10,10] |
        \(state("a").replacing("a: ok | ", with: "")) | a: touch began button [10,10]
        """),
    "a claim ends with its responder, and its program is sent a line about it": Row(
      button: bound, responders: claimed,
      script: """
        a: {"respond":"game"}
        reload: \(flow(layout("", "alpha: 1", "")))
        """, heard: "a: ok | a: change responder game false"),
  ]

  private static let dark = "/etc/touchd/one.yaml: dark (a program said so)⏎"
  private static let notRoot =
    "only root and the user that touchd runs as may ask for this: `sudo touchd …`"
  private static let oneVerb =
    "a request has exactly one of `subscribe`, `respond`, `show`, `hide`, `cancel`, `screen`, `status`, `stats`, `reload` or `explore`"

  /// What a client receives for a subscription.
  static func state(_ client: String, _ more: String..., commands: String = "[]") -> String {
    let views = ["window", "page", "button", "lid", "pad"].map { "view \($0) \($0 == "lid")" }
    let lines = ["ok", "state", "layout lobby \(commands)"] + views + more
    return (lines + ["device lobby added", "state_end"]).map { "\(client): \($0)" }.joined(separator: " | ")
  }

  /// A layout on one line of a script.
  private static func flow(_ text: String) -> String { text.replacing("\n", with: "⏎") }

  /// The user of this process.
  private static let user = String(cString: getpwuid(geteuid()).pointee.pw_name)

  private static func explored(_ explore: String) -> String {
    """
    version: 1
    screen: { size: [4096, 4096], delivery: filter }
    explore: { \(explore) }
    views: [{ id: page, frame: full }]
    """
  }

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
    let kiosk = try EventsKiosk(Self.layout(row.more, row.button, row.responders), isTrusted: row.isTrusted)
    let heard = try kiosk.play(row.script)
    let expected = row.heard.replacing("|\n", with: "| ").split(separator: " | ").map(String.init)
    #expect(difference(heard, from: expected.joined(separator: "\n")) == nil)
  }

  @Test("Acts on sensitive elements come to all, whatever views they named; on the page's there, to none")
  func sensitiveElements() throws {
    let kiosk = try EventsKiosk(
      """
      version: 1
      screen: { size: [4096, 4096], delivery: filter }
      responders: { talk: { plugin: explore, mode: toggle } }
      explore: { speaker: \(Self.user) }
      views:
        - { id: cover, frame: [300, 0, 100, 100], sensitive: true, interactive: false }
        - { id: corner, frame: [0, 0, 50, 50], gestures: [{ tap: {}, to: talk }] }
        - id: pad
          frame: [100, 0, 100, 100]
          sensitive: true
          children:
            - { id: one, frame: [0, 0, 50, 100], accessible: { label: { en: One } } }
            - { id: two, frame: [50, 0, 50, 100], accessible: { label: { en: Two } } }
      """)
    for view in ["one", "two"] {
      _ = try kiosk.play("\(view): {\"subscribe\":[\"explore\"],\"views\":[\"\(view)\"]}")
    }
    _ = try kiosk.play("dn(10,10)@0 up@0.1\ndn(110,10)@2 mv(111,10)@2.5 up@2.6")
    _ = try kiosk.play(
      """
      s: {"explore":"answer","speaks":true}
      dn(310,10)@4 mv(311,10)@4.5
      s: {"explore":"focus","ask":1,"frame":[300,0,50,100],"point":[325,50],"label":"Seven"}
      up@5
      dn(110,10)@6 mv(111,10)@6.5 up@6.6
      """)
    let spoken = try kiosk.program("s").lines
    let labels = spoken.map { $0.string("label") }
    let heard = try ["one", "two"].map { try kiosk.program($0).lines.map { $0.string("act") } }
    #expect(heard[0] == heard[1] && heard[0].count { $0 == "focus" } == 2)
    // Else it is spoken where all hear it.
    #expect(labels.allSatisfy { $0 != "One" && $0 != "Seven" })
    #expect(spoken.contains { $0.text.contains("[325,50]") })
    #expect(!spoken.contains { $0.text.contains("position") })
    var act = LayoutEvent("one.magic", to: [], at: .zero)
    act.isPrivate = true
    // Else it would not be passed to a program that is bound there, and hears of events.
    #expect(!Subscription(kinds: [.event]).admits(TraceLine(act, at: .zero)))
  }

  @Test("A program hears of an idle time, and why it cannot speak, before a panel says what a millimetre is")
  func unplugged() throws {
    let kiosk = try EventsKiosk(
      """
      version: 1
      screen: { size: [4096, 4096], delivery: filter }
      responders: { game: { plugin: socket } }
      explore: {}
      idle: [{ after: 2s, name: away, to: game }]
      views: [{ hit_outset: 1mm }]
      """, isPlugged: false)
    _ = try kiosk.play("a: {\"subscribe\":[\"event\"]}\na: {\"respond\":\"game\"}")
    kiosk.layouts[0].start(after: nil, at: .zero)
    kiosk.layouts[0].advance(to: Timestamp(seconds: 2))
    kiosk.server?.flush()
    let refusal = "a: error `explore` begins with a panel that says how large a millimetre is"
    let heard = try kiosk.play("a reads\na: {\"explore\":\"answer\",\"speaks\":true}")
    #expect(heard == ["a: event away ended", refusal])
    // After a reload, what there was before goes on meanwhile, but not for its user.
    let former = try TouchdKitTests.layout(Self.explored("speaker: \(Self.user)"))
    let live = LiveLayout(former, former.makePlugins(Words().logger, launcher: nil), sysfs: "")
    kiosk.layouts[0].start(after: live, at: Timestamp(seconds: 2))
    let answer = try kiosk.play("a: {\"explore\":\"answer\"}")
    #expect(answer == ["a: error the layout names no `speaker` in `explore`"])
  }

  @Test("Of views in a sensitive one, the state has what the file says, and not what a program made of them")
  func movedViews() throws {
    let live = LiveLayout(
      try TouchdKitTests.layout(
        """
        version: 1
        screen: { size: [100, 100] }
        views:
          - { id: pad, frame: [0, 0, 80, 80], sensitive: true, children: [{ id: knob, frame: [10, 0, 50%, 20] }] }
        """), [:])
    func state() -> [String] {
      Snapshot.LayoutState(live, Claims(), at: .zero).views.map { "\($0.id) \($0.frame) \($0.isHidden)" }
    }
    let (before, knob) = (state(), try #require(live.pipeline?.application.view("knob")))
    (knob.center, knob.isHidden) = (Point(x: 60, y: 60), true)
    knob.addSubview(View(frame: .zero))
    #expect(state() == before)
    #expect(before.last == "knob \(Rect(x: 10, y: 0, width: 40, height: 20)) false")
  }

  @Test("A program speaks for a layout over a reload, as long as the layout names its user")
  func speaker() throws {
    let name = "speaker: \(Self.user)"
    let kiosk = try EventsKiosk(Self.explored(name))
    _ = try kiosk.play("b: {\"explore\":\"answer\"}")
    let goings = kiosk.goings
    _ = try kiosk.play("b leaves")
    #expect(kiosk.goings == goings + 1, "the mode ends in a while, though no finger lands")
    let heard = try kiosk.play(
      """
      a: {"explore":"answer","speaks":true}
      reload: \(Self.flow(Self.explored("\(name), reach: true")))
      a: {"explore":"speaking","state":true}
      reload: \(Self.flow(Self.explored("")))
      a: {"explore":"speaking","state":false}
      """)
    #expect(heard == ["a: ok", "a: ok", #"a: error say `{"explore":"answer"}` first"#])
  }
}
