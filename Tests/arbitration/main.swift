import Glibc

// Explores arrangements, and stops at the first breach if it is a mutant:
//
//   check FRAMES LIMIT EVERY FIRST [product | ARRANGEMENT…]
//
// Without arrangements, of all, or of the product, every so many from the first on, up to the frames and the steps of
// each. The last line is the sum; before it stands how many were explored up to which number of frames.
let numbers = CommandLine.arguments.dropFirst().prefix(4).compactMap { Int($0) } + [8, 12_000, 1, 0]
let named = CommandLine.arguments.dropFirst(5).compactMap { Arrangement($0) }
let isProduct = CommandLine.arguments.last == "product"
let all = isProduct ? Arrangement.product : named.isEmpty ? Arrangement.all : named
var (states, steps, samples, ways, breaches, depths) = (0, 0, 0, 0.0, 0, [Int: Int]())
for arrangement in stride(from: numbers[3], to: all.count, by: numbers[2]).map({ all[$0] }) {
  let exploration = Exploration(arrangement, frames: numbers[0], limit: numbers[1])
  (states, steps) = (states + exploration.states, steps + exploration.steps)
  (samples, ways) = (samples + exploration.samples, ways + exploration.ways)
  depths[exploration.depth, default: 0] += 1
  guard let breach = exploration.breach else { continue }
  breaches += 1
  print("FAIL \(breach)")
  if getenv("MUTANT") != nil { exit(1) }
}
print(depths.sorted { $0.key < $1.key }.map { "\($0.value) up to \($0.key) frames" }.joined(separator: ", "))
print(
  "\(breaches == 0 ? "ok  " : "FAIL") \(depths.values.reduce(0, +)) arrangements, \(states) states, \(steps) steps, "
    + "\(samples) played without merging, \(ways) ways, \(Double(clock()) / 1e6) s of a processor")
exit(breaches == 0 ? 0 : 1)
