/// The rules of the site.
extension Throttle {
    private static let second: Int64 = 1_000
    private static let minute = 60 * second
    private static let hour = 60 * minute
    private static let day = 24 * hour

    /// Passwords: ten in three minutes, then 30 s that double to 15 min. At login by account and by address, on a
    /// device that signed in before by device and account; inside a session by session.
    public static let password = Throttle(
        "password", attempts: 10, window: 3 * minute, delays: 30 * second...15 * minute)
    /// New accounts, by address.
    public static let signup = Throttle("signup", attempts: 10, window: hour)
    /// Sign-up forms that created no account, by address: each reveals whether a name is taken.
    public static let signupRefused = Throttle("signup-refused", attempts: 60, window: hour)
    /// Guests who were let in somewhere, by address: a whole party may share one.
    public static let guest = Throttle("guest", attempts: 30, window: hour)
    /// Reset mails, by account.
    public static let forgotByAccount = Throttle("forgot-account", attempts: 3, window: hour)
    /// Reset mails, by address.
    public static let forgotByAddress = Throttle("forgot-address", attempts: 20, window: hour)
    /// Codes of groups and passwords of relics, by account and thing: five in an hour, then 10 s that double to an
    /// hour.
    public static let code = Throttle("code", attempts: 5, window: hour, delays: 10 * second...hour)
    /// Searches for people, by account.
    public static let search = Throttle("search", attempts: 60, window: minute)
    /// Searches in what one has: messages and found notes, by account.
    public static let textSearch = Throttle("text-search", attempts: 60, window: minute)
    /// Address books, by account.
    public static let contacts = Throttle("contacts", attempts: 3, window: day)
    /// Messages in chats and groups, and comments, by account.
    public static let message = Throttle("message", attempts: 60, window: minute)
    /// Messages to people who are no friends and have not answered yet, by account.
    public static let messageRequest = Throttle("message-request", attempts: 10, window: day)
    /// Uploads, by account.
    public static let upload = Throttle("upload", attempts: 300, window: hour)
    /// Exports of a person's data, by account.
    public static let export = Throttle("export", attempts: 5, window: day)
    /// Notes left for friends, by account.
    public static let note = Throttle("note", attempts: 300, window: hour)
    /// Links of notes that are made or followed, by account, and those that lead nowhere, by address.
    public static let noteLink = Throttle("note-link", attempts: 60, window: hour)
    /// Notes sent again, by account.
    public static let resend = Throttle("resend", attempts: 50, window: day)
    /// Browsers on which notices are turned on, by account: each may cost a look-up of its push service's name.
    public static let pushSubscription = Throttle("push-subscription", attempts: 60, window: hour)
    /// Test messages to a browser, by account.
    public static let pushTest = Throttle("push-test", attempts: 20, window: hour)
    /// Requests with current positions, by device. These counters are kept in memory, see ``RateLimiter``; so are those of
    /// the rules below.
    public static let positionByDevice = Throttle("position-device", attempts: 2, window: second)
    /// Requests with current positions, by account.
    public static let positionByAccount = Throttle("position-account", attempts: 10, window: second)
    /// What phone apps of an account send, in kilobytes: a phone that was offline all day sends ten thousand.
    public static let positionKilobytes = Throttle("position-kilobytes", attempts: 20_000, window: minute)
    /// Current positions, by device: two a second, of which a phone that was away for half a minute sends all at once.
    public static let pointsByDevice = Throttle("position-points-device", attempts: 60, window: 30 * second)
    /// Current positions, by account.
    public static let pointsByAccount = Throttle("position-points-account", attempts: 300, window: 30 * second)
    /// Requests with late positions, which phones send all at once when they are back online, by device.
    public static let latePositions = Throttle("position-late", attempts: 50, window: second)
    /// Late positions in a day, by device.
    public static let latePositionsByDay = Throttle("position-late-day", attempts: 20_000, window: day)
    /// Late positions in a day, by account: three phones that were offline all day.
    public static let latePositionsByAccount = Throttle("position-late-account", attempts: 60_000, window: day)
    /// Notes on what a device sends, such as that it sends too often, by device and note.
    public static let positionNote = Throttle("position-note", attempts: 1, window: minute)
    /// Requests for the latest events, by account: several pages that ask every half minute.
    public static let latestEvents = Throttle("events-latest", attempts: 60, window: minute)
    /// Searches of places, by account: more than one asks for who types without a pause.
    public static let placeSearch = Throttle("place-search", attempts: 300, window: minute)

    /// Groups that an account makes.
    public static let groupMaking = Throttle("group-making", attempts: 30, window: hour)
    /// How often an account joins a group: each time its members are told.
    public static let groupJoining = Throttle("group-joining", attempts: 20, window: hour)
    /// What an account does in groups that the members see. A call for help is none of it.
    public static let groupAction = Throttle("group-action", attempts: 120, window: hour)
    /// Calls for help, by account. The others learn of three in an hour at most; the rest were cancelled in time.
    public static let groupHelp = Throttle("group-help", attempts: 60, window: hour)
    /// Changes of name, limit and end of groups, by account: each time all members are told.
    public static let groupChange = Throttle("group-change", attempts: 10, window: hour)

    /// Votes for songs, given and taken back, by account.
    public static let zoneVote = Throttle("zone-vote", attempts: 120, window: minute)

    /// Songs that were heard, by account.
    public static let zonePlay = Throttle("zone-play", attempts: 60, window: minute)

    /// Mails by which an administrator tries the mail server, by account.
    public static let testMail = Throttle("test-mail", attempts: 20, window: hour)

    /// All rules, for deleting expired counters.
    public static let all = [
        password, signup, signupRefused, guest, forgotByAccount, forgotByAddress, code, search, textSearch, contacts,
        message, messageRequest, upload, export, note, noteLink, resend, pushSubscription, pushTest, positionByDevice,
        positionByAccount, positionKilobytes, pointsByDevice, pointsByAccount, latePositions, latePositionsByDay,
        latePositionsByAccount,
        positionNote, latestEvents, placeSearch,
        groupMaking, groupJoining, groupAction, groupHelp, groupChange, zoneVote, zonePlay, testMail,
    ]
}
