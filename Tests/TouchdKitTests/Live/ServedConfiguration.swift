import FakePanels
import Glibc
import LinuxInput
import TestTables

@testable import TouchdKit

/// A daemon's configuration as it lives: started, read anew, started again. A panel is there if it is plugged in.
///
/// Files and what is done stand in words, see ``perform(_:)``; what came of it does, too, see ``words``.
final class ServedConfiguration {
  static let root = "/etc/touchd/touchd.yaml"
  static let layout = "/etc/touchd/a.yaml"

  let said = Words()
  let disk = FakeDisk()
  private let machine = Machine()
  /// The folder of the last good copy.
  let folder = TemporaryFolder()
  private let isSupervised: Bool
  private let keeps: Bool
  private let runLoop: RunLoop
  private var session: LiveSession
  private(set) var reads: FileReads
  private(set) var reloading: LayoutReloading?
  private var allowsExec = false
  private var gaveUp = false
  /// Whether a finger lands on the panel while the next layouts are made.
  private var lands = false
  /// The touches that there had been at the last batch of deliveries.
  private(set) var delivered = 0
  private var answer: String?

  /// - Parameters:
  ///   - isSupervised: whether there is a service manager.
  ///   - keeps: whether it gives a folder.
  init(isSupervised: Bool = true, keeps: Bool = true) throws {
    (self.isSupervised, self.keeps) = (isSupervised, keeps)
    runLoop = try RunLoop(servesMainQueue: false)
    session = LiveSession(on: runLoop)
    reads = try FileReads(on: runLoop)
    reads.patience = .seconds(3600)
    try folder.shell("chmod 700 .")
  }

  /// Does what these words say, one after the other, separated by `;`:
  ///
  /// - `good 1`, `bad`, `missing`, `unreadable`: the layout from now on; a good one has this name
  /// - `exec`, `no exec`, `root bad`, `root missing`, `root theirs`: the daemon's file from now on; bad, the last one
  ///   can have been made so by others
  /// - `plug`, before the start, and `unplug`: a panel, whose size `misfit 1` needs to know, a layout from now on;
  ///   `land`: a finger does on it, while the next layouts are made
  /// - `hang`, `root hangs`: a reading of the layout, of the daemon's file, does not end; `answer` it does
  /// - `start`: the daemon starts, with what it kept; `reload`, `saved`, `retry`: the files are read again, by a
  ///   request, since one was written, since time passed
  /// - anything else is a line for a shell, in the folder of the copy
  func perform(_ steps: String) throws {
    for step in steps.split(separator: ";") { try perform(step: String(step.drop { $0 == " " })) }
  }

  private func perform(step: String) throws {
    switch step {
    case "bad": disk.write("version: 1\nviews: []\n", to: Self.layout)
    case "missing": disk.write(nil, to: Self.layout)
    case "unreadable": disk.fail(Self.layout, EACCES)
    case "exec", "no exec":
      disk.write("version: 1\nlayouts: [a.yaml]\nexec: \(step == "exec")\n", to: Self.root)
    case "root bad": disk.write("version: 1\nlayouts: [a.yaml\n", to: Self.root)
    case "root missing": disk.write(nil, to: Self.root)
    case "root theirs":
      disk.write("version: 1\nlayouts: [a.yaml\n", to: Self.root)
      disk.distrust(Self.root)
    case "hang": disk.hang(Self.layout)
    case "root hangs": disk.hang(Self.root)
    case "answer": try answerReaders()
    case "start": try start()
    case "reload": try read(.request)
    case "saved": try read(.fileChange)
    case "plug": machine.plug(.singleTouchPanel(), 1)
    case "unplug": if let change = machine.unplug(1) { session.touchscreens?.follow(change) }
    case "land": lands = true
    case "retry":
      reloading?.retry()
      try settle()
    case let step where step.hasPrefix("good ") || step.hasPrefix("misfit "):
      let more = step.hasPrefix("good ") ? "" : ", touchscreen: { filters: [{ edge: 5mm }] }"
      let screen = "{ size: [9, 9], name: n\(step.suffix(1))\(more) }"
      disk.write("version: 1\nscreen: \(screen)\nviews: []\n", to: Self.layout)
    default: try folder.shell(step)
    }
  }

  /// What is in use: the state, the names of the screens, whether they may start programs; and what a request was
  /// answered since the last time.
  var words: String {
    defer { answer = nil }
    guard !gaveUp, let state = reloading?.state else { return "ended" }
    let names = session.layouts.compactMap(\.layout.screen.name).map { String($0.dropFirst()) }
    return ([state.word.rawValue] + names + (allowsExec ? ["exec"] : []) + [answer].compactMap { $0 }).joined(
      separator: " ")
  }

  private func start() throws {
    session = LiveSession(on: runLoop)
    session.onDelivery = { [unowned self] in delivered = session.counters.touches }
    allowsExec = false
    let kept =
      keeps ? CopyKeeping(LastGoodCopy(folder: folder.path, of: Self.root), on: runLoop, said.logger) : nil
    let actions = LayoutReloading.Actions(
      prepare: { [unowned self] in prepare($0) }, start: { [unowned self] in use($0) },
      giveUp: { [unowned self] _ in gaveUp = true }, decided: { _ in })
    reloading = try LayoutReloading(
      Self.root, keeping: kept, reads, session, said.logger, isSupervised: isSupervised, actions
    ) { [disk] in
      ConfigurationReading($0, LayoutReader(), from: disk.source, $1)
    }
    try read(.start)
  }

  private func use(_ layouts: [LiveLayout]) {
    guard !machine.nodes.isEmpty else { return session.replace(with: layouts) }
    session.deviceAccess = .init(open: machine.open, list: machine.list)
    try? session.start(layouts, .decided) { _ in }
  }

  private func prepare(_ configuration: Configuration) -> [LiveLayout] {
    allowsExec = configuration.grants.exec
    if lands { machine.frame(1, MonotonicClock.now, "touch 1") }
    return configuration.layouts.map { session.prepare($0, [:]) }
  }

  private func read(_ cause: LayoutReloading.Cause) throws {
    let hanging = [Self.root, Self.layout].filter(disk.hangs)
    if !hanging.isEmpty { reads.patience = Interval(microseconds: 0) }
    func take(_ reply: Result<String, EventRequest.Refusal>) {
      switch reply {
      case .success: answer = "(ok)"
      case .failure(let refusal): answer = refusal.wasTried ? "(error)" : "(refused)"
      }
    }
    reloading?.reload(cause, reply: cause == .request ? take : nil)
    reads.patience = .seconds(3600)
    if reads.isBusy { hanging.first.map(disk.awaitReader) }
    try settle()
  }

  private func answerReaders() throws {
    disk.answer(Self.root)
    disk.answer(Self.layout)
    while !reads.hangingFiles.isEmpty { try runLoop.runOnce() }
    try settle()
  }

  /// Serves until nothing is under way.
  private func settle() throws {
    while reads.isBusy || reloading?.keeping?.isBusy == true { try runLoop.runOnce() }
  }
}
