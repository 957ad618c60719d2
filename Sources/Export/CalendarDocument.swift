/// An iCalendar document (RFC 5545), to which calendar programs subscribe.
public struct CalendarDocument: Sendable {
    /// The time of an event.
    public enum Start: Sendable, Equatable {
        /// A whole day, in any time zone.
        case day(year: Int, month: Int, day: Int)
        /// An instant, milliseconds since 1970.
        case moment(Int64)
    }

    /// Something in the calendar.
    public struct Event: Sendable {
        /// A permanent unique id, such as `moment-12@cairn.example`.
        public var uid: String
        /// When it begins.
        public var start: Start
        /// When it was last changed, milliseconds since 1970.
        public var changed: Int64
        /// The title, in one line.
        public var summary: String
        /// The description; empty for none.
        public var text: String
        /// An absolute URL; empty for none.
        public var url: String
        /// Degrees (WGS84); nil when it has no place.
        public var place: (latitude: Double, longitude: Double)?

        public init(
            uid: String, start: Start, changed: Int64, summary: String, text: String = "", url: String = "",
            place: (latitude: Double, longitude: Double)? = nil
        ) {
            self.uid = uid
            self.start = start
            self.changed = changed
            self.summary = summary
            self.text = text
            self.url = url
            self.place = place
        }
    }

    /// The calendar's name.
    public var name: String
    /// The events, in any order.
    public var events: [Event] = []

    /// A calendar without events.
    public init(name: String) { self.name = name }

    /// The calendar, as UTF-8, for `text/calendar; charset=utf-8`.
    public var bytes: [UInt8] {
        var lines = CalendarLines()
        lines.add("BEGIN:VCALENDAR")
        lines.add("VERSION:2.0")
        lines.add("PRODID:-//Cairn//Calendar//EN")
        // NAME is RFC 7986; older programs read the other.
        lines.add("NAME", text: name)
        lines.add("X-WR-CALNAME", text: name)
        for event in events { add(event, to: &lines) }
        lines.add("END:VCALENDAR")
        return lines.bytes
    }

    private func add(_ event: Event, to lines: inout CalendarLines) {
        lines.add("BEGIN:VEVENT")
        lines.add("UID", text: event.uid)
        lines.add("DTSTAMP:\(UTCTime(event.changed).basic)")
        switch event.start {
        case .day(let year, let month, let day):
            lines.add("DTSTART;VALUE=DATE:\(padded(year, 4))\(padded(month, 2))\(padded(day, 2))")
        case .moment(let time): lines.add("DTSTART:\(UTCTime(time).basic)")
        }
        lines.add("SUMMARY", text: event.summary)
        if !event.text.isEmpty { lines.add("DESCRIPTION", text: event.text) }
        if !event.url.isEmpty { lines.add("URL:\(event.url)") }
        if let place = event.place, place.latitude.isFinite, place.longitude.isFinite {
            lines.add("GEO:\(decimal(place.latitude, digits: 6));\(decimal(place.longitude, digits: 6))")
        }
        // Memories do not mark anyone as busy.
        lines.add("TRANSP:TRANSPARENT")
        lines.add("END:VEVENT")
    }
}

/// Content lines (RFC 5545, 3.1).
private struct CalendarLines {
    private(set) var bytes: [UInt8] = []

    /// A property of type TEXT (3.3.11).
    mutating func add(_ name: String, text: String) {
        var value = ""
        var isAfterCR = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": value += "\\\(scalar)"
            case "\n" where isAfterCR: break
            case "\n", "\r": value += "\\n"
            default: value.unicodeScalars.append(scalar)
            }
            isAfterCR = scalar == "\r"
        }
        add("\(name):\(value)")
    }

    /// A line, folded to 75 bytes between characters. Control characters are dropped, because a value could end its
    /// line with them.
    mutating func add(_ line: String) {
        var length = 0
        for scalar in line.unicodeScalars where scalar.properties.generalCategory != .control {
            let code = UTF8.encode(scalar).map { Array($0) } ?? []
            if length + code.count > 75 {
                bytes += "\r\n ".utf8
                length = 1
            }
            bytes += code
            length += code.count
        }
        bytes += "\r\n".utf8
    }
}
