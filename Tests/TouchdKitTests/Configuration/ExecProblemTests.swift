import Testing

@testable import TouchdKit

@Suite("Options of exec that are wrong")
struct ExecProblemTests {
  private static let name = "it has letters, digits and _, at most 255, and does not begin with a digit"

  /// The options behind `run` begin in line 4, column 44; the value of `env` in column 49.
  @Test(
    "what is said of them",
    arguments: [
      ("timeout: never", []),
      ("timeout: 1h", ["53: error: `timeout` must be \(Self.time), not the string \"1h\" (write 60min)"]),
      (
        "timeout: nevr",
        ["53: error: `timeout` must be \(Self.time), not the string \"nevr\" (did you mean \"never\"?)"]
      ),
      (
        "timeout: 0s",
        ["53: error: `timeout` must be more than 0 and at most 3600 seconds, not the string \"0s\""]
      ),
      ("env: { DISPLAY: ':0', _a1: '' }", []), ("env: {}", []),
      (
        "env: [DISPLAY]",
        ["49: error: `env` must be a mapping, not a list of 1 (write `env: { DISPLAY: \":0\" }`)"]
      ),
      ("env: { A=B: c }", [#"51: error: "A=B" is no name of a variable (\#(name))"#]),
      ("env: { 'Ä': c }", [#"51: error: "Ä" is no name of a variable (\#(name))"#]),
      (
        "env: { TOUCHD_X: '1' }",
        ["51: error: `TOUCHD_X` is one of touchd's own variables, which say what happened"]
      ),
      ("env: { A: b, A: c }", [#"57: error: duplicate key "A" in `env` (it stands in line 4 already)"#]),
    ] as [(String, [String])])
  func options(options: String, problems: [String]) {
    let text = layoutWith("responders: { a: { plugin: exec, run: [a], \(options) } }")
    #expect(messages(about: text) == problems.map { "4:\($0)" })
  }

  private static let time = "never or a duration such as 250ms or 3s"

  @Test("more variables than a program gets")
  func most() {
    let variables = (0...64).map { "V\($0): v" }.joined(separator: ", ")
    let text = layoutWith("responders: { a: { plugin: exec, run: [a], env: { \(variables) } } }")
    #expect(messages(about: text).map { $0.drop { $0 != "`" } } == ["`env` may have at most 64 variables"])
  }
}
