import Curl
import Foundation
import HTML
import Proximity
import Text

@testable import App
@testable import Atlas
@testable import Export
@testable import HTTP
@testable import Mail
@testable import Media
@testable import Safeguards
@testable import WebPush

private let links = [
    TextShape("links", "https://a.example/b "), TextShape("links in each other", "https://a.example/("),
    TextShape("schemes", "https://"), TextShape("glued schemes", "xhttp://"),
    TextShape("brackets of a link", nested: "(", ")", from: "https://a.example/"),
    TextShape("end of a link", ".", from: "https://a.example/"),
    TextShape("flags before links", "🇫🇮🇫🇮🇫🇮https://a.example"),
]
private let headers = [
    TextShape("list", "a;q=0.5, "), TextShape("commas", ","), TextShape("pairs", "a=b; "), TextShape("quotes", "\""),
    TextShape("quoted", "\\\"", from: "a=\"", to: "\""), TextShape("addresses", "10.0.0.1, "),
    TextShape("elements", "for=10.0.0.1;proto=https, "),
]
private let places = [
    TextShape("degrees", "60° "), TextShape("minutes", "1' 2\" "), TextShape("links", "https://maps.example/?q=60,24 "),
    TextShape("geo", ",1", from: "geo:60,24"), TextShape("code", "8FW4", from: "", to: "+22 Helsinki"),
    TextShape("parameters", "&q=60,24", from: "https://www.google.com/maps?x=1"), TextShape("nested geo", "geo:"),
]
private let searched = SearchWords.searched("zz กข a ก 👩 🇫🇮 x y")
private let passwords = PasswordPolicy(common: nil, siteNames: ["Cairn", "aaa"])
private let streets = PlaceBlock(
    ["Töölönkatu", "Senate Square", "aaaa", "กกกก"].map { name in
        NamedPlace(name: name, others: ["Kampen"], sort: .street, what: "Street", coordinate: helsinki)
    })
private let helsinki = Coordinate(latitude: 60.17, longitude: 24.94)!

private func buffer(_ write: (inout HTMLBuffer) -> Void) {
    var buffer = HTMLBuffer()
    write(&buffer)
}

/// What people type, and what is written of it.
private let people: [TextFunction] = [
    TextFunction("display name") { _ = try? DisplayName(typed: $0) },
    TextFunction("folded name") { _ = DisplayName.fold($0) },
    TextFunction("username") { _ = try? Username($0) },
    TextFunction("short name") { text in
        var errors = ValidationErrors()
        _ = ShortName.read(text, max: 60, missing: "", into: &errors)
    },
    TextFunction("lines of text") { _ = MultilineText.normalized($0) },
    TextFunction("lines of a relic") { _ = RelicWords.lines($0) },
    TextFunction("beginning of a text") { _ = $0.prefix(scalars: 60) },
    TextFunction("something to see") { _ = $0.hasVisibleCharacter },
    TextFunction("phone") { _ = Profile.phone($0) },
    TextFunction("group code") { _ = GroupCode.typed($0) },
    TextFunction("group code or link", TextShape.texts + links) {
        _ = GroupWord(typed: $0, linksOf: "https://a.example")
    },
    TextFunction("code in its plainest form") { _ = TypedText.plain($0, mostBytes: 1_000_000) },
    TextFunction("emoji") { _ = Emoji.one($0) },
    TextFunction("words of a text") { _ = SearchWords.words($0) },
    TextFunction("words of a search") { _ = SearchWords.searched($0) },
    TextFunction("found words") { _ = SearchWords.ranges(searched, in: $0[...], most: .max) },
    TextFunction("first found word") { _ = SearchWords.ranges(searched, in: $0[...], most: 1) },
    TextFunction("message", TextShape.texts + links) { _ = MessageText($0, linksOf: "https://a.example") },
    TextFunction("card") { _ = PlaceCard($0) },
    TextFunction("password") { _ = passwords.weakness(of: $0, username: "aina") },
    TextFunction("common password") { _ = CommonPasswords.fold($0) },
    TextFunction("email address") { _ = EmailAddress($0) },
    TextFunction("number") { _ = InputNumber.decimal($0) },
    TextFunction("number of an app") { _ = WrittenNumber.read($0) },
    TextFunction("time of an app") { _ = WrittenTime($0) },
    TextFunction("wall time") { _ = WallTime.read($0, in: .gmt) },
    TextFunction("day") { _ = CalendarDay($0) },
    TextFunction("cursor") { _ = Cursor($0) },
    TextFunction("place", TextShape.texts + places) { _ = PlaceText($0) },
    TextFunction("short link", TextShape.texts + places) { _ = PlaceText.isShortLink($0) },
    TextFunction("place by name") { _ = PlaceSearching([streets], near: helsinki).places($0, limit: 2) },
    TextFunction("place with typos") {
        _ = PlaceSearching([streets], near: helsinki).places($0, limit: 2, hasTypos: true)
    },
    TextFunction("kept form", TextShape.texts + [TextShape("fields", "a=b&")]) { _ = KeptForm($0, previews: ["/a"]) },
    TextFunction("song of a file name") { _ = NewTrack(nil, seconds: nil, fileName: $0) },
    TextFunction("tags of a song") { _ = SongTags(["title": $0]) },
]

