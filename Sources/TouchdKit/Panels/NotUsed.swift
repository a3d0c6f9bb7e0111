import Dispatcher
import LinuxInput

/// Why a device is not used.
enum NotUsed: Error {
  /// It is no touchscreen, or no layout's.
  case foreign(reason: String)
  /// It is a layout's, but the layout does not fit it.
  case unfit(reason: String)
  /// Several panels would do for a layout that does not say which, or several layouts for it.
  case undecided(reason: String)
  /// As many touchscreens as may be are open; it is taken when one of them goes.
  case crowdedOut(reason: String)
  /// A pen that no layout's `match` names. It is used as soon as a panel is that it is a part of.
  case strayPen(reason: String)
  /// It is the touchscreen of a page, which this or another touchd made.
  case page
  /// The system did not let it be opened.
  case denied(SystemError)

  /// Whether the layouts would have to be others for it to be used.
  var isFault: Bool {
    switch self {
    case .unfit, .undecided: true
    case .foreign, .crowdedOut, .strayPen, .page, .denied: false
    }
  }

  var reason: String {
    switch self {
    case .foreign(let reason), .unfit(let reason), .undecided(let reason), .crowdedOut(let reason),
      .strayPen(let reason):
      reason
    case .page: "it is the touchscreen of a page, which touchd made"
    case .denied(let error): "\(error)"
    }
  }
}
