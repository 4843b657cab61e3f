//! Numbers for a person: the middle one, the worst one, and no more digits than they are worth.

pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    at(values, 0.5)
}

/// The value that `part` of all values do not pass.
pub fn at(values: impl Iterator<Item = f64>, part: f64) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    values.get((last as f64 * part).round() as usize).copied().unwrap_or(f64::NAN)
}

/// Whole where it is large, two digits where it is a ratio.
pub fn round(value: f64) -> f64 {
    if value.abs() >= 10.0 { value.round() } else { (value * 100.0).round() / 100.0 }
}
