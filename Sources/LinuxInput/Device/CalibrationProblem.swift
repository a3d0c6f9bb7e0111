/// Why a calibration matrix of udev's database is not used.
public struct CalibrationProblem: Error, Equatable, Sendable, CustomStringConvertible {
  /// udev's property that holds the matrix, as libinput reads it too.
  public static let property = "LIBINPUT_CALIBRATION_MATRIX"

  /// What is wrong, in words.
  public let reason: String

  /// One line: the property, what is wrong, what is done about it.
  public var description: String { "\(Self.property) is ignored: \(reason)" }

  /// Reads six finite decimal numbers separated by spaces, `1 0 0 0 1 0`, with a point in every locale.
  static func matrix(_ text: String) -> Result<[Double], CalibrationProblem> {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 6 else {
      return .failure(CalibrationProblem(reason: "it has \(words.count) numbers where six are expected"))
    }
    var numbers: [Double] = []
    for word in words {
      guard let number = decimal(word) else {
        return .failure(CalibrationProblem(reason: "“\(word)” is no decimal number"))
      }
      numbers.append(number)
    }
    return .success(numbers)
  }

  /// Swift reads hexadecimal numbers, infinities and NaN too; none of them belongs here.
  private static func decimal(_ word: Substring) -> Double? {
    guard word.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(word).flatMap { $0.isFinite ? $0 : nil }
  }
}
