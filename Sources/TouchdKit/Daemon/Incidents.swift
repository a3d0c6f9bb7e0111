import Dispatcher
internal import Glibc
import LinuxInput
import Logging
internal import Synchronization

/// Saves the last minutes to the disk when something has gone wrong, beside the run loop, one file after the other.
///
/// A disk that is full, read-only or slow stops nothing: what cannot be saved is logged, and of each kind one waits for
/// a disk that does not answer.
final class Incidents: Sendable {
  private let folder: IncidentFolder
  private let logger: Logger
  private let thread: WriterThread
  private let waiting = Mutex<Set<String>>([])
  private let saved = Mutex<[IncidentFolder.File]>([])
  /// One line an hour about a disk that takes nothing. (O)
  private let complaints = Mutex(RateLimit(burst: 1, every: .seconds(3600)))

  /// The incidents on the disk, oldest first.
  var files: [IncidentFolder.File] { saved.withLock { $0 } }

  /// Their number and the meaning of the last, for a line of counters.
  var members: JSON.Members {
    let files = files
    return [("incidents", .integer(files.count)), ("last_incident", .text(files.last?.incident.words))]
  }

  /// - Parameter folder: systemd's `StateDirectory=`.
  /// - Throws: ``SystemError``, `EAGAIN` if there may be no more threads.
  init(below folder: String, _ logger: Logger) throws(SystemError) {
    (self.folder, self.logger) = (IncidentFolder(path: "\(folder)/incidents"), logger)
    thread = try WriterThread(limit: .max)
    look()
  }

  /// Removes what has grown too old.
  func look() { post("look") { _ in } }

  /// Saves what a ring holds when its turn comes.
  ///
  /// - Parameters:
  ///   - number: of the panel's track; without it, the panel is the one that was touched last.
  ///   - image: reads the ring.
  func save(
    _ incident: BlackBox.Incident, of number: UInt16? = nil,
    from image: @escaping @Sendable () throws -> RingImage
  ) {
    post(incident.rawValue) { try $0.save(incident, of: number, at: IncidentFolder.now, image) }
  }

  /// Saves what a ring holds as the last that there was, in the place of the one before, and waits for that, but not
  /// for long: the service manager gives a service five seconds to stop. (O)
  func saveLast(from image: @escaping @Sendable () throws -> RingImage) {
    post("last") { try $0.saveLast(image) }
    thread.drain(within: .seconds(2))
  }

  private func post(_ kind: String, _ work: @escaping @Sendable (IncidentFolder) throws -> Void) {
    guard waiting.withLock({ $0.insert(kind).inserted }) else { return }
    thread.post(1) { [self] in
      do {
        try work(folder)
      } catch {
        let leftOut = complaints.withLock { $0.admit(at: MonotonicClock.now) }
        if leftOut != nil { logger.warning("an incident was not saved: \(error)") }
      }
      folder.removeSurplus(at: IncidentFolder.now)
      let files = (try? folder.files) ?? []
      saved.withLock { $0 = files }
      waiting.withLock { _ = $0.remove(kind) }
    }
  }
}

/// The folder of incidents: a recording for each, its owner's alone. Its calls wait for the disk: not for the loop.
struct IncidentFolder: Sendable {
  static let standardPath = "/var/lib/touchd/incidents"
  /// The most files, and their bytes, the last before the stop not included. (O)
  static let (mostFiles, mostBytes) = (20, 32 << 20)
  /// Seconds after which a file goes: two weeks.
  static let longestAge = 14 * 86_400
  /// Seconds in which an incident of a kind is saved once.
  static let pause = 600
  /// Name of the last recording before the daemon was stopped.
  static let lastName = "last.evemu.gz"

  let path: String

  /// A recording in the folder: `17-1795711619-stuck.evemu.gz`.
  struct File: Equatable, Sendable {
    let number: Int
    /// Seconds since 1970.
    let time: Int
    let incident: BlackBox.Incident
    var bytes = 0

    private static let suffix = ".evemu.gz"

    var name: String { "\(number)-\(time)-\(incident.rawValue)\(Self.suffix)" }

    init(number: Int, time: Int, _ incident: BlackBox.Incident, bytes: Int = 0) {
      (self.number, self.time, self.incident, self.bytes) = (number, time, incident, bytes)
    }

    /// A file by its name; `nil` for another one.
    init?(named name: String) {
      let words = name.dropLast(Self.suffix.count).split(separator: "-", maxSplits: 2)
      guard words.count == 3, let number = Int(words[0]), number > 0, let time = Int(words[1]), time > 0,
        let incident = BlackBox.Incident(rawValue: String(words[2]))
      else { return nil }
      self.init(number: number, time: time, incident)
      guard self.name == name else { return nil }
    }

