internal import CEvdev
public import Dispatcher
internal import Glibc

/// Reports that one of some files may have changed, in whichever way it was changed.
///
/// It watches (inotify(7)) the folders and not the files: editors write a new file and rename it over the old
/// one. Of a path, each folder on its way counts, and each symbolic link, also those that links lead to; so a
/// folder that is made anew is found again, and files that need not exist yet are, too. What else happens in
/// the folders does not count. As long as nothing happens there, nothing runs.
///
/// Looking along a way can take for ever, where it leads over a network that is dead. So that is done beside the loop;
/// meanwhile nothing is reported.
///
/// Not thread-safe: it belongs to the thread of its run loop. It ends with the object.
public final class FileWatch {
  /// The most files that are watched.
  public static let limit = 256
  /// The most bytes of events read in a wake, so that a storm of them does not hold up the touchscreens.
  private static let bytesPerWake = 16 << 10

  /// Reason for which it does not see every change; the others are seen.
  public private(set) var problem: SystemError?
  private let paths: [String]
  private let onChange: () -> Void
  private let runLoop: RunLoop
  private var folders: WatchedFolders
  /// Stamps of the files when a change was last reported.
  private var told: [FileStamp?]
  /// Whether something happened to one of the files itself, and not only to a folder or a link on its way.
  private var isCertain = false
  /// A look at the ways that is under way.
  fileprivate var look: Background<Look>?
  /// Whether to look once more when it has ended, and then to report what is found if it is news; `nil` for no look.
  private var tellsNext: Bool?
  private var settling: Settling
  private var watch: RunLoop.Watch?
  private var timer: LoopTimer?

  /// State of the files along the ways.
  fileprivate struct Look: Sendable {
    let found: WatchedFolders.Found
    /// Stamps of the files.
    fileprivate let stamps: [FileStamp?]

    init(_ paths: [String], _ inotify: borrowing OwnedDescriptor) {
      found = WatchedFolders.Found(along: paths, inotify: inotify)
      stamps = paths.map(FileStamp.init)
    }
  }

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - paths: files, at most ``limit``; a relative path starts at the current folder.
  ///   - settle: how long nothing must have happened before a change is reported. While changes go on, they are
  ///     reported every two seconds.
  ///   - besideLoop: whether also the first look is beside the loop. Then its end is reported once, for all that
  ///     happened before; otherwise what happens from now on is reported.
  ///   - onChange: called on the loop; several changes become one call.
  /// - Throws: ``SystemError`` with a remedy: `E2BIG` for too many files, `EMFILE` if the user may have no more
  ///   watches at all.
  public init(
    _ paths: [String], on runLoop: RunLoop, settle: Interval = .milliseconds(300), besideLoop: Bool = false,
    _ onChange: @escaping () -> Void
  ) throws(SystemError) {
    guard paths.count <= Self.limit else {
      throw SystemError(
        call: "inotify_add_watch", on: "\(paths.count) files", code: E2BIG,
        remedy: "at most \(Self.limit) files are watched")
    }
    self.paths = paths.map(absolutePath)
    self.runLoop = runLoop
    self.onChange = onChange
    folders = try WatchedFolders()
    settling = Settling(quiet: settle)
    // Before the folders are watched: what comes in between is reported once too often, and never missed.
    told = besideLoop ? [] : self.paths.map(FileStamp.init)
    if !besideLoop { follow(WatchedFolders.Found(along: self.paths, inotify: folders.inotify)) }
    timer = try LoopTimer(on: runLoop) { [weak self] in self?.tell() }
    watch = try runLoop.watch(folders.fileDescriptor) { [weak self] _ in self?.read() }
    if besideLoop { begin(tells: true) }
  }

  deinit { if let watch { runLoop.cancel(watch) } }

  /// Whether something happened that is not reported yet.
  var isPending: Bool { settling.due != nil || look != nil }

  private func read() {
    var isOtherWay = false
    let now = MonotonicClock.now
    for event in folders.read(atMost: Self.bytesPerWake) {
      // In a folder that is being found just now: what it is about is not known yet.
      if look != nil, !folders.contains(event.folder) { settling.change(at: now) }
      guard let happening = folders.meaning(of: event) else { continue }
      isOtherWay = isOtherWay || happening.changesWay
      isCertain = isCertain || happening.isOfFile
      if happening.isUnderWay { settling.write(at: now) } else { settling.change(at: now) }
    }
    // At once, and not only when all is quiet: what happens in a folder that is new should be seen.
    if isOtherWay { begin(tells: false) }
    timer?.set(settling.due)
  }

  private func tell() {
    settling.finish()
    begin(tells: true)
  }

  /// Looks along the ways; if a look is under way, once more after it.
  ///
  /// - Parameter tells: whether everything is quiet, so that what it finds is reported if it is news.
  private func begin(tells: Bool) {
    guard look == nil else { return tellsNext = tells || tellsNext == true }
    do throws(SystemError) {
      let inotify = try folders.duplicate()
      look = try Background(on: runLoop, { [paths] in Look(paths, inotify) }) { [unowned self] in
        end($0, tells: tells)
      }
    } catch {
      // No thread or descriptor is to be had now.
      settling.change(at: MonotonicClock.now)
      timer?.set(settling.due)
    }
  }

  private func follow(_ found: WatchedFolders.Found) {
    folders.follow(found)
    problem = found.failure
  }

  private func end(_ seen: Look, tells: Bool) {
    look = nil
    follow(seen.found)
    if let next = tellsNext {
      tellsNext = nil
      begin(tells: next)
    }
    guard tells, isCertain || seen.stamps != told else { return }
    (told, isCertain) = (seen.stamps, false)
    onChange()
  }
}

/// Which file is at a path, and in which state; two that are equal have the same content and the same rights.
private struct FileStamp: Equatable, Sendable {
  private let numbers: [Int64]

  /// `nil` if there is no file, or it cannot be reached.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    numbers = [
      Int64(bitPattern: UInt64(status.st_dev)), Int64(bitPattern: UInt64(status.st_ino)),
      Int64(status.st_size), Int64(status.st_mode), Int64(status.st_uid), Int64(status.st_gid),
      Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec),
      Int64(status.st_ctim.tv_sec), Int64(status.st_ctim.tv_nsec),
    ]
  }
}

/// Time to report changes that come in groups: after a while of quiet, but not for ever later.
struct Settling {
  /// Longest wait for the next change of a group, from the first one on. (O)
  static let latest = Interval.seconds(2)
  /// A file that no program has written for so long is taken as complete, though it is still open. (O)
  static let stalled = Interval.seconds(2)

  private let quiet: Interval
  /// The last moment at which to report the changes so far.
  private var limit: Timestamp?
  /// Time to report; `nil` if there is nothing to report.
  private(set) var due: Timestamp?

  init(quiet: Interval) { self.quiet = quiet }

  /// Something was changed, and is complete as far as is known.
  mutating func change(at time: Timestamp) {
    let limit = limit ?? time + Self.latest
    self.limit = limit
    due = min(time + quiet, limit)
  }

  /// A file was written, by a program that still has it open and is likely to write more.
  mutating func write(at time: Timestamp) {
    due = limit.map { min(time + quiet, $0) } ?? time + Self.stalled
  }

  /// The changes were reported.
  mutating func finish() { (limit, due) = (nil, nil) }
}
