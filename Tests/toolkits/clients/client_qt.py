# SPDX-License-Identifier: MIT
"""The page in Qt's widgets:  client_qt.py COMMANDS LOG"""

import sys

from PyQt6.QtCore import QEvent, QSocketNotifier, QT_VERSION_STR, Qt
from PyQt6.QtWidgets import QApplication, QLabel, QMenu, QPushButton, QScrollArea, QScroller, QSlider, QWidget

from plan import SIZE
from report import Report

START = 1000

class Acts(QLabel):
    """Acts when it is released."""

    def __init__(self, parent, act):
        super().__init__("acts on release", parent)
        self._act = act

    def mousePressEvent(self, event):
        event.accept()

    def mouseReleaseEvent(self, event):
        self._act()


class Zooms(QLabel):
    """Is zoomed by two fingers."""

    def __init__(self, parent, report):
        super().__init__("zooms", parent)
        self.scale, self.report = 1, report
        self.menu = QMenu(self)
        self.menu.addAction("menu").triggered.connect(report.item)
        self.menu.aboutToShow.connect(lambda: report.menus.append(self.place))
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.grabGesture(Qt.GestureType.PinchGesture)

    def contextMenuEvent(self, event):
        self.place = event.globalPos().x(), event.globalPos().y()
        self.menu.popup(event.globalPos())

    def mouseDoubleClickEvent(self, event):
        self.report.doubles.append((event.globalPosition().x(), event.globalPosition().y()))

    def event(self, event):
        if event.type() == QEvent.Type.Gesture:
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if pinch:
                self.scale = pinch.totalScaleFactor()
            return True
        return super().event(event)


class Client:
    def __init__(self):
        self.report = Report(f"Qt {QT_VERSION_STR} widgets")
        self.window = window = QWidget()
        window.resize(*SIZE)
        button = QPushButton("Button", window)
        button.setGeometry(80, 60, 240, 80)
        button.clicked.connect(self.report.click)
        release = Acts(window, self.report.release)
        release.setGeometry(80, 200, 240, 80)
        self.slider = QSlider(Qt.Orientation.Horizontal, window)
        self.slider.setRange(0, 400)
        self.slider.setGeometry(80, 340, 400, 60)
        self.scrollers = []
        self.row = self._scrolled(3000, 140).horizontalScrollBar()
        self.row.parent().parent().setGeometry(80, 460, 400, 160)
        self.list = self._scrolled(300, 6000).verticalScrollBar()
        self.list.parent().parent().setGeometry(560, 40, 320, 640)
        self.blank = Zooms(window, self.report)
        self.blank.setGeometry(920, 40, 320, 640)
        window.showFullScreen()
        self.notifier = QSocketNotifier(self.report.commands, QSocketNotifier.Type.Read)
        self.notifier.activated.connect(lambda *_: self.report.serve(self._reset, self._state))
        window.startTimer(100)
        window.timerEvent = self._look

    def _scrolled(self, width, height):
        area = QScrollArea(self.window)
        content = QLabel("list")
        content.resize(width, height)
        area.setWidget(content)
        QScroller.grabGesture(area.viewport(), QScroller.ScrollerGestureType.TouchGesture)
        self.scrollers.append(QScroller.scroller(area.viewport()))
        return area

    def _look(self, event):
        if (self.window.width(), self.window.height()) != SIZE:
            return
        self.window.killTimer(event.timerId())
        self._reset()
        self.report.say(ready=SIZE)

    def _reset(self):
        for scroller in self.scrollers:
            scroller.stop()
        self.slider.setValue(200)
        self.row.setValue(START)
        self.list.setValue(START)
        self.blank.scale = 1
        self.blank.menu.close()

    def _state(self):
        return {
            "value": self.slider.value() - 200, "scale": self.blank.scale, "row": self.row.value() - START,
            "list": self.list.value() - START,
        }


application = QApplication(sys.argv)
client = Client()
application.exec()
