import Database
import Proximity

/// Examples of the devices that get notices, and of how to turn them on.
enum PushExamples {
    static let all: [GalleryExample] = [
        .part("two devices") { two($0) },
        .part("no device") { part($0, []) },
        .part("refused by the site") { gallery in
            var part = part(gallery, [])
            part.fieldError = ValidationErrors("endpoint", NewPushSubscription.badEndpoint).part("endpoint")
            return part
        },
        .part("a site on plain http") { gallery in
            var part = part(gallery, [])
            part.needsHTTPS = true
            return part
        },
        .part("this one") { device($0, phone, isThis: true, delivered: 3) },
        .part("another one") { device($0, tablet, delivered: 30) },
        .part("not reached") { device($0, laptop, delivered: 60, failing: 50) },
        .part("usual") { _ in PushStepsPart(siteName: "Cairn") },
        .part("long name") { _ in PushStepsPart(siteName: GalleryContext.longDisplayName) },
    ]

    /// A phone and a laptop.
    static func two(_ gallery: GalleryContext) -> PushPart {
        part(gallery, [device(gallery, phone, isThis: true, delivered: 3), device(gallery, laptop, failing: 50)])
    }

    private static let phone =
        "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36"
    private static let laptop = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    private static let tablet = "Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari"

    private static func part(_ gallery: GalleryContext, _ devices: [PushDevicePart]) -> PushPart {
        PushPart(
            key: gallery.site.push.publicKey, siteName: "Cairn", devices: devices, csrf: gallery.frame("").csrf)
    }

    private static func device(
        _ gallery: GalleryContext, _ agent: String, isThis: Bool = false, delivered: Double? = nil,
        failing: Double? = nil
    ) -> PushDevicePart {
        PushDevicePart(
            id: ID(rawValue: Int64(agent.utf8.count)), agent: UserAgent(agent), isThis: isThis,
            since: TimePart(gallery.ago(400), gallery.words),
            delivered: delivered.map { TimePart(gallery.ago($0), gallery.words) },
            failing: failing.map { TimePart(brief: gallery.ago($0), gallery.words) }, csrf: gallery.frame("").csrf)
    }
}
