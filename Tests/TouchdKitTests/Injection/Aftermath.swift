import Dispatcher
import Testing

/// The required effect of something that happened between two frames.
struct Aftermath {
  /// The next frame that is played.
  var next: Int
  /// The contacts of the baseline that are not reported from here on.
  var dead: Set<ContactID> = []
  /// Where the contacts are, in device units, that are the same as before; `nil` where that cannot be known.
  var goingOn: Set<[Int32]>? = []
  /// Whether contacts may have begun.
  var tellsOfNew = false
  /// What the kernel holds, where it is not what the recording says.
  var kernel: DeviceState?
}

/// Something that happens between two frames of a recording.
struct Disturbance: Sendable, CustomTestStringConvertible {
  let name: String
  /// Makes it happen before a frame; `nil` where it cannot.
  let happen: @Sendable (Rig, Baseline, Int) throws -> Aftermath?
  var testDescription: String { name }
}

/// What was checked.
struct InjectionTally {
  var recordings = 0
  var boundaries = 0
  var injections = 0
  var replays = 0
  var contacts = 0
}

extension InjectionTally: CustomStringConvertible {
  var description: String {
    "\(recordings) recordings, \(boundaries) boundaries, \(injections) injections in \(replays) replays, "
      + "\(contacts) contacts"
  }
}

extension InjectionTally {
  static func += (sum: inout InjectionTally, other: InjectionTally) {
    sum.recordings += other.recordings
    sum.boundaries += other.boundaries
    sum.injections += other.injections
    sum.replays += other.replays
    sum.contacts += other.contacts
  }
}
