/// Which kiosk it is, and which run of the bridge.
struct Identity: Equatable, Sendable {
  /// Of the machine, for MQTT alone: 32 hexadecimal digits, the same after each start.
  let id: String
  /// The machine's name.
  let host: String
  /// What no other run of the bridge has.
  let run: String
  /// The bridge's version.
  let version: String

  /// A text of the configuration with the kiosk's own id and name in the place of `{id}` and `{host}`.
  func filled(_ text: String) -> String {
    var rest = text[...]
    var filled = ""
    while let brace = rest.firstIndex(of: "{") {
      filled += rest[..<brace]
      rest = rest[brace...]
      let known = [("{id}", id), ("{host}", host)]
      if let (mark, value) = known.first(where: { rest.hasPrefix($0.0) }) {
        filled += value
        rest = rest.dropFirst(mark.count)
      } else {
        filled += "{"
        rest = rest.dropFirst()
      }
    }
    return filled + rest
  }
}
