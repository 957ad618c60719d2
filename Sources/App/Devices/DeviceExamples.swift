import Database
import HTTP
import PositionSources
import Proximity

/// Examples of the pages of devices.
struct DeviceExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("some") { list($0, 3, apps: 2) },
            .page("none") { list($0, 0, apps: 0) },
            .page("new") { try device($0, .owntracks, token: DeviceExamples.sample, isNew: true) },
            .page("sending") { try device($0, .overland) },
            .page("refused") {
                try device($0, .gpslogger, token: DeviceExamples.sample, refused: Array(ReportRefusal.allCases))
            },
            .part("sending") { try device($0, .traccar).state },
            .part("shown once") { try device($0, .osmand, token: DeviceExamples.sample).token },
            .part("shown before") { try device($0, .osmand).token },
        ]
    }

    private static let sample = "9uQx0Jc1vK3mT7rYb2LwZ5sN8dFhG4pE6aXoCiUlBkM"

    private func list(_ gallery: GalleryContext, _ count: Int, apps: Int) -> DevicesPage {
        let entries = browsers(gallery, count) + phones(gallery, apps)
        return DevicesPage(
            frame: gallery.frame("Devices", .you),
            devices: entries.enumerated().map { DevicePart($1, isThis: $0 == 0, gallery.times) }, kept: "one day",
            form: NewPhoneAppForm(FormFields(), ValidationErrors()),
            links: gallery.site.features.links(.devices, gallery.viewer))
    }

    private func browsers(_ gallery: GalleryContext, _ count: Int) -> [DeviceEntry] {
        let agents = [
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0", nil,
        ]
        return (0..<count).map { number in
            DeviceEntry(
                id: ID(rawValue: Int64(number + 1)), session: nil, name: nil, agent: agents[number % 3],
                seenAt: gallery.ago(Double(number) * 20), positionCount: [214, 1, 0][number % 3])
        }
    }

    private func phones(_ gallery: GalleryContext, _ count: Int) -> [DeviceEntry] {
        (0..<count).map { number in
            DeviceEntry(
                id: ID(rawValue: Int64(number + 10)), session: nil,
                name: ["My phone", GalleryContext.longDisplayName][number % 2], agent: nil,
                seenAt: gallery.ago(Double(number)), positionCount: [1_204, 0][number % 2])
        }
    }

    private func device(
        _ gallery: GalleryContext, _ source: PositionSource, token: String? = nil, isNew: Bool = false,
        refused: [ReportRefusal] = []
    ) throws -> DevicePage {
        let fix = try Fix(
            coordinate: DemoCast.centre, accuracy: 12, time: gallery.ago(0.02), source: source.fixSource, battery: 0.64)
        let seen = SeenPhoneApp(
            app: PhoneApp(
                device: ID(rawValue: 10), account: gallery.viewer.id, name: "My phone", source: source, isPaused: false,
                createdAt: gallery.ago(3)),
            newest: isNew ? nil : ValidatedFix(fix: fix, isPlausible: true), countToday: 214,
            refused: refused.map { RefusedReports(reason: $0, count: 3, lastAt: gallery.ago(1)) })
        return try DevicePage(
            gallery.frame("My phone", .settings), seen: seen, token: token, errors: ValidationErrors(),
            for: gallery.viewer,
            site: "https://cairn.example", basemaps: basemaps, at: gallery.now)
    }
}
