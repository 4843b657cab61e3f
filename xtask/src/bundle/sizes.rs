//! Measures the sizes of packages and pages, and compares them with their limits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::step::StepResult;

const MB: u64 = 1_000_000;
pub const PROGRAM: u64 = 30 * MB;
pub const DEB_WITHOUT_CODEX: u64 = 12 * MB;
pub const FIRST_LOAD: u64 = 200_000;

/// A measured size and its limit, if it has one.
pub struct Size {
    pub what: String,
    pub bytes: u64,
    pub limit: Option<u64>,
}

pub fn of(what: impl Into<String>, file: &Path, limit: Option<u64>) -> Result<Size, String> {
    let held = fs::metadata(file).map_err(|why| format!("{}: {why}", file.display()))?;
    Ok(Size { what: what.into(), bytes: held.len(), limit })
}

pub fn print(files: &[PathBuf]) -> StepResult {
    for file in files {
        println!("{:>9}  {}", human(of("", file, None)?.bytes), file.display());
    }
    Ok(())
}

/// Prints all sizes. Fails with those over their limit.
pub fn check_limits(sizes: &[Size]) -> StepResult {
    let mut over = Vec::new();
    for size in sizes {
        let limit = size.limit.map(|limit| format!(" (limit {})", human(limit))).unwrap_or_default();
        println!("{:>9}  {}{limit}", human(size.bytes), size.what);
        if size.limit.is_some_and(|limit| size.bytes >= limit) {
            over.push(format!("{} is {}{limit}", size.what, human(size.bytes)));
        }
    }
    if over.is_empty() { Ok(()) } else { Err(over.join("\n")) }
}

fn human(bytes: u64) -> String {
    if bytes < MB { format!("{:.1} kB", bytes as f64 / 1e3) } else { format!("{:.1} MB", bytes as f64 / 1e6) }
}

/// The gzipped size of the page and the files it needs before it is drawn.
pub fn first_load(dist: &Path) -> Result<Size, String> {
    let page = dist.join("index.html");
    let text = fs::read_to_string(&page).map_err(|why| format!("{}: {why}", page.display()))?;
    const SUM: &str = "const { gzipSync } = require('zlib'); const { readFileSync } = require('fs');
        console.log(process.argv.slice(1).reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0));";
    let files = named(&text).into_iter().map(|name| dist.join(name));
    let said = Command::new("node").args(["-e", SUM]).arg(&page).args(files).output();
    let said = said.map_err(|why| format!("node does not start: {why}"))?;
    let bytes = String::from_utf8_lossy(&said.stdout).trim().parse();
    let bytes = bytes.map_err(|_| format!("the page names files that are not there: {}", page.display()))?;
    Ok(Size { what: "UI, first load, gzip".into(), bytes, limit: Some(FIRST_LOAD) })
}

/// The files that a page refers to with `src` and `href`.
fn named(page: &str) -> Vec<&str> {
    let values = ["src=\"", "href=\""].iter().flat_map(|attribute| page.split(attribute).skip(1));
    let paths = values.filter_map(|rest| rest.split('"').next());
    let local = |path: &&str| !path.contains(':') && !path.starts_with('#') && !path.is_empty();
    paths.filter(local).map(|path| path.trim_start_matches("./").trim_start_matches('/')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_load_counts_the_files_the_page_names() {
        let page = r##"<link rel="icon" href="data:,"><script type="module" src="./assets/a.js"></script>
            <link rel="stylesheet" href="/assets/b.css"><a href="#top">"##;
        assert_eq!(named(page), ["assets/a.js", "assets/b.css"]);
    }

    #[test]
    fn sizes_over_the_limit_are_named() {
        let size = |what: &str, bytes, limit| Size { what: what.into(), bytes, limit };
        assert_eq!(check_limits(&[size("small", 5, Some(6)), size("free", 900, None)]), Ok(()));
        let over = check_limits(&[size("large", 2_000_000, Some(1_000_000))]);
        assert_eq!(over, Err("large is 2.0 MB (limit 1.0 MB)".to_owned()));
    }
}
