import TestTables

/// Idle times of a layout: what happens after a while without a finger.
@Suite("Idle") struct IdleRules {
  struct Row: TableRow {
    var what = ""
    /// As ``IdleRig`` reads them.
    var idle = "dim 2 lamp"
    let steps: String
    let events: String
  }

  static let rows: Table<Row> = [
    "the count begins when the layout comes into use": Row(steps: "wait 1.9; wait 2", events: "dim@2.0>lamp"),
    "at its time, however late it is asked for, and once": Row(steps: "wait 100", events: "dim@2.0>lamp"),
    "a touch puts it off": Row(steps: "dn(9,9)@1.5 up@1.6; wait 3.5; wait 3.6", events: "dim@3.6>lamp"),
    "it counts from the last lift: a finger that rests is not idle": Row(
      steps: "dn(9,9)@1; wait 50; up@60; wait 70", events: "dim@62.0>lamp"),
    "from that of the last finger": Row(
      steps: "dn(9,9)@1 dn#2(99,9)@1 up@1.5; wait 20; up#2@30; wait 40", events: "dim@32.0>lamp"),
    "a touch arms it again, and gives the event active": Row(
      steps: "wait 2; dn(9,9)@5 up@5.5; wait 7; wait 8", events: "dim@2.0>lamp active@5.0>lamp dim@7.5>lamp"),
    "active is given once, and not by a touch after which nothing fired": Row(
      steps: "wait 2; dn(9,9)@5 up@5.5 dn(9,9)@6 up@6.1", events: "dim@2.0>lamp active@5.0>lamp"),
    "a touch at the very moment comes before it": Row(steps: "dn(9,9)@2 up@2.1; wait 3", events: ""),
    "in order of their times": Row(
      idle: "off 4 plug, dim 2 lamp, beep 3 horn", steps: "wait 10",
      events: "dim@2.0>lamp beep@3.0>horn off@4.0>plug"),
    "those of one time in the layout's order": Row(
      idle: "b 2 x, a 2 y, c 1 z", steps: "wait 10", events: "c@1.0>z b@2.0>x a@2.0>y"),
    "active goes to the plugins of all that fired, to each once, in the layout's order": Row(
      idle: "off 4 plug, dim 2 lamp+log, beep 3 log+horn", steps: "wait 3; dn(9,9)@3.5",
      events: "dim@2.0>lamp+log beep@3.0>log+horn active@3.5>lamp+log+horn"),
    "without plugins it is in the trace all the same": Row(
      idle: "dim 2", steps: "wait 2", events: "dim@2.0>"),
    "the end of a recording does not fire it, nor a removal before": Row(
      steps: "dn(9,9)@1 mv(20,20)@1.1; finish", events: ""),
    "the end of a recording does not fire it": Row(
      steps: "dn(9,9)@1 up@1.1; finish; wait 3.1", events: "dim@3.1>lamp"),
    "fingers on two panels of the layout are the layout's": Row(
      steps: "dn(9,9)@1; second dn(9,9)@1.5; up@2; wait 10; second up@20; wait 21.9; wait 22",
      events: "dim@22.0>lamp"),
    "a touch on the second panel gives active": Row(
      steps: "wait 2; second dn(9,9)@3; dn(99,9)@4", events: "dim@2.0>lamp active@3.0>lamp"),
    "a cancelled touch is over": Row(steps: "dn(9,9)@1; silence 3; wait 5", events: "dim@5.0>lamp"),
    "a muted contact is no touch": Row(
      steps: "silence 0; dn(9,9)@1; wait 2; up@3; speak; dn(9,9)@4", events: "dim@2.0>lamp active@4.0>lamp"),
    "a palm is over where it is found out": Row(steps: "dn(9,9)@1; palm@3; wait 5", events: "dim@5.0>lamp"),
    "the panel goes: what is down is over": Row(steps: "dn(9,9)@1 unplug@3; wait 5", events: "dim@5.0>lamp"),
  ]

