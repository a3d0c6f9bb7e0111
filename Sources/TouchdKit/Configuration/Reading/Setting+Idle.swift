import Dispatcher
import YAML

/// The event of a touch that lands while the screen is dark.
enum WakeEvent { static let name = "wake" }

extension Setting {
  /// `wake`: the names of the responders that a touch goes to which is to wake the screen.
  func wake() -> [Located<String>] { fields(.wake)?["to"]?.responderNames() ?? [] }

  /// The most idle times of a layout: a warning, a restart, a dark screen, and some more. (O)
  static let mostIdleTimes = 16
  /// A day, in seconds: a kiosk that no finger has touched for longer is switched off at night. (O)
  private static let longestIdleTime = 86_400.0

  /// `idle`: what happens after a while without a finger.
  func idleTimes() -> [IdleDescription] {
    let items = items("a list of idle times") ?? []
    if items.count > Self.mostIdleTimes {
      items[Self.mostIdleTimes].error("\(name) may hold at most \(Self.mostIdleTimes) idle times")
    }
    return items.compactMap { $0.named("an idle time").idleTime() }
  }

  private func idleTime() -> IdleDescription? {
    guard let fields = fields(.idle) else { return nil }
    let name = fields["name"]?.idleName()
    let after = fields["after"]?.duration(.above(0, to: Self.longestIdleTime))
    let to = fields["to"]?.responderNames() ?? []
    // One that is no good (which is an error) is read on, for names that are used twice or that nothing bears.
    return IdleDescription(
      name: name ?? Located("", at: mark), after: after ?? .seconds(Self.longestIdleTime), to: to)
  }

  private func idleName() -> Located<String>? {
    guard let name = label() else { return nil }
    let help =
      switch name.value {
      case IdleWatch.activeName: "it is the event of the first touch afterwards"
      case WakeEvent.name: "it is the event of a touch that lands while the screen is dark"
      default: ""
      }
    guard help.isEmpty else {
      error("the name \(quoted(name.value)) is reserved", help: help)
      return nil
    }
    return name
  }
}
