import Dispatcher

/// What stands before the instructions of the decoder's input: five bytes that choose panels and scene.
struct DecoderHead {
  let panels: [PanelChoice]
  let calibration: Calibration
  /// A bit each for what ``DecoderScene`` and ``DecoderRun`` can do in two ways.
  let options: Options

  static let range = AxisRange(minimum: 0, maximum: 999)
  static let screen = Rect(x: 0, y: 0, width: 1000, height: 1000)

  /// A protocol by its digit. New ones go to the end, so that seeds and regressions keep their meaning.
  private static let protocols: [TouchProtocol] = [
    .slots(count: 10), .singleTouch(button: EventCode.btnTouch), .slots(count: 2),
    .singleTouch(button: EventCode.btnLeft), .slots(count: 256), .slots(count: 1), .packets,
  ]

  /// Calibrations by their digit: the plain one, turned and flipped ones, one that makes everything one point,
  /// and one that leaves the numbers behind.
  private static let calibrations: [Calibration] = [
    Calibration(x: range, y: range, size: screen.size),
    Calibration(x: range, y: range, size: screen.size, rotation: .quarter),
    Calibration(
      x: range, y: range, size: screen.size, rotation: .half, flipX: true, matrix: [2, 0, 0, 0, 2, -1]),
    Calibration(x: range, y: range, size: screen.size, matrix: [0, 0, 0.1, 0, 0, 0.5]),
    Calibration(x: range, y: range, size: screen.size, matrix: [1e308, -1e308, 0, 0, 1e308, 1e308]),
  ]

  init(_ bytes: inout ByteReader) {
    panels = [PanelChoice(&bytes), PanelChoice(&bytes)]
    calibration = Self.choice(Self.calibrations, &bytes)
    options = Options(rawValue: bytes.digit() & 63 | (bytes.digit() & 63) << 6)
  }

  private static func choice<Choice>(_ table: [Choice], _ bytes: inout ByteReader) -> Choice {
    choice(table, bytes.digit())
  }

  /// What has no entry of its own is the first, and stays so until it gets one.
  private static func choice<Choice>(_ table: [Choice], _ digit: Int) -> Choice {
    let index = digit & 15
    return table.indices.contains(index) ? table[index] : table[0]
  }

  /// What a digit says of a panel: its protocol in the lower four bits, in the fifth whether all filters are on, in the
  /// sixth whether it gives way to pens, or is one.
  struct PanelChoice {
    let touchProtocol: TouchProtocol
    let isFiltered: Bool
    let isPaired: Bool

    init(_ bytes: inout ByteReader) {
      let digit = bytes.digit()
      touchProtocol = DecoderHead.choice(DecoderHead.protocols, digit)
      isFiltered = digit & 16 != 0
      isPaired = digit & 32 != 0
    }
  }

  /// The bits, the first six in one digit and the others in the next.
  struct Options: OptionSet, Sendable {
    let rawValue: Int

    static let delaysBegan = Options(rawValue: 1)
    static let delaysNoEnded = Options(rawValue: 1 << 1)
    static let pressCancelsNothing = Options(rawValue: 1 << 2)
    static let twoFingers = Options(rawValue: 1 << 3)
    static let isExclusive = Options(rawValue: 1 << 4)
    static let hasDeadline = Options(rawValue: 1 << 5)
    static let cancelsFirst = Options(rawValue: 1 << 6)
    /// Hit tests are run twice and traced, and an observer gets the raw frames.
    static let isTraced = Options(rawValue: 1 << 7)
    static let pressesAtOnce = Options(rawValue: 1 << 8)
    static let isStylus = Options(rawValue: 1 << 9)
    /// After lost events a live reader throws the rest of what it has read away; a replay goes on with it.
    static let isLive = Options(rawValue: 1 << 10)
    static let stopsAtView = Options(rawValue: 1 << 11)
  }
}
