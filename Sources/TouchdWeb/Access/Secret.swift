/// A text that lets in a browser or a program that has it: the token of the address, or what a cookie has instead.
struct Secret: Sendable {
  /// The shortest that a file may have: 128 bits, as hexadecimal digits. (O)
  static let shortest = 32
  /// The longest; what is compared with it costs no more. (O)
  static let longest = 256
  /// 192 bits. (O)
  private static let randomWords = 3

  let text: String

  /// One that cannot be guessed, of hexadecimal digits.
  static func random() -> Secret {
    // The system's generator: getrandom(2).
    let words = (0..<randomWords).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
    return Secret(unchecked: words.map { String(repeating: "0", count: 16 - $0.utf8.count) + $0 }.joined())
  }

  /// What a person has chosen.
  ///
  /// - Returns: `nil` if it is too short, too long, or has a character that an address writes in another way.
  init?(_ text: String) {
    guard Self.shortest...Self.longest ~= text.utf8.count, text.utf8.allSatisfy(\.isPlain) else { return nil }
    self.init(unchecked: text)
  }

  private init(unchecked text: String) { self.text = text }

  /// Whether a text is this one, in a time that does not say how far it is right.
  func matches(_ other: some StringProtocol) -> Bool {
    let (own, other) = (Array(text.utf8), Array(other.utf8))
    guard own.count == other.count else { return false }
    return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension UInt8 {
  /// A letter, a digit, `-` or `_`.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
