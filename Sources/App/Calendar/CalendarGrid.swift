import Media
import Proximity

/// Makes the days of the grid from photos and windows.
struct CalendarGrid {
    let photos: [CalendarDay: OwnPhoto]
    let windows: Set<CalendarDay>
    let today: CalendarDay
    /// The day of the person's first photo; nil before it.
    let first: CalendarDay?
    /// The day whose photo may still come.
    let open: CalendarDay?

    init(
        _ photos: [OwnPhoto], windows: Set<CalendarDay>, today: CalendarDay, first: CalendarDay?,
        open: CalendarDay?
    ) {
        self.photos = Dictionary(photos.map { ($0.day, $0) }) { first, _ in first }
        (self.windows, self.today, self.first, self.open) = (windows, today, first, open)
    }

    /// The weeks of a month, with empty places around.
    func weeks(_ month: CalendarMonth, from firstWeekday: Int) -> [[CalendarCell]] {
        month.weeks(from: firstWeekday).map { week in week.map { day in day.map { cell($0) } ?? CalendarCell() } }
    }

    func cell(_ day: CalendarDay) -> CalendarCell {
        var cell = CalendarCell(kind: kind(day), number: "\(day.date.day)", machine: day.text, isToday: day == today)
        let date = day.longText
        if let photo = photos[day] {
            cell.address = DailyPaths.post(photo.id)
            cell.small = MediaPaths.of(photo.back.text, .small) ?? ""
            cell.medium = MediaPaths.of(photo.back.text, .medium) ?? ""
            cell.isLate = photo.isLate
            cell.label = "Your photo of \(date)" + (photo.isLate ? ", posted late" : "")
        } else if cell.kind == .open {
            cell.address = DailyPaths.new
            cell.label = "\(date): take today’s photo"
        } else if windows.contains(day) {
            cell.address = DailyPaths.day(day)
            cell.label = cell.kind == .missed ? "\(date): no photo of yours" : date
        }
        return cell
    }

    private func kind(_ day: CalendarDay) -> CalendarCell.Kind {
        if photos[day] != nil { return .photo }
        if day == open { return .open }
        if day > today { return .ahead }
        // Nobody missed what was before their first photo.
        guard let first, day > first, windows.contains(day) else { return .quiet }
        return .missed
    }
}
