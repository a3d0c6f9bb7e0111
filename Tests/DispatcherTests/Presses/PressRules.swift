import Dispatcher
import TestSupport
import TestTables
import Testing

/// Keys, shakes and remote controls: which responder gets them, and that what begins ends.
@Suite("Presses, motion, remote control") struct PressRules {
  struct Row: TableRow {
    var what = ""
    /// Steps (see ``PressRig``).
    let given: String
    let told: String
  }

  static let addressing = [
    Row(
      what: "The first responder gets it", given: "first:A +select -select",
      told: "A began select\nA ended select"),
    Row(
      what: "Without one, the key window", given: "+select -select",
      told: "one began select\none ended select"),
    Row(
      what: "The first responder of another window is not", given: "first:C +select", told: "one began select"
    ),
    Row(what: "It is when its window becomes key", given: "first:C key:two +select", told: "C began select"),
    Row(
      what: "When the key window goes, it is the one that was added first", given: "key:two drop:two +select",
      told: "one began select"),
    Row(what: "And then the one after it", given: "drop:one +select", told: "two began select"),
    Row(
      what: "A window that was removed cannot become key", given: "drop:two key:two +select",
      told: "one began select"),
    Row(
      what: "Without windows there are no calls", given: "drop:one drop:two +select -select shake still play",
      told: ""),
    Row(
      what: "A removed first responder gets no new press", given: "first:A out:A +select",
      told: "one began select"),
  ]

  static let balance = [
    Row(
      what: "The responder that got began gets the end, also if another is first responder by then",
      given: "first:A +select first:B ~select -select",
      told: "A began select\nA changed select 2.0\nA ended select 2.0"),
    Row(
      what: "Also when there is no first responder, or its window is no longer key",
      given: "first:A +select first: key:two -select", told: "A began select\nA ended select"),
    Row(
      what: "Also when it was taken out of its window", given: "first:A +select out:A -select",
      told: "A began select\nA ended select"),
    Row(
      what: "Also when its window was", given: "first:A +select drop:one -select",
      told: "A began select\nA ended select"),
    Row(
      what: "When the device goes, its presses are cancelled, those of others are not",
      given: "first:A +select +select/pad +menu/pad x/pad -select -select/pad",
      told: """
        A began select
        A began select; select stationary
        A began menu; select stationary; select stationary
        A cancelled menu,select; select stationary
        A ended select
        """),
    Row(
      what: "Cancelled by responder, in the order of the presses", given: "first:A +select first:B +menu x",
      told: """
        A began select
        B began menu; select stationary
        A cancelled select; menu cancelled
        B cancelled menu; select cancelled
        """),
    Row(
      what: "Nothing to cancel is nothing", given: "first:A +select -select x x/pad",
      told: "A began select\nA ended select"),
    Row(
      what: "Pressed again without a release, the first press is cancelled",
      given: "first:A +select first:B +select -select",
      told: "A began select\nA cancelled select\nB began select\nB ended select"),
    Row(what: "A release without a press is nothing", given: "first:A -select ~select -select", told: ""),
    Row(
      what: "The same button of two devices is two", given: "first:A +select/a +select/b -select/a -select/b",
      told: """
        A began select
        A began select; select stationary
        A ended select; select stationary
        A ended select
        """),
  ]

  static let others = [
    Row(
      what: "A shake begins and ends", given: "first:A shake still", told: "A motion began\nA motion ended"),
    Row(what: "Or is cancelled", given: "first:A shake no-shake", told: "A motion began\nA motion cancelled"),
    Row(
      what: "The responder that got its begin gets its end", given: "first:A shake first:B still still",
      told: "A motion began\nA motion ended"),
    Row(
      what: "A second one cancels the first", given: "first:A shake first:B shake still",
      told: "A motion began\nA motion cancelled\nB motion began\nB motion ended"),
    Row(what: "An end without a beginning is nothing", given: "first:A still no-shake", told: ""),
    Row(
      what: "Without a first responder, the key window", given: "shake still play",
      told: "one motion began\none motion ended\none remoteControlPlay"),
    Row(
      what: "A remote control", given: "first:A play first:B play",
      told: "A remoteControlPlay\nB remoteControlPlay"),
  ]

  @Test("Which responder gets it", arguments: addressing)
  func isTold(_ row: Row) { check(row) }

  @Test("What begins ends", arguments: balance)
  func ends(_ row: Row) { check(row) }

  @Test("Motion and remote control", arguments: others)
  func other(_ row: Row) { check(row) }

  private func check(_ row: Row) {
    let rig = PressRig()
    rig.play(row.given)
    #expect(TestSupport.difference(rig.lines, from: row.told) == nil)
  }

  @Test("What a responder does not keep goes on to the next")
  func chain() {
    let rig = PressRig()
    rig["A"].passesOn = true
    rig.play("first:A +select -select shake play")
    #expect(
      TestSupport.difference(
        rig.lines,
        from: """
          A began select
          one began select
          A ended select
          one ended select
          A motion began
          one motion began
          A remoteControlPlay
          one remoteControlPlay
          """) == nil)
  }

  @Test("The application sees every event before anyone else")
  func sendEvent() {
    let rig = PressRig()
    rig.application.tellsEvents = true
    rig.play("first:A +select shake play")
    #expect(
      rig.lines == [
        "event presses none", "A began select", "event motion motionShake", "A motion began",
        "event remoteControl remoteControlPlay", "A remoteControlPlay",
      ])
  }

  @Test("A responder that lacks a began, which the application swallowed, gets no end")
  func swallowed() {
    let rig = PressRig()
    rig.application.swallows = true
    rig.play("first:A +select shake")
    rig.application.swallows = false
    rig.play("~select -select still")
    #expect(rig.lines == [])
  }
}
