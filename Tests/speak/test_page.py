# SPDX-License-Identifier: MIT
"""From AT-SPI's tree to elements: a tree as text, and what is found in it. No bus is needed."""

import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "clients" / "touchd-speak"))
pytest.importorskip("gi")
try:
    import page as pages
except ValueError:
    pytest.skip("gir1.2-atspi-2.0 is missing", allow_module_level=True)


class Node:
    """An accessible, as libatspi has it: a role, a name, `x y width height`, states besides the usual, children."""

    usual = {"showing", "visible", "enabled", "sensitive"}

    def __init__(self, role, name="", box=(0, 0, 0, 0), *children, states=(), without=(), text=None, value=None, actions=(),
                 language="de"):
        self.role, self.name, self.box, self.children, self.parent = role, name, box, children, None
        self.states, self.text, self.value, self.done, self.actions = (self.usual | {*states}) - {*without}, text, value, [], actions
        self.attributes, self.language = {}, language
        for child in children:
            child.parent = self

    def get_role_name(self): return self.role
    def get_name(self): return self.name
    def get_description(self): return ""
    def get_parent(self): return self.parent
    def get_child_count(self): return len(self.children)
    def get_child_at_index(self, index): return self.children[index]
    def get_attributes(self): return self.attributes
    def clear_cache(self): pass
    def get_selection_iface(self): return None
    def get_editable_text_iface(self): return None

    def get_state_set(self):
        return SimpleNamespace(contains=lambda state: state.value_nick.replace("-", "_") in {s.replace("-", "_") for s in self.states})

    def get_component_iface(self):
        x, y, width, height = self.box

        def at(left, top, _):
            inside = [child for child in self.children if child.covers(left, top)]
            return inside[-1] if inside else None

        def scroll_to(_):
            self.states |= {"showing"}

        return SimpleNamespace(get_extents=lambda _: SimpleNamespace(x=x, y=y, width=width, height=height),
                               get_accessible_at_point=at, scroll_to=scroll_to)

    def covers(self, left, top):
        x, y, width, height = self.box
        return x <= left < x + width and y <= top < y + height

    def get_text_iface(self):
        if self.text is None:
            return None
        return SimpleNamespace(get_text=lambda start, end: self.text[start:end], get_character_count=lambda: len(self.text),
                               get_default_attributes=lambda: {"language": self.language})

    def get_value_iface(self):
        if self.value is None:
            return None

        def change(value):
            self.value = value

        return SimpleNamespace(get_current_value=lambda: self.value, get_minimum_value=lambda: 0, get_maximum_value=lambda: 5,
                               get_minimum_increment=lambda: 1, set_current_value=change)

    def get_action_iface(self):
        return SimpleNamespace(get_n_actions=lambda: len(self.actions), get_action_name=lambda index: self.actions[index],
                               do_action=lambda index: self.done.append(self.actions[index]) or True)

    def get_index_in_parent(self): return self.parent.children.index(self)


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Nothing waits for a change of the tree, and texts are those of nodes."""
    monkeypatch.setattr(pages, "SETTLE", 0)
    monkeypatch.setattr(pages.Atspi.Text, "get_text", lambda text, *places: text.get_text(*places))


def tree(*content):
    document = Node("document web", "Page", (0, 0, 100, 100), *content)
    window = Node("frame", "", (0, 0, 100, 100), document, states=["active"])
    popup = Node("frame", "", (0, 0, 50, 50), Node("document web", "", (0, 0, 50, 50)))
    return pages.Page(1, lambda *words: None, Node("desktop frame", "", (0, 0, 0, 0), Node("application", "", (0, 0, 0, 0), popup, window)))


PAY = lambda **more: Node("push button", "Pay", (0, 0, 40, 20), Node("static", "Pay", (10, 5, 20, 10)), **more)  # noqa: E731
TITLE = lambda: Node("heading", "Tickets", (0, 20, 100, 20), Node("static", "Tickets", (0, 20, 50, 20)))  # noqa: E731
MORE = lambda: Node("paragraph", "", (0, 40, 100, 20), Node("static", "Read", (0, 40, 30, 20)),  # noqa: E731
                    Node("link", "more", (30, 40, 30, 20), Node("static", "more", (30, 40, 30, 20))),
                    Node("static", " ", (60, 40, 5, 20)))
FOUND = {
    "a control, by what is in it": (PAY(), (15, 8), "Pay button"),
    "a control, by its edge": (PAY(), (1, 1), "Pay button"),
    "switched off": (PAY(without=["sensitive"]), (1, 1), "Pay button not_enabled"),
    "nothing": (PAY(), (90, 90), None),
    "a heading, by its text": (TITLE(), (10, 30), "Tickets header"),
    "a link in a text": (MORE(), (40, 50), "more link"),
    "a text beside a link": (MORE(), (10, 50), "Read static_text"),
    "blanks are nothing": (MORE(), (61, 50), None),
    "not checked": (Node("check box", "Bike", (0, 0, 9, 9)), (1, 1), "Bike check_box not_checked"),
    "checked": (Node("check box", "Bike", (0, 0, 9, 9), states=["checked"]), (1, 1), "Bike check_box checked"),
    "a slider": (Node("slider", "Zone", (0, 0, 9, 9), value=2.0), (1, 1), "Zone adjustable =2"),
    "a text field, in its language": (Node("entry", "Name", (0, 0, 9, 9), text="Ada"), (1, 1), "Name text_field =Ada de"),
    "a text field of GTK": (Node("text", "Name", (0, 0, 9, 9), text="Ada", language="c"), (1, 1), "Name text_field =Ada"),
    "a password is not read": (Node("password text", "PIN", (0, 0, 9, 9), text="1234"), (1, 1), "PIN password de"),
    "signs of control in a name": (Node("link", "a\u202e\nb", (0, 0, 9, 9)), (1, 1), "a b link"),
    "an option of a choice is a part of it": (
        Node("combo box", "Class", (0, 0, 9, 9), Node("menu", "", (0, 0, 9, 9), Node("menu item", "First", (0, 0, 9, 9)))),
        (1, 1), "Class choice"),
    "an item of a list": (Node("list item", "", (0, 0, 50, 9), Node("static", "• ", (0, 0, 9, 9)), text="• Bonn"), (30, 1),
                          "Bonn static_text de"),
    "an option of a list": (Node("list item", "Bonn", (0, 0, 50, 9), states=["selected"]), (10, 1), "Bonn static_text selected"),
    "a link in a list": (Node("list item", "", (0, 0, 50, 9), Node("static", "• ", (0, 0, 9, 9)),
                              Node("link", "Bonn", (9, 0, 40, 9))), (10, 1), "Bonn link"),
    "a mark of a list": (Node("list item", "", (0, 0, 50, 9), Node("static", "• ", (0, 0, 9, 9)),
                              Node("link", "Bonn", (9, 0, 40, 9))), (1, 1), None),
    "a picture without a name": (Node("image", "", (0, 0, 9, 9)), (1, 1), None),
}


def shown(element):
    if element is None:
        return None
    value = f"={element.value}" if element.value else ""
    return " ".join(filter(None, [element.label, *element.traits, value, element.language or ""]))


@pytest.mark.parametrize("name", FOUND)
def test_at(name):
    """the element at a point"""
    content, point, expected = FOUND[name]
    assert shown(tree(content).at(*point)) == expected


def test_order():
    """elements follow each other as in the document, each once, and what is not shown is left out"""
    hidden = Node("link", "hidden", (0, 0, 9, 9), without=["visible", "showing"])
    page, said, node = tree(PAY(), TITLE(), MORE(), hidden), [], None
    for _ in range(5):
        element = page.step(node, 1)
        said.append(shown(element))
        node = element.node
    assert said == ["Pay button", "Tickets header", "Read static_text", "more link", "more link"]
    assert page.position(node) == (4, 4)
    assert shown(page.step(node, -1)) == "Read static_text"
    assert shown(page.step(None, -1)) == "more link"
    assert page.step(page.step(None, 1).node, -1) is None and tree().step(None, 1) is None


def test_hidden(monkeypatch):
    """what is not visible counts among what is looked at, so that a page of it holds nothing up"""
    monkeypatch.setattr(pages, "MOST", 3)
    looks, look, hidden = [], pages.has, Node("link", without=["visible"])
    monkeypatch.setattr(pages, "has", lambda node, state: looks.append(state) or look(node, state))
    inside = PAY()
    page = tree(Node("dialog", "", (0, 0, 9, 9), inside, *[hidden] * 9))
    assert page.step(inside, 1).node is inside and not page.escape(inside) and looks.count("VISIBLE") < 8


def test_scrolled_to():
    """what is below the window is scrolled to before it gets the focus"""
    below = Node("link", "below", (0, 50, 9, 9), without=["showing"])
    page = tree(PAY(), below)
    assert page.step(page.step(None, 1).node, 1).node is below and "showing" in below.states


def test_point():
    """the point is the middle, or where the finger is, if something else is in the middle; in points of the layout"""
    ring = Node("link", "ring", (0, 0, 60, 60), Node("push button", "hole", (20, 20, 20, 20)))
    page = tree(ring)
    assert page.at(5, 5).point == (5, 5) and page.at(30, 30).point == (30, 30)
    page = tree(PAY())
    page._scale = 2
    assert page.at(1, 1).point == (10, 5) and page.at(1, 1).frame == (0, 0, 20, 10) and page.at(25, 1) is None


@pytest.mark.parametrize("node, direction, value, done", [
    (Node("slider", "Zone", (0, 0, 9, 9), value=2.0), 1, "3", []),
    (Node("slider", "Zone", (0, 0, 9, 9), value=5.0), 1, "5", []),
    (Node("slider", "Zone", (0, 0, 9, 9), value=2.0, actions=["decrement", "increment"]), -1, "2", ["decrement"]),
    (Node("slider", "Zone", (0, 0, 9, 9), value=2.0, without=["sensitive"]), 1, None, []),
    (PAY(), 1, None, []),
])
def test_adjust(monkeypatch, node, direction, value, done):
    """a value is changed by its action, else by its number, and kept within its limits"""
    monkeypatch.setattr(pages, "ARRIVAL", 0)
    assert tree(node).adjust(node, direction) == value and node.done == done


def test_escape_and_magic():
    """the way out is the button in the dialog that closes it; what matters most is the default button"""
    close, back, main = (Node("push button", name, (0, 0, 9, 9), actions=["press"]) for name in ("Schließen", "Back", "Buy"))
    main.states |= {"is_default"}
    inside = Node("entry", "Name", (0, 0, 9, 9))
    page = tree(back, Node("dialog", "", (0, 0, 50, 50), inside, close), main)
    assert page.escape(inside) and close.done == ["press"] and not back.done
    assert not page.escape(main) and page.magic(inside) and main.done == ["press"]


def test_scroll():
    """the first thing around the element that can scroll does"""
    page = tree(PAY())
    node = page.step(None, 1).node
    assert not page.scroll(node, "up")
    node.parent.actions = ["scrollDown", "scrollUp"]
    assert page.scroll(node, "up") and node.parent.done == ["scrollDown"]


@pytest.mark.parametrize("kind, live, text, detail, expected", [
    ("object:text-changed:insert", "polite", "Sold", 0, ("Sold", False, "de")),
    ("object:text-changed:insert", "assertive", "Fire", 0, ("Fire", True, "de")),
    ("object:text-changed:insert", "off", "Clock", 0, None),
    ("object:text-changed:insert", None, "Clock", 0, None),
    ("object:announcement", None, "Sold", 2, ("Sold", True, "de")),
    ("object:announcement", None, "Sold", 1, ("Sold", False, "de")),
])
def test_announcements(kind, live, text, detail, expected):
    """live regions and announcements are reported, at most five a second"""
    heard, page = [], tree(PAY())
    page._announce = lambda *words: heard.append(words)
    node = Node("section", text=text)
    node.attributes = {"container-live": live} if live else {}
    for _ in range(9):
        page.hear(SimpleNamespace(type=kind, source=node, any_data=text, detail1=detail))
    assert heard == ([expected] * 5 if expected else [])


def test_closed():
    """on a bus that has gone, nothing is put back, and it ends as it should"""
    def refuse(*_):
        raise pages.GLib.Error("the connection is closed")

    page = tree()
    page._status, page._was_enabled = SimpleNamespace(Set=refuse), False
    page.close()
