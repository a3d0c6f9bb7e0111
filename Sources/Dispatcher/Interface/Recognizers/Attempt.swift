/// What a recognizer makes of some touches: from the first that lands until it is decided and all have left.
///
/// A recognizer has at most one attempt. It has none while it follows no touch, so that a reset is a `nil`.
final class Attempt {
  typealias State = GestureRecognizer.State

  /// Where the actions of a change of state stand.
  enum Actions {
    /// None are due.
    case idle
    /// It is in ``Arbitration/acted``: they are due, or have run in this round.
    case listed
    /// They are running, and have set the recognizer to a state; before they do, it is the one that was reached.
    case acting(setTo: State)
  }

  /// What plugins know of an attempt before it is recognized; nothing, as of most.
  struct Progress {
    /// How far it has come, 0…1; still to be reported.
    var due: Double?
    /// Whether any was reported: then a failure will be, too.
    var isReported = false
  }

  /// Kept while the attempt goes on.
  let recognizer: GestureRecognizer
  /// Decides about the attempt. It ends its attempts before it goes.
  unowned(unsafe) let observer: any AttemptObserver
  /// How far the attempt has got.
  @exclusivity(unchecked) var phase = Phase.undecided
  @exclusivity(unchecked) var actions = Actions.idle
  @exclusivity(unchecked) var progress = Progress()
  /// Whether the last change of state was the one from possible.
  @exclusivity(unchecked) var isNewlyRecognized = false
  /// The touches that are followed and down, by age.
  @exclusivity(unchecked) var touches: ContiguousArray<Touch> = []
  /// The contacts that are down, and the last ones that lifted (see ``GestureRecognizer/liftLimit``), by age.
  @exclusivity(unchecked) var contacts: ContiguousArray<Contact> = []
  /// The greatest secrecy of the contacts that were let go of.
  @exclusivity(unchecked) var secrecy = Secrecy.none
  /// Where the last fingers lifted, in points of the screen, while none is down.
  @exclusivity(unchecked) var liftLocation: Point?
  /// The square of ``GestureRecognizer/restingDistance``, less a thousandth: a touch at that distance, but for
  /// rounding, is delivered.
  @exclusivity(unchecked) var restingSquare = 0.0
  @exclusivity(unchecked) var deadlines = DeadlineWatch()
  /// What was answered about recognizers that must fail first.
  @exclusivity(unchecked) var requirements = RequirementAnswers()
  /// Where it stands among the attempts of its observer.
  @exclusivity(unchecked) var place = 0

  init(of recognizer: GestureRecognizer, observer: any AttemptObserver) {
    (self.recognizer, self.observer) = (recognizer, observer)
  }

  /// The state that all recognizers and views see.
  var state: State { phase.state }

  /// Makes what is proposed come true.
  func commit() {
    isNewlyRecognized = state == .possible
    phase.commit()
  }

  /// Whether a finger of it is down.
  var hasFingers: Bool { touches.contains(where: \.contact.isDown) }

  /// The time of the last frame of the touch sequence to which the youngest contact belongs.
  var lastTime: Timestamp? { contacts.last?.event.timestamp }
}

/// Decides about attempts.
protocol AttemptObserver: AnyObject {
  /// Something about an attempt has changed that may decide it, or end a wait.
  func attemptChanged()
  /// Whether what recognizers have proposed is being decided about, and delegates are asked.
  var isDeciding: Bool { get }
}
