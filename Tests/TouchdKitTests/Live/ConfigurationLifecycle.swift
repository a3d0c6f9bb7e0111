import TestTables

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

  static let rows: Table<Row> = [
    // At a start.
    "good files are used": Row(given: "exec; good 1; start", then: "files 1 exec"),
    "bad from the first start on: nothing is used, and it waits": Row(
      given: "no exec; bad; start", then: "waiting", said: "no last good copy is kept yet"),
    "what it waited for comes": Row(given: "no exec; bad; start; good 1; saved", then: "files 1"),
    "asked meanwhile, it says what is wrong": Row(
      given: "no exec; bad; start; reload", then: "waiting (error)"),
    "a missing file is waited for": Row(given: "no exec; missing; start; good 1; saved", then: "files 1"),
    "so is one that may not be read": Row(
      given: "no exec; good 1; unreadable; start; good 1; saved", then: "files 1"),
    "so is the daemon's file": Row(given: "root missing; good 1; start; no exec; saved", then: "files 1"),
    "a start at which a layout is bad uses the last good set": Row(
      given: "no exec; good 1; start; bad; start", then: "copy 1", said: "/etc/touchd/a.yaml:1:1: error: "),
    "missing": Row(
      given: "no exec; good 1; start; missing; start", then: "copy 1",
      said: "/etc/touchd/a.yaml: No such file"),
    "not to be read": Row(given: "no exec; good 1; start; unreadable; start", then: "copy 1"),
    "the daemon's file bad": Row(given: "no exec; good 1; start; root bad; start", then: "copy 1"),
    "the daemon's file missing": Row(given: "no exec; good 1; start; root missing; start", then: "copy 1"),
    "again and again": Row(given: "no exec; good 1; start; bad; start; start; start", then: "copy 1"),
    "the last set that was good counts, not the last one that was saved": Row(
      given: "no exec; good 1; start; good 2; saved; bad; saved; start", then: "copy 2"),
    "mended, the files are used": Row(
      given: "no exec; good 1; start; bad; start; good 2; saved", then: "files 2"),
    "mended to what the copy has, they are used": Row(
      given: "no exec; good 1; start; bad; start; good 1; saved", then: "files 1", said: "good again"),
    "asked while the copy is in use, it says what is wrong, and the copy goes on": Row(
      given: "no exec; good 1; start; bad; start; reload", then: "copy 1 (error)"),
    "without a word of a change, they are found some time": Row(
      given: "no exec; good 1; start; bad; start; good 2; retry", then: "files 2"),
    // In a reload.
    "a good change is used": Row(given: "no exec; good 1; start; good 2; reload", then: "files 2 (ok)"),
    "a bad one is not, and what was in use stays": Row(
      given: "no exec; good 1; start; bad; reload", then: "former 1 (error)",
      said: "a.yaml stays in use, as it was"),
    "saved, not asked for": Row(given: "no exec; good 1; start; bad; saved", then: "former 1"),
    "and mended": Row(given: "no exec; good 1; start; bad; saved; good 1; saved", then: "files 1"),
    // It may start programs.
    "a layout is bad: what the daemon's file says now counts": Row(
      given: "exec; good 1; start; bad; start", then: "copy 1 exec"),
    "taken back in the same breath, it is taken back": Row(
      given: "exec; good 1; start; bad; no exec; start", then: "copy 1"),
    "given in the same breath, it is given: root said so": Row(
      given: "no exec; good 1; start; bad; exec; start", then: "copy 1 exec"),
    "the daemon's file is bad: what it said last goes on": Row(
      given: "exec; good 1; start; root bad; start", then: "copy 1 exec"),
    "missing, too": Row(given: "exec; good 1; start; root missing; start", then: "copy 1 exec"),
    "a bad file that others can have made so says nothing": Row(
      given: "exec; good 1; start; root theirs; start", then: "copy 1"),
    "one that cannot be looked at says nothing": Row(
      given: "exec; good 1; start; root hangs; start", then: "copy 1"),
    "the layout hangs: the daemon's file has been read": Row(
      given: "exec; good 1; start; hang; start", then: "copy 1 exec"),
    // The copy is no good.
    "a bit of the copy is another": Row(
      given: "no exec; good 1; start; sed -i s/9,/8,/ last-good; bad; start", then: "waiting",
      said: "last-good is damaged: its sum is wrong"),
    "it is of a later version": Row(
      given: "no exec; good 1; start; sed -i '1s/1$/2/' last-good; bad; start", then: "waiting",
      said: "of another version of touchd"),
    "others may write it": Row(
      given: "exec; good 1; start; chmod 666 last-good; bad; start", then: "waiting",
      said: "last-good may be written by others"),
    "it can be written again: some time it is": Row(
      given: "mkdir last-good; no exec; good 1; start; rmdir last-good; retry; bad; start", then: "copy 1"),
    "what a crash left half written is not it": Row(
      given: "no exec; good 1; start; cp last-good last-good.part; truncate -s 50 last-good.part; bad; start",
      then: "copy 1"),
    // A file does not answer.
    "a reading that does not end at a start: the copy is used": Row(
      given: "no exec; good 1; start; hang; start", then: "copy 1",
      said: "/etc/touchd/a.yaml: its reading has not ended in 0 s"),
    "without a copy, it waits": Row(given: "no exec; good 1; hang; start", then: "waiting"),
    "it ends: the files are read again, and used": Row(
      given: "no exec; good 1; start; hang; start; good 2; answer", then: "files 2"),
    "what it read is thrown away: it may be older than what was read since": Row(
      given: "no exec; good 1; start; good 2; hang; reload; answer; good 3; saved", then: "files 3 (error)"),
    "in a reload, the files in use stay, and the client is answered": Row(
      given: "no exec; good 1; start; hang; reload", then: "former 1 (error)"),
    "four of them do not end: the next is not begun, and is answered at once": Row(
      given: "no exec; good 1; start; hang; reload; hang; reload; hang; reload; hang; reload; reload",
      then: "former 1 (error)", said: "4 readings have not ended, of /etc/touchd/a.yaml"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) throws {
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

  @Test("Layouts that do not fit a panel in use are refused once, and used when it has gone")
  func misfit() throws {
    let served = try ServedConfiguration()
    try served.perform("plug; no exec; good 1; start; misfit 2; saved; retry; saved; unplug; retry")
    #expect(served.words == "files 2" && served.reloading?.counts.failed == 1)
  }

  @Test("A finger that lands while layouts are made, which then wait for it, is followed as any other")
  func landing() throws {
    let served = try ServedConfiguration()
    try served.perform("plug; no exec; good 1; start; land; good 2; saved")
    #expect(served.words == "files 1" && served.delivered == 1)
  }

  @Test("What cannot be kept is said once, not at each save, and all else goes on")
  func saidOnce() throws {
    let served = try ServedConfiguration()
    try served.perform("mkdir last-good; no exec; good 1; start; good 2; saved; good 3; saved; retry")
    #expect(served.said.lines.count { $0.contains("the last good configuration is not kept") } == 1)
    #expect(served.words == "files 3")
    #expect(served.reloading?.keeping?.problem?.contains("EISDIR") == true)
  }

  @Test("What is kept already is not written again: a card wears out")
  func wear() throws {
    let served = try ServedConfiguration()
    try served.perform("no exec; good 1; start; touch -d @0 last-good; start; reload; good 1; saved")
    try served.perform("test $(stat -c %Y last-good) = 0; good 2; saved; test $(stat -c %Y last-good) != 0")
  }
}
