// What becomes of a walk when the code of a view on the way changes the window: the recursion takes over.
extension HitTree {
  /// Goes on as the recursion would whose views were changed under way: with the list of subviews that each view on
  /// the way had when it was reached, and everything else as it is now.
  func recurse(after index: Int, below root: Int, with event: Event?) -> View? {
    var index = index
    while index != root {
      let parent = Int(nodes[index].parent)
      let level = levels[Int(nodes[parent].level)]
      var sibling = Int(nodes[index].end)
      while sibling < nodes[parent].end {
        let view = nodes[sibling].view.object
        if let local = view.convert(fromSuperview: level.point), let hit = view.ask(local, with: event) {
          return hit
        }
        sibling = Int(nodes[sibling].end)
      }
      if level.isInside, let answer = answerNow(of: parent, below: root) { return answer }
      index = parent
    }
    return nil
  }

  /// What a view answers that was hit itself, by its properties as they are now.
  func answerNow(of index: Int, below root: Int) -> View? {
    let answer = nodes[index].view.with { $0.answer }
    return index == root ? answer : answer?.inWindow
  }
}
