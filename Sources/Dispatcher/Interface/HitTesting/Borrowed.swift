/// A reference that is not counted, to an object that somebody else is sure to keep.
///
/// A view that is referred to weakly, as every superview is, counts its references slowly; a hit test has no time for
/// that at each view.
struct Borrowed<Object: AnyObject>: BitwiseCopyable {
  private let reference: Unmanaged<Object>

  init(_ object: Object) { reference = .passUnretained(object) }

  /// The object, kept from now on.
  @inline(__always)
  var object: Object { reference.takeUnretainedValue() }

  /// Uses the object without counting.
  @inline(__always)
  func with<Result>(_ body: (Object) -> Result) -> Result { reference._withUnsafeGuaranteedRef(body) }

  /// Whether it is this object. May be asked when the object has gone.
  @inline(__always)
  func refers(to object: Object) -> Bool {
    reference.toOpaque() == Unmanaged.passUnretained(object).toOpaque()
  }
}
