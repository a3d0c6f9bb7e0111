import TouchdKit

/// What a program on the broker asks of the daemon: a topic of `BASE/command/…` and its payload.
enum BrokerCommand {
  /// The longest payload, in bytes: an id and a layout's name. (O)
  static let longest = 4096

  /// Why a message is no command.
  struct Refusal: Error, Equatable {
    let message: String
  }

  /// The request for the events socket.
  ///
  /// `show` and `hide` want the id of a view or a window, `screen` wants `dark` or `lit`: as it is, or as
  /// `{"id":…,"layout":…}`. `cancel` wants nothing, or `{"layout":…}`.
  static func request(_ name: String, _ payload: [UInt8], id: String) throws(Refusal) -> JSON {
    guard payload.count <= longest else { throw Refusal(message: "a command has at most \(longest) bytes") }
    guard ["show", "hide", "cancel", "screen"].contains(name) else {
      throw Refusal(
        message: "there is no command \"\(name.prefix(40))\": there is show, hide, cancel and screen")
    }
    let (target, layout) = try parts(payload)
    var members: [(key: String, value: JSON)] = [("id", .string(id))]
    if name == "cancel" {
      members.append(("cancel", .bool(true)))
    } else if let target, !target.isEmpty {
      members.append((name, .string(target)))
    } else {
      throw Refusal(
        message: name == "screen"
          ? "the payload must be dark or lit" : "the payload must be the id of a view or window")
    }
    if let layout { members.append(("layout", .string(layout))) }
    return .object(members)
  }

  private static func parts(_ payload: [UInt8]) throws(Refusal) -> (target: String?, layout: String?) {
    guard payload.first == UInt8(ascii: "{") else {
      guard let text = String(validating: payload, as: UTF8.self) else {
        throw Refusal(message: "the payload is not UTF-8")
      }
      return (text, nil)
    }
    guard case .object(let members)? = try? JSON(parsing: payload) else {
      throw Refusal(message: "the payload begins like JSON, and is no object")
    }
    var (target, layout): (String?, String?)
    for (key, value) in members {
      guard case .string(let text) = value, key == "id" || key == "layout" else {
        throw Refusal(message: "the payload may have `id` and `layout`, which are strings")
      }
      if key == "id" { target = text } else { layout = text }
    }
    return (target, layout)
  }
}
