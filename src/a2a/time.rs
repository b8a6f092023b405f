//! Timestamps as A2A writes and reads them: RFC 3339 in UTC, with 0, 3, 6 or 9 fractional digits.
//!
//! A simulation stamps its objects from ticks, microseconds since 2026-01-01T00:00:00Z, and prints
//! milliseconds always and microseconds where they say more (A2A 1.0, 5.6.1). What is read may have
//! any offset and up to nine digits (ProtoJSON, `google.protobuf.Timestamp`); years run from 0001 to
//! 9999. Days are converted with the proleptic Gregorian calendar in integers. No clock is read here.

use crate::ids::Tick;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::cmp::Ordering;
use std::fmt;

const SECONDS_PER_DAY: i64 = 86_400;
/// 0001-01-01T00:00:00Z in seconds of the Unix epoch.
const FIRST_SECOND: i64 = -62_135_596_800;
/// 9999-12-31T23:59:59Z in seconds of the Unix epoch.
const LAST_SECOND: i64 = 253_402_300_799;

/// An instant from year 1 to 9999, to the nanosecond.
///
/// Equality and order are those of the instant. One made from a tick prints at least milliseconds,
/// one that was read prints the fewest digits of 0, 3, 6 and 9 that say it.
///
/// # Examples
/// ```
/// use comity::a2a::Timestamp;
/// use comity::ids::Tick;
/// assert_eq!(Timestamp::at(Tick(1_500_000)).to_string(), "2026-01-01T00:00:01.500Z");
/// assert_eq!("2026-01-02T05:04:05+02:00".parse::<Timestamp>().unwrap().to_string(), "2026-01-02T03:04:05Z");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Timestamp {
    seconds: i64,
    nanos: u32,
    least_digits: u8,
}

impl Timestamp {
    /// The instant of a tick; ticks after the year 9999 stand still at its last microsecond.
    pub const fn at(tick: Tick) -> Self {
        let epoch_seconds = (Tick::EPOCH_UNIX_US / 1_000_000) as i64;
        let seconds = (tick.0 / 1_000_000) as i64 + epoch_seconds;
        if seconds > LAST_SECOND {
            return Self { seconds: LAST_SECOND, nanos: 999_999_000, least_digits: 3 };
        }
        Self { seconds, nanos: (tick.0 % 1_000_000) as u32 * 1000, least_digits: 3 }
    }

    /// The tick of the instant, rounded down; `None` before 2026.
    pub fn tick(self) -> Option<Tick> {
        let epoch_seconds = (Tick::EPOCH_UNIX_US / 1_000_000) as i64;
        let seconds = u64::try_from(self.seconds - epoch_seconds).ok()?;
        Some(Tick(seconds * 1_000_000 + u64::from(self.nanos) / 1000))
    }

    /// Writes the text into a buffer and returns it.
    fn write(self, buffer: &mut [u8; 30]) -> &str {
        let days = self.seconds.div_euclid(SECONDS_PER_DAY);
        let second_of_day = self.seconds.rem_euclid(SECONDS_PER_DAY) as u32;
        let (year, month, day) = civil(days);
        put(buffer, 0, 4, year);
        buffer[4] = b'-';
        put(buffer, 5, 2, month);
        buffer[7] = b'-';
        put(buffer, 8, 2, day);
        buffer[10] = b'T';
        put(buffer, 11, 2, second_of_day / 3600);
        buffer[13] = b':';
        put(buffer, 14, 2, second_of_day / 60 % 60);
        buffer[16] = b':';
        put(buffer, 17, 2, second_of_day % 60);
        let digits = self.least_digits.max(match self.nanos {
            0 => 0,
            n if n % 1_000_000 == 0 => 3,
            n if n % 1000 == 0 => 6,
            _ => 9,
        }) as usize;
        let mut end = 19;
        if digits > 0 {
            buffer[19] = b'.';
            put(buffer, 20, digits, self.nanos / 10u32.pow(9 - digits as u32));
            end = 20 + digits;
        }
        buffer[end] = b'Z';
        std::str::from_utf8(&buffer[..=end]).expect("a timestamp is written in ASCII")
    }

    fn instant(&self) -> (i64, u32) {
        (self.seconds, self.nanos)
    }
}

/// Writes a number in `width` decimal digits.
fn put(buffer: &mut [u8; 30], at: usize, width: usize, mut number: u32) {
    for place in (at..at + width).rev() {
        buffer[place] = b'0' + (number % 10) as u8;
        number /= 10;
    }
}

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar. Years count from March, so
/// that the leap day is a year's last; 400 years are one cycle of 146,097 days.
fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let march_year = if month <= 2 { year - 1 } else { year };
    let cycle = march_year.div_euclid(400);
    let year_of_cycle = march_year.rem_euclid(400);
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_cycle = year_of_cycle * 365 + year_of_cycle / 4 - year_of_cycle / 100 + day_of_year;
    cycle * 146_097 + day_of_cycle - 719_468
}

