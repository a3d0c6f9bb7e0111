import Dispatcher
import LinuxInput
import Logging

/// Uses what the files of the configuration say, at the start and whenever they may have changed: puts the new layouts
/// in the place of the old ones between two touch sequences.
///
///     asked ──► being read ──► pending ──► in use
///                   │ bad        │ fingers lift, or patience ends
///                   ▼
///              as it was; at a start, the last good copy
///
/// What is asked for while files are being read has them read once more; what they say then takes the place of layouts
/// that are pending. Whatever is wrong with the files, the old layouts stay; ``ConfigurationState`` says what is in
/// use. Fingers that are down finish on the old tree; where they stay for longer than ``patience``, they are cancelled.
final class LayoutReloading {
  typealias Reply = EventRequest.Reply
  typealias Reading = @Sendable (String, ReadingProgress) -> ConfigurationReading

  /// Time for fingers to lift and for taps to be decided, from the first request on. A person who does not lift in that
  /// time leans on the glass. (O)
  static let patience = Interval.seconds(3)
  /// The most requests that wait for an answer: as many as clients, each of which has one, or gave up. (O)
  private static let replyLimit = 64
  /// Problems of one bad file that the journal gets; `touchd check` shows the rest. (O)
  private static let problemLimit = 20

  private let actions: Actions
  private(set) var state = ConfigurationState()
  private(set) var counts = ReloadCounts()
  /// The daemon's file, or a layout.
  private let path: String
  /// The files are read on another thread, so no finger waits for them.
  let reads: FileReads
  private let readFiles: Reading
  /// `nil` where nothing is kept.
  let keeping: CopyKeeping?
  private let session: LiveSession
  private let logger: Logger
  private let isSupervised: Bool
  private var inUse: Configuration?
  /// The last reading of the files; `nil` if it did not end.
  private var lastRead: ConfigurationReading?
  /// The files that a change may come from: those that were read, good or bad, and those in use.
  private(set) var followed: Set<String> = []
  /// The request to read the files, or to read them once more if they are being read.
  private var asked: Request?
  /// Layouts that wait for the fingers to lift.
  private var pending: Pending?
  private var timer: LoopTimer?

  private struct Request {
    var cause: Cause
    var replies: [Reply] = []
  }

  /// The configuration of the files, with their bytes.
  private struct Contents: Sendable {
    let reading: ConfigurationReading
    let files: KeptFiles
  }

  private struct Pending {
    let configuration: Configuration
    let layouts: [LiveLayout]
    let contents: Contents
    /// With the replies of the requests before it.
    let request: Request
    let limit: Timestamp
  }

  /// - Parameters:
  ///   - keeping: keeps the last good files; `nil` where nothing is kept.
  ///   - isSupervised: whether a service manager waits for files that are bad at the start.
  init(
    _ path: String, keeping: CopyKeeping?, _ reads: FileReads, _ session: LiveSession, _ logger: Logger,
    isSupervised: Bool, _ actions: Actions,
    readFiles: @escaping Reading = { ConfigurationReading($0, from: .disk(), $1) }
  ) throws(SystemError) {
    (self.path, self.keeping, self.reads, self.readFiles) = (path, keeping, reads, readFiles)
    (self.session, self.logger, self.isSupervised, self.actions) = (session, logger, isSupervised, actions)
    timer = try LoopTimer(on: session.runLoop) { [unowned self] in replaceIfPossible() }
    reads.onReturn = { [unowned self] in reload(.retry) }
  }

  /// Reads everything anew.
  ///
  /// - Parameter reply: called once, when the new layouts are in use, or with the reason why they will not be.
  func reload(_ cause: Cause, reply: Reply? = nil) {
    var request = asked ?? Request(cause: cause)
    if let reply {
      guard request.replies.count + (pending?.request.replies.count ?? 0) < Self.replyLimit else {
        return reply(.failure(.init(message: "\(Self.replyLimit) others wait for the same; try again")))
      }
      request.replies.append(reply)
    }
    // A client's request, or a SIGHUP, is answered, whatever else happens to the files.
    if !request.cause.isRequest { request.cause = cause }
    asked = request
    read()
  }

  /// Tries again what did not succeed, if something did not. What hangs tells itself when it has ended.
  func retry() {
    guard reads.hangingFiles.isEmpty else { return }
    if state.trouble != nil || keeping?.problem != nil { reload(.retry) }
  }

  /// To be called after deliveries: a finger may have been lifted. The layouts are replaced in the next wake, not in
  /// the middle of a delivery.
  func delivered() {
    if pending != nil, session.isIdle { timer?.set(MonotonicClock.now) }
  }

  // MARK: - Reading

