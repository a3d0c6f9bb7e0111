internal import NIOCore
import TouchdKit

/// What there is at one moment: what a client of the events socket is sent between `state` and `state_end`, and the
/// counters after it.
struct Inventory {
  /// A layout with what belongs to it, each as its line says.
  struct Screen {
    let line: JSON
    var views: [JSON] = []
    var touches: [JSON] = []
    /// What is dark, and which responders are claimed.
    var changes: [JSON] = []
  }

  private(set) var hello: JSON?
  private(set) var time: JSON?
  private(set) var screens: [Screen] = []
  private(set) var devices: [JSON] = []
  private(set) var counters: JSON?
  /// What touchd refuses, in words.
  private(set) var refusal: String?
  private var isOver = false

  /// Whether all lines have come.
  var isComplete: Bool { isOver && counters != nil || refusal != nil }

  /// Takes in a line; what is no part of the state is left out.
  mutating func take(_ line: ByteBuffer) {
    guard let line = try? JSON(parsing: Array(line.readableBytesView)), let kind = line.string("kind") else {
      return
    }
    switch kind {
    case "hello": hello = line
    case "error", "lost": refusal = line.string("message") ?? "touchd refuses it"
    case "counters": counters = line
    case "state": time = line["t"]
    case "state_end": isOver = true
    case _ where isOver: break
    case "layout": screens.append(Screen(line: line))
    case "device": devices.append(line)
    default: add(line, kind)
    }
  }

  private mutating func add(_ line: JSON, _ kind: String) {
    guard let last = screens.indices.last else { return }
    switch kind {
    case "view": screens[last].views.append(line)
    case "touch": screens[last].touches.append(line)
    case "change": screens[last].changes.append(line)
    default: break
    }
  }
}

extension JSON {
  /// The numbers of a list; `nil` if it has another value.
  var doubles: [Double]? {
    guard case .array(let values) = self else { return nil }
    let numbers = values.compactMap(\.double)
    return numbers.count == values.count ? numbers : nil
  }

  /// An object without some keys.
  func without(_ keys: String...) -> JSON {
    guard case .object(let members) = self else { return self }
    return .object(members.filter { !keys.contains($0.key) })
  }
}