/// The date, as year, month and day, of a day counted from 1970-01-01; the year is from 0 to 9999.
fn civil(days: i64) -> (u32, u32, u32) {
    let shifted = days + 719_468;
    let cycle = shifted.div_euclid(146_097);
    let day_of_cycle = shifted.rem_euclid(146_097);
    let year_of_cycle = (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36_524 - day_of_cycle / 146_096) / 365;
    let day_of_year = day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = cycle * 400 + year_of_cycle + i64::from(month <= 2);
    (year as u32, month as u32, day as u32)
}

fn days_in_month(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 31,
    }
}

/// Why a text is not a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimestampError {
    /// The text has not the form of RFC 3339.
    #[error("it has not the form 2026-01-02T03:04:05.678Z")]
    Form,
    /// A part of the date, the time or the offset does not exist.
    #[error("its {0} does not exist")]
    Range(&'static str),
    /// There are more than nine fractional digits.
    #[error("it has more than nine fractional digits")]
    Digits,
    /// The instant lies outside the years 0001 to 9999.
    #[error("it lies outside the years 0001 to 9999")]
    Year,
}

/// Reads the parts of a timestamp from the left.
struct Scan<'a>(&'a [u8]);

impl Scan<'_> {
    fn number(&mut self, width: usize) -> Result<u32, ParseTimestampError> {
        let (digits, rest) = self.0.split_at_checked(width).ok_or(ParseTimestampError::Form)?;
        self.0 = rest;
        digits.iter().try_fold(0, |sum, digit| match digit {
            b'0'..=b'9' => Ok(sum * 10 + u32::from(digit - b'0')),
            _ => Err(ParseTimestampError::Form),
        })
    }

    fn mark(&mut self, mark: u8) -> Result<(), ParseTimestampError> {
        match self.0.split_first() {
            Some((first, rest)) if *first == mark => {
                self.0 = rest;
                Ok(())
            }
            _ => Err(ParseTimestampError::Form),
        }
    }
}

impl std::str::FromStr for Timestamp {
    type Err = ParseTimestampError;

    /// Reads `YYYY-MM-DDThh:mm:ss`, up to nine fractional digits, and `Z` or an offset. Upper case
    /// only, as ProtoJSON has it; there are no leap seconds.
    fn from_str(text: &str) -> Result<Self, ParseTimestampError> {
        use ParseTimestampError::{Digits, Form, Range, Year};
        let mut scan = Scan(text.as_bytes());
        let year = scan.number(4)?;
        scan.mark(b'-')?;
        let month = scan.number(2)?;
        scan.mark(b'-')?;
        let day = scan.number(2)?;
        scan.mark(b'T')?;
        let hour = scan.number(2)?;
        scan.mark(b':')?;
        let minute = scan.number(2)?;
        scan.mark(b':')?;
        let second = scan.number(2)?;
        let mut nanos = 0;
        if scan.mark(b'.').is_ok() {
            let width = scan.0.iter().take_while(|b| b.is_ascii_digit()).count();
            match width {
                0 => return Err(Form),
                1..=9 => nanos = scan.number(width)? * 10u32.pow(9 - width as u32),
                _ => return Err(Digits),
            }
        }
        let offset_minutes = match scan.0.first() {
            Some(b'Z') => {
                scan.mark(b'Z')?;
                0
            }
            Some(sign @ (b'+' | b'-')) => {
                let sign = if *sign == b'+' { 1 } else { -1 };
                scan.0 = &scan.0[1..];
                let hours = scan.number(2)?;
                scan.mark(b':')?;
                let minutes = scan.number(2)?;
                if hours > 23 || minutes > 59 {
                    return Err(Range("offset"));
                }
                sign * i64::from(hours * 60 + minutes)
            }
            _ => return Err(Form),
        };
        if !scan.0.is_empty() {
            return Err(Form);
        }
        for (exists, part) in [
            (year >= 1, "year"),
            ((1..=12).contains(&month), "month"),
            (day >= 1 && day <= days_in_month(year, month), "day"),
            (hour <= 23, "hour"),
            (minute <= 59, "minute"),
            (second <= 59, "second"),
        ] {
            if !exists {
                return Err(Range(part));
            }
        }
        let days = days_from_civil(year.into(), month.into(), day.into());
        let local = days * SECONDS_PER_DAY + i64::from(hour * 3600 + minute * 60 + second);
        let seconds = local - offset_minutes * 60;
        if !(FIRST_SECOND..=LAST_SECOND).contains(&seconds) {
            return Err(Year);
        }
        Ok(Self { seconds, nanos, least_digits: 0 })
    }
}

