import Dispatcher
import LinuxInput

/// The input devices that there are, by the paths of their nodes, and the standing of each: no more than the kernel
/// numbers, 1,024.
struct DeviceTable {
  struct Entry {
    let node: DeviceNode
    let name: String?
    var standing: Standing
  }

  /// State of a device that was opened.
  ///
  ///              fits a layout ──► used ──► (removed)
  ///            ╱                    │ another layout
  ///     looked ── does not fit ──► unused ──► looked again, when a panel comes or goes, or udev says more
  ///            ╲
  ///              may not be opened ──► denied ──► looked again, after a while
  enum Standing {
    case used(Touchscreen)
    /// With what it asked for, if it asked for a layout.
    case unused(NotUsed, PanelClaim?)
    /// The system does not let it be opened; that is tried again.
    case denied(SystemError, OpenRetry)
  }

  private var entries: [String: Entry] = [:]
  /// Whether udev is given time for a node before its lack of rights is reported, as in a process that goes on.
  private let isPatient: Bool

  init(isPatient: Bool) { self.isPatient = isPatient }

  subscript(path: String) -> Entry? {
    get { entries[path] }
    set { entries[path] = newValue }
  }

  /// The devices in use, in the order of their paths.
  var used: [Touchscreen] { entries.values.compactMap(\.used).sorted { $0.node.path < $1.node.path } }

  /// The devices, in the order of their nodes' numbers.
  var inOrder: [Entry] { entries.values.sorted { $0.node.number < $1.node.number } }

  /// Claims of the devices that are not used, without those at some paths.
  func claims(except paths: Set<String>) -> [PanelClaim] {
    entries.compactMap { path, entry in
      if case .unused(_, let claim?) = entry.standing, !paths.contains(path) { claim } else { nil }
    }
  }

  /// Time of the next attempt to open a device that could not be opened.
  var nextRetry: Timestamp? { entries.values.compactMap { $0.retry?.time }.min() }

  /// The nodes that a condition holds for, in the order of their numbers.
  func nodes(where isMeant: (Entry) -> Bool = { _ in true }) -> [DeviceNode] {
    inOrder.filter(isMeant).map(\.node)
  }

  /// Notes that a node may not be opened.
  ///
  /// - Returns: whether that is to be reported: once, and not while udev may still give the right.
  mutating func deny(_ node: DeviceNode, _ name: String?, _ error: SystemError, at now: Timestamp) -> Bool {
    var retry = entries[node.path]?.retry?.next(at: now) ?? OpenRetry(at: now)
    let isNews = retry.report(isSettled: node.isSettled || !isPatient)
    entries[node.path] = Entry(node: node, name: name, standing: .denied(error, retry))
    return isNews
  }

  /// Begins with short waits again: something has happened to the node.
  mutating func restartRetry(_ path: String) {
    guard case .denied(let error, var retry) = entries[path]?.standing else { return }
    retry.restart()
    entries[path]?.standing = .denied(error, retry)
  }
}

extension DeviceTable.Entry {
  var used: Touchscreen? {
    if case .used(let touchscreen) = standing { touchscreen } else { nil }
  }

  /// Reason for which it is not used; `nil` if it is.
  var notUsed: NotUsed? {
    switch standing {
    case .used: nil
    case .unused(let notUsed, _): notUsed
    case .denied(let error, _): .denied(error)
    }
  }

  fileprivate var retry: OpenRetry? {
    if case .denied(_, let retry) = standing { retry } else { nil }
  }

  func isDue(at now: Timestamp) -> Bool { retry.map { $0.time <= now } ?? false }

  /// Whether it may be used now that a panel has come, or gone. Where two panels were one too many and one has gone,
  /// the other is used; but not in the place of a panel that its layout had: that one may come back.
  ///
  /// - Parameter isFree: whether a layout, by its name, has had no panel yet.
  func mayBeUsed(afterArrival: Bool, afterDeparture: Bool, isFree: (String) -> Bool) -> Bool {
    guard case .unused(let notUsed, let claim) = standing else { return false }
    switch notUsed {
    case .strayPen: return afterArrival
    case .crowdedOut: return afterDeparture
    case .foreign, .page, .unfit, .undecided, .denied:
      return afterDeparture && (claim.map { isFree($0.layout) } ?? false)
    }
  }
}

/// Retries of opening a device node: rights may come a moment after the node.
struct OpenRetry {
  /// udev sets rights within some milliseconds; a slow boot takes seconds. Each wait is twice the one before. (O)
  private static let first = Interval.milliseconds(100)
  /// The longest wait is about a minute. (O)
  private static let mostDoublings = 9

  /// Number of tries that udev has for a node that it has not finished with, 3 s. (O)
  private static let patience = 5

  private var tries = 0
  /// Whether it was said that the node cannot be opened.
  private var isReported = false
  private(set) var time: Timestamp

  init(at now: Timestamp) { time = now + Self.first }

  /// The next one, after another failure.
  func next(at now: Timestamp) -> OpenRetry {
    var next = self
    next.tries = min(tries + 1, Self.mostDoublings)
    next.time = now + Interval(microseconds: Self.first.microseconds << Int64(next.tries))
    return next
  }

  /// Notes the failure that it comes after.
  ///
  /// - Parameter isSettled: whether udev has given the node its rights.
  /// - Returns: whether it is to be reported, which is once.
  mutating func report(isSettled: Bool) -> Bool {
    guard !isReported, isSettled || tries >= Self.patience else { return false }
    isReported = true
    return true
  }

  mutating func restart() { tries = 0 }
}
