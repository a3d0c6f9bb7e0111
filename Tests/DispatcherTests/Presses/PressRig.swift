import Dispatcher

/// Two windows with two views each that can be the first responder, and the calls that they get.
///
/// Steps, one a word: `first:A` makes A the first responder, `first:` none, `key:two` the second window the key
/// window, `drop:one` removes a window, `out:A` takes A out of its window. `+select` presses a button, `-select`
/// releases it, `~select` changes its force, `x` cancels all presses and `x/pad` those of the device pad; `+select/pad`
/// is the same button on it. `shake`, `still` and `no-shake` begin, end and cancel a shake; `play` is a key of a remote
/// control. `times:0` has the application swallow events from then on, `times:2` hand each on twice.
final class PressRig {
  private(set) var lines: [String] = []
  let application = OwedEndRules.Swallower()
  let pipeline: Pipeline
  private var responders: [String: PressView] = [:]
  private var windows: [String: Window] = [:]
  private var time = Timestamp.zero

  init() {
    pipeline = Pipeline(application: application)
    application.identifier = "application"
    for (name, views) in [("one", ["A", "B"]), ("two", ["C", "D"])] {
      let window = PressWindow(frame: .zero)
      window.identifier = name
      window.onCall = { [unowned self] in lines.append($0) }
      for view in views { window.addSubview(makeView(view)) }
      application.addWindow(window)
      windows[name] = window
    }
  }

  private func makeView(_ name: String) -> PressView {
    let view = PressView(frame: .zero)
    view.identifier = name
    view.onCall = { [unowned self] in lines.append($0) }
    responders[name] = view
    return view
  }

  subscript(name: String) -> PressView {
    guard let view = responders[name] else { preconditionFailure("no view is called \(name)") }
    return view
  }

  /// Has each event of the application be a line, too.
  func tellEvents() {
    application.swallows = { [unowned self] in
      lines.append("event \($0.type) \($0.subtype)")
      return false
    }
  }

  /// Takes the steps, a millisecond each.
  func play(_ steps: String) {
    for step in steps.split(separator: " ") {
      time = time + .milliseconds(1)
      take(step)
    }
  }

  private func take(_ step: Substring) {
    let parts = step.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch parts[0] {
    case "first" where parts[1].isEmpty: for view in responders.values { view.resignFirstResponder() }
    case "first": self[parts[1]].becomeFirstResponder()
    case "out": self[parts[1]].removeFromSuperview()
    case "key": windows[parts[1]]?.makeKey()
    case "drop": if let window = windows[parts[1]] { application.removeWindow(window) }
    case "times": application.times = Int(parts[1]) ?? 1
    case "shake": pipeline.shake(.began, at: time)
    case "still": pipeline.shake(.ended, at: time)
    case "no-shake": pipeline.shake(.cancelled, at: time)
    case "play": pipeline.remoteControl(.remoteControlPlay, at: time)
    default: press(step)
    }
  }

  private func press(_ step: Substring) {
    let parts = step.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let device = parts.count > 1 ? String(parts[1]) : ""
    let type: Press.PressType = parts[0] == "menu" ? .menu : parts[0].first == "k" ? .key(30) : .select
    switch step.first {
    case "+": pipeline.press(type, .began, of: device, at: time)
    case "~": pipeline.press(type, .changed, force: 2, of: device, at: time)
    case "-": pipeline.press(type, .ended, of: device, at: time)
    default: pipeline.cancelPresses(of: parts.count > 1 ? device : nil, at: time)
    }
  }
}

extension PressesEvent {
  /// A call of a responder, as a line: `A began select + menu stationary`.
  func line(_ responder: Responder, _ call: String, _ presses: Set<Press>) -> String {
    let types = presses.map { "\($0.type)" + ($0.force == 1 ? "" : " \($0.force)") }.sorted()
    let others = allPresses.subtracting(presses).map { " + \($0.type) \($0.phase)" }.sorted()
    return "\(responder.identifier) \(call) \(types.joined(separator: ","))" + others.joined()
  }
}
