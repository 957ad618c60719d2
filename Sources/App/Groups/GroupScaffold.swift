import Database

extension Arrival { var battery: Int? { nil } }
