import TestSupport
import TestTables
import Testing

@testable import TouchdKit

/// What is in use, whatever becomes of the files: `given` is done, `then` is in use. ``ServedConfiguration`` says what
/// the words mean.
@Suite("The life of a configuration")
struct ConfigurationLifecycle {
  struct Row: TableRow {
    var what = ""
    let given: String
    let then: String
    /// A part of a line of the log.
    var said: String?
  }

  static let starts = [
    Row(what: "good files are used", given: "exec; good 1; start", then: "files 1 exec"),
    Row(
      what: "bad from the first start on: nothing is used, and it waits", given: "no exec; bad; start",
      then: "waiting", said: "no last good copy is kept yet"),
    Row(what: "what it waited for comes", given: "no exec; bad; start; good 1; saved", then: "files 1"),
    Row(
      what: "asked meanwhile, it says what is wrong", given: "no exec; bad; start; reload",
      then: "waiting (error)"),
    Row(
      what: "a missing file is waited for", given: "no exec; missing; start; good 1; saved", then: "files 1"),
    Row(
      what: "so is one that may not be read", given: "no exec; good 1; unreadable; start; good 1; saved",
      then: "files 1"),
    Row(
      what: "so is the daemon's file", given: "root missing; good 1; start; no exec; saved", then: "files 1"),
    Row(
      what: "a start at which a layout is bad uses the last good set",
      given: "no exec; good 1; start; bad; start", then: "copy 1", said: "/etc/touchd/a.yaml:1:1: error: "),
    Row(
      what: "missing", given: "no exec; good 1; start; missing; start", then: "copy 1",
      said: "/etc/touchd/a.yaml: No such file"),
    Row(what: "not to be read", given: "no exec; good 1; start; unreadable; start", then: "copy 1"),
    Row(what: "the daemon's file bad", given: "no exec; good 1; start; root bad; start", then: "copy 1"),
    Row(
      what: "the daemon's file missing", given: "no exec; good 1; start; root missing; start", then: "copy 1"),
    Row(what: "again and again", given: "no exec; good 1; start; bad; start; start; start", then: "copy 1"),
    Row(
      what: "the last set that was good counts, not the last one that was saved",
      given: "no exec; good 1; start; good 2; saved; bad; saved; start", then: "copy 2"),
    Row(
      what: "mended, the files are used", given: "no exec; good 1; start; bad; start; good 2; saved",
      then: "files 2"),
    Row(
      what: "mended to what the copy has, they are used",
      given: "no exec; good 1; start; bad; start; good 1; saved", then: "files 1", said: "good again"),
    Row(
      what: "asked while the copy is in use, it says what is wrong, and the copy goes on",
      given: "no exec; good 1; start; bad; start; reload", then: "copy 1 (error)"),
    Row(
      what: "without a word of a change, they are found some time",
      given: "no exec; good 1; start; bad; start; good 2; retry", then: "files 2"),
  ]

  static let reloads = [
    Row(what: "a good change is used", given: "no exec; good 1; start; good 2; reload", then: "files 2 (ok)"),
    Row(
      what: "a bad one is not, and what was in use stays", given: "no exec; good 1; start; bad; reload",
      then: "former 1 (error)", said: "a.yaml stays in use, as it was"),
    Row(what: "saved, not asked for", given: "no exec; good 1; start; bad; saved", then: "former 1"),
    Row(what: "and mended", given: "no exec; good 1; start; bad; saved; good 1; saved", then: "files 1"),
  ]

  static let permissions = [
    Row(
      what: "a layout is bad: what the daemon's file says now counts",
      given: "exec; good 1; start; bad; start", then: "copy 1 exec"),
    Row(
      what: "taken back in the same breath, it is taken back",
      given: "exec; good 1; start; bad; no exec; start", then: "copy 1"),
    Row(
      what: "given in the same breath, it is given: root said so",
      given: "no exec; good 1; start; bad; exec; start", then: "copy 1 exec"),
    Row(
      what: "the daemon's file is bad: what it said last goes on",
      given: "exec; good 1; start; root bad; start", then: "copy 1 exec"),
    Row(what: "missing, too", given: "exec; good 1; start; root missing; start", then: "copy 1 exec"),
    Row(
      what: "a bad file that others can have made so says nothing",
      given: "exec; good 1; start; root theirs; start", then: "copy 1"),
    Row(
      what: "one that cannot be looked at says nothing", given: "exec; good 1; start; root hangs; start",
      then: "copy 1"),
    Row(
      what: "the layout hangs: the daemon's file has been read", given: "exec; good 1; start; hang; start",
      then: "copy 1 exec"),
  ]

  static let damages = [
    Row(
      what: "a bit of the copy is another",
      given: "no exec; good 1; start; sed -i s/9,/8,/ last-good; bad; start",
      then: "waiting", said: "last-good is damaged: its sum is wrong"),
    Row(
      what: "the copy is cut", given: "no exec; good 1; start; truncate -s 100 last-good; bad; start",
      then: "waiting", said: "is damaged"),
    Row(
      what: "the copy is empty", given: "no exec; good 1; start; truncate -s 0 last-good; bad; start",
      then: "waiting", said: "is damaged: it ends early"),
    Row(
      what: "it is of a later version",
      given: "no exec; good 1; start; sed -i '1s/1$/2/' last-good; bad; start",
      then: "waiting", said: "of another version of touchd"),
    Row(
      what: "others may write it", given: "exec; good 1; start; chmod 666 last-good; bad; start",
      then: "waiting", said: "last-good may be written by others"),
    Row(
      what: "others may write its folder", given: "exec; good 1; start; chmod 777 .; bad; start",
      then: "waiting", said: "may be written by others"),
    Row(
      what: "it is a link", given: "exec; good 1; start; mv last-good x; ln -s x last-good; bad; start",
      then: "waiting", said: "last-good is no file"),
    Row(
      what: "it is a pipe", given: "exec; good 1; start; rm last-good; mkfifo last-good; bad; start",
      then: "waiting", said: "last-good is no file"),
    Row(
      what: "it cannot be written: all else goes on, and it is said once",
      given: "mkdir last-good; no exec; good 1; start; good 2; saved; good 3; saved", then: "files 3",
      said: "the last good configuration is not kept"),
    Row(
      what: "it can be written again: some time it is",
      given: "mkdir last-good; no exec; good 1; start; rmdir last-good; retry; bad; start", then: "copy 1"),
    Row(
      what: "what a crash left half written is not it",
      given: "no exec; good 1; start; cp last-good last-good.part; truncate -s 50 last-good.part; bad; start",
      then: "copy 1"),
  ]

