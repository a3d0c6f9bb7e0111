import FakePanels
import Glibc
import TestTables

@testable import LinuxInput

/// Which changes are reported.
@Suite("A watched file") struct FileWatchRows {
  /// A folder, and a change in it.
  struct Row: TableRow {
    var what = ""
    /// Shell commands that make the initial files.
    let given: String
    var file = "etc/touchd.yaml"
    /// The change, as shell commands.
    let when: String
  }

  private static let plain = "mkdir etc; echo a > etc/touchd.yaml"
  private static let linked =
    "mkdir etc real; echo a > real/x; echo b > real/y; ln -s ../real/x etc/touchd.yaml"
  /// A folder as tools that deploy configuration lay it out, each version in a folder of its own.
  private static let versions =
    "mkdir -p etc/v1 etc/v2; echo a > etc/v1/f; echo b > etc/v2/f; ln -s v1 etc/data; ln -s data/f etc/touchd.yaml"

  static let told: Table<Row> = [
    "is written over": Row(given: plain, when: "echo b > etc/touchd.yaml"),
    "is emptied": Row(given: plain, when: ": > etc/touchd.yaml"),
    "is cut": Row(given: plain, when: "truncate -s 1 etc/touchd.yaml"),
    "is replaced by a rename": Row(given: plain, when: "echo b > etc/.new; mv etc/.new etc/touchd.yaml"),
    "is replaced by a rename from elsewhere": Row(given: plain, when: "echo b > new; mv new etc/touchd.yaml"),
    "is moved to a backup and written anew": Row(
      given: plain, when: "mv etc/touchd.yaml etc/touchd.yaml~; echo b > etc/touchd.yaml"),
    "is linked over": Row(given: plain + "; echo b > other", when: "ln -f other etc/touchd.yaml"),
    "is deleted": Row(given: plain, when: "rm etc/touchd.yaml"),
    "is deleted and made again": Row(given: plain, when: "rm etc/touchd.yaml; echo b > etc/touchd.yaml"),
    "may be read by others from now on": Row(given: plain, when: "chmod 600 etc/touchd.yaml"),
    "comes into being": Row(given: "mkdir etc", when: "echo a > etc/touchd.yaml"),
    "comes into being with its folder": Row(given: "true", when: "mkdir etc; echo a > etc/touchd.yaml"),
    "comes into being far below what there is": Row(
      given: "true", file: "a/b/c/f", when: "mkdir -p a/b/c; echo a > a/b/c/f"),
    "is a link that leads elsewhere now": Row(given: linked, when: "ln -sf ../real/y etc/touchd.yaml"),
    "is a link, and written where it leads": Row(given: linked, when: "echo c > real/x"),
    "is a link, and replaced where it leads": Row(given: linked, when: "echo c > real/.x; mv real/.x real/x"),
    "is a link that leads to nothing yet": Row(
      given: "mkdir etc; ln -s ../f etc/touchd.yaml", when: "echo a > f"),
    "is a link that is replaced by a file": Row(
      given: linked, when: "rm etc/touchd.yaml; echo c > etc/touchd.yaml"),
    "is reached by a link in the middle that changes": Row(given: versions, when: "ln -sfn v2 etc/data"),
    "is reached by a link in the middle that is renamed over": Row(
      given: versions, when: "ln -s v2 etc/new; mv -T etc/new etc/data"),
    "is reached by links, and written": Row(given: versions, when: "echo c > etc/v1/f"),
    "is reached by an absolute link": Row(
      given: "mkdir etc; echo a > x; ln -s $PWD/x etc/touchd.yaml", when: "echo b > x"),
    "is in a folder that is a link and changes": Row(
      given: "mkdir v1 v2; echo a > v1/f; echo b > v2/f; ln -s v1 etc", file: "etc/f", when: "ln -sfn v2 etc"),
    "is in a folder that is renamed away and made anew": Row(
      given: plain, when: "mv etc old; mkdir etc; echo b > etc/touchd.yaml"),
    "is in a folder that is deleted and made anew": Row(
      given: plain, when: "rm -r etc; mkdir etc; echo b > etc/touchd.yaml"),
    "is below a folder that is exchanged for another": Row(
      given: "mkdir -p a/etc new/etc; echo a > a/etc/f; echo b > new/etc/f", file: "a/etc/f",
      when: "mv a old; mv new a"),
    "is named with dots on its way": Row(
      given: plain, file: "etc/../etc/./touchd.yaml", when: "echo b > etc/touchd.yaml"),
  ]

