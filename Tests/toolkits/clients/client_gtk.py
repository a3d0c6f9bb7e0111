# SPDX-License-Identifier: MIT
"""The page in GTK 4:  client_gtk.py COMMANDS LOG"""

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402 - after the versions

from plan import SIZE  # noqa: E402
from report import Report  # noqa: E402

START = 1000


def sized(widget, width, height):
    widget.set_size_request(width, height)
    return widget


class Client:
    def __init__(self, application):
        version = f"GTK {Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()}"
        self.report = Report(version)
        window = Gtk.ApplicationWindow(application=application)
        window.set_default_size(*SIZE)
        fixed = Gtk.Fixed()

        button = sized(Gtk.Button(label="Button"), 240, 80)
        button.connect("clicked", self.report.click)
        fixed.put(button, 80, 60)

        release = sized(Gtk.Label(label="acts on release"), 240, 80)
        press = Gtk.GestureClick()
        press.connect("released", self.report.release)
        release.add_controller(press)
        fixed.put(release, 80, 200)

        self.slider = sized(Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 400, 1), 400, 60)
        self.slider.set_draw_value(False)
        fixed.put(self.slider, 80, 340)

        self.row = self._scrolled(3000, 140, 400, 160)
        fixed.put(self.row, 80, 460)
        self.list = self._scrolled(300, 6000, 320, 640)
        fixed.put(self.list, 560, 40)

        blank = sized(Gtk.Label(label="zooms"), 320, 640)
        self.scale = 1
        zoom = Gtk.GestureZoom()
        zoom.connect("scale-changed", self._zoomed)
        blank.add_controller(zoom)
        self.menu = Gtk.Popover(child=Gtk.Label(label="menu"))
        self.menu.set_parent(blank)
        self.menu.connect("map", lambda _: self.report.menus.append(self.place))
        press = Gtk.GestureClick(button=0)
        press.connect("pressed", self._pressed)
        blank.add_controller(press)
        fixed.put(blank, 920, 40)

        window.set_child(fixed)
        window.fullscreen()
        window.present()
        GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, self.report.commands, GLib.IOCondition.IN, self._serve)
        GLib.timeout_add(100, self._ready, window)

    @staticmethod
    def _scrolled(width, height, shown_width, shown_height):
        scrolled = sized(Gtk.ScrolledWindow(), shown_width, shown_height)
        scrolled.set_child(sized(Gtk.Label(label="list"), width, height))
        return scrolled

    def _ready(self, window):
        size = window.get_width(), window.get_height()
        if size != SIZE:
            return True
        self._reset()
        self.report.say(ready=size)
        return False

    def _pressed(self, press, count, x, y):
        self.place = 920 + x, 40 + y
        if press.get_current_button() == 3:
            at = Gdk.Rectangle()
            at.x, at.y, at.width, at.height = int(x), int(y), 1, 1
            self.menu.set_pointing_to(at)
            self.menu.popup()
        elif count == 2:
            self.report.doubles.append(self.place)

    def _zoomed(self, _, scale):
        self.scale = scale

    def _serve(self, *_):
        self.report.serve(self._reset, self._state)
        return True

    def _reset(self):
        self.menu.popdown()
        self.scale = 1
        self.slider.set_value(200)
        self.row.get_hadjustment().set_value(START)
        self.list.get_vadjustment().set_value(START)

    def _state(self):
        return {
            "value": self.slider.get_value() - 200, "scale": self.scale,
            "row": self.row.get_hadjustment().get_value() - START,
            "list": self.list.get_vadjustment().get_value() - START,
        }


application = Gtk.Application(application_id="touchd.toolkits")
application.connect("activate", Client)
application.run(None)
