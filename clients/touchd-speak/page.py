# SPDX-License-Identifier: MIT
"""The elements of the page, by AT-SPI: of the window that fills the screen. All of it runs in one thread."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402

from words import LONGEST_TEXT, clean  # noqa: E402

Node = Any
# Each role that can get the focus, with its word. What is inside of a control belongs to it.
CONTROLS = {
    "push button": "button", "button": "button", "toggle button": "switch", "switch": "switch", "link": "link",
    "check box": "check_box", "radio button": "radio_button", "combo box": "choice", "entry": "text_field",
    "text": "text_field", "password text": "password", "spin button": "text_field", "slider": "adjustable", "page tab": "tab",
    "menu item": "menu_item", "check menu item": "check_box", "radio menu item": "radio_button",
    "progress bar": "progress", "level bar": "progress",
}
# Controls as well, unless there are some in them.
OPTIONS = ("list item", "tree item")
TEXTS = {"static": "static_text", "label": "static_text", "heading": "header", "image": "image", "icon": "image"}
DOCUMENTS, WINDOWS = ("document web", "document frame"), ("frame", "application")
STATES = {"CHECKED": "checked", "PRESSED": "pressed", "EXPANDED": "expanded", "SELECTED": "selected",
          "REQUIRED": "required", "INVALID_ENTRY": "invalid"}
# The names of buttons that close a dialog; the action of what scrolls, by the direction of the fingers.
WAYS_OUT = ("close", "cancel", "back", "schließen", "abbrechen", "zurück")
SCROLLS = {"up": "scrollDown", "down": "scrollUp", "left": "scrollRight", "right": "scrollLeft"}
MARKS = " •◦▪‣·|"  # Texts that are only these are no elements.
# Bounds: milliseconds for an answer, steps upwards and downwards, nodes that are looked at, seconds for all of them and
# until a change is there, announcements a second; and seconds until an answer is asked for again.
CALL, DEPTH, DEEPEST, MOST, LISTING, ARRIVAL, ANNOUNCEMENTS, SETTLE = 300, 16, 100, 2000, 0.5, 0.3, 5, 0.01


class Element(NamedTuple):
    """An element of the page: its place in points, and the words for what it is."""

    node: Node
    frame: tuple[float, float, float, float]
    point: tuple[float, float]
    label: str = ""
    traits: tuple[str, ...] = ()
    value: str = ""
    hint: str = ""
    language: str | None = None


class Page:
    """`scale` is the number of the window's pixels for a point; `announce(text, is_urgent, language)` gets what the page
    says by itself. While it is open, programs of the session show themselves to AT-SPI (org.a11y.Status)."""

    def __init__(self, scale: float, announce: Callable[[str, bool, str | None], object], desktop: Node = None) -> None:
        self._scale, self._announce = scale, announce
        self._frame: Node = None
        self._document: Node = None
        # Not each compositor says which window is in use.
        self._is_active = False
        self._times: list[float] = []
        if desktop is None:
            Atspi.set_timeout(CALL, 4 * CALL)
            self._status = Gio.DBusProxy.new_for_bus_sync(
                Gio.BusType.SESSION, 0, None, "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties")
            self._was_enabled = self._status.Get("(ss)", "org.a11y.Status", "IsEnabled")
            self._enable(True)
            self._listener = Atspi.EventListener.new(self.hear)
        self._desktop = desktop or Atspi.get_desktop(0)

    def _enable(self, is_enabled: bool) -> None:
        self._status.Set("(ssv)", "org.a11y.Status", "IsEnabled", GLib.Variant("b", is_enabled))

    def close(self) -> None:
        tried(lambda: self._enable(self._was_enabled))

    def _root(self) -> Node:
        """The document of the window that is in use, or the window; None where AT-SPI knows of none."""
        if self._document and has(self._frame, "ACTIVE") >= self._is_active and has(self._document, "SHOWING"):
            return self._document
        frames = [frame for program in children(self._desktop) for frame in children(program) if has(frame, "SHOWING")]
        self._frame = max(frames, key=lambda frame: (has(frame, "ACTIVE"), self._box(frame)[2:]), default=None)
        level = [self._frame] if self._frame else []
        self._document, self._is_active = self._frame, bool(level) and has(self._frame, "ACTIVE")
        for _ in range(2 * DEPTH):
            if found := [node for node in level if node.get_role_name() in DOCUMENTS]:
                self._document = found[0]
                break
            level = [child for node in level for child in children(node) if has(child, "SHOWING")][:MOST]
        return self._document

    def _owner(self, node: Node) -> Node:
        """The element that something is a part of: the control around it, else the text itself."""
        text = control = None
        for above in ancestors(node):
            role = above.get_role_name()
            if role == "combo box" or not control and (role in CONTROLS or role in OPTIONS and not holds_control(above)):
                control = above
            elif role == "heading" and (text is None or above.get_child_count() == 1):
                text = above
            elif text is None and role in TEXTS and clean(above.get_name()).strip(MARKS):
                text = above
        return control or text

    def _hit(self, x: float, y: float) -> Node:
        node = self._root()
        for _ in range(DEPTH):
            component = node and node.get_component_iface()
            inner = component and component.get_accessible_at_point(
                round(x * self._scale), round(y * self._scale), Atspi.CoordType.WINDOW)
            if not inner or inner == node:
                break
            node = inner
        return node

    def _box(self, node: Node) -> tuple[float, float, float, float]:
        component = node.get_component_iface()
        box = component and component.get_extents(Atspi.CoordType.WINDOW)
        left, top, width, height = (side / self._scale for side in (box.x, box.y, box.width, box.height)) if box else [0.0] * 4
        return left, top, width, height

    # -- Elements

    def at(self, x: float, y: float) -> Element | None:
        """The element at a point of the screen."""
        end = time.monotonic() + ARRIVAL
        node, former = self._hit(x, y), None
        # Chromium's first answer is a guess, on which it asks the page.
        while node != former and time.monotonic() < end:
            time.sleep(SETTLE)
            former, node = node, self._hit(x, y)
        owner = self._owner(node)
        return self.element(owner, (x, y)) if owner else None

    def element(self, node: Node, at: tuple[float, float] | None = None) -> Element | None:
        """All that is said of an element. Its point is its middle, or where the finger is, if that is something else."""
        left, top, width, height = box = self._box(node)
        middle = left + width / 2, top + height / 2
        if at and not covers(box, at):
            return None
        if at and self._owner(self._hit(*middle)) != node:
            middle = at
        role = node.get_role_name()
        trait = (CONTROLS | TEXTS).get(role, "static_text")
        states = [word for state, word in STATES.items() if has(node, state)]
        if trait in ("check_box", "radio_button", "switch") and not {"checked", "pressed"} & {*states}:
            states.append("not_checked")
        if not has(node, "SENSITIVE"):
            states.append("not_enabled")
        label = clean(node.get_name()) or (text_of(node).lstrip(MARKS) if trait in ("static_text", "header") else "")
        if width <= 0 or height <= 0 or not label and trait == "static_text":
            return None
        # touchd repeats it with as many decimals.
        point = round(middle[0], 3), round(middle[1], 3)
        value, hint = value_of(node), clean(node.get_description())
        return Element(node, box, point, label, (trait, *states), value,
                       hint if hint != value else "", language_of(node))

    def _elements(self, start: Node, distance: int) -> Iterator[Node]:
        """The elements after one, in the order in which they are read, or before it; of None, all. Also those that would
        have to be scrolled to."""
        root = self._root()
        for node in visible(beyond(start, root, distance) if start else subtree(root, distance)):
            if node.get_role_name() in (*CONTROLS, *OPTIONS, *TEXTS) and self._owner(node) == node:
                yield node

    def step(self, node: Node, distance: int) -> Element | None:
        """The next element, or the one before, if there is one; of none, the first or the last; at the end, the same."""
        if node and not tried(lambda: has(node, "VISIBLE")):
            node = None
        for other in self._elements(node, distance):
            if not has(other, "SHOWING"):
                other.get_component_iface().scroll_to(Atspi.ScrollType.ANYWHERE)
                await_change(other, lambda: has(other, "SHOWING"))  # noqa: B023
            if element := self.element(other):
                return element
        return self.element(node) if node and distance > 0 else None

    def position(self, node: Node) -> tuple[int, int] | None:
        """The place of an element, and how many there are; None if these are more than can be counted at once."""
        end = time.monotonic() + LISTING
        nodes = list(self._elements(None, 1))
        return (nodes.index(node) + 1, len(nodes)) if node in nodes and time.monotonic() < end else None

    def holds(self, node: Node, point: tuple[float, float]) -> bool:
        """Whether an element is where it was."""
        node.clear_cache()
        return has(node, "SHOWING") and covers(self._box(node), point)

    # -- What a person does to them

    def adjust(self, node: Node, direction: int) -> str | None:
        """Raises or lowers a value, and returns the new one; None where that cannot be."""
        before, number, writing = value_of(node), node.get_value_iface(), node.get_editable_text_iface()
        if not has(node, "SENSITIVE"):
            return None
        if not press(node, "increment" if direction > 0 else "decrement"):
            if number:
                low, high, step = map(tried, (number.get_minimum_value, number.get_maximum_value, number.get_minimum_increment))
                wanted = number.get_current_value() + direction * (step or ((high or 0) - (low or 0)) / 20 or 1)
                number.set_current_value(min(max(wanted, low), high) if low is not None and low < (high or low) else wanted)
            elif writing and before.lstrip("-").isdigit():
                writing.set_text_contents(str(int(before) + direction))
            else:
                return None
        await_change(node, lambda: value_of(node) != before)
        return value_of(node)

    def scroll(self, node: Node, direction: str) -> bool:
        """Scrolls what is around an element, as fingers that go in this direction do."""
        return any(press(above, SCROLLS.get(direction, "")) for above in ancestors(node, DOCUMENTS))

    def escape(self, node: Node) -> bool:
        """Closes the dialog around an element, by the button in it that does."""
        dialogs = [above for above in ancestors(node) if above.get_role_name() in ("dialog", "alert", "menu")][:1]
        return any(clean(way.get_name()).lower() in WAYS_OUT and press(way, "press", "click")
                   for dialog in dialogs for way in visible(subtree(dialog, 1)))

    def magic(self, _: Node) -> bool:
        """Presses the button that the page calls its default one."""
        return any(press(node, "press", "click") for node in self._elements(None, 1) if has(node, "IS_DEFAULT"))

    # -- What the page says by itself

    def listen(self, is_on: bool) -> None:
        """Hears alerts and live regions, or does not any more."""
        for kind in ("object:text-changed:insert", "object:announcement"):
            (self._listener.register if is_on else self._listener.deregister)(kind)

    def hear(self, event: Any) -> None:
        now, node, said = time.monotonic(), event.source, event.any_data
        self._times = [at for at in self._times if at > now - 1]
        live: str | None = "assertive" if event.detail1 == 2 else "polite"
        if len(self._times) < ANNOUNCEMENTS and event.type.startswith("object:text"):
            live = (tried(node.get_attributes) or {}).get("container-live")
            role = tried(node.get_role_name)
            said = "" if role == "password text" else said if role == "log" else text_of(node)
        if len(self._times) < ANNOUNCEMENTS and live in ("polite", "assertive") and (text := clean(said, LONGEST_TEXT)):
            self._times.append(now)
            self._announce(text, live == "assertive", language_of(node))


# -- Parts of a tree


def covers(box: tuple[float, float, float, float], at: tuple[float, float]) -> bool:
    return box[0] <= at[0] <= box[0] + box[2] and box[1] <= at[1] <= box[1] + box[3]


def has(node: Node, state: str) -> bool:
    return bool(node.get_state_set().contains(getattr(Atspi.StateType, state)))


def children(node: Node) -> Iterator[Node]:
    return filter(None, (node.get_child_at_index(index) for index in range(min(node.get_child_count(), MOST))))


def visible(nodes: Iterator[Node]) -> Iterator[Node]:
    """Those of nodes that are there, as far as there is time to look."""
    end = time.monotonic() + LISTING
    for _, node in zip(range(MOST), nodes):
        if node:
            yield node
        if time.monotonic() > end:
            break


def subtree(node: Node, distance: int, depth: int = 0) -> Iterator[Node]:
    """A node and all below it, as in the document, or the other way round; None for each that is not visible."""
    if not node or depth > DEEPEST or not has(node, "VISIBLE"):
        yield None
        return
    if distance > 0:
        yield node
    count = node.get_child_count()
    for index in range(count) if distance > 0 else reversed(range(count)):
        yield from subtree(node.get_child_at_index(index), distance, depth + 1)
    if distance < 0:
        yield node


def beyond(node: Node, root: Node, distance: int) -> Iterator[Node]:
    """The nodes after a node, or before it, as far as the root."""
    while node != root and (above := node.get_parent()):
        place = node.get_index_in_parent()
        for index in range(place + 1, above.get_child_count()) if distance > 0 else reversed(range(place)):
            yield from subtree(above.get_child_at_index(index), distance)
        node = above


def ancestors(node: Node, roots: tuple[str, ...] = ()) -> Iterator[Node]:
    """The node and those above it, below the document."""
    for _ in range(DEPTH):
        if node is None or (role := node.get_role_name()) in WINDOWS or role in DOCUMENTS and not roots:
            return
        yield node
        node = node.get_parent()


def holds_control(node: Node, depth: int = 3) -> bool:
    return depth > 0 and any(
        child.get_role_name() in CONTROLS or holds_control(child, depth - 1) for child in children(node))


def text_of(node: Node) -> str:
    if not (text := node.get_text_iface()):
        return clean(node.get_name(), LONGEST_TEXT)
    # By its interface: in Debian 13, an accessible has another function of this name.
    return clean(Atspi.Text.get_text(text, 0, min(text.get_character_count(), LONGEST_TEXT)), LONGEST_TEXT)


def value_of(node: Node) -> str:
    """The value of an element; the text of a password is never asked for."""
    trait = CONTROLS.get(node.get_role_name(), "")
    if trait == "text_field":
        return text_of(node)
    if trait == "choice":
        lists = [each for part in (node, *children(node)) if (each := part.get_selection_iface())]
        return clean(next((each.get_selected_child(0).get_name() for each in lists if each.get_n_selected_children()), ""))
    number = node.get_value_iface() if trait in ("adjustable", "progress") else None
    return clean(node.get_attributes().get("valuetext") or f"{number.get_current_value():.6g}") if number else ""


def language_of(node: Node) -> str | None:
    text = node.get_text_iface()
    language = clean((tried(text.get_default_attributes) or {}).get("language"), 16) if text else ""
    # GTK has the name of a locale there, which may be C.
    return language if len(language) > 1 else None


def press(node: Node, *names: str) -> bool:
    """Does the action of an element that has one of these names."""
    actions = node.get_action_iface() if has(node, "SENSITIVE") else None
    found = [index for index in range(actions.get_n_actions()) if actions.get_action_name(index) in names] if actions else []
    return bool(found and actions.do_action(found[0]))


def tried(question: Callable[[], Any]) -> Any:
    """The answer, or None where the page has none."""
    try:
        return question()
    except GLib.Error:
        return None


def await_change(node: Node, has_come: Callable[[], bool]) -> None:
    end = time.monotonic() + ARRIVAL
    while not has_come() and time.monotonic() < end:
        GLib.MainContext.default().iteration(False)
        time.sleep(0.01)
        node.clear_cache()
