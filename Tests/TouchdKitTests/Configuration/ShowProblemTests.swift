import Testing

@testable import TouchdKit

@Suite("Options of show that are wrong")
struct ShowProblemTests {
  /// The options stand in line 4 from column 34 on.
  @Test(
    "what is said of them",
    arguments: [
      ("window: window", []),
      ("window: window, hidden: toggle, for: 30s, states: [began, ended]", []),
      (
        "window: window, hidden: togle",
        [
          #"4:58: error: `hidden` must be true, false or toggle, not the string "togle" (did you mean "toggle"?)"#
        ]
      ),
      (
        "window: window, hidden: no",
        [#"4:58: error: `hidden` must be true, false or toggle, not the string "no" (did you mean false?)"#]
      ),
      (
        "window: window, hidden: 1",
        ["4:58: error: `hidden` must be true, false or toggle, not the number 1 (did you mean true?)"]
      ),
      (
        "window: window, for: 30",
        [
          "4:55: error: `for` must be a duration such as 250ms or 3s, not the number 30 (write 30s or 30ms)"
        ]
      ),
      (
        "window: window, for: 0s",
        [#"4:55: error: `for` must be more than 0 and at most 3600 seconds, not the string "0s""#]
      ),
      (
        "window: window, run: [a]",
        [
          #"4:50: error: unknown key "run" in a responder of plugin `show` (the keys of a responder of plugin `show` are plugin, view, window, hidden, for, states)"#
        ]
      ),
      ("hidden: true", ["4:18: error: a responder of plugin `show` must have `view` or `window`"]),
      (
        "window: window, view: b",
        [
          "4:50: error: a responder of plugin `show` has either `view` or `window`",
          #"4:56: error: there is no view "b""#,
        ]
      ),
      (
        "veiw: b",
        [#"4:34: error: unknown key "veiw" in a responder of plugin `show` (did you mean "view"?)"#]
      ),
      ("view: [b]", ["4:40: error: `view` must be a string, not a list of 1"]),
      ("view: ''", ["4:40: error: `view` must not be empty"]),
    ] as [(String, [String])])
  func options(text: String, problems: [String]) {
    #expect(messages(about: layoutWith("responders: { a: { plugin: show, \(text) } }")) == problems)
  }
}
