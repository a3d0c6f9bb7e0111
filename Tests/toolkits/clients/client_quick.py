# SPDX-License-Identifier: MIT
"""The page in Qt Quick, client.qml:  client_quick.py COMMANDS LOG"""

import sys
from pathlib import Path

from PyQt6.QtCore import QMetaObject, QSocketNotifier, QT_VERSION_STR, QTimer, QUrl
from PyQt6.QtGui import QGuiApplication
from PyQt6.QtQuick import QQuickView

from plan import SIZE
from report import Report


class Client:
    def __init__(self):
        self.report = Report(f"Qt {QT_VERSION_STR} Quick")
        self.view = QQuickView()
        self.view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.view.setSource(QUrl.fromLocalFile(str(Path(__file__).parent / "client.qml")))
        self.root = self.view.rootObject()
        if not self.root:
            sys.exit("; ".join(error.toString() for error in self.view.errors()))
        self.view.showFullScreen()
        self.notifier = QSocketNotifier(self.report.commands, QSocketNotifier.Type.Read)
        self.notifier.activated.connect(lambda *_: self.report.serve(self._reset, self._state))
        self.timer = QTimer()
        self.timer.timeout.connect(self._look)
        self.timer.start(100)

    def _look(self):
        if (self.view.width(), self.view.height()) != SIZE:
            return
        self.timer.stop()
        self._reset()
        self.report.say(ready=SIZE)

    def _reset(self):
        QMetaObject.invokeMethod(self.root, "begin")

    def _state(self):
        self.report.clicks, self.report.releases = self.root.property("clicks"), self.root.property("releases")
        return {
            "value": self.root.property("value") - 200, "row": self.root.property("row") - 1000,
            # A pinch of fingers that have come together ends beyond all bounds.
            "list": self.root.property("list") - 1000, "scale": min(max(self.root.property("scale_"), 0), 100),
        }


application = QGuiApplication(sys.argv)
client = Client()
application.exec()
