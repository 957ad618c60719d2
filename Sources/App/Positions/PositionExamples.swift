import Database
import Proximity

/// Examples of the device list.
enum PositionExamples {
    static let all: [GalleryExample] = [
        .page("some") { devices($0, 3) },
        .page("none") { devices($0, 0) },
    ]

    private static func devices(_ gallery: GalleryContext, _ count: Int) -> DevicesPage {
        let parts = entries(gallery, count).enumerated().map { DevicePart($1, isThis: $0 == 0, gallery.words) }
        return DevicesPage(
            frame: gallery.frame("Devices", .you), devices: parts, kept: "one day",
            links: gallery.site.features.links(.devices, gallery.viewer))
    }

    private static func entries(_ gallery: GalleryContext, _ count: Int) -> [DeviceEntry] {
        let agents = [
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", nil,
        ]
        return (0..<count).map { number in
            DeviceEntry(
                id: ID(rawValue: Int64(number + 1)), session: nil, agent: agents[number % 3],
                seenAt: gallery.ago(Double(number) * 20), positionCount: [214, 1, 0][number % 3])
        }
    }
}
