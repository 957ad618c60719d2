import Database

extension Devices {
    var personalData: PersonalData {
        PersonalData(
            leftOut: [
                "phone_app":
                    "That a device is a phone app stands with it in positions/devices.json; of its token only a hash is kept.",
                "refusal_count": "What was wrong with an app's reports, counted for a day.",
            ],
            deleted: [
                .init(
                    icon: "smartphone", title: "Your phone apps",
                    words: "They can't send any more, at once.")
            ],
            delete: { database, account, _ in try PhoneAppQueries.delete(database, of: account) })
    }
}