  static let untold: Table<Row> = [
    "is read": Row(given: plain, when: "cat etc/touchd.yaml > copy"),
    "has a neighbour that comes, is written and goes": Row(
      given: plain, when: "echo b > etc/x; echo c > etc/x; mv etc/x etc/y; rm etc/y"),
    "is copied": Row(given: plain, when: "cp etc/touchd.yaml etc/touchd.yaml~"),
    "has a namesake in another folder": Row(given: plain, when: "mkdir other; echo b > other/touchd.yaml"),
    "is in a folder whose rights change": Row(given: plain, when: "chmod 711 etc"),
    "is not there when its folder comes": Row(given: "true", when: "mkdir etc"),
    "is in a folder that goes and comes back": Row(given: plain, when: "mv etc old; mv old etc"),
    "is a link in a circle": Row(given: "mkdir etc; ln -s touchd.yaml etc/touchd.yaml", when: "echo a > x"),
  ]

  private let folder = TemporaryFolder()
  private let loop: RunLoop

  init() throws { loop = try RunLoop(servesMainQueue: false) }

  @Test("is reported when it", arguments: told)
  func isTold(row: Row) throws {
    try folder.shell(row.given)
    let (watch, calls) = try watching(row.file)
    try folder.shell(row.when)
    #expect(try loop.run { calls.count > 0 }, "reported")
    #expect(try loop.run { !watch.isPending })
    #expect(calls.count == 1, "reported once")
    try expectTold(row, calls, watch)
  }

  @Test("is not reported when it", arguments: untold)
  func isUntold(row: Row) throws {
    try folder.shell(row.given)
    let (watch, calls) = try watching(row.file)
    try folder.shell(row.when)
    try loop.runOnce(timeout: .zero)
    #expect(try loop.run { !watch.isPending })
    #expect(calls.count == 0)
    try expectTold(row, calls, watch)
  }

  @Test("is not reported when a process writes to the file that was replaced")
  func replaced() throws {
    try folder.shell(Self.plain)
    let old = open("\(folder.path)/etc/touchd.yaml", O_WRONLY | O_CLOEXEC)
    let (watch, calls) = try watching("etc/touchd.yaml")
    try folder.shell("echo b > etc/new; mv etc/new etc/touchd.yaml")
    #expect(try loop.run { calls.count == 1 })
    #expect(write(old, "c", 1) == 1)
    close(old)
    try loop.runOnce(timeout: .zero)
    #expect(!watch.isPending)
  }

  @Test("is reported once, however often it was changed meanwhile")
  func often() throws {
    try folder.shell(Self.plain)
    let (watch, calls) = try watching("etc/touchd.yaml")
    try folder.shell(
      "for i in 1 2 3 4 5 6 7 8 9; do echo $i > etc/touchd.yaml; echo $i > etc/x; mv etc/x etc/touchd.yaml; done"
    )
    #expect(try loop.run { calls.count > 0 && !watch.isPending })
    #expect(calls.count == 1)
  }

