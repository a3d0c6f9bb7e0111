import YAML

extension Setting {
  /// More variables than a program needs of a layout. (O)
  static let mostVariables = 64
  /// More than a value has; with ``mostVariables``, a fraction of what the kernel gives arguments and environment
  /// together. (O)
  static let longestVariable = 4096
  /// What the names of touchd's own variables begin with.
  private static let ownPrefix = "TOUCHD_"

  /// Variables of a program's environment: strings by names.
  func variables() -> [String: String]? {
    guard let fields = fields(.variables) else { return nil }
    if fields.settings.count > Self.mostVariables {
      fields.settings[Self.mostVariables].named(name).tooManyVariables()
    }
    return Dictionary(
      fields.settings.prefix(Self.mostVariables).compactMap { $0.variable() },
      uniquingKeysWith: { first, _ in first })
  }

  private func tooManyVariables() {
    findings.error("\(name) may have at most \(Self.mostVariables) variables", at: keyMark)
  }

  private func variable() -> (name: String, value: String)? {
    guard key.isVariable else {
      findings.error(
        "\(quoted(key)) is no name of a variable", at: keyMark,
        help: "it has letters, digits and _, at most \(Self.longestName), and does not begin with a digit")
      return nil
    }
    guard !key.hasPrefix(Self.ownPrefix) else {
      findings.error("\(name) is one of touchd's own variables, which say what happened", at: keyMark)
      return nil
    }
    guard let value = string() else { return nil }
    guard value.unicodeScalars.count <= Self.longestVariable else {
      error("\(name) must not have more than \(Self.longestVariable) characters")
      return nil
    }
    return (key, value)
  }
}

extension String {
  /// Whether any shell takes it for the name of a variable.
  fileprivate var isVariable: Bool {
    guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
      return false
    }
    return utf8.count <= Setting.longestName
      && unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "_")
      }
  }
}
