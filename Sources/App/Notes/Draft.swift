import Database
import Foundation
import HTTP
import Proximity

/// The state of the compose form between two requests: the typed fields and the map view.
struct Draft: Sendable {
    var text = ""
    var recipients: Set<String> = []
    var hint = ""
    /// As typed, or as the fields of the viewer's zone say it.
    var opensAt = ""
    var closesAt = ""
    var isOnMap = false
    var isQuiet = false
    /// Whether it is for whoever gets its link.
    var isByLink = false
    /// The circles of friends that are ticked; their members are among the recipients.
    var circles: Set<String> = []
    /// The note that is edited; nil for a new one.
    var note: ID<Note>?
    var photo: MediaDraft?
    /// Where it is left.
    var spot: PlaceDraft

    /// An empty form.
    init(at spot: PlaceDraft) { self.spot = spot }

    /// The form of a stored note.
    init(editing note: ID<Note>, _ contents: NoteContents, in zone: TimeZone) {
        self.init(at: PlaceDraft(.note, around: contents.coordinate, zoom: Picker.closeZoom, submission: ""))
        self.note = note
        text = contents.text
        spot.choose(contents.coordinate)
        spot.radius = CoordinateFormatter.degrees(contents.radius.value, decimals: 3)
        hint = contents.hint
        opensAt = contents.opensAt.map { WallTime.text($0, in: zone) } ?? ""
        closesAt = contents.closesAt.map { WallTime.text($0, in: zone) } ?? ""
        isOnMap = contents.isOnMap
        isQuiet = !contents.reminds
        spot.showRing()
    }

    /// A sent form.
    init(_ form: FormFields, at spot: PlaceDraft, in zone: TimeZone) {
        self.spot = spot
        text = String(form["text"] ?? "")
        recipients = Set(form.all("to").map { Username.fold($0) })
        hint = form["hint"] ?? ""
        opensAt = Draft.time(form["opens_at"], in: zone)
        closesAt = Draft.time(form["closes_at"], in: zone)
        isOnMap = PlaceForm.isOn(form, "show_on_map")
        isQuiet = PlaceForm.isOn(form, "quiet")
        isByLink = PlaceForm.isOn(form, "link")
        circles = Set(form.all("circle"))
    }

    /// A time as the browser's own field takes it; other text stays as it is.
    private static func time(_ text: String?, in zone: TimeZone) -> String {
        WallTime.read(text ?? "", in: zone).map { WallTime.text($0, in: zone) } ?? text ?? ""
    }

    /// Adds the date of the photo as the last line of the text.
    mutating func date(in zone: TimeZone, now: Timestamp) {
        guard let origin = photo?.origin, origin.time != nil else { return }
        let line = origin.timeWords(zone, now: now)
        if !text.contains(line) { text += text.isEmpty || text.hasSuffix("\n") ? line : "\n\(line)" }
    }
}
