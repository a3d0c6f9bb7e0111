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
        "window: window, hidden: 1",
        ["4:58: error: `hidden` must be true, false or toggle, not the number 1 (did you mean true?)"]
      ),
      (
        "window: window, for: 0s",
        [#"4:55: error: `for` must be more than 0 and at most 3600 seconds, not the string "0s""#]
      ),
      ("hidden: true", ["4:18: error: a responder of plugin `show` must have `view` or `window`"]),
      (
        "window: window, view: b",
        [
          "4:50: error: a responder of plugin `show` has either `view` or `window`",
          #"4:56: error: there is no view "b""#,
        ]
      ),
    ] as [(String, [String])])
  func options(text: String, problems: [String]) {
    #expect(messages(about: layoutWith("responders: { a: { plugin: show, \(text) } }")) == problems)
  }
}
