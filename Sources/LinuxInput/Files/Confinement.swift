internal import CEvdev
internal import Glibc

/// Files and folders that a program and all that it starts cannot open: Landlock.
///
/// Landlock can only list what may be opened. So all is listed that is there at the moment, but what is denied: a
/// program cannot open either what appears later beside something that is denied, below `/dev` say, or right below `/`.
public struct Confinement: Sendable {
  /// Input devices, what makes them, and the service's own folder, where incidents are.
  public static let fromInput = Confinement(denying: ["/dev/input", "/dev/uinput", "/var/lib/touchd"])

  /// Nothing: a program can open what its user can.
  public static let nothing = Confinement(denying: [])

  /// From the root, without symbolic links.
  private let denied: [String]

  /// - Parameter paths: what cannot be opened, with all below it: from the root, without symbolic links.
  public init(denying paths: [String]) { denied = paths }

  /// Reason for which the kernel confines no program; `nil` if it does.
  public static let lack: String? = lack(version: cevdev_landlock_version())

  /// - Parameter version: what the kernel says, or −errno.
  static func lack(version: Int32) -> String? {
    switch version {
    case -ENOSYS: "this kernel has no Landlock (Linux 5.19 or later with CONFIG_SECURITY_LANDLOCK has)"
    case -EOPNOTSUPP: "Landlock is switched off: the kernel's parameter `lsm=` must contain `landlock`"
    case -EPERM: "a filter of system calls denies Landlock: the unit's SystemCallFilter= must allow it"
    case ..<0:
      "Landlock does not answer: \(SystemError(call: "landlock_create_ruleset", on: "the kernel", code: -version))"
    case ..<oldestVersion: "this kernel's Landlock is too old: Linux 5.19 or later has what it needs"
    default: nil
    }
  }

  /// The first version under which files can be renamed from one folder to another.
  private static let oldestVersion: Int32 = 2

  /// Confines the calling thread and what it starts from now on, for good; other threads are not confined. Nothing
  /// happens where the kernel cannot (``lack``).
  ///
  /// Without CAP_SYS_ADMIN, what it starts gains no rights by a set-user-ID program, such as sudo, either. Some system
  /// calls for each entry of the folders on the way to what is denied; waits for the disks that these are on.
  ///
  /// - Throws: ``SystemError``: `EMFILE` or `ENOMEM`; the thread must start nothing then.
  public func confineThread() throws(SystemError) {
    guard !denied.isEmpty, Self.lack == nil else { return }
    let ruleset = OwnedDescriptor(
      adopting: try check(cevdev_landlock_create(), "landlock_create_ruleset", on: "programs"))
    let root = try Self.open("/")
    if let root {
      try check(
        cevdev_landlock_allow_renaming(ruleset.rawValue, root.rawValue), "landlock_add_rule", on: "/")
    }
    try allowEntries(of: "", ruleset.rawValue)
    try check(cevdev_landlock_enforce(ruleset.rawValue), "landlock_restrict_self", on: "programs")
  }

  /// Allows what is in a folder, but what is denied.
  ///
  /// - Parameter folder: empty for the root.
  private func allowEntries(of folder: String, _ ruleset: Int32) throws(SystemError) {
    for name in try Self.entries(of: folder.isEmpty ? "/" : folder) {
      let path = "\(folder)/\(name)"
      if denied.contains(path) { continue }
      if denied.contains(where: { $0.hasPrefix("\(path)/") }) {
        try allowEntries(of: path, ruleset)
      } else if let place = try Self.open(path) {
        try check(
          cevdev_landlock_allow_files(ruleset, place.rawValue), "landlock_add_rule", on: path)
      }
    }
  }

  /// More entries than this folder on the way to a device has; what is beyond cannot be opened. (O)
  private static let entryLimit = 16_384

  /// The names in a folder, symbolic links left out: what they lead to stands elsewhere. Empty for one that is not
  /// there.
  private static func entries(of folder: String) throws(SystemError) -> [String] {
    let number = cevdev_open_folder(folder)
    if [-ENOENT, -ENOTDIR, -ELOOP, -EACCES].contains(number) { return [] }
    try check(number, "open", on: folder)
    guard let stream = fdopendir(number) else {
      let code = errno
      close(number)
      throw SystemError(call: "fdopendir", on: folder, code: code)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < entryLimit, let entry = readdir(stream) {
      let name = name(of: entry)
      if name != ".", name != "..", entry.pointee.d_type != DT_LNK { names.append(name) }
    }
    return names
  }

  /// A descriptor that stands for a place and opens nothing; `nil` if it has gone, or is out of reach.
  private static func open(_ path: String) throws(SystemError) -> OwnedDescriptor? {
    let number = cevdev_open_place(path)
    if number >= 0 { return OwnedDescriptor(adopting: number) }
    let code = -number
    if code == EMFILE || code == ENFILE || code == ENOMEM {
      throw SystemError(call: "open", on: path, code: code)
    }
    return nil
  }
}
