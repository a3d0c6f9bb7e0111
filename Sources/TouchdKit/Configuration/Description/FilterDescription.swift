import Dispatcher

/// One step of `filters`, in the words of the layout.
enum FilterDescription: Equatable, Sendable {
  /// How far a finger must move before its location follows.
  case hysteresis(HysteresisMargin)
  /// How many samples the window has: odd, from 3 to 15.
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
  /// How many samples of a contact are left out at its begin and at its end; one of them is above 0.
  case skip(first: Int, last: Int)
  /// A contact counts only while its pressure is at least this, in device units.
  case pressure(Double)
  /// A contact that lands within this distance of the screen's edge is reported only when it leaves that band.
  case edge(Length)
  /// A contact whose longer axis is at least this is a palm.
  case size(PalmSize)
}

/// How far a finger must move for `hysteresis`.
enum HysteresisMargin: Equatable, Sendable {
  /// What the panel states for each axis.
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
  /// What the layout says of it as a length; `nil` if that is a number, a time or a word.
  var length: Length? {
    switch self {
    case .hysteresis(.length(let length)), .edge(let length), .size(.length(let length)): length
    case .hysteresis(.fuzz), .median, .smooth, .debounce, .holdDuration, .ignoreRepeat, .skip, .pressure,
      .size(.axisMaximum):
      nil
    }
  }
}

/// What `smooth` has for a key that the layout leaves out. (O)
enum SmoothDefault {
  /// In hertz: the paper begins its tuning here. Of the jitter of a panel with 100 reports a second a sixth is left.
  static let cutoff = 1.0
  /// In hertz for each point per second. A finger with 1,000 points per second then lags by less than 16 ms, a picture
  /// of most screens; the jitter of a good panel, a point, raises the cutoff of a resting finger by less than a tenth.
  static let beta = 0.01
}
