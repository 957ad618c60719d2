import Foundation
import HTML
import Mustache

/// One of the fifty things on the page.
struct Item {
    let id: Int
    let isNew: Bool
    let path: String
    let title: String
    let text: String
    let place: String
    var hasPlace: Bool { !place.isEmpty }
    let time: String
    let words: String

    /// The same for a number in all three languages: `items` of jinja.py.
    init(_ number: Int) {
        id = number
        isNew = number % 7 == 0
        path = "/notes/\(9_000_000 + number)"
        title = "Note \(number) & “more”"
        text = String(repeating: "The bench by the water, where the <old> trams turn. ", count: 1 + number % 4)
        place = number % 3 == 0 ? "Near Töölönlahti" : ""
        time = "2026-11-26T12:00:0\(number % 10)Z"
        words = "\(number) minutes ago"
    }
}

/// The page as a compiled view; `items.html` is its template.
struct ItemsPage {
    let items: [Item]
}

/// Pages a second of one thread, in some hundred milliseconds.
func rate(_ render: () -> Int) -> Double {
    let clock = ContinuousClock()
    var (count, bytes) = (0, 0)
    let start = clock.now
    while clock.now - start < .milliseconds(400) {
        for _ in 0..<20 { bytes += render() }
        count += 20
    }
    precondition(bytes > 0)
    let seconds = (clock.now - start) / .seconds(1)
    return Double(count) / seconds
}

let items = (1...50).map { Item($0) }
switch CommandLine.arguments.dropFirst().first {
case "ours": print(rate { ItemsPage(items: items).rendered().count })
case "mustache":
    let text = try String(contentsOfFile: CommandLine.arguments[2], encoding: .utf8)
    let template = try MustacheTemplate(string: text)
    print(rate { template.render(["items": items]).utf8.count })
default: FileHandle.standardOutput.write(Data(ItemsPage(items: items).rendered()))
}
