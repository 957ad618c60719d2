import Foundation
import HTTP
import PositionSources
import Proximity
import ZoneFiles

@testable import AppReaders
@testable import Atlas
@testable import Contacts
@testable import MediaReaders
@testable import PMTiles

/// A position form: a parsed position is on the Earth and has an accepted time.
func fuzzPosition(_ bytes: [UInt8]) {
    guard let form = try? FormFields.urlEncoded(bytes) else { return }
    let now = Timestamp(milliseconds: 1_795_262_400_000)
    guard let fix = try? PositionForm.read(form, now: now) else { return }
    precondition(Timestamp.accepted.contains(fix.time), "time not accepted")
    precondition(fix.accuracy.map { $0.value.isFinite && $0.value >= 0 } ?? true, "invalid accuracy")
    _ = Plausibility().advanced(by: fix, now: now)
    _ = Snapping().advanced(to: fix.coordinate, at: fix.time)
}

/// A page cursor, numbers and coordinates.
func fuzzCursor(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if let cursor = Cursor(text) { precondition(Cursor(cursor.text) == cursor, "cursor changes") }
    for number in [InputNumber.decimal(text), InputNumber.whole(text, in: 0...100).map { Double($0) }] {
        precondition(number?.isFinite ?? true, "number not finite")
    }
    if let place = try? PlaceFields.read(FormFields(values: [("lat", text), ("lon", text)])) {
        precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "not on the Earth")
    }
}

/// An address book (vCard).
func fuzzContacts(_ bytes: [UInt8]) {
    guard let book = try? VCard.parse(bytes) else { return }
    precondition((1...VCard.maximumCards).contains(book.cards.count), "too many cards, or none")
    // The shortest address with what separates it from the next has four bytes.
    precondition(book.cards.reduce(0) { $0 + $1.emails.count } <= bytes.count / 4, "more addresses than fit")
    for card in book.cards {
        precondition(card.name.count <= VCard.maximumNameLength, "name too long")
        precondition(card.emails.allSatisfy { $0.contains("@") && !$0.contains("\n") }, "invalid address")
    }
}

/// The header of a picture in every format, and a separate EXIF block.
func fuzzImage(_ bytes: [UInt8]) {
    let file = FileBytes(Data(bytes))
    for format in ImageFormat.allCases {
        guard let header = ImageHeader.read(file, as: format) else { continue }
        try? MediaLimits().check(header, staysAnimated: true)
        if let exif = header.exif { check(MediaHints(exif: file.clamped(exif.lowerBound, exif.count))) }
    }
    check(MediaHints(exif: file))
}

private func check(_ hints: MediaHints) {
    precondition(hints.latitude.map { abs($0) <= 90 } ?? true, "not on the Earth")
    precondition(hints.longitude.map { abs($0) <= 180 } ?? true, "not on the Earth")
}

/// A recording: its pieces are inside the file and in order.
func fuzzSong(_ bytes: [UInt8]) {
    guard let runs = try? MP3Frames.runs(of: FileBytes(Data(bytes))) else { return }
    var end = 0
    for run in runs {
        precondition(run.lowerBound >= end && !run.isEmpty && run.upperBound <= bytes.count, "piece outside the file")
        end = run.upperBound
    }
}

/// A PMTiles archive as a file, and a directory of one.
func fuzzArchive(_ bytes: [UInt8]) {
    if let header = try? PMTilesHeader(bytes, size: UInt64(bytes.count)) {
        precondition(header.tiles.upperBound <= UInt64(bytes.count), "tiles outside the file")
    }
    // A directory without a header, and without a packing that few mutations survive.
    if let directory = try? TileDirectory(bytes, .none, leaves: 1 << 20, tiles: 1 << 30, maxZoom: 15) {
        precondition(directory.entries.allSatisfy { $0.end <= 1 << 30 }, "tile outside the file")
        for entry in directory.entries.prefix(10) {
            precondition(directory.entry(for: entry.id) == entry, "entry not found")
            precondition(TileID.tile(entry.id).flatMap { TileID.of($0) } == entry.id, "another tile")
        }
    }
    let path = FileManager.default.temporaryDirectory.path + "/cairn-fuzz-\(getpid()).pmtiles"
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else { return }
    defer { unlink(path) }
    guard let archive = try? PMTilesArchive(path: path), (try? archive.checkDirectories()) != nil else { return }
    for zoom in archive.header.zooms.prefix(4) {
        for position in (try? archive.someTiles(zoom: zoom, limit: 2)) ?? [] { _ = try? archive.tile(position) }
    }
}

