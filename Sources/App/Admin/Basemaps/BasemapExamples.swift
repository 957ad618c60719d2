import Database
import HTTP
import PMTiles

/// Examples of the pages about maps.
struct BasemapExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("usual") { page($0, .idle) },
            .page("loading") { page($0, .loading(title: "Tampere, Finland", done: 12_300_000, size: 38_100_000)) },
            .page("making") { page($0, .making(title: "tampere.mbtiles", done: 45, size: 98)) },
            .page("failed") {
                page($0, .failed(title: "Tampere, Finland", reason: "the server does not answer (Timeout was reached)"))
            },
            .page("offer") { gallery in
                var draft = BasemapDraft()
                (draft.place, draft.offer) = ("Tampere", offer(gallery))
                return page(gallery, .done(title: "Oulu, Finland"), draft: draft)
            },
            .page("rectangle") { page($0, .idle, draft: rectangle) },
            .page("wrong rectangle") {
                page($0, .idle, draft: rectangle, errors: ValidationErrors("edges", BasemapEdges.wrong))
            },
            .page("wrong") { gallery in
                var draft = BasemapDraft()
                draft.place = "Xanadoria"
                var errors = ValidationErrors("place", PlaceSearch.nothing(called: "Xanadoria"))
                errors.add("file", "notes.txt can’t be used: its name does not end in .mbtiles or .pmtiles.")
                return page(gallery, .idle, draft: draft, errors: errors)
            },
            .part("usual", style: "basemaps") { offer($0) },
            .part("usual", style: "basemaps") {
                BasemapEdgesPart(
                    rectangle, near: DemoCast.centre, for: $0.viewer, basemaps: basemaps, errors: ValidationErrors())
            },
            .part("usual", style: "basemaps") { row($0, isFirst: true) },
            .part("second", style: "basemaps") { row($0, isFirst: false) },
            .part("usual", style: "basemaps") { damaged($0, "it is cut off") },
            .part("unknown", style: "basemaps") {
                damaged($0, "its layers (\(GalleryContext.longWord)) are not those of OpenMapTiles")
            },
        ]
    }

    private func page(
        _ gallery: GalleryContext, _ state: BasemapLoader.State, draft: BasemapDraft = BasemapDraft(),
        errors: ValidationErrors = ValidationErrors()
    ) -> BasemapAdminPage {
        BasemapAdminPage(
            frame: gallery.frame("Maps", .you), style: gallery.site.assets.pageStyles["basemaps"] ?? "", gallery.viewer,
            basemaps: basemaps, state: state, near: DemoCast.centre, draft: draft, errors: errors)
    }

    private var rectangle: BasemapDraft {
        var draft = BasemapDraft()
        let edges = BasemapEdges(west: "24.85", south: "60.13", east: "25.05", north: "60.21")
        (draft.edges, draft.region) = (edges, edges.region)
        return draft
    }

    private func offer(_ gallery: GalleryContext) -> BasemapOfferPart {
        let box = PMTilesHeader.Box(west: 23.53, south: 61.39, east: 23.99, north: 61.61)
        return BasemapOfferPart(
            summary: "Tampere, Finland: 24 × 24 km around 61.50, 23.76, zoom 0–15, about 38.1 MB",
            BasemapRegion(title: "Tampere, Finland", box: box), for: gallery.viewer, basemaps: basemaps,
            csrf: gallery.frame("").csrf)
    }

    private func damaged(_ gallery: GalleryContext, _ reason: String) -> BasemapDamagedPart {
        let file = BasemapFolder.Damaged(name: "oulu.pmtiles", reason: reason)
        return BasemapDamagedPart(file, bytes: 38_100_000, gallery.frame("").csrf)
    }

    private func row(_ gallery: GalleryContext, isFirst: Bool) -> BasemapRowPart {
        let facts = BasemapRowPart.Facts(
            name: isFirst ? "helsinki.mbtiles" : "\(GalleryContext.longWord).pmtiles",
            schema: isFirst ? "OpenMapTiles" : "Protomaps", zooms: 0...(isFirst ? 14 : 15), bytes: 38_100_000,
            attribution: "© OpenStreetMap contributors", centre: DemoCast.centre)
        return BasemapRowPart(
            facts, isFirst: isFirst, theme: gallery.viewer.theme, basemaps: basemaps, csrf: gallery.frame("").csrf)
    }
}
