import Database
import Proximity

/// An account. A marker for ids; pages use structs of their own.
enum Account {}

/// A session. A marker for ids.
enum Session {}
