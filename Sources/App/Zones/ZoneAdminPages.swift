import Database
import HTTP
import Proximity

/// `GET /admin/zones`
struct ZoneAdminPage {
    let frame: Frame
    let zones: [Row]
    var more: MorePart?
    /// The message below the field for a file.
    let file: FieldErrorPart

    /// A zone in the list.
    struct Row {
        let name: String
        let colour: String
        let detail: String
        let path: String
        let edit: String
        let songs: String

        init(_ zone: Zone) {
            (name, colour) = (zone.name, zone.colour)
            detail = if case .circle = zone.fence.area { "Circle" } else { "Polygon" }
            (path, edit) = (ZonePaths.zone(zone.id), ZonePaths.edit(zone.id))
            songs = ZonePaths.tracks(zone.id)
        }
    }
}

/// `GET /admin/zones/new`, `GET /admin/zones/{id}/edit`
struct ZoneFormPage {
    let frame: Frame
    let title: String
    let action: String
    /// The zone that is changed; "" for a new one.
    let zone: String
    let key: String
    let name: FieldPart
    let colour: FieldPart
    let shape: ChoicesPart
    let place: ZonePlacePart
    let position: FieldPart
    let delete: ConfirmPart?
    let button: String
    /// Its photo; nil for a zone that is not made yet.
    let cover: Cover?

    /// The form of a zone's photo.
    struct Cover {
        let action: String
        /// "" for none.
        let picture: String
        let uploadID: String
        let error: FieldErrorPart
        /// nil without a photo.
        let removal: ConfirmPart?
    }

    init(
        _ frame: Frame, _ draft: ZoneDraft, _ zone: Zone?, _ viewer: Viewer, _ basemaps: Basemaps, uploadID: String,
        _ errors: ValidationErrors
    ) {
        self.frame = frame
        title = zone.map { $0.name } ?? "New zone"
        action = zone.map { ZonePaths.edit($0.id) } ?? ZonePaths.admin
        self.zone = zone.map { "\($0.id)" } ?? ""
        key = draft.submission
        button = zone == nil ? "Make the zone" : "Save"
        name = FieldPart(
            "name", "Name", value: draft.name, autocomplete: "off", isRequired: true, lengths: (0, Zone.longestName),
            errors)
        colour = FieldPart("colour", "Colour", value: draft.colour, type: "color", errors)
        shape = ChoicesPart(
            "shape", "Shape", [("circle", "Circle"), ("polygon", "Polygon")], chosen: draft.shape?.rawValue ?? "",
            errors)
        place = ZonePlacePart(draft, viewer, basemaps, errors)
        position = FieldPart(
            "position", "Place in the list", value: draft.position, type: "number",
            hint: "Lower numbers come first. Leave it empty for the last.", errors)
        cover = zone.map { zone in
            Cover(
                action: ZonePaths.setCover(zone.id), picture: MediaPaths.of(zone.cover?.text, .medium) ?? "",
                uploadID: uploadID, error: errors.part("cover"),
                removal: zone.cover.map { _ in
                    ConfirmPart(
                        frame.csrf, post: ZonePaths.removeCover(zone.id), opener: "Remove the photo",
                        words: "The zone then has none.", button: "Remove it")
                })
        }
        delete = zone.map {
            ConfirmPart(
                frame.csrf, post: ZonePaths.delete($0.id), opener: "Delete",
                words: "Its songs and their votes go with it. You can’t take it back.", button: "Delete the zone")
        }
    }
}

/// Where a zone is: a search, a map to click on, and the fields of its shape.
struct ZonePlacePart {
    let picker: PickerPart
    let search: String
    let matches: [PlaceMatchPart]
    let errors: ValidationErrors
    let isPolygon: Bool
    let latitude: String
    let longitude: String
    let radius: FieldPart
    /// The corners as text, and how many there are.
    let corners: String
    let cornerWords: String
    /// A polygon that was not clicked; "" for none.
    let polygon: String

    init(_ draft: ZoneDraft, _ viewer: Viewer, _ basemaps: Basemaps, _ errors: ValidationErrors) {
        self.errors = errors
        isPolygon = draft.shape == .polygon
        picker = PickerPart(
            draft.picker, form: ZonePaths.new, chosen: isPolygon ? nil : draft.place, gate: draft.reach ?? 0,
            corners: isPolygon ? draft.corners : [], theme: viewer.theme, basemaps)
        search = draft.search
        matches = draft.matches.map { PlaceMatchPart($0) }
        (latitude, longitude) = (draft.latitude, draft.longitude)
        radius = FieldPart(
            "radius_m", "Radius in metres", value: draft.radius, type: "number", isRequired: true, errors)
        corners = PickerPart.text(draft.corners)
        let hint =
            draft.polygon.isEmpty
            ? "Click each corner on the map." : "Its line is kept as it is, until you click a new one."
        cornerWords = draft.corners.isEmpty ? hint : CountWords.starting(draft.corners.count, "corner")
        polygon = draft.corners.isEmpty ? draft.polygon : ""
    }
}
