/// What is known of each panel of a pipeline, by the index that its samples carry.
///
/// An index is used again once its panel has gone, so that a loose plug fills no memory.
struct AttachedPanels {
  private var traits: [PanelTraits] = []
  private var free: [Int32] = []

  subscript(index: Int32) -> PanelTraits { traits[Int(index)] }

  /// Gives a panel its index. One that comes back under the path of another that is still here takes its place.
  mutating func take(_ panel: PanelTraits) -> Int32 {
    let known = traits.indices.first { traits[$0].path == panel.path && !free.contains(Int32($0)) }
    guard let index = known.map(Int32.init) ?? free.popLast() else {
      traits.append(panel)
      return Int32(traits.count - 1)
    }
    traits[Int(index)] = panel
    return index
  }

  /// Lets a panel go. What is left of it is still reported under the index until another panel takes it.
  mutating func release(_ index: Int32) {
    if !free.contains(index) { free.append(index) }
  }
}
