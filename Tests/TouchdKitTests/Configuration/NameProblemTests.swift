import TestTables

@testable import TouchdKit

@Suite("Names that are wrong")
struct NameProblemTests {
  static let rows: Table<Mistake> = [
    // Names that nothing bears.
    "on_touch: { to: nobody }": .inView(
      #"6:21: error: there is no responder "nobody" (define it under `responders`)"#),
    "controller: { on_touch: { to: x } }": .inView(
      #"6:35: error: there is no responder "x" (define it under `responders`)"#),
    "gestures: [{ tap: {}, to: [audit, b, c] }]": .inView(
      #"6:39: error: there is no responder "b" (define it under `responders`)"#,
      #"6:42: error: there is no responder "c" (define it under `responders`)"#),
    "type: control\n    control: { events: { touch_down: audti, touch_cancel: [audit, x] } }": .inView(
      #"7:38: error: there is no responder "audti" (did you mean "audit"?)"#,
      #"7:67: error: there is no responder "x" (define it under `responders`)"#),
    "application: { on_touch: { to: x } }": .inLayout(
      #"4:32: error: there is no responder "x" (define it under `responders`)"#),
    "application: { delegate: { on_touch: { to: x } } }": .inLayout(
      #"4:44: error: there is no responder "x" (define it under `responders`)"#),
    "version: 1\nscreen: { size: [1, 1] }\nwindows: [{ views: [], on_touch: { to: x } }]": .inFile(
      #"3:40: error: there is no responder "x" (define it under `responders`)"#),
    "children: [{ id: content, hit_redirect: b }, { hit_redirect: contents }]": .inView(
      #"6:45: error: there is no view "b""#,
      #"6:66: error: there is no view "contents" (did you mean "content"?)"#),
    "controller: { id: main }\n    children: [{ controller: { presenting: mian } }]": .inView(
      #"7:44: error: there is no controller "mian" (did you mean "main"?)"#),
    "responders: { a: { plugin: lgo } }": .inLayout(
      #"4:28: error: there is no plugin "lgo" (did you mean "log"?)"#),
    "responders: { a: { plugin: mqtt } }": .inLayout(
      #"4:28: error: there is no plugin "mqtt" (there is log, exec, show, keys, pointer, unit, explore, socket)"#
    ),
    "custom: { view: dial }": .inView(
      #"6:21: error: there is no custom view "dial" (this program registers none; run the one that does)"#),
    // Where the responders themselves are wrong, nothing is said about their use.
    "version: 1\nscreen: { size: [1, 1] }\nresponders: 5\nviews: [{ on_touch: { to: x } }]": .inFile(
      "3:13: error: `responders` must be a mapping, not the number 5 (write `responders: { NAME: { plugin: log } }`)"
    ),
    "version: 1\nscreen: { size: [1, 1] }\nresponders: { x: { plugin: 5 } }\nviews: [{ on_touch: { to: x } }]":
      .inFile(#"3:28: error: `plugin` must be a string, not the number 5 (in quotes it is one: "5")"#),
    // Names given twice.
    "children: [{ id: b }, { id: b }]": .inView(
      #"6:33: error: duplicate id "b" (it stands in line 6 already)"#),
    "controller: { id: a }": .inView(#"6:23: error: duplicate id "a" (it stands in line 5 already)"#),
    "children: [{}, { id: a/0 }]": .inView(#"6:26: error: duplicate id "a/0" (it stands in line 6 already)"#),
    "gestures: [{ tap: {}, name: t }, { tap: {}, name: t }]": .inView(
      #"6:55: error: duplicate gesture name "t" (it stands in line 6 already)"#),
    "gestures: [{ tap: {} }, { long_press: {}, name: a.tap }]": .inView(
      #"6:53: error: duplicate gesture name "a.tap" (it stands in line 6 already)"#),
    "version: 1\nscreen: { size: [1, 1] }\nwindows: [{ views: [] }, { id: window, views: [] }]": .inFile(
      #"3:32: error: duplicate id "window" (it stands in line 3 already)"#),
    // Names that cannot be shown.
    "controller: { id: '' }": .inView("6:23: error: `id` must not be empty"),
    #"controller: { id: "a\nb" }"#: .inView("6:23: error: `id` must not contain control characters"),
    #"controller: { id: "a\0b" }"#: .inView("6:23: error: `id` must not contain a NUL"),
    #"controller: { id: "a\u202Eb" }"#: .inView("6:23: error: `id` must not contain control characters"),
    // Redirects and presentations that lead back.
    "hit_redirect: a": .inView("6:19: error: a view cannot redirect hits to itself"),
    "children: [{ hit_redirect: a/0 }]": .inView("6:32: error: a view cannot redirect hits to itself"),
    "controller: { id: c, presenting: c }": .inView(
      #"6:38: error: the responder chain of "c" would come back to it: "c" cannot present it"#),
    "controller: { id: c, presenting: d }\n    children: [{ controller: { id: d } }]": .inView(
      #"6:38: error: the responder chain of "c" would come back to it: "d" cannot present it"#),
    "children: [{ controller: { id: c, presenting: d } }, { controller: { id: d, presenting: c } }]":
      .inView(
        #"6:51: error: the responder chain of "c" would come back to it: "d" cannot present it"#,
        #"6:93: error: the responder chain of "d" would come back to it: "c" cannot present it"#),
    "children: [{ controller: { id: c, presenting: d } }, { controller: { id: d, presenting: e } }, { controller: { id: e, presenting: d } }]":
      .inView(
        #"6:93: error: the responder chain of "d" would come back to it: "e" cannot present it"#,
        #"6:135: error: the responder chain of "e" would come back to it: "d" cannot present it"#),
    "controller: { id: main }\n    children: [{ controller: { presenting: main } }, { controller: { presenting: main } }]":
      .inView(
        #"7:82: error: "main" presents "a/0.controller" already; a controller presents one at a time"#),
  ]

  @Test("What is said", arguments: rows)
  func said(mistake: Mistake) { mistake.check() }

  @Test(
    "ids in the options of a plugin that nothing bears",
    arguments: [
      ("view: a", nil), ("view: a/0", nil), ("window: window", nil),
      ("view: b", #"3:40: error: there is no view "b""#),
      ("view: contnt", #"3:40: error: there is no view "contnt" (did you mean "content"?)"#),
      ("view: window", #"3:40: error: there is no view "window""#),
      ("window: windw", #"3:42: error: there is no window "windw" (did you mean "window"?)"#),
      ("window: content", #"3:42: error: there is no window "content""#),
      ("view: application", #"3:40: error: there is no view "application""#),
    ])
  func options(target: String, problem: String?) {
    let text = """
      version: 1
      screen: { size: [1, 1] }
      responders: { s: { plugin: show, \(target) } }
      views: [{ id: a, children: [{}, { id: content }] }]
      """
    #expect(messages(about: text) == [problem].compactMap(\.self))
  }

  @Test("reserved ids", arguments: ["window", "scene", "application", "delegate"])
  func reserved(id: String) {
    let problem = #"error: the id "\#(id)" is reserved (it always names the \#(id) itself)"#
    check("children: [{ id: \(id) }]", .inView("6:22: \(problem)"))
    check("controller: { id: \(id) }", .inView("6:23: \(problem)"))
    let windows = "version: 1\nscreen: { size: [1, 1] }\nwindows: [{ id: \(id), views: [] }]"
    if id == "window" { check(windows, .inFile()) } else { check(windows, .inFile("3:17: \(problem)")) }
  }
}
