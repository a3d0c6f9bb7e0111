/// Which classes override `hitTest` and `point(inside:)`, read from the tables of methods that Swift calls through.
///
/// A class that does not override a method has its superclass's entry in the table. Where the two entries stand is
/// found by comparing classes that differ in nothing else. Should a later Swift arrange its tables in another way, no
/// entry is found, and every class counts as overriding: the answers stay, only the speed goes.
struct MethodTable {
  /// The index of each method's entry, in words from the start of a class.
  private let hitTest: Int
  private let pointInside: Int

  /// `nil` where the entries are not where they are looked for.
  static let ofViews = MethodTable()

  private init?() {
    let size = Self.words(of: View.self)
    let hitTest = (0..<size).filter { Self.differs($0, in: HitTestOverridden.self, only: true) }
    let pointInside = (0..<size).filter { Self.differs($0, in: PointInsideOverridden.self, only: true) }
    guard hitTest.count == 1, pointInside.count == 1 else { return nil }
    (self.hitTest, self.pointInside) = (hitTest[0], pointInside[0])
  }

  func overridesHitTest(_ type: View.Type) -> Bool { Self.differs(hitTest, in: type) }

  func overridesPointInside(_ type: View.Type) -> Bool { Self.differs(pointInside, in: type) }

  @inline(__always)
  private static func differs(_ index: Int, in type: View.Type) -> Bool {
    table(of: type)[index] != table(of: View.self)[index]
  }

  /// Whether of the three classes below this one alone has another entry than `View`.
  private static func differs(_ index: Int, in type: View.Type, only: Bool) -> Bool {
    [NothingOverridden.self, HitTestOverridden.self, PointInsideOverridden.self].allSatisfy {
      differs(index, in: $0) == ($0 == type)
    }
  }

  @inline(__always)
  private static func table(of type: View.Type) -> UnsafePointer<UInt> {
    unsafeBitCast(type, to: UnsafePointer<UInt>.self)
  }

  /// How many words a class has. The runtime's `ClassMetadata` says it in its fifth word, in bytes, next to how many of
  /// them stand before the start. None if that does not look as it should.
  private static func words(of type: View.Type) -> Int {
    let table = table(of: type)
    let superclass = unsafeBitCast(Responder.self, to: UInt.self)
    let size = Int(table[4] & 0xffff_ffff)
    let before = Int(table[4] >> 32)
    guard table[1] == superclass, before < size, size <= 1 << 16 else { return 0 }
    return (size - before) / MemoryLayout<UInt>.size
  }
}

private final class NothingOverridden: View {}

private final class HitTestOverridden: View {
  override func hitTest(_ point: Point, with event: Event?) -> View? { nil }
}

private final class PointInsideOverridden: View {
  override func point(inside point: Point, with event: Event?) -> Bool { false }
}