    fileprivate var day: Int { time / 86_400 }
  }

  /// Seconds since 1970.
  static var now: Int { time(nil) }

  // MARK: - Rules

  /// Whether an incident is to be saved beside files that there are: one of a kind in ten minutes.
  static func admits(_ incident: BlackBox.Incident, at time: Int, beside files: [File]) -> Bool {
    !files.contains { $0.incident == incident && abs($0.time - time) < pause }
  }

  /// The files that go: those that are too old, and as long as there are too many, the oldest; the first of a day goes
  /// last.
  static func surplus(of files: [File], at time: Int) -> [File] {
    var gone = files.filter { time - $0.time > longestAge }
    var kept = files.filter { time - $0.time <= longestAge }.sorted { $0.number < $1.number }
    while kept.count > 1, kept.count > mostFiles || kept.reduce(0, { $0 + $1.bytes }) > mostBytes {
      let place = kept.indices.first { index in kept[..<index].contains { $0.day == kept[index].day } }
      // The newest stays, whatever its size: a status may have named it.
      gone.append(kept.remove(at: place.map { $0 < kept.count - 1 ? $0 : 0 } ?? 0))
    }
    return gone
  }

  // MARK: - Files

  /// The files, oldest first. O(files).
  ///
  /// - Throws: ``SystemError``, `ENOENT` if there is no folder.
  var files: [File] {
    get throws(SystemError) {
      try entries(ofFolder: path).compactMap { name in
        guard var file = File(named: name) else { return nil }
        var status = stat()
        if stat("\(path)/\(name)", &status) == 0 { file.bytes = Int(status.st_size) }
        return file
      }.sorted { $0.number < $1.number }
    }
  }

  /// Path of a recording by the number of its incident, or by the word `last`; `nil` if there is none.
  func recording(_ name: String, among files: [File]) -> String? {
    if name == "last" {
      return access("\(path)/\(Self.lastName)", F_OK) == 0 ? "\(path)/\(Self.lastName)" : nil
    }
    return files.first { String($0.number) == name }.map { "\(path)/\($0.name)" }
  }

  /// Saves a recording of a panel, or of the one that was touched last, unless one of its kind was just saved.
  func save(
    _ incident: BlackBox.Incident, of track: UInt16? = nil, at time: Int, _ image: () throws -> RingImage
  ) throws {
    let known = (try? files) ?? []
    guard Self.admits(incident, at: time, beside: known) else { return }
    let number = min(known.last?.number ?? 0, .max - 1) + 1
    try write(image(), of: track, File(number: number, time: time, incident).name, [incident.words])
  }

  /// Saves a recording in the place of the last one.
  func saveLast(_ image: () throws -> RingImage) throws {
    try write(image(), of: nil, Self.lastName, ["the last minutes before touchd was stopped"])
  }

  /// Removes what is over the limits, and what a process has left that was killed while it wrote.
  func removeSurplus(at time: Int) {
    for file in Self.surplus(of: (try? files) ?? [], at: time) { unlink("\(path)/\(file.name)") }
    let last = "\(path)/\(Self.lastName)"
    var status = stat()
    if stat(last, &status) == 0, time &- Int(status.st_mtim.tv_sec) > Self.longestAge { unlink(last) }
    let names = (try? entries(ofFolder: path)) ?? []
    for name in names where name.hasSuffix(".part") { unlink("\(path)/\(name)") }
  }

  private func write(_ image: RingImage, of track: UInt16?, _ name: String, _ notes: [String]) throws {
    let meant = track.flatMap { track in image.panels.first { $0.numbers.contains(track) } }
    let touched = image.panels.filter { !$0.isPen }.max { $0.last < $1.last }
    guard let panel = meant ?? touched ?? image.panels.last else { return }
    if mkdir(path, 0o700) != 0, errno != EEXIST {
      throw SystemError(call: "mkdir", on: path, code: errno)
    }
    let file = try GzipFile(replacing: "\(path)/\(name)")
    do {
      let start = Timestamp(microseconds: image.end.microseconds &- image.keep.microseconds)
      var isEmpty = true
      try image.write(panel, from: start, notes: notes + RingImage.losses) {
        isEmpty = false
        try file.write($0)
      }
      // Nothing was touched in that time.
      if isEmpty { file.discard() } else { try file.finish() }
    } catch {
      file.discard()
      throw error
    }
  }
}

extension RingImage {
  /// Notes on what a recording lacks that begins in the middle, for its head.
  static let losses = [
    "this is cut out of touchd's memory; where it begins, all that was before is lost:",
    "which views were hidden or disabled, how far content was scrolled, what was claimed by a program,",
    "explored or idle, and what a program said of the screen. Fingers that were down are left out.",
  ]
}
