import Database
import Proximity

/// A person who signed up. A marker for ids; what pages show of a person are structs of their own.
enum Account {}

/// A browser that is signed in. A marker for ids.
enum Session {}
