import Testing

@testable import TouchdKit

@Suite("Names that are wrong")
struct NameProblemTests {
  @Test(
    "names that nothing bears",
    arguments: [
      .view(
        "on_touch: { to: nobody }",
        #"6:21: error: there is no responder "nobody" (define it under `responders`)"#),
      .view(
        "controller: { on_touch: { to: x } }",
        #"6:35: error: there is no responder "x" (define it under `responders`)"#),
      .view(
        "gestures: [{ tap: {}, to: [audit, b, c] }]",
        #"6:39: error: there is no responder "b" (define it under `responders`)"#,
        #"6:42: error: there is no responder "c" (define it under `responders`)"#),
      .view(
        "type: control\n    control: { events: { touch_down: audti, touch_cancel: [audit, x] } }",
        #"7:38: error: there is no responder "audti" (did you mean "audit"?)"#,
        #"7:67: error: there is no responder "x" (define it under `responders`)"#),
      .layout(
        "application: { on_touch: { to: x } }",
        #"4:32: error: there is no responder "x" (define it under `responders`)"#),
      .layout(
        "application: { delegate: { on_touch: { to: x } } }",
        #"4:44: error: there is no responder "x" (define it under `responders`)"#),
      Mistake(
        "version: 1\nscreen: { size: [1, 1] }\nwindows: [{ views: [], on_touch: { to: x } }]",
        #"3:40: error: there is no responder "x" (define it under `responders`)"#),
      .view(
        "children: [{ id: content, hit_redirect: b }, { hit_redirect: contents }]",
        #"6:45: error: there is no view "b""#,
        #"6:66: error: there is no view "contents" (did you mean "content"?)"#),
      .view(
        "controller: { id: main }\n    children: [{ controller: { presenting: mian } }]",
        #"7:44: error: there is no controller "mian" (did you mean "main"?)"#),
      .layout(
        "responders: { a: { plugin: lgo } }", #"4:28: error: there is no plugin "lgo" (did you mean "log"?)"#),
      .layout(
        "responders: { a: { plugin: mqtt } }",
        #"4:28: error: there is no plugin "mqtt" (there is log, exec, show, keys, pointer, unit, explore, socket)"#
      ),
    ] as [Mistake])
  func dangling(mistake: Mistake) { mistake.check() }

  @Test(
    "ids in the options of a plugin that nothing bears",
    arguments: [
      ("view: a", nil), ("view: a/0", nil), ("window: window", nil),
      ("view: b", #"3:40: error: there is no view "b""#),
      ("view: contnt", #"3:40: error: there is no view "contnt" (did you mean "content"?)"#),
      ("view: window", #"3:40: error: there is no view "window" (it is a window: write `window: window`)"#),
      ("window: windw", #"3:42: error: there is no window "windw" (did you mean "window"?)"#),
      (
        "window: content", #"3:42: error: there is no window "content" (it is a view: write `view: content`)"#
      ),
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

  @Test("where the responders themselves are wrong, nothing is said about their use")
  func unknownResponders() {
    Mistake(
      "version: 1\nscreen: { size: [1, 1] }\nresponders: 5\nviews: [{ on_touch: { to: x } }]",
      "3:13: error: `responders` must be a mapping, not the number 5 (write `responders: { NAME: { plugin: log } }`)"
    ).check()
    Mistake(
      "version: 1\nscreen: { size: [1, 1] }\nresponders: { x: { plugin: 5 } }\nviews: [{ on_touch: { to: x } }]",
      #"3:28: error: `plugin` must be a string, not the number 5 (in quotes it is one: "5")"#
    ).check()
  }

  @Test(
    "names given twice",
    arguments: [
      .view(
        "children: [{ id: b }, { id: b }]", #"6:33: error: duplicate id "b" (it stands in line 6 already)"#),
      .view("controller: { id: a }", #"6:23: error: duplicate id "a" (it stands in line 5 already)"#),
      .view("children: [{}, { id: a/0 }]", #"6:26: error: duplicate id "a/0" (it stands in line 6 already)"#),
      .view(
        "gestures: [{ tap: {}, name: t }, { tap: {}, name: t }]",
        #"6:55: error: duplicate gesture name "t" (it stands in line 6 already)"#),
      .view(
        "gestures: [{ tap: {} }, { long_press: {}, name: a.tap }]",
        #"6:53: error: duplicate gesture name "a.tap" (it stands in line 6 already)"#),
      Mistake(
        "version: 1\nscreen: { size: [1, 1] }\nwindows: [{ views: [] }, { id: window, views: [] }]",
        #"3:32: error: duplicate id "window" (it stands in line 3 already)"#),
    ] as [Mistake])
  func duplicate(mistake: Mistake) { mistake.check() }

  @Test("reserved ids", arguments: ["window", "scene", "application", "delegate"])
  func reserved(id: String) {
    let problem = #"error: the id "\#(id)" is reserved (it always names the \#(id) itself)"#
    Mistake.view("children: [{ id: \(id) }]", "6:22: \(problem)").check()
    Mistake.view("controller: { id: \(id) }", "6:23: \(problem)").check()
    let windows = "version: 1\nscreen: { size: [1, 1] }\nwindows: [{ id: \(id), views: [] }]"
    if id == "window" { Mistake(windows).check() } else { Mistake(windows, "3:17: \(problem)").check() }
  }

  @Test(
    "names that cannot be shown",
    arguments: [
      .view("controller: { id: '' }", "6:23: error: `id` must not be empty"),
      .view(#"controller: { id: "a\nb" }"#, "6:23: error: `id` must not contain control characters"),
      .view(#"controller: { id: "a\0b" }"#, "6:23: error: `id` must not contain a NUL"),
      .view(#"controller: { id: "a\u202Eb" }"#, "6:23: error: `id` must not contain control characters"),
    ] as [Mistake])
  func unprintable(mistake: Mistake) { mistake.check() }

  @Test(
    "redirects and presentations that lead back",
    arguments: [
      .view("hit_redirect: a", "6:19: error: a view cannot redirect hits to itself"),
      .view("children: [{ hit_redirect: a/0 }]", "6:32: error: a view cannot redirect hits to itself"),
      .view(
        "controller: { id: c, presenting: c }",
        #"6:38: error: the responder chain of "c" would come back to it: "c" cannot present it"#),
      .view(
        "controller: { id: c, presenting: d }\n    children: [{ controller: { id: d } }]",
        #"6:38: error: the responder chain of "c" would come back to it: "d" cannot present it"#),
      .view(
        "children: [{ controller: { id: c, presenting: d } }, { controller: { id: d, presenting: c } }]",
        #"6:51: error: the responder chain of "c" would come back to it: "d" cannot present it"#,
        #"6:93: error: the responder chain of "d" would come back to it: "c" cannot present it"#),
      .view(
        "children: [{ controller: { id: c, presenting: d } }, { controller: { id: d, presenting: e } }, { controller: { id: e, presenting: d } }]",
        #"6:93: error: the responder chain of "d" would come back to it: "e" cannot present it"#,
        #"6:135: error: the responder chain of "e" would come back to it: "d" cannot present it"#),
      .view(
        "controller: { id: main }\n    children: [{ controller: { presenting: main } }, { controller: { presenting: main } }]",
        #"7:82: error: "main" presents "a/0.controller" already; a controller presents one at a time"#),
    ] as [Mistake])
  func circle(mistake: Mistake) { mistake.check() }
}
