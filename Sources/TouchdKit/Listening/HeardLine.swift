import Dispatcher

/// A line that touchd sent to a program on the events socket.
package struct HeardLine {
  /// As it was sent, without its line feed.
  package let text: String
  package let members: [(key: String, value: JSON)]

  /// - Returns: `nil` for what is no object with a `kind`.
  package init?(_ bytes: [UInt8]) {
    guard case .object(let members)? = try? JSON(parsing: bytes) else { return nil }
    (self.members, text) = (members, String(decoding: bytes, as: UTF8.self))
    guard self["kind"] != nil else { return nil }
  }

  /// A member that is a string.
  package subscript(key: String) -> String? {
    guard case .string(let text)? = members.first(where: { $0.key == key })?.value else { return nil }
    return text
  }
}
