/// One contact from began to its end: which calls it owes to which responders.
///
/// A touch object may carry several contacts in a row, and a call of the first may still be held when the second
/// lands; so what is owed belongs to the contact.
final class Contact {
  let id: ContactID
  /// The touch sequence that the contact belongs to.
  let event: Event
  /// Where the finger came down, in points of the screen.
  let downLocation: Point
  let downTime: Timestamp
  /// What is known of its panel.
  let panel: PanelTraits
  /// Whether it landed with values that the panel had not reported yet.
  @exclusivity(unchecked) var landedEstimated = false
  /// Whether the frame reports what was estimated of it so far, and the recognizers do not know yet.
  @exclusivity(unchecked) var isNewlyTold = false
  /// Where it was lately, from when a program asked for predictions.
  @exclusivity(unchecked) var trail: Trail?
  /// The view that the hit test found.
  @exclusivity(unchecked) var view: View?
  /// How much of it stays in the process; noted while there are sensitive views.
  @exclusivity(unchecked) var secrecy = Secrecy.none
  /// The tap count that may leave the process.
  @exclusivity(unchecked) var shownTapCount = 1
  /// The recognizers that follow the contact, deepest view first, then in order of attachment.
  @exclusivity(unchecked) var recognizers: [GestureRecognizer] = []
  @exclusivity(unchecked) var chain = ChainRecord()
  /// How many calls wait for a recognizer to make up its mind.
  @exclusivity(unchecked) var heldCalls = 0
  /// What its view has of it.
  @exclusivity(unchecked) var standing = Standing.pending
  @exclusivity(unchecked) var isDown = true
  /// Whether the page has it.
  @exclusivity(unchecked) var isOnPage = false
  @exclusivity(unchecked) var marks = Marks()

  /// What the view of a contact has of it.
  enum Standing {
    /// Nothing: its began is due, or waits for a recognizer; or it has received its end.
    case pending
    /// It has received the began, and is owed the end.
    case given
    /// It receives nothing: a second finger on a single-touch view, or next to an exclusive one.
    case withheld
    /// It receives nothing more: a recognizer that cancels touches took it.
    case taken

    /// Whether nothing more goes to the view.
    @inline(__always)
    var isFinal: Bool { self == .withheld || self == .taken }
  }

  /// Numbers of searches, each unlike all before: what carries the number of one is part of its answer.
  struct Marks {
    /// It is part of the attempt of a recognizer whose competitors are looked for.
    var competition: UInt64 = 0
    /// A recognizer that has not made up its mind delays its began.
    var began: UInt64 = 0
    /// A recognizer that has not made up its mind delays its end.
    var end: UInt64 = 0
    /// An earlier call of it waits.
    var waiting: UInt64 = 0
  }

  /// The path of its panel.
  var device: String { panel.path }

  init(id: ContactID, event: Event, downLocation: Point, downTime: Timestamp, panel: PanelTraits) {
    self.id = id
    self.event = event
    self.downLocation = downLocation
    self.downTime = downTime
    self.panel = panel
  }
}