/// What browsers and proxies send.
private let requests: [TextFunction] = [
    TextFunction("languages", TextShape.texts + headers) { _ = CalendarWeek.firstWeekday($0) },
    TextFunction("browser") { _ = UserAgent($0) },
    TextFunction("path inside") { _ = PathText.inside($0) },
    TextFunction("part of a path") { _ = PathText.component($0) },
    TextFunction("cookie", TextShape.texts + headers) { _ = Cookies.value(of: "session", in: $0) },
    TextFunction("type of a body", TextShape.texts + headers) { _ = ContentType($0) },
    TextFunction("name of a file") { _ = FileName.clean($0) },
    TextFunction("range") { _ = Conditions.parse($0, size: 10) },
    TextFunction("date") { _ = HTTPDate.parse($0) },
    TextFunction("address of a client") { _ = ClientAddress($0) },
    TextFunction("key of an address") { _ = AddressKey($0) },
    TextFunction("push endpoint", TextShape.texts + links) { _ = CheckedURL($0, trusting: .none) },
    TextFunction("retry after") { _ = RetryAfter.seconds($0, now: 0) },
    TextFunction("form", TextShape.texts + [TextShape("fields", "a=b&"), TextShape("escaped", "%C3%A4", from: "a=")]) {
        _ = try? FormFields.urlEncoded(Array($0.utf8))
    },
    TextFunction(
        "head of a request",
        [
            TextShape("path", "/a", from: "GET ", to: " HTTP/1.1\r\nHost: a\r\n\r\n"),
            TextShape("escapes", "%41", from: "GET /", to: " HTTP/1.1\r\nHost: a\r\n\r\n"),
            TextShape("query", "a=b&", from: "GET /?", to: " HTTP/1.1\r\nHost: a\r\n\r\n"),
            TextShape("fields", "A: b\r\n", from: "GET / HTTP/1.1\r\nHost: a\r\n", to: "\r\n"),
            TextShape("long field", "a, ", from: "GET / HTTP/1.1\r\nHost: a\r\nConnection: ", to: "\r\n\r\n"),
        ]
    ) { text in
        Array(text.utf8).withUnsafeBytes { bytes in
            guard let parsed = try? HeadParser(bytes),
                let head = try? RequestHead(parsed, bytes: bytes, client: ClientAddress("127.0.0.1")!)
            else { return }
            _ = head.headers.all("a").count
        }
    },
    TextFunction("forwarded", headers) { text in
        let names = ["x-forwarded-for", "forwarded", "x-forwarded-proto"]
        for name in names { _ = try? forwarding.apply(head(name, text)) }
    },
]

private let forwarding = Forwarding(trusted: ["127.0.0.1", "10.0.0.0/8"])

private func head(_ name: String, _ value: String) -> RequestHead {
    var headers = Headers()
    headers.add(name, value)
    return RequestHead(
        method: .get, path: "/", headers: headers, client: ClientAddress("127.0.0.1")!, isSecure: false,
        minorVersion: 1, target: 0..<0, query: nil)
}

/// What is written of it elsewhere.
private let written: [TextFunction] = [
    TextFunction("text of a page") { text in buffer { $0.text(text) } },
    TextFunction("value of an attribute") { text in buffer { $0.attribute(text) } },
    TextFunction("address of a page", TextShape.texts + links) { text in buffer { $0.url(text) } },
    TextFunction("part of an address") { text in buffer { $0.urlComponent(text) } },
    TextFunction("header of a mail") { _ = MIME.unstructured($0) },
    TextFunction("name in a mail") { _ = MIME.phrase($0) },
    TextFunction("body of a mail") { _ = MIME.quotedPrintable($0) },
    TextFunction("line of a notice") { _ = NoticeMail.line($0) },
    TextFunction("push message") {
        _ = try? PushPayload(title: NoticeMail.line($0), navigate: "/", tag: "a", body: $0).json
    },
    TextFunction("event of a stream") { _ = EventStream.encode(event: "a", id: "1", data: $0) },
    TextFunction("calendar") { text in
        var calendar = CalendarDocument(name: text)
        calendar.events = [CalendarDocument.Event(uid: "1", start: .moment(0), changed: 0, summary: text, text: text)]
        _ = calendar.bytes
    },
    TextFunction("track file") { text in
        var xml = XMLWriter()
        xml.element("name", text)
    },
    TextFunction("picture of text") { _ = SVGText.escaped($0) },
    TextFunction("name in a sentence") { _ = DisplayName.isolated($0) },
]

let typedTexts = people + requests + written
