import Dispatcher
import YAML

/// One step of `filters`, in the words of the layout.
enum FilterDescription: Equatable, Sendable {
  /// The distance that a finger must move before its location follows.
  case hysteresis(HysteresisMargin)
  /// Samples in the window: odd, from 3 to 15.
  case median(Int)
  /// The cutoff of the low-pass at rest, in hertz and above 0, and by how many hertz it grows for each point per
  /// second.
  case smooth(cutoff: Double, beta: Double)
  /// A contact that lands within this time of a lift near it is no touch.
  case debounce(Interval)
  /// A contact counts from this time after its landing on, where it then is.
  case holdDuration(Interval)
  /// A contact that lands within this time of a lift, wherever, is no touch.
  case ignoreRepeat(Interval)
  /// Samples of a contact that are left out at its begin and at its end; one of them is above 0.
  case skip(first: Int, last: Int)
  /// A contact counts only while its pressure is at least this, in device units.
  case pressure(Double)
  /// A contact that lands within this distance of the screen's edge is reported only when it leaves that band.
  case edge(Length)
  /// A contact whose longer axis is at least this is a palm.
  case size(PalmSize)
}

/// The distance that a finger must move for `hysteresis`.
enum HysteresisMargin: Equatable, Sendable {
  /// The panel's own value of each axis.
  case fuzz
  case length(Length)
}

/// From which diameter on a contact is a palm for `size`.
enum PalmSize: Equatable, Sendable {
  /// The maximum of the panel's own axis.
  case axisMaximum
  case length(Length)
}

extension FilterDescription {
  /// Its value if that is a length; `nil` if it is a number, a time or a word.
  var length: Length? {
    switch self {
    case .hysteresis(.length(let length)), .edge(let length), .size(.length(let length)): length
    case .hysteresis(.fuzz), .median, .smooth, .debounce, .holdDuration, .ignoreRepeat, .skip, .pressure,
      .size(.axisMaximum):
      nil
    }
  }
}

/// Defaults of the keys of `smooth`. (O)
enum SmoothDefault {
  /// In hertz: the paper begins its tuning here. Of the jitter of a panel with 100 reports a second a sixth is left.
  static let cutoff = 1.0
  /// In hertz for each point per second. A finger with 1,000 points per second then lags by less than 16 ms, a picture
  /// of most screens; the jitter of a good panel, a point, raises the cutoff of a resting finger by less than a tenth.
  static let beta = 0.01
}

extension Setting {
  /// The steps of `filters`, in the file's order; a filter given twice is an error at the second.
  func filters() -> [Located<FilterDescription>] {
    var first: [String: Mark] = [:]
    return (items("a list of filters") ?? []).compactMap { item in
      guard let step = item.named("a filter").fields(.filter)?.filterStep() else { return nil }
      if let mark = first[step.key] {
        findings.error(
          "duplicate filter \(quoted(step.key))", at: step.keyMark,
          help: "it stands in line \(mark.line) already")
        return nil
      }
      first[step.key] = step.keyMark
      return step.filter().map { Located($0, at: step.keyMark) }
    }
  }

  private func filter() -> FilterDescription? {
    switch key {
    case "hysteresis": margin().map { .hysteresis($0) }
    case "median": window().map { .median($0) }
    case "smooth": fields(.smooth).flatMap { smooth($0) }
    case "debounce": duration(.above(0, to: 1)).map { .debounce($0) }
    case "hold_duration": duration(.above(0, to: 10)).map { .holdDuration($0) }
    case "ignore_repeat": duration(.above(0, to: 10)).map { .ignoreRepeat($0) }
    case "skip": fields(.skip).flatMap { skip($0) }
    case "pressure": number(.positive).map { .pressure($0) }
    case "edge": length(.positive, percent: false).map { .edge($0) }
    case "size": palmSize().map { .size($0) }
    default: nil
    }
  }
}

extension Fields {
  /// The one key that says which filter it is.
  fileprivate func filterStep() -> Setting? {
    for extra in settings.dropFirst() {
      findings.error(
        "an item of `filters` is one filter; this one is \(settings[0].name) already", at: extra.keyMark,
        help: "begin another item of the list with `- \(extra.key):`")
    }
    // A key such as `medain` has been reported.
    if settings.isEmpty, !hasOtherKeys {
      findings.error("a filter must have \(alternatives(KeyTable.filter.built.map { "`\($0)`" }))", at: mark)
    }
    return settings.first
  }
}

// The values of the filters that have a form of their own.
extension Setting {
  private func margin() -> HysteresisMargin? {
    if node.string == "fuzz" { return .fuzz }
    return length(.positive, percent: false, insteadOf: "fuzz").map { .length($0) }
  }

  private func palmSize() -> PalmSize? {
    if node.string == "max" { return .axisMaximum }
    return length(.positive, percent: false, insteadOf: "max").map { .length($0) }
  }

  /// An odd number, so that one sample is in the middle.
  private func window() -> Int? {
    let limits = 3...15
    guard let value = node.double, let whole = Int(exactly: value), limits.contains(whole), whole % 2 == 1
    else {
      mismatch(
        "an odd number from \(limits.lowerBound) to \(limits.upperBound)",
        help: node.double.flatMap { nearestOdd(to: $0, in: limits) })
      return nil
    }
    return whole
  }

  private func nearestOdd(to value: Double, in limits: ClosedRange<Int>) -> String? {
    guard !value.isNaN else { return nil }
    let inside = min(max(value, Double(limits.lowerBound)), Double(limits.upperBound))
    let odd = Int((inside - 1) / 2) * 2 + 1
    return "write \(odd)" + (Double(odd) == inside ? "" : " or \(odd + 2)")
  }

  private func smooth(_ fields: Fields) -> FilterDescription? {
    // No panel reports more often than 1,000 times a second, so a higher cutoff would smooth nothing.
    let highest = 1000.0
    let cutoff: Double? = fields["cutoff"].map { $0.number(.above(0, to: highest)) } ?? SmoothDefault.cutoff
    let beta: Double? = fields["beta"].map { $0.number(.from(0, to: highest)) } ?? SmoothDefault.beta
    guard let cutoff, let beta else { return nil }
    return .smooth(cutoff: cutoff, beta: beta)
  }

  private func skip(_ fields: Fields) -> FilterDescription? {
    let first: Int? = fields["first"].map { $0.integer(0...20) } ?? 0
    let last: Int? = fields["last"].map { $0.integer(0...20) } ?? 0
    guard let first, let last else { return nil }
    // A key such as `fist` has been reported.
    if first == 0, last == 0, !fields.hasOtherKeys {
      error("`skip` must leave out something", help: "give `first` or `last` a number from 1 to 20")
    }
    return .skip(first: first, last: last)
  }
}
