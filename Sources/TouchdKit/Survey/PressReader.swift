package import Dispatcher

/// Makes presses of what a pipeline reports: for each finger that lands and lifts alone, where the panel had it.
package final class PressReader: TraceObserver {
  /// A finger that landed and lifted alone.
  package struct Press: Equatable {
    /// The path of its panel.
    package let device: String
    /// The median of its frames, in the panel's units: a resistive panel is wrong where a press begins and ends.
    package let place: Point
    /// When it landed and when it lifted.
    package var landed = Timestamp.zero
    package var lifted = Timestamp.zero
  }

  /// What becomes of fingers.
  package enum News: Equatable {
    case press(Press)
    /// Several fingers were down at once: none of them counts.
    case severalFingers
  }

  /// Of a finger that rests for longer, the first frames count: some seconds of a fast panel. (O)
  static let frameLimit = 1024

  private struct Track {
    let landed: Timestamp
    var x: [Int32] = []
    var y: [Int32] = []
  }

  private let report: (News) -> Void
  private var tracks: [ContactID: Track] = [:]
  private var areSeveral = false

  /// - Parameter report: called when a finger lifts that was alone, or the last of several.
  package init(_ report: @escaping (News) -> Void) { self.report = report }

  package func record(_ record: TraceRecord, at time: Timestamp) {
    guard case .touch(let sample, let touch) = record, sample.type == .direct else { return }
    switch sample.phase {
    case .began:
      tracks[sample.contact] = Track(landed: time)
      if tracks.count > 1 { areSeveral = true }
      add(sample)
    case .moved, .stationary: add(sample)
    case .ended: end(sample.contact, touch.device, at: time, counts: true)
    case .cancelled: end(sample.contact, touch.device, at: time, counts: false)
    }
  }

  private func add(_ sample: TouchSample) {
    guard let count = tracks[sample.contact]?.x.count, count < Self.frameLimit else { return }
    tracks[sample.contact]?.x.append(sample.rawX)
    tracks[sample.contact]?.y.append(sample.rawY)
  }

  private func end(_ contact: ContactID, _ device: String, at time: Timestamp, counts: Bool) {
    guard let track = tracks.removeValue(forKey: contact) else { return }
    if areSeveral {
      guard tracks.isEmpty else { return }
      areSeveral = false
      return report(.severalFingers)
    }
    guard counts else { return }
    let place = Point(x: track.x.median, y: track.y.median)
    report(.press(Press(device: device, place: place, landed: track.landed, lifted: time)))
  }
}

extension [Int32] {
  /// The middle one in order; of an even number, the mean of the two. 0 of none.
  fileprivate var median: Double {
    let ordered = sorted()
    guard !ordered.isEmpty else { return 0 }
    return (Double(ordered[(count - 1) / 2]) + Double(ordered[count / 2])) / 2
  }
}
