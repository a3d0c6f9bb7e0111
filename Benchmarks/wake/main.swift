import TouchdKit

// touchd with one plugin more: `wake run -c layout.yaml` is the daemon, down to the way it is linked.
Touchd.register("latency") { name, options, _ in LatencyPlugin(name: name, options: options) }
Touchd.main()
