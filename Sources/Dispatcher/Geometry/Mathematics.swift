// The one file of this module that imports anything: the C library's mathematics.
internal import Glibc

/// The sine and the cosine of an angle in radians.
func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
  (sin(radians), cos(radians))
}

/// The tangent of an angle in radians.
func tangent(_ radians: Double) -> Double { tan(radians) }

/// A number to a power.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// e to a power.
func exponential(_ exponent: Double) -> Double { exp(exponent) }

/// To which power e is a number.
func naturalLogarithm(_ number: Double) -> Double { log(number) }

/// The angle of a direction in radians, from the x axis towards the y axis, −π to π.
func angle(x: Double, y: Double) -> Double { atan2(y, x) }
