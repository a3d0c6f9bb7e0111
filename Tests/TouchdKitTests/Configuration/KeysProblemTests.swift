import Testing

@testable import TouchdKit

@Suite("Options of keys that are wrong")
struct KeysProblemTests {
  private static let never = "is never pressed"
  private static let off = "it switches the machine off, or restarts it"
  private static let console = "Ctrl+Alt with a function key leaves the session for a console"
  private static let restart = "Ctrl+Alt+Delete restarts the machine"

  /// The value of `press` stands in line 4 from column 41 on, an item of a list from column 42 on.
  @Test(
    "what is said of them",
    arguments: [
      ("KEY_LEFT", []), ("[KEY_LEFTALT, KEY_LEFT], states: [began, ended]", []),
      ("[KEY_LEFTCTRL, KEY_DELETE]", []), ("[KEY_LEFTALT, KEY_F4]", []),
      ("[KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_LEFTALT, KEY_T]", []),
      ("[]", ["41: error: `press` must hold at least one key"]),
      ("5", ["41: error: `press` must be the name of a key such as KEY_LEFTALT, not the number 5"]),
      (
        "[KEY_LEFTATL]",
        [#"42: error: there is no key "KEY_LEFTATL" (did you mean "KEY_LEFTALT"?)"#]
      ),
      (
        "[BTN_TOUCH]",
        [
          #"42: error: there is no key "BTN_TOUCH" (the names are those of linux/input-event-codes.h, such as KEY_LEFTALT)"#
        ]
      ),
      (
        "['0x1e']",
        [
          #"42: error: there is no key "0x1e" (the names are those of linux/input-event-codes.h, such as KEY_LEFTALT)"#
        ]
      ),
      ("[KEY_A, KEY_A]", [#"49: error: "KEY_A" is pressed twice"#]),
      (
        "[KEY_1, KEY_2, KEY_3, KEY_4, KEY_5, KEY_6, KEY_7, KEY_8, KEY_9]",
        ["98: error: `press` may hold at most 8 keys"]
      ),
      ("KEY_SYSRQ", [#"41: error: "KEY_SYSRQ" \#(never) (it commands the kernel)"#]),
      ("[KEY_A, KEY_POWER]", [#"49: error: "KEY_POWER" \#(never) (\#(off))"#]),
      ("KEY_POWER2", [#"41: error: "KEY_POWER2" \#(never) (\#(off))"#]),
      ("KEY_SLEEP", [#"41: error: "KEY_SLEEP" \#(never) (\#(off))"#]),
      ("KEY_SUSPEND", [#"41: error: "KEY_SUSPEND" \#(never) (\#(off))"#]),
      ("KEY_RESTART", [#"41: error: "KEY_RESTART" \#(never) (\#(off))"#]),
      (
        "[KEY_RIGHTCTRL, KEY_LEFTALT, KEY_F2]",
        ["41: error: `press` must not be these keys together (\(console))"]
      ),
      (
        "[KEY_LEFTCTRL, KEY_RIGHTALT, KEY_F24]",
        ["41: error: `press` must not be these keys together (\(console))"]
      ),
      (
        "[KEY_F11, KEY_LEFTALT, KEY_LEFTCTRL]",
        ["41: error: `press` must not be these keys together (\(console))"]
      ),
      (
        "[KEY_LEFTCTRL, KEY_LEFTALT, KEY_DELETE]",
        ["41: error: `press` must not be these keys together (\(restart))"]
      ),
      (
        "[KEY_RIGHTCTRL, KEY_RIGHTALT, KEY_KPDOT]",
        ["41: error: `press` must not be these keys together (\(restart))"]
      ),
    ] as [(String, [String])])
  func options(press: String, problems: [String]) {
    let text = layoutWith("responders: { a: { plugin: keys, press: \(press) } }")
    #expect(messages(about: text) == problems.map { "4:\($0)" })
  }
}
