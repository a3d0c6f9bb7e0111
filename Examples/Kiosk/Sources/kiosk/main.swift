import Dispatcher
import TouchdKit

// What kiosk.yaml may name besides what touchd has; then it is touchd, with all its commands.
Touchd.register(view: "draggable") { frame, options in
  DraggableView(frame: frame, axis: options["axis"].flatMap(DraggableView.Axis.init) ?? .any)
}
Touchd.register(recognizer: "corners") { options in
  let corners = CornersGestureRecognizer()
  let order = options["order"]?.split(separator: " ").compactMap { Corner(rawValue: String($0)) }
  if let order, !order.isEmpty { corners.order = order }
  if let within = options.duration("within") { corners.within = within }
  if let size = options["size"].flatMap(Double.init) { corners.size = size }
  return corners
}
Touchd.register("service-page") { name, options, host in
  ServicePage(name: name, page: options["page"] ?? "", host: host)
}
Touchd.main()
