import Dispatcher
import YAML

extension FrameDescription {
  /// The whole of the superview.
  static func full(at mark: Mark) -> FrameDescription { FrameDescription(mark: mark) }
}

extension Setting {
  /// A frame in one of its three forms: `full`, four lengths, or distances from the edges.
  func frame() -> FrameDescription? {
    switch node.content {
    case .scalar where node.string == "full": .full(at: mark)
    case .sequence: rectangle()
    case .mapping: fields(.edges).flatMap(edges)
    default: badFrame()
    }
  }

  private func badFrame() -> FrameDescription? {
    mismatch("`full`, [x, y, width, height] or edges such as { top: 0, left: 0, width: 96, height: 96 }")
    return nil
  }

  private func rectangle() -> FrameDescription? {
    guard let items = tuple(4, "lengths, [x, y, width, height]") else { return nil }
    let x = items[0].length()
    let y = items[1].length()
    let width = items[2].length(.distances)
    let height = items[3].length(.distances)
    return FrameDescription(
      horizontal: .init(near: x, extent: width), vertical: .init(near: y, extent: height), mark: mark)
  }

  private func edges(_ fields: Fields) -> FrameDescription {
    FrameDescription(
      horizontal: span(fields, "left", "width", "right"),
      vertical: span(fields, "top", "height", "bottom"), mark: mark)
  }

  private func span(
    _ fields: Fields, _ near: String, _ extent: String, _ far: String
  ) -> FrameDescription.Span {
    let given = [near, extent, far].compactMap { fields[$0] }
    if given.count == 3, let last = given.map(\.keyMark).max() {
      findings.error(
        "a frame takes two of `\(near)`, `\(extent)` and `\(far)`, not all three", at: last,
        help: "leave one out; it follows from the others")
    }
    return FrameDescription.Span(
      near: fields[near]?.length(), extent: fields[extent]?.length(.distances), far: fields[far]?.length())
  }

  /// One length for all edges, or `[top, left, bottom, right]`.
  func edgeLengths() -> EdgeLengths? {
    guard node.sequence != nil else {
      return length(percent: false).map { EdgeLengths(top: $0, left: $0, bottom: $0, right: $0) }
    }
    let edges = tuple(4, "lengths, [top, left, bottom, right]")?.complete { $0.length(percent: false) }
    return edges.map { EdgeLengths(top: $0[0], left: $0[1], bottom: $0[2], right: $0[3]) }
  }
}