  static let hangs = [
    Row(
      what: "a reading that does not end at a start: the copy is used",
      given: "no exec; good 1; start; hang; start", then: "copy 1",
      said: "/etc/touchd/a.yaml: its reading has not ended in 0 s"),
    Row(what: "without a copy, it waits", given: "no exec; good 1; hang; start", then: "waiting"),
    Row(
      what: "it ends: the files are read again, and used",
      given: "no exec; good 1; start; hang; start; good 2; answer", then: "files 2"),
    Row(
      what: "what it read is thrown away: it may be older than what was read since",
      given: "no exec; good 1; start; good 2; hang; reload; answer; good 3; saved", then: "files 3 (error)"),
    Row(
      what: "in a reload, the files in use stay, and the client is answered",
      given: "no exec; good 1; start; hang; reload", then: "former 1 (error)"),
    Row(
      what: "four of them do not end: the next is not begun, and is answered at once",
      given: "no exec; good 1; start; hang; reload; hang; reload; hang; reload; hang; reload; reload",
      then: "former 1 (error)", said: "4 readings have not ended, of /etc/touchd/a.yaml"),
  ]

  @Test("at a start", arguments: starts) func start(row: Row) throws { try check(row) }
  @Test("in a reload", arguments: reloads) func reload(row: Row) throws { try check(row) }
  @Test("may start programs", arguments: permissions) func permission(row: Row) throws { try check(row) }
  @Test("when the copy is no good", arguments: damages) func damage(row: Row) throws { try check(row) }
  @Test("when a file does not answer", arguments: hangs) func hang(row: Row) throws { try check(row) }

  private func check(_ row: Row) throws {
    let served = try ServedConfiguration()
    try served.perform(row.given)
    #expect(served.words == row.then, "\(served.said.lines)")
    if let said = row.said {
      #expect(served.said.lines.contains { $0.contains(said) }, "\(served.said.lines)")
    }
    try served.perform("answer")
  }

  @Test(
    "Without a service manager it ends where the files are bad, and nothing is kept",
    arguments: [
      ("no exec; good 1; start", "files 1"), ("no exec; bad; start", "ended"),
      ("no exec; hang; start", "ended"),
    ])
  func unsupervised(given: String, then: String) throws {
    let served = try ServedConfiguration(isSupervised: false, keeps: false)
    try served.perform(given)
    #expect(served.words == then)
    #expect(served.folder.names == [])
    try served.perform("answer")
  }

  @Test(
    "The files are followed that may be mended, and none that does not answer",
    arguments: [
      ("no exec; good 1; start", [ServedConfiguration.layout, ServedConfiguration.root]),
      ("no exec; good 1; start; root bad; start", [ServedConfiguration.layout, ServedConfiguration.root]),
      ("root bad; start", [ServedConfiguration.root]),
      ("no exec; missing; start", [ServedConfiguration.layout, ServedConfiguration.root]),
      ("no exec; good 1; hang; start", [ServedConfiguration.root]),
      ("root hangs; start", []),
      ("no exec; good 1; start; hang; reload", [ServedConfiguration.layout, ServedConfiguration.root]),
    ])
  func followed(given: String, files: [String]) throws {
    let served = try ServedConfiguration()
    try served.perform(given)
    #expect(served.reloading?.followed.sorted() == files)
    try served.perform("answer")
  }

  @Test("While a reading hangs, time alone begins no other; while a file is bad, it says nothing new")
  func patience() throws {
    let served = try ServedConfiguration()
    try served.perform("no exec; good 1; start; hang; reload")
    let lines = served.said.lines.count
    served.reloading?.retry()
    #expect(!served.reads.isBusy)
    #expect(served.said.lines.count == lines)
    try served.perform("answer; bad; saved")
    let after = served.said.lines.count
    try served.perform("retry; retry; retry; saved")
    #expect(served.said.lines.count == after)
    #expect(served.words == "former 1 (error)")
  }

  @Test("What cannot be kept is said once, not at each save")
  func saidOnce() throws {
    let served = try ServedConfiguration()
    try served.perform("mkdir last-good; no exec; good 1; start; good 2; saved; good 3; saved; retry")
    #expect(served.said.lines.count { $0.contains("is not kept") } == 1)
    #expect(served.reloading?.keeping?.problem?.contains("EISDIR") == true)
  }

  @Test("What is kept already is not written again: a card wears out")
  func wear() throws {
    let served = try ServedConfiguration()
    try served.perform("no exec; good 1; start; touch -d @0 last-good; start; reload; good 1; saved")
    try served.perform("test $(stat -c %Y last-good) = 0; good 2; saved; test $(stat -c %Y last-good) != 0")
  }
}
