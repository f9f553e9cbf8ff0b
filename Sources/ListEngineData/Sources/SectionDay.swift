import Foundation

/// A day as a section of a list, in seconds since 1970.
package struct SectionDay {
    package var start: Double
    package var end: Double
    /// As in "2026-11-27".
    package var title: String

    /// A time beyond this limit, about 3,200 years, is in no day.
    package static let limit = 1e11

    package init(containing seconds: Double, in zone: TimeZone) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let start = calendar.startOfDay(for: Date(timeIntervalSince1970: seconds))
        let next = calendar.date(byAdding: .day, value: 1, to: start).map { calendar.startOfDay(for: $0) } ?? start
        func clamped(_ date: Date) -> Double { min(max(date.timeIntervalSince1970, -Self.limit), Self.limit) }
        (self.start, end) = (clamped(start), clamped(next))
        // Noon is in the day in every time zone.
        let noon = start.addingTimeInterval(43_200)
        let local = noon.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: noon))
        title = Self.title(ofDay: Int((local / 86_400).rounded(.down)))
    }

    /// The date of a day, counted from 1970-01-01, in the Gregorian calendar.
    package static func title(ofDay day: Int) -> String {
        // Days since 1 March of the year 0; years begin in March, and 400 of them are an era.
        let days = day + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let ofEra = days - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1_460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * ofYear + 2) / 153
        let month = shifted < 10 ? shifted + 3 : shifted - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        func padded(_ number: Int, _ length: Int) -> String {
            let digits = String(abs(number))
            return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, length - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(ofYear - (153 * shifted + 2) / 5 + 1, 2))"
    }
}
