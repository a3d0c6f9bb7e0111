import Dispatcher
import TestSupport
import Testing

extension Injection {
  /// How a recording is cut into reads.
  enum Cut: Equatable, Sendable, CaseIterable {
    /// One event a read.
    case single
    /// Reads of 1 to 40 events, as a busy machine makes them.
    case random
  }

  static let seeds: ClosedRange<UInt64> = 1...3

  @Test("However the events are cut into reads, the touches are the same", arguments: Cut.allCases)
  func reads(_ cut: Cut) throws {
    for recording in PanelRecordings.all {
      let expected = try Rig(recording).playWhole { [$0[...]] }
      for seed in cut == .single ? 0...0 : Self.seeds {
        var random = SplitMix(seed: seed)
        let told = try Rig(recording).playWhole { events in
          events.pieces { cut == .single ? 1 : Int(random.next() % 40) + 1 }
        }
        #expect(told == expected, "\(recording.name), seed \(seed)")
      }
    }
  }
}

extension Rig {
  /// Everything that the recording tells when it is read in pieces.
  fileprivate func playWhole(_ cut: ([RawEvent]) -> [ArraySlice<RawEvent>]) -> [TouchSample] {
    attach(before: 0)
    for piece in cut(Array(recording.frames.joined())) { feed(piece) }
    return samples
  }
}

extension [RawEvent] {
  /// The events in pieces, each of the next length.
  fileprivate func pieces(_ length: () -> Int) -> [ArraySlice<RawEvent>] {
    var (rest, pieces) = (self[...], [ArraySlice<RawEvent>]())
    while !rest.isEmpty {
      pieces.append(rest.prefix(length()))
      rest = rest.dropFirst(pieces[pieces.count - 1].count)
    }
    return pieces
  }
}
