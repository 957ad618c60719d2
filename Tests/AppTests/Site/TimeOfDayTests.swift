import Testing

@testable import App

/// Times of a day in forms and settings.
struct TimeOfDayTests {
    @Test func `a time of a day is hours and minutes`() {
        #expect(TimeOfDay.minutes("22:00") == 1_320)
        #expect(TimeOfDay.minutes(" 7:05 ") == 425)
        for wrong in ["", "22", "24:00", "22:60", "22:0", "-1:00", "22:00:00", "22: 00", "٢٢:٠٠", ":", "22:+1", "noon"]
        {
            #expect(TimeOfDay.minutes(wrong) == nil, "\(wrong)")
        }
        #expect([0, 425, 1_439].map { TimeOfDay.text($0) } == ["00:00", "07:05", "23:59"])
    }
}
