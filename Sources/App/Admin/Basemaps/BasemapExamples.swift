import Database
import HTTP
import MapDownload
import PMTiles
import Proximity

/// Examples of the page about maps.
struct BasemapExamples {
    let basemaps: Basemaps

    var all: [GalleryExample] {
        [
            .page("usual") { page($0, .idle) },
            .page("none") { page($0, .idle, [], isWhole: true) },
            .page("loading") { page($0, .working(.region(tampere), percent: 32, words: "12.3 MB of 38.1 MB")) },
            .page("making") { page($0, .working(turku, percent: 56, words: "tile 12 of 98")) },
            .page("not made") { page($0, .stopped(turku, $0.ago(1)), makesMaps: false) },
            .page("loaded") { page($0, .done(tampere.title, $0.ago(1))) },
            .page("stopped") { page($0, .stopped(.region(tampere), $0.ago(1))) },
            .page("failed") {
                page($0, .failed(.region(tampere), "Tampere, Finland: \(DownloadError.busy.reason).", $0.ago(1)))
            },
            .page("offer") { gallery in
                var draft = BasemapDraft()
                (draft.place, draft.offer) = ("Tampere", offer(gallery))
                return page(gallery, .idle, draft: draft)
            },
            .page("wrong") { gallery in
                var draft = BasemapDraft()
                (draft.place, draft.box) = ("Xanadoria", "23.6, 61.4")
                var errors = ValidationErrors("place", PlaceSearch.refusal(of: "Xanadoria"))
                errors.add("bbox", BasemapDraft.noBox)
                errors.add("file", "notes.txt can’t be used: its name does not end in .mbtiles, .pmtiles or .osm.pbf.")
                return page(gallery, .idle, draft: draft, errors)
            },
        ] + parts
    }

    private var parts: [GalleryExample] {
        [
            .part("usual", style: "basemaps") { list($0, usual($0), others($0)) },
            .part("usual", style: "basemaps") { list($0, usual($0), []).maps[0] },
            .part("second", style: "basemaps") { list($0, usual($0), []).maps[1] },
            .part("unusable", style: "basemaps") { others($0)[0] },
            .part("usual", style: "basemaps") { offer($0) },
            .part("usual", style: "basemaps") {
                var draft = BasemapDraft()
                draft.box = tampere.text
                return box($0, draft)
            },
            .part("loading") {
                let state = BasemapLoader.State.working(.region(tampere), percent: 0, words: "asking the server")
                return BasemapStatePart(state, $0.frame("").csrf, isAsked: false)
            },
        ]
    }

    private func page(
        _ gallery: GalleryContext, _ state: BasemapLoader.State, _ facts: [BasemapFacts]? = nil, isWhole: Bool = false,
        makesMaps: Bool = true, draft: BasemapDraft = BasemapDraft(), _ errors: ValidationErrors = ValidationErrors()
    ) -> BasemapAdminPage {
        let frame = gallery.frame("Maps", .administration)
        return BasemapAdminPage(
            frame, style: gallery.site.assets.pageStyles["basemaps"] ?? "",
            BasemapStatePart(state, frame.csrf, isAsked: false),
            list(gallery, facts ?? usual(gallery), isWhole ? [] : others(gallery)), from: nil,
            makesMaps: makesMaps, draft, box(gallery, draft, errors), errors)
    }

    private func box(
        _ gallery: GalleryContext, _ draft: BasemapDraft, _ errors: ValidationErrors = ValidationErrors()
    ) -> BasemapBoxPart {
        BasemapBoxPart(draft, around: gallery.place(), gallery.viewer, basemaps, errors)
    }

    private func list(
        _ gallery: GalleryContext, _ facts: [BasemapFacts], _ others: [BasemapRowPart]
    ) -> BasemapListPart {
        BasemapListPart(
            facts, others: others, around: gallery.place(), gallery.viewer, basemaps, gallery.words,
            gallery.frame("").csrf)
    }

    private func others(_ gallery: GalleryContext) -> [BasemapRowPart] {
        let csrf = gallery.frame("").csrf
        let upload = BasemapUpload(basemaps.folder, name: "pori.pmtiles", size: 38_100_000)
        return [
            BasemapRowPart(unusable: "oulu.pmtiles", "it is cut off", csrf),
            BasemapRowPart(partial: "turku.pmtiles", "12 MB of 38 MB are loaded", csrf),
            BasemapRowPart(extract: "turku-osm.pbf", bytes: 48_300_000, csrf),
            BasemapRowPart(busy: "lahti.pmtiles", "12 MB of 38 MB are loaded", csrf),
        ] + (upload.map { [BasemapRowPart($0, "8.4 MB of 38 MB were sent", csrf)] } ?? [])
    }

    private let turku = BasemapWork.extract("turku-osm.pbf")
    private let tampere = BasemapRegion(
        title: "Tampere, Finland", box: PMTilesHeader.Box(west: 23.53, south: 61.39, east: 23.99, north: 61.61))

    private func usual(_ gallery: GalleryContext) -> [BasemapFacts] {
        let helsinki = Bounds(south: 60.13, west: 24.85, north: 60.21, east: 25.05) ?? .everywhere
        return [
            BasemapFacts(
                name: "helsinki.mbtiles", kind: "OpenMapTiles", zooms: 0...14, bytes: 8_100_000,
                written: gallery.ago(30), attribution: "© OpenMapTiles © OpenStreetMap contributors", bounds: helsinki),
            BasemapFacts(
                name: "\(GalleryContext.longWord).pmtiles", kind: "Protomaps", zooms: 0...15, bytes: 38_100_000,
                written: gallery.ago(9_000), attribution: "© OpenStreetMap", bounds: tampere.bounds ?? .everywhere),
        ]
    }

    private func offer(_ gallery: GalleryContext) -> BasemapOfferPart {
        let areas = [(bounds: tampere.bounds ?? .everywhere, name: tampere.title)]
        return BasemapOfferPart(
            "Tampere, Finland: 24 × 24 km around 61.50, 23.76, zoom 0–15, about 38.1 MB", tampere,
            map: BasemapListPart.coverage(areas, gallery.viewer, basemaps), gallery.frame("").csrf)
    }
}
