// SPDX-License-Identifier: MIT
// The page in Qt Quick: client_quick.py shows it.
import QtQuick
import QtQuick.Controls.Basic

Item {
    id: page
    width: 1280
    height: 720
    property int clicks: 0
    property int releases: 0
    property alias value: slider.value
    property alias row: sideways.contentX
    property alias list: upright.contentY
    property alias scale_: zoomed.scale

    function begin() {
        clicks = 0
        releases = 0
        sideways.cancelFlick()
        upright.cancelFlick()
        slider.value = 200
        sideways.contentX = 1000
        upright.contentY = 1000
        // A handler of its own for each trial: it goes on from the scale of the last pinch.
        pinched.active = false
        zoomed.scale = 1
        pinched.active = true
    }

    Button {
        x: 80; y: 60; width: 240; height: 80
        text: "Button"
        onClicked: page.clicks += 1
    }
    Rectangle {
        x: 80; y: 200; width: 240; height: 80
        color: "#ccddee"
        MouseArea {
            anchors.fill: parent
            onReleased: page.releases += 1
        }
    }
    Slider {
        id: slider
        x: 80; y: 340; width: 400; height: 60
        from: 0; to: 400
    }
    Flickable {
        id: sideways
        x: 80; y: 460; width: 400; height: 160
        contentWidth: 3000; contentHeight: 160
        clip: true
        Rectangle { width: 3000; height: 160; color: "#ffeecc" }
    }
    Flickable {
        id: upright
        x: 560; y: 40; width: 320; height: 640
        contentWidth: 320; contentHeight: 6000
        clip: true
        Rectangle { width: 320; height: 6000; color: "#ffeecc" }
    }
    Item {
        x: 920; y: 40; width: 320; height: 640
        Loader {
            id: pinched
            anchors.fill: parent
            sourceComponent: Item {
                PinchHandler { target: zoomed; minimumRotation: 0; maximumRotation: 0 }
            }
        }
        Rectangle { id: zoomed; width: 320; height: 640; color: "#eeeeee" }
    }
}
