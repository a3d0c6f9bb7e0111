# SPDX-License-Identifier: MIT
"""What a touchscreen says of itself: to a fake kernel, or to a real one by uinput."""

from dataclasses import dataclass, field

from fingers import (
    ABS_MT_POSITION_X, ABS_MT_POSITION_Y, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_X, ABS_Y, BTN_TOUCH, EV_ABS, EV_KEY,
    EV_SYN, INPUT_PROP_DIRECT, SYN_REPORT,
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
    def multitouch(slots=10, width=4095, height=4095, resolution=(16, 26), **identity):
        """A protocol B panel of 256 by 160 mm, with `slots` slots."""
        x, y = Axis(0, width, resolution=resolution[0]), Axis(0, height, resolution=resolution[1])
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

    def recording(self, frames):
        """Evemu text of frames, each its seconds and its events without the SYN_REPORT."""
        numbers = (self.bus, self.vendor, self.product, self.version)
        lines = ["# EVEMU 1.3", f"N: {self.name}", "I: " + " ".join(f"{number:04x}" for number in numbers)]
        lines += [f"P: {part}" for part in mask(self.properties)]
        lines += [f"B: {kind:02x} {part}" for kind, codes in ((EV_KEY, self.keys), (EV_ABS, self.axes)) for part in mask(codes)]
        lines += [f"A: {code:02x} {axis.minimum} {axis.maximum} {axis.fuzz} {axis.flat} {axis.resolution}"
                  for code, axis in self.axes.items()]
        lines += [f"E: {seconds:.6f} {kind:04x} {code:04x} {value:04d}" for seconds, events in frames
                  for kind, code, value in (*events, (EV_SYN, SYN_REPORT, 0))]
        return "\n".join(lines) + "\n"


def mask_of(codes, length):
    """Codes as the bits of so many bytes, as the kernel has them."""
    return sum(1 << code for code in codes).to_bytes(length, "little")


def mask(codes):
    """The same as evemu has it, eight bytes a line."""
    size = max(codes) // 64 * 8 + 8
    return [mask_of(codes, size)[start:start + 8].hex(" ") for start in range(0, size, 8)]
