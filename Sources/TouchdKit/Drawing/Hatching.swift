/// The patterns that drawings fill areas with.
enum Hatching {
  /// `touchd-never`, lines, and `touchd-empty`, dots.
  static func add(to svg: inout SVG) {
    svg.begin("defs")
    svg.begin(
      "pattern",
      [
        "id": "touchd-never", "width": 7, "height": 7, "patternUnits": "userSpaceOnUse",
        "patternTransform": "rotate(45)",
      ])
    svg.add("path", ["class": "hatch", "d": "M0 0V7", "stroke-width": 1, "stroke-opacity": "0.55"])
    svg.end()
    svg.begin(
      "pattern", ["id": "touchd-empty", "width": 9, "height": 9, "patternUnits": "userSpaceOnUse"])
    svg.add("circle", ["class": "quiet", "cx": 2, "cy": 2, "r": "0.8"])
    svg.end()
    svg.end()
  }
}
