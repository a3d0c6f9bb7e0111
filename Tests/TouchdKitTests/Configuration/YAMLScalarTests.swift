import Testing
import YAML

@Suite("What a YAML scalar is")
struct YAMLScalarTests {
  @Test(
    "whole numbers",
    arguments: [
      ("0", 0), ("12", 12), ("-7", -7), ("+7", 7), ("012", 12), ("0x1f", 31), ("0xFF", 255), ("0o17", 15),
      ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min),
    ])
  func wholeNumber(text: String, value: Int) {
    #expect(Scalar(text).int == value)
    #expect(Scalar(text).double == Double(value))
    #expect(Scalar(text).string == nil)
  }

  @Test(
    "numbers that are not whole, or too large for 64 bits",
    arguments: [
      ("0.5", 0.5), (".5", 0.5), ("5.", 5), ("-1.5e3", -1500), ("1E-2", 0.01), (".inf", .infinity),
      ("-.INF", -.infinity), ("+.Inf", .infinity), ("1e999", .infinity), ("-1e999", -.infinity),
      ("9223372036854775808", 9_223_372_036_854_775_808),
      ("0xfffffffffffffffff", 0x1p68),
    ])
  func number(text: String, value: Double) {
    #expect(Scalar(text).double == value)
    #expect(Scalar(text).int == nil)
    #expect(Scalar(text).string == nil)
  }

  @Test("what is not a number", arguments: [".nan", ".NaN", ".NAN"])
  func notANumber(text: String) {
    #expect(Scalar(text).double?.isNaN == true)
    #expect(Scalar(text).string == nil)
  }

  @Test(
    "strings without quotes",
    arguments: [
      "a", "yes", "no", "on", "off", "Yes", "12mm", "50%", "1_000", "0b1", "0x", "0x-1", "0o8", "-", "+", ".",
      "1e", "e3", "1.2.3", "nan", "inf", "１２", "- 1", "tRUE", "nil", "0X1f",
    ])
  func string(text: String) {
    #expect(Scalar(text).string == text)
    #expect(Scalar(text).int == nil)
    #expect(Scalar(text).double == nil)
    #expect(Scalar(text).bool == nil)
    #expect(!Scalar(text).isNull)
  }

  @Test("whatever is in quotes is a string", arguments: ["", "12", "true", "null", "~", ".inf"])
  func quoted(text: String) {
    let scalar = Scalar(text, style: .quoted)
    #expect(scalar.string == text)
    #expect(scalar.int == nil && scalar.double == nil && scalar.bool == nil && !scalar.isNull)
  }

  @Test(
    "truth values",
    arguments: [("true", true), ("True", true), ("TRUE", true), ("false", false), ("FALSE", false)])
  func truthValue(text: String, value: Bool) {
    #expect(Scalar(text).bool == value)
    #expect(Scalar(text).string == nil)
  }

  @Test("nulls", arguments: ["", "~", "null", "Null", "NULL"])
  func null(text: String) {
    #expect(Scalar(text).isNull)
    #expect(Scalar(text).string == nil)
  }
}
