import Dispatcher
import YAML

/// The screen that a layout is for.
package struct ScreenDescription: Equatable, Sendable {
  /// A name for people; `nil` if the layout has none.
  var name: String?
  /// In points, as it stands after the rotation.
  var size: Size
  /// In millimetres; `nil` if the layout leaves it to the panel's resolution.
  var sizeInMillimetres: Size?
  /// Where ``sizeInMillimetres`` stands.
  var sizeInMillimetresMark: Mark?
  /// The connector of the graphics card that the screen is on; `nil` if it does not say whether the screen is lit.
  var output: String?
  /// Where ``output`` stands.
  var outputMark: Mark?
  /// The screen's backlight; `nil` if it does not say whether the screen is lit.
  var backlight: String?
  /// How long after it was dark a touch is ignored.
  var settle = ScreenDescription.usualSettling
  var touchscreen: TouchscreenDescription
  /// What the page gets, where touchd takes the panel (`delivery: filter`); `nil` where touchd listens beside it.
  var page: PageDescription?

  /// How long after it was dark a touch is ignored, unless the layout says it: a monitor takes about that long from its
  /// first signal to its picture. (O)
  static let usualSettling = Interval.milliseconds(700)

  /// Points per millimetre, if the layout says how large the screen is.
  var pointsPerMillimetre: (x: Double, y: Double)? {
    sizeInMillimetres.map { (size.width / $0.width, size.height / $0.height) }
  }

  /// The keys with which touchd lights the screen, and keeps it lit.
  var wakeKeys: Set<UInt16> {
    guard let page else { return [] }
    var keys: Set<UInt16> = page.keepsAwake ? [EventCode.keyUnknown] : []
    if output != nil || backlight != nil { keys.insert(EventCode.keyWakeUp) }
    return keys
  }

  /// What becomes of touches that other programs are waiting for too.
  enum Delivery: String, LayoutChoice {
    /// They go to all programs; touchd listens.
    case observe
    /// touchd takes the panel; what nothing keeps goes on to the page.
    case filter
  }
}

/// What a layout with `delivery: filter` says of the page.
struct PageDescription: Equatable, Sendable {
  /// Where `delivery` stands.
  var mark: Mark
  /// How a touch ends for the page that is withdrawn from it.
  var cancel = ScreenCancel.slide(by: ScreenCancel.slideDistance)
  /// What its touchscreen is called; `nil` for the panel's own name behind `touchd`.
  var deviceName: String?
  /// Whether the screen is kept awake while touches are kept from the page.
  var keepsAwake = true

  /// The words for ``cancel``.
  enum Cancel: String, LayoutChoice {
    case slide
    case edge
    case lift
    case palm
  }
}
