import Dispatcher
import YAML

/// One step of `filters`, in the words of the layout.
enum FilterDescription: Equatable, Sendable {
  /// The distance that a finger must move; `nil` for the panel's own value of each axis.
  case hysteresis(Length?)
  /// Samples in the window: odd, from 3 to 15.
  case median(Int)
  /// The cutoff of the low-pass at rest, in hertz and above 0, and by how many hertz it grows for each point per
  /// second.
  case smooth(cutoff: Double, beta: Double)
  case debounce(Interval)
  case holdDuration(Interval)
  case ignoreRepeat(Interval)
  case skip(first: Int, last: Int)
  case pressure(Double)
  case edge(Length)
  /// The diameter from which on a contact is a palm; `nil` for the maximum of the panel's own axis.
  case size(Length?)

  /// Its value if that is a length; `nil` if it is a number, a time or a word.
  var length: Length? {
    switch self {
    case .hysteresis(let length), .size(let length): length
    case .edge(let length): length
    case .median, .smooth, .debounce, .holdDuration, .ignoreRepeat, .skip, .pressure: nil
    }
  }

  /// A filter has exactly one of the keys.
  static let keys = Keys<FilterDescription?>(
    "filter", "a filter", "One filter: one of these keys.", sample: .init("debounce", "40ms"),
    blank: { _ in nil },
    Key("hysteresis", Form<Length?>.length(or: "fuzz").map { .hysteresis($0) }, \.self)
      .help(
        "How far a finger must move before its location changes: a length, or fuzz for the values that the "
          + "panel's axes report."),
    Key("median", Form("enum: [3, 5, 7, 9, 11, 13, 15]") { $0.window().map { .median($0) } }, \.self)
      .help("The location is the median of the last so many."),
    Key("smooth", smooth.form.map { .smooth(cutoff: $0.cutoff, beta: $0.beta) }, \.self),
    Key("debounce", Form<Interval>.duration(.above(0, to: 1), "duration_to_1s").map { .debounce($0) }, \.self)
      .help("A contact that lands within this time after a lift near it is ignored; at most 1s."),
    Key("skip", skip.form.map { .skip(first: $0.first, last: $0.last) }, \.self),
    Key("pressure", Form<Double>.number(.positive).map { .pressure($0) }, \.self)
      .help("A contact is ignored while its pressure is lower than this, in device units."),
    Key(
      "edge", Form(ref: "positive_length") { $0.length(.positive, percent: false).map { .edge($0) } }, \.self
    )
    .help("A contact that lands this near to the screen's edge is ignored until it leaves that band."),
    Key("size", Form<Length?>.length(or: "max").map { .size($0) }, \.self)
      .help(
        "A contact whose longer axis is at least this long is a palm, cancelled and ignored until it lifts: a "
          + "length, or max for the maximum of the panel's axis."),
    Key("hold_duration", accommodation.map { .holdDuration($0) }, \.self)
      .help("A contact begins when it has been down for so long, where it then is; at most 10s."),
    Key("ignore_repeat", accommodation.map { .ignoreRepeat($0) }, \.self)
      .help("A contact that lands within this time after a lift, wherever, is ignored; at most 10s."))

  private static var accommodation: Form<Interval> { .duration(.above(0, to: 10), "duration_to_10s") }

  /// The values of `smooth`, with their defaults. (O)
  struct Smooth: Sendable {
    /// In hertz: the paper begins its tuning here. Of the jitter of a panel with 100 reports a second a sixth is left.
    var cutoff = 1.0
    /// In hertz for each point per second. A finger with 1,000 points per second then lags by less than 16 ms, a
    /// picture of most screens; the jitter of a good panel, a point, raises the cutoff of a resting finger by less
    /// than a tenth.
    var beta = 0.01
    /// No panel reports more often than 1,000 times a second, so a higher cutoff would smooth nothing.
    fileprivate static let highest = 1000.0
  }

  static let smooth = Keys<Smooth>(
    "smooth", "`smooth`", "The 1 € filter: a low-pass whose cutoff grows with the speed of the finger.",
    sample: .init("cutoff", "1"), blank: { _ in Smooth() },
    Key("cutoff", .number(.above(0, to: Smooth.highest)), \.cutoff)
      .help("The cutoff for a finger at rest, in hertz; a lower one removes more jitter."),
    Key("beta", .number(.from(0, to: Smooth.highest)), \.beta)
      .help("By how many hertz the cutoff grows for each point per second; a higher one lags less."))

  struct Skip: Sendable {
    var first = 0
    var last = 0
  }

  static let skip = Keys<Skip>(
    "skip", "`skip`", "How many reports of a contact are dropped; one of the two is above 0.",
    sample: .init("first", "1"), blank: { _ in Skip() },
    Key("first", .integer(0...20), \.first).help("At its begin."),
    Key("last", .integer(0...20), \.last).help("At its end."),
    check: { fields, skip in
      // A key such as `fist` has been reported, and so has a number that is no good.
      guard fields.settings.allSatisfy({ $0.node.double == 0 }), !fields.hasOtherKeys else { return }
      fields.findings.error(
        "`skip` must leave out something", at: fields.mark,
        help: "give `first` or `last` a number from 1 to 20")
    })
}

extension Form<Length?> {
  /// A length above 0; `nil` for a word in its place.
  fileprivate static func length(or word: String) -> Form {
    Form("anyOf: [{ const: \(word) }, { \(Form.reference("positive_length")) }]") { setting in
      if setting.node.string == word { return .some(nil) }
      return setting.length(.positive, percent: false, insteadOf: word).map(Optional.some)
    }
  }
}

extension Setting {
  /// The steps of `filters`, in the file's order; a filter given twice is an error at the second.
  func filters() -> [Located<FilterDescription>] {
    var first: [String: Mark] = [:]
    return (items("a list of filters") ?? []).compactMap { item in
      let keys = FilterDescription.keys
      let step = item.named("a filter").fields(keys.table)?
        .one(of: keys.table.built, "an item of `filters` is one filter")
      guard let step else { return nil }
      if let mark = first[step.key] {
        findings.error(
          "duplicate filter \(quoted(step.key))", at: step.keyMark,
          help: "it stands in line \(mark.line) already")
        return nil
      }
      first[step.key] = step.keyMark
      var filter: FilterDescription?
      keys.rows.first { $0.name == step.key }?.read(step, &filter)
      return filter.map { Located($0, at: step.keyMark) }
    }
  }

  /// An odd number, so that one sample is in the middle.
  fileprivate func window() -> Int? {
    let limits = 3...15
    guard let value = node.double, let whole = Int(exactly: value), limits.contains(whole), whole % 2 == 1
    else { return mismatch("an odd number from \(limits.lowerBound) to \(limits.upperBound)") }
    return whole
  }
}
