import TestTables

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

  @Test(
    "numbers have the fewest digits that mean them",
    arguments: [
      (0, "0"), (-0.0, "0"), (0.5, "0.5"), (-0.001, "-0.001"), (12.25, "12.25"), (1.05, "1.05"), (2.1, "2.1"),
      (999_999_999.999, "999999999.999"), (1_000_000_000.5, "1000000000.5"), (0.0005, "0.0005"),
      (1.0 / 3, "0.3333333333333333"), (1e300, "1e+300"), (-7, "-7"), (.infinity, "null"),
    ] as [(Double, String)])
  func number(value: Double, written: String) { #expect(JSON.number(value).text == written) }

  @Test("the short way for three decimals writes what Swift would")
  func decimals() {
    var generator = SplitMix(seed: 16)
    for _ in 0..<100_000 {
      let scale: Double = [1, 100, 1e6, 2e9][Int(generator.next() % 4)]
      let value = (Double.random(in: -scale...scale, using: &generator) * 1000).rounded() / 1000
      let wanted = Int(exactly: value).map(String.init) ?? value.description
      #expect(JSON.number(value).text == wanted)
    }
  }
}
