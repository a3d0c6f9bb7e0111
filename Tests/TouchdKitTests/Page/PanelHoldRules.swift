import LinuxInput
import TestTables

@testable import TouchdKit

/// When touchd takes a panel from other programs (SCREEN 8). Each line of a script is a moment in seconds and what is
/// so from then on: `udev` the page's device is announced, `down 0 3` these slots have contacts, `key 1` a key is down,
/// `busy` another program holds the panel, `free` none does, `lands 2` a contact comes down while the grab is taken,
/// `read` that was read, `-` nothing new.
@Suite("Taking a panel") struct PanelHoldRules {
  struct Row: TableRow {
    var what = ""
    var stuckAfter: Double?
    let script: String
    /// What is so at the end of each moment: `announced`, `contacts 0 3`, `refused` or `held`.
    let states: String
  }

  static let rows: Table<Row> = [
    "half a second after udev has announced the page's device": Row(
      script: "0.1 udev; 0.5 -; 0.6 -", states: "announced; announced; held"),
    "without udev, after two seconds": Row(script: "1.9 -; 2 -", states: "announced; held"),
    "not while a contact is down, and at its lift": Row(
      script: "0.1 down 0 3; 2 -; 3 down 3; 3.5 down", states: "announced; contacts 0 3; contacts 3; held"),
    "nor while one of its keys is down, which may stay so with a finger": Row(
      script: "2 key 1; 2 down 1; 3 down; 4 key 0", states: "key; contacts 1; key; held"),
    "a finger that lands while the panel is taken was seen by others: it is let go, and waits": Row(
      script: "2 lands 2; 2.1 read; 3 down", states: "news; contacts 2; held"),
    "another program holds it: again and again, once a second": Row(
      script: "2 busy; 3 -; 3.9 free; 4 -", states: "refused; refused; refused; held"),
    "a contact that stays for too long is stuck": Row(
      stuckAfter: 10, script: "2 down 1; 11.9 -; 12 -", states: "contacts 1; contacts 1; held"),
    "without `stuck_after` it waits for ever": Row(
      script: "2 down 1; 9000 -", states: "contacts 1; contacts 1"),
  ]

  @Test("Rows", arguments: rows)
  func row(_ row: Row) {
    let rig = HoldRig(stuckAfter: row.stuckAfter)
    let states = row.script.split(separator: "; ").map { rig.play(String($0)) }
    #expect(states.joined(separator: "; ") == row.states)
  }

  @Test("It says why it waits, after five seconds")
  func complaint() {
    let rig = HoldRig(stuckAfter: nil)
    _ = rig.play("2 down 1 4")
    #expect(rig.hold.complaint(at: Timestamp(seconds: 6.9)) == nil)
    #expect(rig.hold.deadline == Timestamp(seconds: 7))
    #expect(
      rig.hold.complaint(at: Timestamp(seconds: 7))
        == "waiting for the panel to be free: contacts are down in slots 1 and 4")
    _ = rig.play("8 busy; 8 down")
    #expect(rig.hold.complaint(at: Timestamp(seconds: 8))?.contains("EBUSY") == true)
  }

  @Test("The third start in half a minute is noticed, also where a pipe was in the place of its file")
  func starts() throws {
    let folder = TemporaryFolder()
    try folder.shell("mkfifo starts")
    let starts = StartCount(folder: folder.path)
    #expect(
      [100, 110, 129, 170].map { starts.note(at: Timestamp(seconds: $0)) } == [false, false, true, false])
    #expect(folder.names == ["starts"])
  }
}

/// A panel to be taken, and the programs beside touchd.
private final class HoldRig {
  var hold: PanelHold
  private var slots: [Int] = []
  private var landing: [Int] = []
  private var isBusy = false
  private var hasKeyDown = false
  private var hasNews = false

  init(stuckAfter: Double?) {
    hold = PanelHold(readersAt: .zero + PanelHold.silence, stuckAfter: stuckAfter.map { .seconds($0) })
  }

  /// Takes in moments, and answers what is so then.
  func play(_ script: String) -> String {
    for moment in script.split(separator: "; ") { take(moment.split(separator: " ").map(String.init)) }
    switch hold.state {
    case .announced: return "announced"
    case .waiting(let wait):
      switch wait.obstacle {
      case .contacts(let slots): return "contacts " + slots.map(String.init).joined(separator: " ")
      case .key: return "key"
      case .news: return "news"
      case .refusal: return "refused"
      }
    case .held: return "held"
    }
  }

  private func take(_ words: [String]) {
    let time = Timestamp(seconds: Double(words[0]) ?? .nan)
    switch words[1] {
    case "udev": hold.wait(forReadersUntil: time + PanelHold.announcement)
    case "down": slots = words.dropFirst(2).compactMap { Int($0) }
    case "key": hasKeyDown = words[2] == "1"
    case "lands": landing = words.dropFirst(2).compactMap { Int($0) }
    case "read": hasNews = false
    case "busy": isBusy = true
    case "free": isBusy = false
    default: break
    }
    _ = hold.advance(
      to: time,
      PanelHold.Actions(
        slotsDown: { self.slots }, hasKeyDown: { self.hasKeyDown },
        grab: { () throws(SystemError) in try self.grab() },
        isQuiet: { !self.hasNews }, release: {}))
  }

  private func grab() throws(SystemError) {
    if isBusy { throw SystemError(call: "ioctl(EVIOCGRAB)", on: "/dev/input/event3", code: 16) }
    hasNews = !landing.isEmpty
    slots += landing
    landing = []
  }
}
