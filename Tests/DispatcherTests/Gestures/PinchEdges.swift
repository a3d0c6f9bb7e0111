import Dispatcher
import TestSupport
import Testing

/// Palms, and fingers in one place.
extension PinchRules {
  @Test(
    "Cancelled",
    arguments: [
      Row(
        what: "one finger becomes a palm before it begins: it fails, and takes no other until the rest is up",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 palm#2@0.2 dn#3(200,100)@0.3 mv#3(300,100)@0.4",
        log: "fail Pinch: cancelled"),
      Row(
        what: "the last finger becomes a palm before it begins",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 up#1@0.2 palm#2@0.3",
        log: "fail Pinch: cancelled"),
      Row(
        what: "both become palms before it begins",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 palm#1@0.2 palm#2@0.2",
        log: "fail Pinch: cancelled"),
      Row(
        what: "one becomes a palm: it needs two", fingers: begun + " palm#2(200,100)@0.3 up#1@0.4",
        log: "act Pinch.Began@V\nscale 2\nact Pinch.Cancelled@V\nscale 2"),
      Row(
        what: "one has lifted, and the other becomes a palm", fingers: begun + " up#2@0.3 palm#1@0.4",
        log: "act Pinch.Began@V\nscale 2\nact Pinch.Changed@V\nscale 2\nact Pinch.Cancelled@V\nscale 2"),
      Row(
        what: "both become palms, one after the other", fingers: begun + " palm#2@0.3 palm#1@0.4",
        log: "act Pinch.Began@V\nscale 2\nact Pinch.Cancelled@V\nscale 2"),
      Row(
        what: "both become palms in one frame", fingers: begun + " palm#1@0.3 palm#2@0.3",
        log: "act Pinch.Began@V\nscale 2\nact Pinch.Cancelled@V\nscale 2"),
      Row(
        what: "one lifts in the frame in which the other becomes a palm",
        fingers: begun + " up#1@0.3 palm#2@0.3",
        log: "act Pinch.Began@V\nscale 2\nact Pinch.Cancelled@V\nscale 2"),
    ])
  func cancelled(_ row: Row) { check(row, "act", "fail", "scale") }

  @Test(
    "Fingers in one place",
    arguments: [
      Row(
        what: "they land in one place: it begins at 8 points, and the scale counts from the first distance",
        fingers: "dn#1(100,100)@0 dn#2(100,100)@0.1 mv#2(104,100)@0.2 mv#2(108,100)@0.3 mv#2(112,100)@0.4",
        log: "act Pinch.Began@V\nscale 2\nact Pinch.Changed@V\nscale 3"),
      Row(
        what: "they land in one place, and are 8 points apart at once",
        fingers: "dn#1(100,100)@0 dn#2(100,100)@0.1 mv#2(108,100)@0.2 mv#2(116,100)@0.4",
        log: "act Pinch.Began@V\nscale 1\nact Pinch.Changed@V\nscale 2"),
      Row(
        what: "they meet: the scale stays as it was",
        fingers: begun + " mv#2(150,100)@0.3 mv#2(100,100)@0.4 fr#1@0.5 mv#2(200,100)@0.6",
        log: """
          act Pinch.Began@V
          scale 2
          act Pinch.Changed@V
          scale 0.5
          act Pinch.Changed@V
          scale 0.5
          act Pinch.Changed@V
          scale 0.5
          act Pinch.Changed@V
          scale 1
          """),
      Row(
        what: "they meet at once: it begins, and the scale is 1",
        fingers: "dn#1(100,100)@0 dn#2(200,100)@0.1 mv#2(100,100)@0.2 up#1@0.3 up#2@0.3",
        log: "act Pinch.Began@V\nscale 1\nact Pinch.Ended@V\nscale 1"),
      Row(
        what: "the second returns to the place of the first",
        fingers: begun + " up#2@0.3 dn#2(100,100)@0.4 mv#2(110,100)@0.5 mv#2(120,100)@0.6",
        log: """
          act Pinch.Began@V
          scale 2
          act Pinch.Changed@V
          scale 2
          act Pinch.Changed@V
          scale 2
          act Pinch.Changed@V
          scale 2
          act Pinch.Changed@V
          scale 4
          """),
    ])
  func inOnePlace(_ row: Row) { check(row, "act", "fail", "scale") }
}
