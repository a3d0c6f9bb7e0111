import Dispatcher
import LinuxInput

@testable import TouchdKit

/// One case of a file: a panel, what it sends, and what must come of it.
struct DeviceCase: Sendable {
  let id: String
  /// Whether it is prose for people; `DeviceScenarios` has it as a test of its own.
  let isDescriptive: Bool
  /// What the panel says of itself; `nil` in prose.
  let device: DeviceDescription?
  /// Whether touchd takes the device for a touchscreen.
  let isAccepted: Bool
  let settings: CaseSettings
  /// What the kernel holds before the panel is opened.
  let initialState: KernelState?
  let steps: [CaseStep]
  /// The times of the steps, in microseconds; `nil` for 10 ms between two.
  let times: [Int]?
  let feeds: [Feed]
  let expected: [Expectation]
  /// Attributes of a contact of a step, beyond what is expected of it.
  let extras: [(step: Int, attributes: [Attribute])]
  /// What holds of all touches together; `nil` where ``expected`` says it one by one.
  let assertions: [CaseAssertion]?
}

/// What happens next to the panel: it sends events, or something befalls it.
enum CaseStep: Sendable {
  case frame([RawEvent])
  case action(CaseAction)

  var isAction: Bool { if case .action = self { true } else { false } }
}

/// What may befall a panel.
enum CaseAction: Sendable {
  case remove, revoke, disable, enable, suspend, resume
  case outputOff, outputOn
  case kernelState(KernelState)
}

/// What the kernel answers when it is asked again.
struct KernelState: Sendable {
  /// Values of slots, by axis. A slot that is not named is empty. `nil` leaves all slots as they are.
  var slots: [Int: [UInt16: Int32]]?
  var currentSlot: Int32?
  /// The button and the position of a panel with one contact.
  var button: Int32?
  var x: Int32?
  var y: Int32?
}

/// How much the panel has sent when it is read.
enum Feed: Hashable, Sendable {
  case frame
  /// So many events.
  case events(Int)
  /// Everything up to the next action, or to a moment at which the kernel is asked for its state.
  case whole

  static let all: [Feed] = [.frame, .events(1), .whole]
}

/// One touch that must come of a step.
struct Expectation: Sendable {
  let step: Int
  let phase: TouchPhase
  let slot: Int
  let attributes: [Attribute]
}

/// A property of a touch and the value that it must have.
struct Attribute: Sendable {
  enum Value: Sendable {
    case number(Double)
    case word(String)
  }

  let name: String
  let value: Value
}

/// A property of all touches of a case together: `all: x<=200`, `any` or `none` of an attribute, `count: began==1` of
/// a phase, `spread_x_out: <=9` of an axis.
struct CaseAssertion: Sendable {
  typealias Compare = @Sendable (Double, Double) -> Bool

  let kind: String
  let text: String
  /// The attribute, or the phase.
  let left: String
  let compare: Compare
  /// `nil` for the spread of what the panel sent.
  let number: Double?

  /// The longer signs first: `<=` begins with `<`.
  static let signs: KeyValuePairs<String, Compare> = [
    "<=": { $0 <= $1 }, ">=": { $0 >= $1 }, "==": { $0 == $1 }, "!=": { $0 != $1 }, "<": { $0 < $1 },
    ">": { $0 > $1 },
  ]
}
