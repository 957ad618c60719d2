/// A month as one picture: its days in weeks, each with a photo or empty.
public struct ContactSheet: Sendable {
    /// A photo in the store, and the day of the month on which it stands.
    public struct Photo: Sendable {
        let day: Int
        let name: MediaName

        public init(day: Int, name: MediaName) { (self.day, self.name) = (day, name) }
    }

    /// "November 2026": of the letters of English months, others leave a gap.
    let title: String
    /// The heads of the columns: "Mon".
    let weekdays: [String]
    /// Empty places before the first day, 0…6.
    let lead: Int
    /// How many days the month has, 1…31.
    let days: Int
    let photos: [Photo]

    /// A sheet; nil for numbers that no month has.
    public init?(title: String, weekdays: [String], lead: Int, days: Int, photos: [Photo]) {
        guard weekdays.count == 7, (0...6).contains(lead), (1...31).contains(days),
            photos.allSatisfy({ (1...days).contains($0.day) })
        else { return nil }
        self.title = title
        self.weekdays = weekdays
        self.lead = lead
        self.days = days
        self.photos = photos
    }
}

/// Where everything on a sheet lies, in pixels.
enum SheetLayout {
    static let (cellWidth, cellHeight, gap, margin) = (198, 264, 14, 65)
    static let width = 2 * margin + 7 * cellWidth + 6 * gap
    /// Above the first week.
    static let head = margin + 150

    static func height(weeks: Int) -> Int { head + weeks * (cellHeight + gap) - gap + margin }

    static func weeks(_ sheet: ContactSheet) -> Int { (sheet.lead + sheet.days + 6) / 7 }

    /// The upper left corner of a day.
    static func place(_ sheet: ContactSheet, _ day: Int) -> (x: Int, y: Int) {
        let (row, column) = (sheet.lead + day - 1).quotientAndRemainder(dividingBy: 7)
        return (margin + column * (cellWidth + gap), head + row * (cellHeight + gap))
    }
}

/// Draws a sheet.
struct SheetPainter {
    static let paper: SheetCanvas.Colour = (250, 248, 244)
    private static let ink: SheetCanvas.Colour = (31, 38, 36)
    private static let muted: SheetCanvas.Colour = (94, 104, 100)
    private static let empty: SheetCanvas.Colour = (239, 236, 229)
    private static let white: SheetCanvas.Colour = (255, 255, 255)

    let sheet: ContactSheet
    private(set) var canvas: SheetCanvas

    /// Everything but the photos.
    init(_ sheet: ContactSheet) {
        self.sheet = sheet
        let layout = SheetLayout.self
        canvas = SheetCanvas(
            width: layout.width, height: layout.height(weeks: layout.weeks(sheet)), SheetPainter.paper)
        canvas.draw(sheet.title, x: Double(layout.margin), baseline: Double(layout.margin + 62), size: 84, Self.ink)
        let count = sheet.photos.count
        let words = "\(count) photo" + (count == 1 ? "" : "s")
        let end = Double(layout.width - layout.margin) - SheetLetters.width(words, size: 36)
        canvas.draw(words, x: end, baseline: Double(layout.margin + 62), size: 36, Self.muted)
        for (column, name) in sheet.weekdays.enumerated() {
            let left = Double(layout.margin + column * (layout.cellWidth + layout.gap))
            let room = Double(layout.cellWidth) - SheetLetters.width(name, size: 30)
            canvas.draw(name, x: left + room / 2, baseline: Double(layout.head - 20), size: 30, Self.muted)
        }
        let filled = Set(sheet.photos.map { $0.day })
        for day in 1...sheet.days where !filled.contains(day) { draw(day) { _, _ in Self.empty } }
    }

    /// Adds a photo: RGB of a cell's size, by rows.
    mutating func add(_ pixels: [UInt8], on day: Int) {
        guard pixels.count == 3 * SheetLayout.cellWidth * SheetLayout.cellHeight else { return }
        draw(day, isPhoto: true) { x, y in
            let start = 3 * (y * SheetLayout.cellWidth + x)
            return (pixels[start], pixels[start + 1], pixels[start + 2])
        }
    }

    private mutating func draw(_ day: Int, isPhoto: Bool = false, _ colour: (Int, Int) -> SheetCanvas.Colour) {
        let (x, y) = SheetLayout.place(sheet, day)
        canvas.fill(x, y, SheetLayout.cellWidth, SheetLayout.cellHeight, radius: 20, colour: colour)
        let words = "\(day)"
        let width = max(48, Int(SheetLetters.width(words, size: 30)) + 24)
        if isPhoto {
            canvas.fill(x + 10, y + 10, width, 44, radius: 22, opacity: 0.6) { _, _ in (0, 0, 0) }
        }
        let room = Double(width) - SheetLetters.width(words, size: 30)
        canvas.draw(
            words, x: Double(x + 10) + room / 2, baseline: Double(y + 43), size: 30, isPhoto ? Self.white : Self.muted)
    }
}
