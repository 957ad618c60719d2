import Atlas
import Foundation
import Proximity

/// A map for choosing a form's place.
struct PickerPart {
    /// Where its buttons send the form, which shows it again.
    let form: String
    let latitude: String
    let longitude: String
    let zoom: String
    /// The pictures from the most special to the usual one. The browser loads the first whose `media` fits, and none
    /// while the picker is hidden because scripts show a live map.
    let images: [Image]
    /// A click on a picture needs a button of its size.
    let sizes: [Picker.Size] = [.compact, .wide]
    let attribution: String

    /// The picture in one size and theme.
    struct Image {
        /// When it is shown: a media query; "" for the usual one.
        let media: String
        let source: String
        let width: Int
        let height: Int
    }

    let moves: [(value: String, words: String, icon: String)] = [
        ("in", "Zoom in", "plus"), ("out", "Zoom out", "minus"), ("n", "Move north", "arrow-up"),
        ("w", "Move west", "arrow-left"), ("e", "Move east", "arrow-right"), ("s", "Move south", "arrow-down"),
    ]

    /// - Parameters:
    ///   - gate: the radius drawn around the chosen place.
    ///   - corners: those of an area that is being drawn.
    init(
        _ picker: Picker, form: String, chosen: Coordinate?, gate: Metres, corners: [Coordinate] = [],
        theme: ColourTheme, _ basemaps: Basemaps
    ) {
        self.form = form
        attribution = basemaps.attribution(picker.viewport(.wide))
        latitude = CoordinateFormatter.degrees(picker.centre.latitude)
        longitude = CoordinateFormatter.degrees(picker.centre.longitude)
        zoom = CoordinateFormatter.degrees(picker.zoom)
        let map = "map_lat=\(latitude)&map_lon=\(longitude)&map_z=\(zoom)"
        let point = chosen.map {
            "&lat=\(CoordinateFormatter.degrees($0.latitude))&lon=\(CoordinateFormatter.degrees($0.longitude))"
                + "&radius_m=\(CoordinateFormatter.degrees(gate.value, decimals: 1))"
        }
        let area = corners.isEmpty ? "" : "&corners=\(PickerPart.text(corners))"
        // A chosen theme needs one rendition; otherwise the device's setting decides.
        let dark = theme == .system ? [PickerPart.dark] : []
        let usual = Theme(rawValue: theme.rawValue) ?? .light
        images = [(Picker.Size.wide, PickerPart.wide), (.compact, "")].flatMap { size, width in
            (dark + [""]).map { darkness in
                Image(
                    media: [width, darkness].filter { !$0.isEmpty }.joined(separator: " and "),
                    source: MapPaths.picker(
                        size, theme: darkness.isEmpty ? usual : .dark, view: map + (point ?? "") + area),
                    width: size.width, height: size.height)
            }
        }
    }

    /// Corners as text: "60.17,24.94;60.18,24.95".
    static func text(_ corners: [Coordinate]) -> String {
        corners.map {
            "\(CoordinateFormatter.degrees($0.latitude, decimals: 6)),\(CoordinateFormatter.degrees($0.longitude, decimals: 6))"
        }.joined(separator: ";")
    }

    /// Reads what `text` wrote. Corners that are none are left out.
    static func corners(_ text: String?) -> [Coordinate] {
        (text ?? "").prefix(maxCornersLength).split(separator: ";").prefix(maxCorners).compactMap { corner in
            let parts = corner.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
            guard parts.count == 2, let latitude = InputNumber.decimal(parts[0]),
                let longitude = InputNumber.decimal(parts[1])
            else { return nil }
            return Coordinate(latitude: latitude, longitude: longitude)
        }
    }

    /// Most corners that are set by hand: they stand in the address of the picture.
    static let maxCorners = 100
    private static let maxCornersLength = 4_000

    private static let wide = "(min-width: 760px)"
    private static let dark = "(prefers-color-scheme: dark)"
}
