import Glibc

// Explores arrangements, and stops at the first breach if it is a mutant:
//
//   check FRAMES LIMIT EVERY FIRST [ARRANGEMENT…]
//
// Without arrangements, of all every so many from the first on, up to the frames and the steps of each. The last line
// is the sum.
let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.prefix(4).compactMap { Int($0) }
guard numbers.count == 4 else {
  print("check FRAMES LIMIT EVERY FIRST [ARRANGEMENT…]")
  exit(64)
}
let named = arguments.dropFirst(4).compactMap { Arrangement($0) }
let all = named.isEmpty ? Arrangement.pairs + Arrangement.triples : named
var (count, complete, states, steps, samples, ways, breaches) = (0, 0, 0, 0, 0, 0.0, 0)
for arrangement in stride(from: numbers[3], to: all.count, by: numbers[2]).map({ all[$0] }) {
  let exploration = Exploration(arrangement, frames: numbers[0], limit: numbers[1])
  (count, complete) = (count + 1, complete + (exploration.depth == numbers[0] ? 1 : 0))
  (states, steps) = (states + exploration.states, steps + exploration.steps)
  (samples, ways) = (samples + exploration.samples, ways + exploration.ways)
  if !named.isEmpty {
    print(
      "\(arrangement): \(exploration.depth) frames, \(exploration.states) states, \(exploration.ways) ways")
  }
  guard let breach = exploration.breach else { continue }
  breaches += 1
  print("FAIL \(breach)")
  fflush(nil)
  if getenv("MUTANT") != nil { exit(1) }
}
let seconds = Double(clock()) / 1e6
print(
  "\(breaches == 0 ? "ok  " : "FAIL") \(count) arrangements, \(complete) up to \(numbers[0]) frames: \(states) states, "
    + "\(steps) steps, \(samples) played without merging, \(ways) ways, \(seconds) s of a processor")
exit(breaches == 0 ? 0 : 1)
