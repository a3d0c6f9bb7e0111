import Testing

@testable import TouchdKit

@Suite("JSON")
struct JSONTests {
  @Test(
    "characters that would act on a terminal stand by number",
    arguments: [
      ("\u{1b}[2J", #""\u001b[2J""#), ("\u{9b}", #""\u009b""#), ("\u{202e}", #""\u202e""#),
      ("\u{2028}", #""\u2028""#), ("\u{e0001}", #""\udb40\udc01""#), ("a\"\\\n\t\r", #""a\"\\\n\t\r""#),
      ("Größe 漢😀", "\"Größe 漢😀\""),
    ])
  func string(text: String, written: String) { #expect(JSON.string(text).text == written) }
}
