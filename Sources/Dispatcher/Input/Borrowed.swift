/// A reference that is not counted, to an object that its owner is sure to keep.
///
/// A view that is referred to weakly, as every superview is, counts its references slowly; a moved finger and a hit
/// test have no time for that.
struct Borrowed<Object: AnyObject>: BitwiseCopyable, Equatable {
  private let reference: Unmanaged<Object>

  @inline(__always)
  init(_ object: Object) { reference = .passUnretained(object) }

  /// The object, kept from now on.
  @inline(__always)
  var object: Object { reference.takeUnretainedValue() }

  /// Uses the object without counting.
  @inline(__always)
  func with<Result>(_ body: (Object) -> Result) -> Result { reference._withUnsafeGuaranteedRef(body) }

  /// Whether it is this object. May be asked when the object has gone.
  @inline(__always)
  func refers(to object: Object) -> Bool { self == Borrowed(object) }

  @inline(__always)
  static func == (a: Borrowed, b: Borrowed) -> Bool { a.reference.toOpaque() == b.reference.toOpaque() }
}
