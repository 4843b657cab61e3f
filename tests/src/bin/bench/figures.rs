//! Numbers for a person: the median, the worst, and no more digits than are meaningful.

pub fn median(values: impl Iterator<Item = f64>) -> f64 {
    at(values, 0.5)
}

/// The percentile of the values: `part` of them are not larger.
pub fn at(values: impl Iterator<Item = f64>, part: f64) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1);
    values.get((last as f64 * part).round() as usize).copied().unwrap_or(f64::NAN)
}

/// A whole number if it is large, two digits if it is a ratio.
pub fn round(value: f64) -> f64 {
    if value.abs() >= 10.0 { value.round() } else { (value * 100.0).round() / 100.0 }
}