  /// Reads the files, if that is asked for and nothing is being read.
  private func read() {
    guard !reads.isBusy, let request = asked else { return }
    asked = nil
    if request.cause.isRequest {
      actions.announce()
      session.touchscreens?.rescan()
    }
    reads.begin({ [path, readFiles] progress in
      Contents(reading: readFiles(path, progress), files: progress.files)
    }) { [unowned self] outcome in
      switch outcome {
      case .done(let contents):
        let isNews = contents.reading != lastRead
        lastRead = contents.reading
        decide(contents, isNews: isNews, request)
      case .hung(let progress, let patience):
        lastRead = nil
        let reason = "\(progress.file): its reading has not ended in \(words(for: patience.seconds)) s"
        refuse(
          ConfigurationRefusal(unread: "\(reason); is it on a network mount that is dead?", progress), request
        )
      case .refused(let reason): refuse(ConfigurationRefusal(unread: reason), request)
      }
      read()
    }
  }

  private func decide(_ contents: Contents, isNews: Bool, _ request: Request) {
    let (reading, cause) = (contents.reading, request.cause)
    // An editor that writes what was there, or a chmod.
    if cause == .fileChange || cause == .retry {
      let mayHelp = !reading.hasErrors && (state.trouble != nil || keeping?.problem != nil)
      guard isNews || mayHelp else { return }
      if isNews { actions.announce() }
    }
    guard let configuration = reading.configuration else {
      return refuse(ConfigurationRefusal(reading), request)
    }
    if !cause.isRequest, configuration == pending?.configuration ?? inUse {
      return confirm(contents)
    }
    let layouts = actions.prepare(configuration)
    if let problem = session.touchscreens?.problem(with: layouts) {
      let refusal = ConfigurationRefusal(reading, problem: problem)
      // Looked at once more, it is as it was said to be.
      guard isNews || cause.isRequest || refusal.reason != state.trouble?.reason else { return }
      return refuse(refusal, request)
    }
    if state.word == .starting, !isSupervised {
      // As other commands say it.
      reading.files.forEach { $0.complain() }
    } else {
      for line in reading.lines { logger.warning("config error: \(line)") }
    }
    pending = Pending(
      configuration: configuration, layouts: layouts, contents: contents, request: joined(request),
      limit: pending?.limit ?? MonotonicClock.now + Self.patience)
    replaceIfPossible()
  }

  /// A request in the place of the one whose layouts are pending.
  private func joined(_ request: Request) -> Request {
    Request(cause: request.cause, replies: (pending?.request.replies ?? []) + request.replies)
  }

  /// The files say what is in use, or about to be.
  private func confirm(_ contents: Contents) {
    if pending == nil {
      if state.trouble != nil { logger.notice("the files are good again, and what is in use") }
      take(contents)
    }
    settle(contents.reading)
  }

  /// The files are good, and in use.
  private func take(_ contents: Contents) {
    state.take()
    counts.lastFailure = nil
    keeping?.keep(contents.files)
  }

  /// It is decided what is in use. Followed are the files that a reading named, and those in use. Without a reading,
  /// those of before: a file that was not read to its end may hang for those that follow it, too.
  ///
  /// - Parameter readFiles: those that were read, where not all were.
  private func settle(_ reading: ConfigurationReading?, readFiles: [String] = []) {
    if let reading {
      followed = Set(reading.files.map(\.path) + (inUse?.layouts.map(\.file) ?? []) + [path])
    } else if followed.isEmpty {
      followed = Set(readFiles)
    }
    actions.decided(followed)
  }

  private func refuse(_ refusal: ConfigurationRefusal, _ request: Request) {
    // What was read before, and is not in use yet, is not what the files say any more.
    let replies = joined(request).replies
    pending = nil
    if state.word == .starting { return start(without: refusal) }
    counts.failed += 1
    counts.lastFailure = refusal.reason
    if state.word == .files { actions.refused() }
    report(refusal)
    state.foundBad(refusal.reason, at: MonotonicClock.now)
    if let inUse { logger.error("\(inUse.stayingWords)") }
    settle(refusal.reading, readFiles: refusal.readFiles)
    let words = (refusal.lines + (inUse.map { [$0.stayingWords] } ?? [])).map { $0 + "\n" }.joined()
    for reply in replies { reply(.failure(.init(message: words, wasTried: true))) }
  }

  /// Logs the reason for which files are not used: each problem with its place.
  private func report(_ refusal: ConfigurationRefusal) {
    for line in refusal.lines.prefix(Self.problemLimit) { logger.error("config error: \(line)") }
    let rest = refusal.lines.count - Self.problemLimit
    if rest > 0 { logger.error("config error: \(rest) more; `touchd check \(path)` shows them") }
  }

