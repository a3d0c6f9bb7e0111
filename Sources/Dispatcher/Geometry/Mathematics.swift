// The one file of this module that imports anything: the C library's mathematics.
internal import Glibc

/// The sine and the cosine of an angle in radians; exact for quarter turns, as near as an angle can be to one.
func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
  let turns = (radians / (Double.pi / 2)).rounded()
  // The nearest angle to a quarter turn, and what a product with 90 degrees may be off.
  guard abs(radians - turns * (Double.pi / 2)) <= 2 * radians.ulp, let quarter = Int64(exactly: turns) else {
    return (sin(radians), cos(radians))
  }
  switch quarter & 3 {
  case 0: return (0, 1)
  case 1: return (1, 0)
  case 2: return (0, -1)
  default: return (-1, 0)
  }
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
