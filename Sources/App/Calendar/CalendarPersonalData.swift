import Database

/// What the feature stores of a person: nothing that the export of their photos does not hold.
extension PhotoCalendar {
    var personalData: PersonalData {
        PersonalData(
            leftOut: [
                "calendar_feed": "the version of the calendar’s secret address alone",
                "recap": "the photos that it shows are exported by themselves",
            ],
            delete: { database, account, _ in
                try RecapQueries.delete(database, of: account)
                try CalendarFeedQueries.delete(database, of: account)
            },
            erase: { database, account, _, _ in try CalendarFeedQueries.delete(database, of: account) })
    }
}