/// A map tile, drawn in both themes and in the words of every schema. The first byte selects the zoom.
func fuzzTile(_ bytes: [UInt8]) {
    guard let first = bytes.first else { return }
    let data = Array(bytes.dropFirst())
    let zoom = Int(first % 20)
    let (x, y) = ((1 << zoom) - 1, 0)
    for schema in TileSchema.all {
        let tile = BasemapTile(data: data, bounds: .everywhere, schema: schema)
        let map = Basemap(tiles: { _, _, _ in [tile] }, maximumZoom: 14)
        for theme in Theme.allCases {
            guard let text = try? map.tile(zoom: zoom, x: x, y: y, theme: theme) else { preconditionFailure("no tile") }
            precondition(!text.utf8.contains(0), "NUL in a picture")
        }
        _ = try? map.names(zoom: min(zoom, 14), x: 0, y: 0)
        _ = try? map.namedPlaces(zoom: min(zoom, 14), x: 0, y: 0)
    }
}

/// What somebody types or pastes to find a place, as degrees, a code, a link or a name.
func fuzzSearch(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    _ = PlaceText.isShortLink(text)
    switch PlaceText(text) {
    case .nothing: break
    case .spot(let place, let zoom, let name): checkSpot(place, zoom, name)
    case .code(let code, let reference):
        precondition(reference.unicodeScalars.count <= 100, "reference too long")
        for near in corners {
            if let found = code.place(near: near) { checkSpot(found.coordinate, found.zoom, found.name) }
        }
    case .name(let name): precondition((1...100).contains(name.unicodeScalars.count), "name too long")
    }
    for (hasTypos, near) in zip([false, true], corners) {
        let found = PlaceSearching([fewPlaces], near: near).places(text, limit: 2, hasTypos: hasTypos)
        precondition(found.count <= 2, "too many places")
    }
    _ = NamedPlace(line: bytes[...])
}

private func checkSpot(_ place: Coordinate, _ zoom: Double, _ name: String) {
    precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180, "not on the Earth")
    precondition((2...19).contains(zoom), "no such zoom")
    precondition(name.unicodeScalars.count <= 100, "name too long")
}

private let corners = [(90.0, -180.0), (-90, 179.99), (0, 0), (60.17, 24.94)].compactMap {
    Coordinate(latitude: $0.0, longitude: $0.1)
}
private let fewPlaces = PlaceBlock(
    zip(["Töölönkatu", "Senate Square", "Mannerheimintie", "東京"], corners).map { name, place in
        NamedPlace(name: name, others: ["Kampen"], sort: .street, what: "Street", coordinate: place)
    })

/// A file of areas in any of its formats.
func fuzzAreas(_ bytes: [UInt8]) {
    guard let contents = try? ZoneFile.read(Data(bytes)) else { return }
    precondition((1...ZoneFile.most).contains(contents.areas.count), "too many areas")
    for area in contents.areas {
        precondition((1...ZoneFile.longestName).contains(area.name.unicodeScalars.count), "name too long")
        precondition(area.fence.reach.radius.value <= 2 * ZoneFile.radii.upperBound, "too large")
    }
}

/// A playlist in any of its formats.
func fuzzPlaylist(_ bytes: [UInt8]) {
    guard let names = try? PlaylistFile.names(Data(bytes)) else { return }
    precondition((1...PlaylistFile.most).contains(names.count), "too many names")
    let texts = names.flatMap { [$0.written, $0.decoded] }
    precondition(texts.allSatisfy { !$0.isEmpty && !$0.contains("/") }, "a name with a folder")
}

/// The body of a phone app's request, as each of the apps.
func fuzzPhone(_ bytes: [UInt8]) {
    let now = Timestamp(milliseconds: 1_795_262_400_000)
    let fields = (try? FormFields.urlEncoded(bytes))?.values ?? []
    for source in PositionSource.allCases {
        for message in [AppMessage(body: bytes), AppMessage(fields: fields)] {
            let reading = source.read(message, now: now)
            precondition(reading.fixes.count <= AppReading.mostFixes, "too many fixes")
            for fix in reading.fixes {
                precondition(fix.accuracy.map { $0.value.isFinite && $0.value >= 0 } ?? true, "invalid accuracy")
                _ = Plausibility.isPossible(fix.time, now: now)
            }
        }
    }
}
