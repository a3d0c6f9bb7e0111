// The one file of this module that imports anything: the C library's mathematics.
internal import Glibc

/// The sine and the cosine of an angle in radians.
func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
  (sin(radians), cos(radians))
}
