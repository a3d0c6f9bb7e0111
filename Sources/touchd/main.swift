import TouchdKit

Touchd.main()
