import Dispatcher
import LinuxInput
import Logging

/// Reads the configuration, at the start and whenever it may have changed, and puts the new layouts in the place of the
/// old ones between two touch sequences.
///
/// The files are read and checked on another thread, so no finger waits for them. Whatever is wrong with them, the old
/// layouts stay; ``ConfigurationState`` says what is in use. Fingers that are down finish on the old tree; where they stay
/// for longer than ``patience``, they are cancelled.
final class LayoutReloading {
  typealias Reply = (ReloadOutcome) -> Void
  typealias Reading = @Sendable (String, ReadingProgress) -> ConfigurationReading

  /// How long fingers may go on, and taps be waited for, from the first request on. A person who does not lift in that
  /// time leans on the glass. (O)
  static let patience = Interval.seconds(3)
  /// The most requests that wait for an answer: the control socket has eight clients, besides those that gave up. (O)
  private static let replyLimit = 64

  @exclusivity(unchecked) var actions: Actions
  @exclusivity(unchecked) private(set) var state = ConfigurationState.starting
  @exclusivity(unchecked) private(set) var counts = ReloadCounts()
  /// The files that a change may come from: those that were read, good or bad, and those in use.
  @exclusivity(unchecked) private(set) var followed: Set<String> = []
  let reads: FileReads
  /// `nil` where nothing is kept.
  let keeping: CopyKeeping?
  private let path: String
  private let session: LiveSession
  private let logger: Logger
  private let log: ConfigurationLog
  private let isSupervised: Bool
  private let readFiles: Reading
  @exclusivity(unchecked) private var inUse: Configuration?
  /// What the files said when they were read last; `nil` if that did not end.
  @exclusivity(unchecked) private var lastRead: ConfigurationReading?
  /// The reason to read the files once more, if one came while they were being read.
  @exclusivity(unchecked) private var asked: Cause?
  @exclusivity(unchecked) private var replies: [Reply] = []
  @exclusivity(unchecked) private var pending: Pending?
  @exclusivity(unchecked) private var timer: LoopTimer?

  /// Layouts that wait for the fingers to lift.
  private struct Pending {
    let configuration: Configuration
    let layouts: [LiveLayout]
    let reading: ConfigurationReading
    let files: KeptFiles
    let cause: Cause
    let limit: Timestamp
    let replies: [Reply]
  }

  /// Files with their bytes.
  private struct ReadFiles: Sendable {
    let reading: ConfigurationReading
    let files: KeptFiles
  }

  /// - Parameters:
  ///   - path: the daemon's file, or a layout.
  ///   - isSupervised: whether a service manager waits for files that are bad at the start.
  ///   - keeping: where the last good files are kept.
  init(
    _ path: String, _ session: LiveSession, _ logger: Logger, isSupervised: Bool, keeping: CopyKeeping?,
    reads: FileReads, _ actions: Actions,
    readFiles: @escaping Reading = { ConfigurationReading($0, from: .disk(), $1) }
  ) throws(SystemError) {
    (self.path, self.session, self.logger) = (path, session, logger)
    log = ConfigurationLog(logger: logger, path: path)
    (self.isSupervised, self.keeping, self.reads) = (isSupervised, keeping, reads)
    (self.actions, self.readFiles) = (actions, readFiles)
    timer = try LoopTimer(on: session.runLoop) { [unowned self] in replaceIfPossible() }
    reads.onReturn = { [unowned self] in reload(.retry) }
  }