  static let reloads: Table<Row> = [
    "the count goes on": Row(steps: "reload 1: dim 2 lamp; wait 2", events: "dim@2.0>lamp"),
    "what has fired is not fired again before the next touch": Row(
      steps: "wait 2; reload 3: dim 2 lamp; wait 9; dn(9,9)@10 up@10.5; wait 20",
      events: "dim@2.0>lamp active@10.0>lamp dim@12.5>lamp"),
    "a longer time applies": Row(
      steps: "dn(9,9)@0.5 up@0.6; reload 1: dim 5 lamp; wait 9", events: "dim@5.6>lamp"),
    "a shorter one that is over fires at the reload": Row(
      idle: "dim 9 lamp", steps: "reload 5: dim 2 lamp; wait 5", events: "dim@5.0>lamp"),
    "several that are over, the shortest first": Row(
      idle: "dim 9 lamp", steps: "reload 5: b 3 x, a 2 y; wait 5", events: "a@5.0>y b@5.0>x"),
    "a changed time of one that has fired counts from the next touch on": Row(
      steps: "wait 2; reload 3: dim 4 lamp; wait 9; dn(9,9)@10 up@10.5; wait 20",
      events: "dim@2.0>lamp active@10.0>lamp dim@14.5>lamp"),
    "one of another name has not fired": Row(
      steps: "wait 2; reload 3: off 6 plug; wait 7", events: "dim@2.0>lamp off@6.0>plug"),
    "active goes to those of the new layout, and not for one that is gone": Row(
      steps: "wait 2; reload 3: dim 2 log; dn(9,9)@4 up@4.5; wait 7; reload 8: off 99 plug; dn(9,9)@9",
      events: "dim@2.0>lamp active@4.0>log dim@6.5>log"),
    "a finger that is down is cancelled, and the count begins then": Row(
      steps: "dn(9,9)@1; reload 5: dim 2 lamp; wait 9", events: "dim@7.0>lamp"),
  ]

  @Test("Rows", arguments: rows + reloads)
  func row(_ row: Row) {
    let rig = IdleRig(row.idle)
    rig.perform(row.steps)
    #expect(rig.events.joined(separator: " ") == row.events)
  }

  @Test("Plugins get what the trace has, in the order of the layout")
  func plugins() {
    let rig = IdleRig("dim 2 log+lamp, off 3 log")
    rig.perform("wait 5; dn(9,9)@6")
    #expect(rig.told == ["log dim", "lamp dim", "log off", "log active", "lamp active"])
  }

  @Test("Between the frames and deadlines of fingers it stands where its time is")
  func order() {
    let rig = IdleRig("dim 0.2 lamp, off 0.35 lamp", tree: "window(0,0,400,400)[V(0,0,400,400)<press>]")
    // Frames that are read at once, late.
    rig.scene.playLate("dn(9,9)@1 up@1.1 dn(9,9)@1.4 up@3")
    #expect(
      rig.lines == [
        "dim@0.2>lamp", "off@0.35>lamp", "active@1.0>lamp", "began@1.0", "dim@1.3>lamp", "active@1.4>lamp",
        "began@1.4", "LP@1.9", "LP@3.0",
      ])
  }

  @Test(
    "Nothing waits for it: it is no deadline of touches, and a reload need not wait; a loop must wake for it")
  func apart() {
    let rig = IdleRig("dim 2 lamp")
    let pipeline = rig.scene.pipeline
    #expect(pipeline.isIdle && pipeline.nextDeadline == nil)
    #expect(pipeline.nextWake == Timestamp(seconds: 2) && pipeline.nextDelivery == Timestamp(seconds: 2))
    rig.perform("dn(9,9)@1")
    #expect(pipeline.nextDelivery == pipeline.nextDeadline)
    rig.perform("up@1.1; wait 1.5")
    #expect(pipeline.isIdle && pipeline.nextDeadline == nil && pipeline.nextWake == Timestamp(seconds: 3.1))
    rig.perform("wait 3.1")
    #expect(pipeline.nextWake == nil)
  }

  @Test("A layout that is not in use yet, and one that has another in its place, count nothing")
  func unused() {
    let (scene, idle, next) = (Scene("window(0,0,9,9)"), IdleWatch([]), IdleWatch([]))
    let counting = IdleWatch([IdleWatch.Entry("dim", after: .seconds(1), to: [])])
    scene.application.use(counting)
    #expect(scene.pipeline.nextWake == nil)
    counting.start(at: .zero)
    #expect(scene.pipeline.nextWake == Timestamp(seconds: 1))
    next.start(after: counting, at: .zero)
    #expect(scene.pipeline.nextWake == nil)
    idle.start(at: .zero)
    #expect(idle.deadline == nil)
  }
}
