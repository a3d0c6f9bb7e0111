/// That a contact is somewhere else, and no more than that: a third of a ``TouchSample``, and nearly all that there is.
struct TouchMove: BitwiseCopyable {
  var contact: ContactID
  /// The position in device units, as the panel sent it.
  var rawX: Int32
  var rawY: Int32
  /// The position in points of the screen; neither clamped nor rounded.
  var location: Point
}