  /// Reads everything anew.
  ///
  /// - Parameter reply: called once, when the new layouts are in use, or with the reason why they will not be.
  func reload(_ cause: Cause, reply: Reply? = nil) {
    if let reply {
      guard replies.count + (pending?.replies.count ?? 0) < Self.replyLimit else {
        return reply(.refused("\(Self.replyLimit) others wait for the same; try again"))
      }
      replies.append(reply)
    }
    // A client's request, or a SIGHUP, is answered, whatever else happens to the files.
    if asked?.isRequest != true { asked = cause }
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

  private func read() {
    guard !reads.isBusy, let cause = asked else { return }
    let replies = replies
    (asked, self.replies) = (nil, [])
    if cause.isRequest {
      actions.begin()
      session.rescan()
    }
    reads.begin({ [path, readFiles] progress in
      ReadFiles(reading: readFiles(path, progress), files: progress.files)
    }) { [unowned self] outcome in
      decide(outcome, cause, replies)
      read()
    }
  }

  private func decide(_ outcome: FileReads.Outcome<ReadFiles>, _ cause: Cause, _ replies: [Reply]) {
    switch outcome {
    case .done(let read): decide(read, cause, replies)
    case .hung(let progress):
      lastRead = nil
      let reason =
        "\(progress.file): its reading has not ended in \(words(for: FileReads.patience.seconds)) s"
      refuse(
        ConfigurationRefusal(unread: "\(reason); is it on a network mount that is dead?", progress), cause,
        replies)
    case .refused(let reason): refuse(ConfigurationRefusal(unread: reason), cause, replies)
    }
  }

  private func decide(_ read: ReadFiles, _ cause: Cause, _ replies: [Reply]) {
    let reading = read.reading
    let isNews = reading != lastRead
    lastRead = reading
    // An editor that writes what was there, or a chmod.
    if cause == .fileChange || cause == .retry {
      guard isNews || (keeping?.problem != nil && !reading.hasErrors) else { return }
      if isNews { actions.begin() }
    }
    guard let configuration = reading.configuration else {
      return refuse(ConfigurationRefusal(reading), cause, replies)
    }
    if !cause.isRequest, configuration == pending?.configuration ?? inUse {
      return confirm(read)
    }
    let layouts = actions.prepare(configuration)
    if let problem = session.touchscreens?.problem(with: layouts) {
      return refuse(ConfigurationRefusal(reading, problem: problem), cause, replies)
    }
    warn(reading)
    pending = Pending(
      configuration: configuration, layouts: layouts, reading: reading, files: read.files, cause: cause,
      limit: pending?.limit ?? MonotonicClock.now + Self.patience, replies: (pending?.replies ?? []) + replies
    )
    replaceIfPossible()
  }

  /// The files say what is in use, or about to be.
  private func confirm(_ read: ReadFiles) {
    if pending == nil {
      if state.trouble != nil { logger.notice("the files are good again, and what is in use") }
      state.take()
      counts.lastFailure = nil
      keeping?.keep(read.files)
    }
    end(read.reading)
  }

  /// It is decided what is in use.
  private func end(_ reading: ConfigurationReading) {
    followed = Set(reading.files.map(\.path) + (inUse?.layouts.map(\.file) ?? []) + [path])
    actions.end(followed)
  }

  private func end(_ refusal: ConfigurationRefusal) {
    if let reading = refusal.reading { return end(reading) }
    // A file that was not read to its end may hang for those that follow it, too.
    if followed.isEmpty { followed = Set(refusal.readFiles) }
    actions.end(followed)
  }

  private func refuse(_ refusal: ConfigurationRefusal, _ cause: Cause, _ replies: [Reply]) {
    // What was read before, and is not in use yet, is not what the files say any more.
    let replies = (pending?.replies ?? []) + replies
    pending = nil
    if case .starting = state {
      guard isSupervised else { return actions.giveUp(refusal) }
      log.refused(refusal)
      return startWithout(refusal)
    }
    counts.failed += 1
    counts.lastFailure = refusal.because
    log.refused(refusal)
    state.refuse(refusal.because, at: MonotonicClock.now)
    if let inUse { log.stays(inUse) }
    end(refusal)
    for reply in replies { reply(.bad(refusal.lines.map { $0 + "\n" }.joined())) }
  }

  /// Without a service manager, what is to be said of files is said as by other commands.
  private func warn(_ reading: ConfigurationReading) {
    if case .starting = state, !isSupervised { return reading.files.forEach { $0.complain() } }
    log.used(reading)
  }

  // MARK: - A start at which the files are bad

  private func startWithout(_ refusal: ConfigurationRefusal) {
    guard let copy = keeping?.copy else { return wait(refusal, "nothing is kept of earlier files") }
    reads.begin({ copy.read($0) }) { [unowned self] outcome in
      switch outcome {
      case .done(.good(let reading, let saidExec)): use(reading, saidExec: saidExec, insteadOf: refusal)
      case .done(.absent): wait(refusal, "no last good copy is kept yet")
      case .done(.useless(let reason)): wait(refusal, "the last good copy is not used: \(reason)")
      case .hung: wait(refusal, "the last good copy is not used: its reading does not end")
      case .refused(let reason): wait(refusal, "the last good copy is not used: \(reason)")
      }
      read()
    }
  }

  private func wait(_ refusal: ConfigurationRefusal, _ reason: String) {
    log.waiting(reason)
    state.refuse(refusal.because, at: MonotonicClock.now)
    end(refusal)
  }

  private func use(_ kept: ConfigurationReading, saidExec: Bool, insteadOf refusal: ConfigurationRefusal) {
    let allowsExec = refusal.permission.allows(recorded: saidExec)
    let configuration = Configuration(layouts: kept.configuration?.layouts ?? [], allowsExec: allowsExec)
    log.copied(kept, configuration)
    state.refuse(refusal.because, hasCopy: true, at: MonotonicClock.now)
    put(configuration, actions.prepare(configuration))
    end(refusal)
  }

  // MARK: - Replacing

  private func replaceIfPossible() {
    guard let pending else { return }
    // A finger that has landed meanwhile is down, though its events have not been read yet.
    session.serveAll()
    guard session.isIdle || MonotonicClock.now >= pending.limit else {
      timer?.set(pending.limit)
      return
    }
    self.pending = nil
    put(pending.configuration, pending.layouts)
    state.take()
    counts.lastFailure = nil
    keeping?.keep(pending.files)
    let words = "\(series(pending.layouts.map(\.name))) in use"
    if pending.cause != .start {
      counts.done += 1
      logger.notice("\(words): read again by \(pending.cause.rawValue); \(session.summary)")
    }
    end(pending.reading)
    let warnings = pending.reading.lines.map { $0 + "\n" }.joined()
    for reply in pending.replies { reply(.done("\(warnings)\(words)\n\(session.summary)\n")) }
  }

  private func put(_ configuration: Configuration, _ layouts: [LiveLayout]) {
    let isFirst = inUse == nil
    inUse = configuration
    if isFirst { actions.start(layouts) } else { session.replace(with: layouts) }
  }
}
