# SPDX-License-Identifier: MIT
"""What a touchscreen says of itself: to a fake kernel, or to a real one by uinput."""

from dataclasses import dataclass, field

from fingers import (
    ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_X, ABS_Y, BTN_TOUCH,
    INPUT_PROP_DIRECT,
)


@dataclass(frozen=True)
class Axis:
    """The range of an absolute axis, in device units; the resolution in units per millimetre."""

    minimum: int
    maximum: int
    fuzz: int = 0
    flat: int = 0
    resolution: int = 0


@dataclass(frozen=True)
class Panel:
    """What a touchscreen says of itself."""

    name: str = "Touchd Test Panel"
    bus: int = 0x03
    vendor: int = 0x1234
    product: int = 0x5678
    version: int = 0x0100
    phys: str = "usb-0000:00:14.0-1/input0"
    id_path: str = "pci-0000:00:14.0-usb-0:1:1.0"
    keys: tuple = (BTN_TOUCH,)
    properties: tuple = (INPUT_PROP_DIRECT,)
    axes: dict = field(default_factory=dict)
    # More properties that udev's rules give it.
    udev: dict = field(default_factory=dict)

    @staticmethod
    def multitouch(slots=10, width=4095, height=4095, **identity):
        """A protocol B panel of 256 by 160 mm, with `slots` slots."""
        x, y = Axis(0, width, resolution=16), Axis(0, height, resolution=26)
        return Panel(
            axes={
                ABS_X: x,
                ABS_Y: y,
                ABS_MT_SLOT: Axis(0, slots - 1),
                ABS_MT_POSITION_X: x,
                ABS_MT_POSITION_Y: y,
                ABS_MT_TRACKING_ID: Axis(0, 65535),
            },
            **identity,
        )

    @property
    def slots(self):
        return self.axes[ABS_MT_SLOT].maximum + 1 if ABS_MT_SLOT in self.axes else 0