impl PartialEq for Timestamp {
    fn eq(&self, other: &Self) -> bool {
        self.instant() == other.instant()
    }
}

impl Eq for Timestamp {}

impl PartialOrd for Timestamp {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Timestamp {
    fn cmp(&self, other: &Self) -> Ordering {
        self.instant().cmp(&other.instant())
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.write(&mut [0; 30]))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.write(&mut [0; 30]))
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<String, ParseTimestampError> {
        text.parse::<Timestamp>().map(|t| t.to_string())
    }

    #[test]
    fn ticks_print_milliseconds_and_microseconds_where_they_say_more() {
        for (tick, text) in [
            (0, "2026-01-01T00:00:00.000Z"),
            (1, "2026-01-01T00:00:00.000001Z"),
            (1000, "2026-01-01T00:00:00.001Z"),
            (86_400_000_000, "2026-01-02T00:00:00.000Z"),
            (31_536_000_000_000, "2027-01-01T00:00:00.000Z"),
            (u64::MAX, "9999-12-31T23:59:59.999999Z"),
        ] {
            assert_eq!(Timestamp::at(Tick(tick)).to_string(), text);
        }
        assert_eq!(Timestamp::at(Tick(1001)).tick(), Some(Tick(1001)));
        assert_eq!("2025-12-31T23:59:59Z".parse::<Timestamp>().unwrap().tick(), None);
    }

    /// Expected texts are those of protobuf 7.36 for Python.
    #[test]
    fn reading_normalises_offset_and_digits() {
        for (text, normal) in [
            ("2026-01-02T05:04:05+02:00", "2026-01-02T03:04:05Z"),
            ("2026-01-02T03:04:05.5Z", "2026-01-02T03:04:05.500Z"),
            ("2026-01-02T03:04:05.000Z", "2026-01-02T03:04:05Z"),
            ("2026-01-02T03:04:05.100000Z", "2026-01-02T03:04:05.100Z"),
            ("2026-01-02T03:04:05.123456789Z", "2026-01-02T03:04:05.123456789Z"),
            ("2026-01-02T03:04:05-00:00", "2026-01-02T03:04:05Z"),
            ("2024-02-29T00:00:00Z", "2024-02-29T00:00:00Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
            ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999999999Z"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(normal), "{text}");
        }
    }

    #[test]
    fn what_is_no_instant_is_refused_with_the_reason() {
        use ParseTimestampError::{Digits, Form, Range, Year};
        for (text, error) in [
            ("2026-01-02", Form),
            ("2026-01-02 03:04:05Z", Form),
            ("2026-01-02t03:04:05z", Form),
            ("2026-01-02T03:04:05", Form),
            ("2026-01-02T03:04:05.Z", Form),
            ("2026-01-02T03:04:05+0200", Form),
            ("2026-1-2T03:04:05Z", Form),
            ("10000-01-01T00:00:00Z", Form),
            ("", Form),
            ("2026-01-02T03:04:05Zé", Form),
            ("2026-01-02T03:04:05.1234567891Z", Digits),
            ("2026-13-02T03:04:05Z", Range("month")),
            ("2026-02-29T00:00:00Z", Range("day")),
            ("2026-01-02T25:00:00Z", Range("hour")),
            ("2026-01-02T03:60:00Z", Range("minute")),
            ("2026-01-02T03:04:60Z", Range("second")),
            ("2026-01-02T03:04:05+24:00", Range("offset")),
            ("0000-01-01T00:00:00Z", Range("year")),
            ("0001-01-01T00:00:00+01:00", Year),
            ("9999-12-31T23:59:59-01:00", Year),
        ] {
            assert_eq!(read(text), Err(error), "{text}");
        }
    }

    #[test]
    fn the_calendar_inverts_itself_over_all_its_days() {
        let mut previous = (0, 12, 31);
        for days in FIRST_SECOND / SECONDS_PER_DAY..=LAST_SECOND / SECONDS_PER_DAY {
            let (year, month, day) = civil(days);
            assert_eq!(days_from_civil(year.into(), month.into(), day.into()), days);
            let next = match previous {
                (y, 12, 31) => (y + 1, 1, 1),
                (y, m, d) if d == days_in_month(y, m) => (y, m + 1, 1),
                (y, m, d) => (y, m, d + 1),
            };
            assert_eq!((year, month, day), next);
            previous = next;
        }
    }
}
