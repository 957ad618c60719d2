import Foundation
import Proximity
import Testing

@testable import Atlas

/// Texts that say where a place is without a map.
struct PlaceTextTests {
    private func spot(_ text: String) -> (latitude: Double, longitude: Double, zoom: Double, name: String)? {
        guard case .spot(let place, let zoom, let name) = PlaceText(text) else { return nil }
        return (place.latitude, place.longitude, zoom, name)
    }

    private func expect(_ text: String, latitude: Double, longitude: Double, within: Double = 1e-6) {
        guard let spot = spot(text) else {
            Issue.record("“\(text)” is \(PlaceText(text))")
            return
        }
        #expect(
            abs(spot.latitude - latitude) < within && abs(spot.longitude - longitude) < within, "“\(text)”: \(spot)")
    }

    @Test(arguments: [
        "60.17, 24.94", "60.17,24.94", "60.17 24.94", "60,17 24,94", "60,17, 24,94", "60,17;24,94", "60,17,24,94",
        "  (60.17; 24.94) ", "60.17N 24.94E", "60.17 N, 24.94 E", "N60.17 E24.94", "24.94E 60.17N", "E 24.94, N 60.17",
        "60.17°N 24.94°E", "60.17° N, 24.94° E", "60.17°, 24.94°", "60,17N 24,94E", "60,17° N; 24,94° E",
        "N 60° 10.2' E 24° 56.4'", "N 60° 10,2' E 24° 56,4'", "60° 10.2' N, 24° 56.4' E", "60°10.2′N 24°56.4′E",
        "60°10'12\"N 24°56'24\"E", "60°10′12″N 24°56′24″E", "60°10’12”N, 24°56’24”E", "60° 10' 12\" 24° 56' 24\"",
        "60º10'12''N 24º56'24''E", "60 10 12 N 24 56 24 E", "60 10.2 N 24 56.4 E", "60deg 10' 12\" N 24deg 56' 24\" E",
        "60\u{A0}°\u{202F}10′\u{2009}12″ N 24° 56′ 24″ E", "+60.17, +24.94", "lat=60.17&lon=24.94",
        "lon=24.94&lat=60.17",
        "?lat=60.17&lng=24.94", "lat: 60.17, lon: 24.94", "Latitude: 60.17 Longitude: 24.94", "lat 60,17 long 24,94",
        "lat=60,17&lon=24,94", "latitude 60.17° N, longitude 24.94° E", "60.17/24.94", "60.170000000000000000, 24.94",
        "60.17 north 24.94 east", "[60.17, 24.94]", "60.17\t24.94", "60.17\n24.94",
    ])
    func `degrees in common writings`(text: String) { expect(text, latitude: 60.17, longitude: 24.94) }

    @Test(arguments: [
        ("-33.8568, 151.2153", -33.8568, 151.2153), ("−33.8568, 151.2153", -33.8568, 151.2153),
        ("33.8568S 151.2153E", -33.8568, 151.2153), ("S 33° 51.408' E 151° 12.918'", -33.8568, 151.2153),
        ("40.7484N 73.9857W", 40.7484, -73.9857), ("40°44'54.24\"N 73°59'8.52\"W", 40.7484, -73.9857),
        ("-0.5, -0.25", -0.5, -0.25), ("-0° 30' 0\", -0° 15' 0\"", -0.5, -0.25), ("0, 0", 0, 0), ("60, 24", 60, 24),
        ("60 24", 60, 24), ("60,24", 60, 24), ("90, 180", 90, -180), ("-90, -180", -90, -180), ("60N 24E", 60, 24),
        ("60° 24°", 60, 24), ("lat=-33.8568&lon=-70", -33.8568, -70),
    ])
    func `degrees of every side of the Earth`(text: String, latitude: Double, longitude: Double) {
        expect(text, latitude: latitude, longitude: longitude)
    }

    @Test(arguments: [
        "91, 24", "60, 181", "60.17", "60.17, 24.94, 12", "60°60' N 24° E", "60°10'60\" N 24° E", "60.5°10' N 24° E",
        "-60 S 24 E", "60 N 24 N", "60 E 24 E", "N 60 S 24", "NESW", "N E", "60° 10' 10' N 24° E", "lat=60.17",
        "60.17.5, 24", "lat=60.17 S&lon=24.94 N", "1e1, 2e1", "nan, nan", "inf, inf", "0x10, 0x20", "1000, 20",
        "60' 24'", "١٢, ٣٤", "60.,24.", "--60, 24", "9999999999999999999999, 0", "60 10 12 13 N 24 E",
        String(repeating: "9", count: 400), String(repeating: "1 ", count: 60),
    ])
    func `anything else is no place`(text: String) {
        #expect(spot(text) == nil, "\(String(describing: spot(text)))")
    }

    @Test(arguments: [
        ("geo:60.17,24.94", 17.0, ""), ("geo:60.17,24.94;u=35?z=17", 17, ""), ("GEO:60.17,24.94?z=12", 12, ""),
        ("geo:60.17,24.94,12", 17, ""), ("geo:60.17,24.94;crs=wgs84;u=10", 17, ""),
        ("geo:0,0?q=60.17,24.94(Our%20bench)", 17, "Our bench"), ("geo:0,0?z=14&q=60.17%2C24.94", 14, ""),
        ("geo:60.17,24.94?z=99", 17, ""), ("geo:60.17,24.94?z=0", 2, ""),
    ])
    func `geo addresses`(text: String, zoom: Double, name: String) throws {
        expect(text, latitude: 60.17, longitude: 24.94)
        let found = try #require(spot(text))
        #expect(found.zoom == zoom && found.name == name)
    }

    @Test func `a geo address may ask for a name`() {
        #expect(PlaceText("geo:0,0?q=Senate+Square") == .name("Senate Square"))
        for text in ["geo:", "geo:60", "geo:a,b", "geo:60.17,24.94,1,2", "geo:91,0"] {
            #expect(PlaceText(text) == .nothing, "\(text)")
        }
    }

    @Test(arguments: [
        ("https://www.openstreetmap.org/#map=17/60.17/24.94", 17.0, ""),
        ("https://www.openstreetmap.org/way/123#map=15.5/60.17/24.94&layers=N", 15.5, ""),
        ("openstreetmap.org/?mlat=60.17&mlon=24.94#map=16/10/20", 16, ""),
        ("https://www.openstreetmap.org/?mlat=60.17&mlon=24.94&zoom=12", 12, ""),
        ("https://osm.org/?lat=60.17&lon=24.94&zoom=14", 14, ""),
        ("https://www.google.com/maps/@60.17,24.94,17z", 17, ""),
        ("https://www.google.com/maps/@60.17,24.94,850m/data=!3m1!1e3", 17, ""),
        (
            "https://www.google.fi/maps/place/Senate+Square/@1,2,15z/data=!3m1!4b1!4m6!3d60.17!4d24.94", 15,
            "Senate Square"
        ),
        ("google.com/maps/place/60%C2%B010'12.0%22N+24%C2%B056'24.0%22E/@1,2,15z/data=!8m2!3d60.17!4d24.94", 15, ""),
        ("https://www.google.com/maps?q=60.17,24.94", 17, ""), ("https://maps.google.com/?ll=60.17,24.94&z=13", 13, ""),
        ("https://www.google.com/maps/search/?api=1&query=60.17%2C24.94", 17, ""),
        ("https://www.google.com/maps/search/60.17,+24.94?entry=tts", 17, ""),
        ("https://www.google.com/maps/dir/?api=1&destination=60.17,24.94", 17, ""),
        ("https://maps.apple.com/?ll=60.17,24.94&q=Bench", 17, "Bench"),
        ("https://maps.apple.com/?q=60.17,24.94", 17, ""),
        ("https://maps.apple.com/place?coordinate=60.17,24.94&name=Our%20bench", 17, "Our bench"),
        ("http://maps.apple.com/?sll=60.17,24.94&z=10", 10, ""),
        ("https://www.bing.com/maps?cp=60.17~24.94&lvl=16.4", 16.4, ""),
        ("https://bing.com/maps?sp=point.60.17_24.94_Bench", 17, ""),
        ("https://www.waze.com/ul?ll=60.17%2C24.94&navigate=yes", 17, ""),
        ("https://waze.com/live-map/directions?to=ll.60.17%2C24.94", 17, ""),
        ("https://yandex.com/maps/?ll=24.94%2C60.17&z=15", 15, ""),
        ("https://wego.here.com/?map=60.17,24.94,15,normal", 17, ""),
        ("https://cairn.example/?lat=60.17&lon=24.94&z=16", 16, ""),
        ("https://mapy.cz/?x=1&lat=60.17&lng=24.94", 17, ""),
    ])
    func `links to other maps`(text: String, zoom: Double, name: String) throws {
        expect(text, latitude: 60.17, longitude: 24.94)
        let found = try #require(spot(text))
        #expect(found.zoom == zoom && found.name == name, "\(found)")
    }

    @Test func `short links of OpenStreetMap say their place themselves`() throws {
        // wiki.openstreetmap.org/wiki/Shortlink
        for text in ["https://osm.org/go/0EEQjE--", "http://www.openstreetmap.org/go/0EEQjE=="] {
            expect(text, latitude: 51.511, longitude: 0.055, within: 1e-3)
            #expect(try #require(spot(text)).zoom == 9)
        }
        #expect(try #require(spot("https://osm.org/go/0EEQjEEb")).zoom == 16)
        for text in [
            "https://osm.org/go/", "https://osm.org/go/!!!!", "https://osm.org/go/\(String(repeating: "A", count: 40))",
        ] {
            #expect(PlaceText(text) == .nothing && spot(text) == nil)
        }
    }

    @Test(arguments: [
        "https://maps.app.goo.gl/abcDEF", "maps.app.goo.gl/abc", "https://goo.gl/maps/abc", "https://maps.apple/p/abc",
        "https://bit.ly/abc", "https://waze.com/ul/hud9yuz", "https://osm.org/go/!", " https://g.co/kgs/x ",
        "https://what3words.com/a.b.c",
    ])
    func `short links are known as such`(text: String) {
        #expect(PlaceText.isShortLink(text))
        #expect(PlaceText(text) == .nothing)
    }

    @Test func `other texts are no short links`() {
        let texts = [
            "", "Helsinki", "60.17, 24.94", "https://www.openstreetmap.org/#map=17/60.1/24.9",
            "https://osm.org/go/0EEQjEEb",
            "https://www.waze.com/ul?ll=60.17%2C24.94", "goo gl", String(repeating: "https://goo.gl/", count: 1_000),
        ]
        for text in texts { #expect(!PlaceText.isShortLink(text)) }
    }

    @Test func `a link is found in the words around it`() {
        expect("Our bench https://www.openstreetmap.org/#map=17/60.17/24.94", latitude: 60.17, longitude: 24.94)
        expect("Our bench\nhttps://maps.apple.com/?ll=60.17,24.94", latitude: 60.17, longitude: 24.94)
        #expect(PlaceText.isShortLink("Senate Square\nhttps://maps.app.goo.gl/abc"))
    }

    @Test func `links without degrees are their words, or nothing`() {
        #expect(PlaceText("https://www.google.com/maps/search/Senate+Square") == .name("Senate Square"))
        #expect(PlaceText("https://www.google.com/maps/place/Tori?hl=fi") == .name("Tori"))
        #expect(PlaceText("https://maps.apple.com/?q=Senate%20Square") == .name("Senate Square"))
        #expect(PlaceText("https://www.openstreetmap.org/search?query=Senate%20Square") == .name("Senate Square"))
        #expect(PlaceText("https://www.google.com/maps?q=12,34+Main+Street") == .name("12,34 Main Street"))
        #expect(PlaceText("https://example.org/") == .nothing)
        #expect(PlaceText("https://www.openstreetmap.org/node/123") == .nothing)
        #expect(PlaceText("https://example.org/?q=https://example.org/?q=Tori") == .nothing)
        #expect(PlaceText("https://") == .nothing)
        #expect(PlaceText("https://a/?lat=%FF&lon=%00#map=99999999999999999999/1/1") == .nothing)
    }

    @Test func `names are what is left`() {
        #expect(PlaceText(" Töölönkatu 3 ") == .name("Töölönkatu 3"))
        #expect(PlaceText("") == .nothing)
        #expect(PlaceText(" \n ") == .nothing)
        #expect(PlaceText("?!,;") == .nothing)
        #expect(PlaceText("1903") == .name("1903"))
        #expect(PlaceText("91, 0") == .nothing)
        #expect(PlaceText("C++ bar") == .name("C++ bar"))
        #expect(PlaceText(String(repeating: "a", count: 10_000)) == .nothing)
        guard case .name(let marked) = PlaceText("a" + String(repeating: "\u{301}", count: 900)) else {
            Issue.record("no name")
            return
        }
        #expect(marked.unicodeScalars.count == 100)
    }
}
