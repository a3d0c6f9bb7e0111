import Dispatcher
import YAML

/// A line that touchd sent to a program on the events socket.
package struct HeardLine {
  /// As it was sent, without its line feed; characters that act on a terminal, which touchd never sends, as escapes.
  package let text: String
  package let members: [(key: String, value: JSON)]

  /// - Returns: `nil` for what is no object with a `kind`.
  package init?(_ bytes: [UInt8]) {
    guard case .object(let members)? = try? JSON(parsing: bytes) else { return nil }
    let sent = String(decoding: bytes, as: UTF8.self)
    let acts = sent.unicodeScalars.contains(where: \.isUnprintable)
    (self.members, text) = (members, acts ? JSON.object(members).text : sent)
    guard self["kind"] != nil else { return nil }
  }

  /// A member that is a string.
  package subscript(key: String) -> String? {
    guard case .string(let text)? = members.first(where: { $0.key == key })?.value else { return nil }
    return text
  }
}
