import TestTables

@testable import TouchdKit

@Suite("Options of plugins that are wrong")
struct PluginProblemTests {
  /// The options stand in line 4 from column 34 on.
  private static func show(_ problems: String...) -> Mistake {
    Mistake(problems) { layoutWith("responders: { a: { plugin: show, \($0) } }") }
  }

  /// The options behind `run` begin in line 4, column 44; the value of `env` in column 49.
  private static func exec(_ problems: String...) -> Mistake {
    Mistake(problems.map { "4:\($0)" }) { layoutWith("responders: { a: { plugin: exec, run: [a], \($0) } }") }
  }

  /// The value of `press` stands in line 4 from column 41 on, an item of a list from column 42 on.
  private static func press(_ problems: String...) -> Mistake {
    Mistake(problems.map { "4:\($0)" }) { layoutWith("responders: { a: { plugin: keys, press: \($0) } }") }
  }

  static let ofShow: Table<Mistake> = [
    "window: window": show(),
    "window: window, hidden: toggle, for: 30s, states: [began, ended]": show(),
    "window: window, hidden: togle": show(
      #"4:58: error: `hidden` must be true, false or toggle, not the string "togle" (did you mean "toggle"?)"#
    ),
    "window: window, hidden: 1": show(
      "4:58: error: `hidden` must be true, false or toggle, not the number 1 (did you mean true?)"),
    "window: window, for: 0s": show(
      #"4:55: error: `for` must be more than 0 and at most 3600 seconds, not the string "0s""#),
    "hidden: true": show("4:18: error: a responder of plugin `show` must have `view` or `window`"),
    "window: window, view: b": show(
      "4:50: error: a responder of plugin `show` has either `view` or `window`",
      #"4:56: error: there is no view "b""#),
  ]

  private static let name = "it has letters, digits and _, at most 255, and does not begin with a digit"
  private static let time = "never or a duration such as 250ms or 3s"

  static let ofExec: Table<Mistake> = [
    "timeout: never": exec(),
    "timeout: 1h": exec("53: error: `timeout` must be \(time), not the string \"1h\" (write 60min)"),
    "timeout: nevr": exec(
      "53: error: `timeout` must be \(time), not the string \"nevr\" (did you mean \"never\"?)"),
    "timeout: 0s": exec(
      "53: error: `timeout` must be more than 0 and at most 3600 seconds, not the string \"0s\""),
    "env: { DISPLAY: ':0', _a1: '' }": exec(),
    "env: {}": exec(),
    "env: [DISPLAY]": exec(
      "49: error: `env` must be a mapping, not a list of 1 (write `env: { DISPLAY: \":0\" }`)"),
    "env: { A=B: c }": exec(#"51: error: "A=B" is no name of a variable (\#(name))"#),
    "env: { 'Ä': c }": exec(#"51: error: "Ä" is no name of a variable (\#(name))"#),
    "env: { TOUCHD_X: '1' }": exec(
      "51: error: `TOUCHD_X` is one of touchd's own variables, which say what happened"),
    "env: { A: b, A: c }": exec(#"57: error: duplicate key "A" in `env` (it stands in line 4 already)"#),
    "env: { \((0...64).map { "V\($0): v" }.joined(separator: ", ")) }": exec(
      "553: error: `env` may have at most 64 variables"),
  ]

  private static let never = "is never pressed"
  private static let off = "it switches the machine off, or restarts it"
  private static let console = "Ctrl+Alt with a function key leaves the session for a console"
  private static let restart = "Ctrl+Alt+Delete restarts the machine"

  static let ofKeys: Table<Mistake> = [
    "KEY_LEFT": press(),
    "[KEY_LEFTALT, KEY_LEFT], states: [began, ended]": press(),
    "[KEY_LEFTCTRL, KEY_DELETE]": press(),
    "[KEY_LEFTALT, KEY_F4]": press(),
    "[KEY_LEFTCTRL, KEY_LEFTSHIFT, KEY_LEFTALT, KEY_T]": press(),
    "[]": press("41: error: `press` must hold at least one key"),
    "5": press("41: error: `press` must be the name of a key such as KEY_LEFTALT, not the number 5"),
    "[KEY_LEFTATL]": press(#"42: error: there is no key "KEY_LEFTATL" (did you mean "KEY_LEFTALT"?)"#),
    "[BTN_TOUCH]": press(
      #"42: error: there is no key "BTN_TOUCH" (the names are those of linux/input-event-codes.h, such as KEY_LEFTALT)"#
    ),
    "['0x1e']": press(
      #"42: error: there is no key "0x1e" (the names are those of linux/input-event-codes.h, such as KEY_LEFTALT)"#
    ),
    "[KEY_A, KEY_A]": press(#"49: error: "KEY_A" is pressed twice"#),
    "[KEY_1, KEY_2, KEY_3, KEY_4, KEY_5, KEY_6, KEY_7, KEY_8, KEY_9]": press(
      "98: error: `press` may hold at most 8 keys"),
    "KEY_SYSRQ": press(#"41: error: "KEY_SYSRQ" \#(never) (it commands the kernel)"#),
    "[KEY_A, KEY_POWER]": press(#"49: error: "KEY_POWER" \#(never) (\#(off))"#),
    "KEY_POWER2": press(#"41: error: "KEY_POWER2" \#(never) (\#(off))"#),
    "KEY_SLEEP": press(#"41: error: "KEY_SLEEP" \#(never) (\#(off))"#),
    "KEY_SUSPEND": press(#"41: error: "KEY_SUSPEND" \#(never) (\#(off))"#),
    "KEY_RESTART": press(#"41: error: "KEY_RESTART" \#(never) (\#(off))"#),
    "[KEY_RIGHTCTRL, KEY_LEFTALT, KEY_F2]": press(
      "41: error: `press` must not be these keys together (\(console))"),
    "[KEY_LEFTCTRL, KEY_RIGHTALT, KEY_F24]": press(
      "41: error: `press` must not be these keys together (\(console))"),
    "[KEY_F11, KEY_LEFTALT, KEY_LEFTCTRL]": press(
      "41: error: `press` must not be these keys together (\(console))"),
    "[KEY_LEFTCTRL, KEY_LEFTALT, KEY_DELETE]": press(
      "41: error: `press` must not be these keys together (\(restart))"),
    "[KEY_RIGHTCTRL, KEY_RIGHTALT, KEY_KPDOT]": press(
      "41: error: `press` must not be these keys together (\(restart))"),
  ]

  @Test("what is said of them", arguments: ofShow + ofExec + ofKeys)
  func options(mistake: Mistake) { mistake.check() }
}