  // MARK: - Replacing

  private func replaceIfPossible() {
    guard let pending else { return }
    // A finger that has landed meanwhile is down, though its events have not been read yet.
    session.touchscreens?.serveAll()
    for layout in session.layouts { layout.plugins.pointer?.stopMomentum(at: session.now) }
    guard session.isIdle || MonotonicClock.now >= pending.limit else {
      timer?.set(pending.limit)
      // A touch that was read just now may have a deadline.
      return session.afterDelivery()
    }
    self.pending = nil
    put(pending.configuration, pending.layouts)
    take(pending.contents)
    let words = "\(series(pending.layouts.map(\.name))) in use"
    if pending.request.cause != .start {
      counts.done += 1
      logger.notice("\(words): read again by \(pending.request.cause.rawValue); \(session.summary)")
    }
    settle(pending.contents.reading)
    let warnings = pending.contents.reading.lines.map { $0 + "\n" }.joined()
    for reply in pending.request.replies { reply(.success("\(warnings)\(words)\n\(session.summary)\n")) }
  }

  private func put(_ configuration: Configuration, _ layouts: [LiveLayout]) {
    configuration.logWithheldActions(to: logger)
    let isFirst = inUse == nil
    inUse = configuration
    actions.equip(configuration)
    if isFirst { actions.start(layouts) } else { session.replace(with: layouts) }
  }

  // MARK: - A start with bad files

  /// Uses the last good copy, or waits for good files; without a service manager it ends.
  private func start(without refusal: ConfigurationRefusal) {
    guard isSupervised else { return actions.giveUp(refusal) }
    report(refusal)
    guard let copy = keeping?.copy else { return wait(refusal, "nothing is kept of earlier files") }
    reads.begin({ copy.read($0) }) { [unowned self] outcome in
      let unused = "the last good copy is not used"
      switch outcome {
      case .done(.good(let reading, let configuration)): use(configuration, of: reading, insteadOf: refusal)
      case .done(.absent): wait(refusal, "no last good copy is kept yet")
      case .done(.useless(let reason)), .refused(let reason): wait(refusal, "\(unused): \(reason)")
      case .hung: wait(refusal, "\(unused): its reading does not end")
      }
    }
  }

  private func wait(_ refusal: ConfigurationRefusal, _ reason: String) {
    logger.error("nothing is in use until the files are good; \(reason)")
    state.foundBad(refusal.reason, at: MonotonicClock.now)
    goOn(after: refusal)
  }

  private func use(
    _ kept: Configuration, of reading: ConfigurationReading, insteadOf refusal: ConfigurationRefusal
  ) {
    var configuration = kept
    configuration.grants = refusal.permission.grants(recorded: kept.grants)
    for line in reading.lines { logger.warning("config error: in the last good copy, \(line)") }
    let files = series(configuration.layouts.map(\.file))
    logger.error("the last good copy of \(files) is in use until the files are good")
    state.foundBad(refusal.reason, hasCopy: true, at: MonotonicClock.now)
    put(configuration, actions.prepare(configuration))
    goOn(after: refusal)
  }

  private func goOn(after refusal: ConfigurationRefusal) {
    settle(refusal.reading, readFiles: refusal.readFiles)
    read()
  }

  /// Reason for which the files are read.
  enum Cause: String {
    case start = "the start"
    case signal = "SIGHUP"
    case request = "a client's request"
    case fileChange = "a changed file"
    /// The obstacle to using the files may have passed, though nothing reported it.
    case retry = "another look at the files"

    /// Whether it was asked for, and so is answered and done whatever the files say.
    var isRequest: Bool { self == .signal || self == .request }
  }

  /// Callbacks into the daemon.
  struct Actions {
    /// Makes layouts ready to be used.
    var prepare: (Configuration) -> [LiveLayout]
    /// Makes ready what layouts need that are put to use now, besides panels.
    var equip: (Configuration) -> Void = { _ in }
    /// Uses the first layouts.
    var start: ([LiveLayout]) -> Void
    /// The files are bad at the start, without a service manager that would wait for better ones.
    var giveUp: (ConfigurationRefusal) -> Void = { _ in }
    /// Files are being read again by request, or have changed.
    var announce: () -> Void = {}
    /// New files are bad, and those before were not.
    var refused: () -> Void = {}
    /// It is decided what is in use, and which files are to be followed.
    var decided: (_ followed: Set<String>) -> Void = { _ in }
  }
}

/// Counts of the reloads, by their ends.
package struct ReloadCounts: Equatable, Sendable {
  package var done = 0
  package var failed = 0
  /// The first line of what is wrong with the files now, since they were last read; `nil` once they are good again.
  package var lastFailure: String?
}