  @Test("is reported when the kernel's event queue overflows")
  func overflow() throws {
    try folder.shell(Self.plain)
    let (watch, calls) = try watching("etc/touchd.yaml")
    let kept =
      try Int(
        #require(
          String(decoding: contentsOfFile("/proc/sys/fs/inotify/max_queued_events", limit: 64), as: UTF8.self)
            .split(separator: "\n").first)) ?? 0
    try #require((1...1_000_000).contains(kept))
    for index in 0...(kept / 2) {
      let name = "\(folder.path)/etc/\(index % 2)"
      close(open(name, O_CREAT | O_RDONLY | O_CLOEXEC, 0o600))
      unlink(name)
    }
    #expect(try loop.run { calls.count == 1 && !watch.isPending })
  }

  @Test("counts among several, and those that are not there at first", arguments: ["a", "b", "c/d"])
  func several(file: String) throws {
    try folder.shell("echo x > a")
    let (watch, calls) = try watching("a", "b", "c/d")
    try folder.shell("mkdir -p c; echo y > \(file)")
    #expect(try loop.run { calls.count == 1 && !watch.isPending })
  }

  @Test("is not reported after the watch is released, which may happen in its own callback")
  func gone() throws {
    try folder.shell(Self.plain)
    var calls = 0
    var watch: FileWatch?
    watch = try FileWatch(["\(folder.path)/etc/touchd.yaml"], on: loop, settle: .zero) {
      calls += 1
      watch = nil
    }
    try folder.shell("echo b > etc/touchd.yaml")
    #expect(try loop.run { calls == 1 })
    try folder.shell("echo c > etc/touchd.yaml")
    try loop.runOnce(timeout: .zero)
    #expect(calls == 1)
    #expect(watch == nil)
  }

  @Test(
    "is reported once for changes before the first look, if that is beside the loop, and then for each change"
  )
  func besideLoop() throws {
    try folder.shell(Self.plain)
    let calls = Calls()
    let watch = try FileWatch(["\(folder.path)/etc/touchd.yaml"], on: loop, settle: .zero, besideLoop: true) {
      calls.count += 1
    }
    try folder.shell("echo b > etc/touchd.yaml")
    #expect(try loop.run { calls.count > 0 && !watch.isPending })
    let first = calls.count
    try folder.shell("rm -r etc; mkdir etc; echo c > etc/touchd.yaml")
    #expect(try loop.run { calls.count > first && !watch.isPending })
    try folder.shell("chmod 711 etc")
    let second = calls.count
    try loop.runOnce(timeout: .zero)
    #expect(try loop.run { !watch.isPending })
    #expect(calls.count == second)
  }

  @Test("is one of 256 at most")
  func limit() throws {
    let files = (0...FileWatch.limit).map { "\(folder.path)/\($0)" }
    let watch = try FileWatch(Array(files.dropLast()), on: loop) {}
    #expect(throws: SystemError.self) { try FileWatch(files, on: loop) {} }
    withExtendedLifetime(watch) {}
  }

  /// It is watched still, wherever it is now.
  private func expectTold(_ row: Row, _ calls: Calls, _ watch: FileWatch) throws {
    let before = calls.count
    try folder.shell("rm -f \(row.file); mkdir -p $(dirname \(row.file)); echo z > \(row.file)")
    #expect(try loop.run { calls.count > before }, "reported again")
    #expect(try loop.run { !watch.isPending })
  }

  private final class Calls { var count = 0 }

  private func watching(_ files: String...) throws -> (FileWatch, Calls) {
    let calls = Calls()
    let paths = files.map { "\(folder.path)/\($0)" }
    let watch = try FileWatch(paths, on: loop, settle: .milliseconds(1)) { calls.count += 1 }
    return (watch, calls)
  }

  @Test("is in folders whose watch no program inherits that touchd starts, nor the one for another thread")
  func closedOnExec() throws {
    let folders = try WatchedFolders()
    let second = try folders.duplicate()
    #expect(fcntl(folders.fileDescriptor, F_GETFD) == FD_CLOEXEC)
    #expect(fcntl(second.rawValue, F_GETFD) == FD_CLOEXEC)
  }
}
