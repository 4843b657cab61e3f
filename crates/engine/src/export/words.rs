//! Text parts that the export formats share: dates, and facts about the thread.

/// Seconds since 1970 as `2026-11-16 05:20 UTC`.
pub fn when(seconds: i64) -> String {
    // Converts days to a date with Howard Hinnant's "chrono-compatible low-level date algorithms".
    let days = seconds.div_euclid(86_400);
    let rest = seconds.rem_euclid(86_400);
    let z = days + 719_468;
    let era = z.div_euclid(146_097);
    let doe = z.rem_euclid(146_097);
    let yoe = (doe - doe / 1_460 + doe / 36_524 - doe / 146_096) / 365;
    let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
    let mp = (5 * doy + 2) / 153;
    let day = doy - (153 * mp + 2) / 5 + 1;
    let month = if mp < 10 { mp + 3 } else { mp - 9 };
    let year = yoe + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", rest / 3_600, rest % 3_600 / 60)
}

/// Facts about the thread as pairs of name and value.
pub fn facts(thread: &protocol::Thread) -> Vec<(&'static str, String)> {
    let git = thread.git_info.clone().unwrap_or_default();
    let facts = [
        ("Folder", Some(thread.cwd.clone())),
        ("Branch", git.branch),
        ("Model", thread.model.clone()),
        ("Started", Some(when(thread.created_at)).filter(|_| thread.created_at > 0)),
        ("Last activity", Some(when(thread.last_said())).filter(|_| thread.last_said() > 0)),
        ("Codex", Some(thread.cli_version.clone())),
        ("Thread", Some(thread.id.clone())),
    ];
    let facts = facts.into_iter().filter_map(|(name, value)| Some((name, value.filter(|text| !text.is_empty())?)));
    facts.map(|(name, value)| (name, render::visible(&value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_said_as_people_write_it() {
        assert_eq!(when(0), "1970-01-01 00:00 UTC");
        assert_eq!(when(1_794_806_431), "2026-11-16 05:20 UTC");
        assert_eq!(when(951_782_400), "2000-02-29 00:00 UTC");
    }
}
