internal import CEvdev
internal import Glibc

/// An inotify instance, and what counts in each of the folders that it watches.
struct WatchedFolders: ~Copyable {
  /// Meaning of an event for the files.
  struct Happening {
    /// It happened to a file itself, and not to a folder or a link on its way.
    var isOfFile = false
    /// The file was written and is still open.
    var isUnderWay = false
    /// The path may lead elsewhere now.
    var changesWay = false
  }

  /// An event as the kernel tells it.
  struct Event {
    let folder: Int32
    let mask: UInt32
    /// The name in the folder; empty for the folder itself.
    let name: String
  }

  /// The most folders: four on the way of each file.
  private static let limit = 4 * FileWatch.limit
  /// Events that can make a path lead elsewhere: names that come and go, and rights.
  private static let wayMask =
    UInt32(IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
  /// That, and being written. It also reports files that do not count; so it is not used for the folders on the way,
  /// such as `/tmp`.
  private static let fileMask = wayMask | UInt32(IN_CLOSE_WRITE | IN_MODIFY)
  /// Of a file that was replaced and that a program still writes, nothing is reported.
  private static let flags = UInt32(IN_MASK_ADD | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK)

  let inotify: OwnedDescriptor
  /// By the kernel's number of each folder, the names that count, and whether each is a file's.
  private var names: [Int32: [String: Bool]]

  // Swift 6.2 takes no default beside a property where the initializer throws.
  init() throws(SystemError) {
    inotify = OwnedDescriptor(
      adopting: try systemCall("inotify_init1", on: "the layouts' folders", remedy: remedy) {
        inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      })
    names = [:]
  }

  var fileDescriptor: Int32 { inotify.rawValue }

  /// Watches these folders, which were found and are under watch, and no others.
  mutating func follow(_ found: Found) {
    for number in names.keys where found.names[number] == nil { inotify_rm_watch(fileDescriptor, number) }
    names = found.names
  }

  /// The same inotify instance, for another thread.
  ///
  /// - Throws: ``SystemError``, `EMFILE` if the process has no descriptor left.
  func duplicate() throws(SystemError) -> OwnedDescriptor {
    OwnedDescriptor(
      adopting: try systemCall("fcntl", on: "the layouts' folders") { [fd = inotify.rawValue] in
        fcntl(fd, F_DUPFD_CLOEXEC, 0)
      })
  }

  /// Whether it watches the folder of this number.
  func contains(_ folder: Int32) -> Bool { names[folder] != nil }

  /// The folders that paths lead through.
  struct Found: Sendable {
    /// By the kernel's number of each folder, the names that count, and whether each is a file's.
    fileprivate(set) var names: [Int32: [String: Bool]] = [:]
    /// The first that keeps it from seeing all changes.
    fileprivate(set) var failure: SystemError?

    /// Goes along the paths, from the root, and watches the folders on their ways.
    init(along paths: [String], inotify: borrowing OwnedDescriptor) {
      var numbers: [Step: Int32] = [:]
      let descriptor = inotify.rawValue
      for path in paths {
        PathWay.walk(path) { folder, name, isFile in
          let step = Step(folder: folder, isFile: isFile)
          let number = numbers[step] ?? WatchedFolders.add(folder, isFile, names.count, to: descriptor)
          numbers[step] = number
          if number >= 0 {
            names[number, default: [:]][name, default: false] = names[number]?[name] ?? false || isFile
          } else if failure == nil, WatchedFolders.matters(-number, isFile) {
            failure = SystemError(
              call: "inotify_add_watch", on: folder, code: -number, remedy: remedy(-number))
          }
        }
      }
    }
  }

  /// Whether changes go unseen for this reason. What comes and goes meanwhile is reported by the folder before it; a
  /// folder on the way that may not be read reports that it moved.
  private static func matters(_ code: Int32, _ isFile: Bool) -> Bool {
    code != ENOENT && code != ENOTDIR && (isFile || code != EACCES)
  }

  private struct Step: Hashable {
    let folder: String
    let isFile: Bool
  }

  /// The kernel's number of a folder, or −errno.
  private static func add(_ folder: String, _ isFile: Bool, _ count: Int, to inotify: Int32) -> Int32 {
    guard count < limit else { return -ENOSPC }
    let mask = (isFile ? fileMask : wayMask) | flags
    let number = inotify_add_watch(inotify, folder, mask)
    return number < 0 ? -errno : number
  }

  /// Meaning of an event; `nil` if it concerns no file that counts.
  func meaning(of event: Event) -> Happening? {
    func has(_ bits: Int32) -> Bool { event.mask & UInt32(bits) != 0 }
    // What was lost may have been anything.
    if has(IN_Q_OVERFLOW) { return Happening(isOfFile: true, changesWay: true) }
    guard let names = names[event.folder] else { return nil }
    // The folder itself was moved, deleted or unmounted.
    guard !event.name.isEmpty else { return Happening(changesWay: true) }
    guard let isFile = names[event.name] else { return nil }
    let isWritten = has(IN_CLOSE_WRITE | IN_MODIFY)
    // In the folder of another file, a folder's name may count: that it is written means nothing.
    if isWritten, !isFile { return nil }
    return Happening(isOfFile: isFile, isUnderWay: has(IN_MODIFY), changesWay: !isWritten)
  }

  /// The events that wait, oldest first, as many as so many bytes hold; what is left over makes the
  /// descriptor readable again.
  func read(atMost limit: Int) -> [Event] {
    withUnsafeTemporaryAllocation(byteCount: limit, alignment: 8) { buffer in
      let count = Glibc.read(fileDescriptor, buffer.baseAddress, limit)
      return Self.events(in: UnsafeRawBufferPointer(rebasing: buffer.prefix(max(count, 0))))
    }
  }

  private static func events(in bytes: UnsafeRawBufferPointer) -> [Event] {
    var events: [Event] = []
    var rest = bytes[...]
    let head = MemoryLayout<inotify_event>.size
    while rest.count >= head {
      let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
      let end = head + Int(event.len)
      guard rest.count >= end else { break }
      // Filled up with zeros.
      let name = rest.dropFirst(head).prefix(Int(event.len)).prefix { $0 != 0 }
      events.append(Event(folder: event.wd, mask: event.mask, name: String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(end)
    }
    return events
  }
}

private func remedy(_ code: Int32) -> String? {
  switch code {
  case EACCES:
    "the user that touchd runs as must be able to read the folder; without, changes need `touchd reload`"
  case EMFILE: "raise `sysctl fs.inotify.max_user_instances`; without, changes need `touchd reload`"
  case ENOSPC: "raise `sysctl fs.inotify.max_user_watches`; without, changes need `touchd reload`"
  default: nil
  }
}
