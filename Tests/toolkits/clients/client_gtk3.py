# SPDX-License-Identifier: MIT
"""The page in GTK 3, for a mouse:  client_gtk3.py COMMANDS LOG"""

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("Gdk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402 - after the versions

from plan import SIZE  # noqa: E402
from report import Report  # noqa: E402

START = 1000


class Client:
    def __init__(self):
        self.report = Report(f"GTK {Gtk.get_major_version()}.{Gtk.get_minor_version()}.{Gtk.get_micro_version()}")
        window, fixed = Gtk.Window(default_width=SIZE[0], default_height=SIZE[1], decorated=False), Gtk.Fixed()
        self.slider = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 400, 1)
        self.slider.set_draw_value(False)
        self.list = Gtk.ScrolledWindow()
        self.list.add(Gtk.Label(label="list", height_request=6000))
        blank = Gtk.EventBox()
        for widget, (x, y, width, height) in {
                self.slider: (80, 340, 400, 60), self.list: (560, 40, 320, 640), blank: (920, 40, 320, 640)}.items():
            widget.set_size_request(width, height)
            fixed.put(widget, x, y)
        item = Gtk.MenuItem(label="menu")
        item.connect("activate", self.report.item)
        self.menu = Gtk.Menu()
        self.menu.append(item)
        self.menu.connect("map", lambda _: self.report.menus.append(self.place))
        blank.connect("button-press-event", self._pressed)
        window.add(fixed)
        window.show_all()
        item.show()
        window.fullscreen()
        GLib.unix_fd_add_full(
            GLib.PRIORITY_DEFAULT, self.report.commands, GLib.IOCondition.IN,
            lambda *_: self.report.serve(self._reset, self._state) or True)
        GLib.timeout_add(100, self._ready, window)

    def _ready(self, window):
        if tuple(window.get_size()) != SIZE:
            return True
        self._reset()
        self.report.say(ready=SIZE)
        return False

    def _pressed(self, _, event):
        self.place = 920 + event.x, 40 + event.y
        if event.button == 3:
            self.menu.popup_at_pointer(event)
        elif event.type == Gdk.EventType.DOUBLE_BUTTON_PRESS:
            self.report.doubles.append(self.place)

    def _reset(self):
        self.menu.popdown()
        self.slider.set_value(200)
        self.list.get_vadjustment().set_value(START)

    def _state(self):
        return {"value": self.slider.get_value() - 200, "list": self.list.get_vadjustment().get_value() - START}


client = Client()
Gtk.main()
