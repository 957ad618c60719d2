import Atlas
import Database
import HTML
import Proximity

/// Examples of cards.
struct CardExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .part("relic") { _ in CardExamples.relic },
            .part("note") { gallery in
                CardPart(
                    path: "/notes/12", icon: IconPart("mail-open"), title: "Note from \(gallery.person("leena").name)")
            },
            .part("long name") { _ in
                CardPart(
                    path: "/people/leena", icon: IconPart("user"), title: GalleryContext.longDisplayName,
                    detail: GalleryContext.longName)
            },
            .part("right to left") { _ in
                CardPart(
                    path: "/people/leena", icon: IconPart("user"), title: GalleryContext.arabicName, detail: "noor_h")
            },
            .part("place") { place($0) },
            .part("hidden") { _ in CardPart.hidden },
        ]
    }

    static let relic = CardPart(
        path: "/relics/12", icon: IconPart("image"), title: "Photo from leena", detail: "180 m away · locked")

    private func place(_ gallery: GalleryContext) -> CardPart {
        let place = gallery.place(1)
        return CardPart(
            path: MapPaths.view(of: place, zoom: 16), icon: IconPart("map-pin"), title: "Yliopistonkatu, Helsinki",
            detail: CoordinateFormatter.pair(place), route: RoutePart(to: place),
            map: PlacePicture(place, zoom: 16, gallery.viewer.theme, basemaps))
    }
}
