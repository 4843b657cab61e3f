//! Writes a file under a temporary name and renames it when it is complete.

use crate::failure::{Code, Failure};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

pub(crate) struct Sheet {
    /// The temporary file. `None` once it was renamed.
    part: Option<(BufWriter<File>, PathBuf)>,
    folder: PathBuf,
    /// The final path, as far as it is known.
    place: PathBuf,
    /// The file name without a number, and the extension.
    name: (String, String),
}

static MADE: AtomicU64 = AtomicU64::new(0);

impl Sheet {
    /// Never overwrites a file: a taken name gets a number.
    pub fn new(folder: &Path, name: &str, extension: &str) -> Result<Self, Failure> {
        if !folder.is_absolute() || !folder.is_dir() {
            return Err(Failure::bad_input(format!(
                "The folder {} does not exist. Choose another one.",
                folder.display()
            )));
        }
        let name = (name.to_owned(), extension.to_owned());
        let place = numbered(folder, &name, 1);
        // The temporary name is unique, because two windows may export threads of the same name at once. It is short,
        // because a long title with a suffix would exceed the limit.
        let part = folder.join(format!(".threadloft-{}-{}.part", std::process::id(), MADE.fetch_add(1, Relaxed)));
        let file = crate::private::create(&part).map_err(|error| failed(&place, &error))?;
        Ok(Self { part: Some((BufWriter::new(file), part)), folder: folder.to_owned(), place, name })
    }

    pub fn write(&mut self, text: &str) -> Result<(), Failure> {
        let Some((file, _)) = &mut self.part else { return Ok(()) };
        file.write_all(text.as_bytes()).map_err(|error| failed(&self.place, &error))
    }

    /// Renames the complete file to its final name.
    pub fn finish(mut self) -> Result<PathBuf, Failure> {
        if let Some((file, part)) = &mut self.part {
            let done = file.flush().and_then(|()| file.get_ref().sync_all());
            done.and_then(|()| place_free(part, &self.folder, &self.name, &mut self.place))
                .map_err(|error| failed(&self.place, &error))?;
            self.part = None;
        }
        Ok(self.place.clone())
    }
}

/// A half-written file is removed.
impl Drop for Sheet {
    fn drop(&mut self) {
        if let Some((file, part)) = self.part.take() {
            // The buffered rest must not be written any more.
            let (file, _) = file.into_parts();
            drop(file);
            std::fs::remove_file(part).ok();
        }
    }
}

/// Moves the file to the first free name. The name is reserved with an empty file first, so that anything that
/// appears there meanwhile, such as a symbolic link, is neither followed nor overwritten.
fn place_free(part: &Path, folder: &Path, name: &(String, String), place: &mut PathBuf) -> io::Result<()> {
    for n in 1..10_000 {
        *place = numbered(folder, name, n);
        match crate::private::create(place) {
            Ok(_) => {
                return std::fs::rename(part, &*place).inspect_err(|_| {
                    std::fs::remove_file(&*place).ok();
                });
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

fn numbered(folder: &Path, (name, extension): &(String, String), n: u32) -> PathBuf {
    let number = if n < 2 { String::new() } else { format!(" ({n})") };
    folder.join(format!("{name}{number}.{extension}"))
}

fn failed(place: &Path, error: &io::Error) -> Failure {
    let place = place.display();
    let message = match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            format!("The disk is full: {place} was not written. Free some space, or choose another folder.")
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            format!("{place} cannot be written. Choose another folder.")
        }
        _ => format!("{place} was not written ({error}). Choose another folder."),
    };
    Failure::new(Code::Refused, message)
}

/// A title as a file name that is valid on every system.
pub(crate) fn file_name(title: &str) -> String {
    const LONGEST: usize = 80;
    // File systems limit bytes, and the number and extension need some of them.
    const BYTES: usize = 160;
    let plain = |c: char| if c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '.' | ',') { c } else { ' ' };
    let text: String = title.chars().map(plain).collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut short: String = words.join(" ").chars().take(LONGEST).collect();
    while short.len() > BYTES {
        short.pop();
    }
    let name = short.trim_matches(['.', ' ', ',']).to_owned();
    let stem = name.split('.').next().unwrap_or_default().to_ascii_uppercase();
    let is_device = matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL")
        || (stem.len() == 4 && (stem.starts_with("COM") || stem.starts_with("LPT")));
    match name {
        name if name.is_empty() => "Thread".to_owned(),
        name if is_device => format!("Thread {name}"),
        name => name,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn files(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_long_title_of_any_letters_makes_a_file() {
        let folder = tempfile::tempdir().unwrap();
        for title in ["\u{6f6e}".repeat(200), "\u{20000}".repeat(200), "\u{e9}".repeat(200)] {
            let mut sheet = Sheet::new(folder.path(), &file_name(&title), "markdown").unwrap();
            sheet.write("tide").unwrap();
            let name = sheet.finish().unwrap().file_name().unwrap().to_owned().into_string().unwrap();
            assert!(name.len() < 200 && title.starts_with(name.strip_suffix(".markdown").unwrap()), "{name}");
        }
        assert_eq!(files(folder.path()).len(), 3);
    }

    #[test]
    fn a_file_appears_only_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        for text in ["one", "two"] {
            let mut sheet = Sheet::new(folder.path(), "a", "md").unwrap();
            sheet.write(text).unwrap();
            assert!(!files(folder.path()).contains(&"a (2).md".to_owned()));
            sheet.finish().unwrap();
        }
        assert_eq!(files(folder.path()), ["a (2).md", "a.md"]);
        assert_eq!(std::fs::read_to_string(folder.path().join("a (2).md")).unwrap(), "two");
    }

    #[test]
    fn two_of_the_same_name_at_the_same_time_are_two_files() {
        let folder = tempfile::tempdir().unwrap();
        let mut sheets = ["one", "two"].map(|text| (Sheet::new(folder.path(), "a", "md").unwrap(), text));
        for (sheet, text) in &mut sheets {
            sheet.write(text).unwrap();
        }
        let read = |path: PathBuf| std::fs::read_to_string(path).unwrap();
        assert_eq!(sheets.map(|(sheet, _)| read(sheet.finish().unwrap())), ["one", "two"]);
        assert_eq!(files(folder.path()), ["a (2).md", "a.md"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_at_its_place_is_neither_followed_nor_replaced() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let target = other.path().join("target");
        let sheet = Sheet::new(folder.path(), "a", "md").unwrap();
        // The link points to nothing, so a check for an existing file would not notice it.
        symlink(&target, folder.path().join("a.md")).unwrap();
        let place = sheet.finish().unwrap();
        assert_eq!((place.file_name().unwrap().to_str().unwrap(), target.exists()), ("a (2).md", false));
        assert!(folder.path().join("a.md").is_symlink());
        assert_eq!(place.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn what_is_given_up_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut sheet = Sheet::new(folder.path(), "a", "md").unwrap();
        sheet.write("half").unwrap();
        drop(sheet);
        assert!(files(folder.path()).is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_leaves_no_partial_file() {
        let folder = tempfile::tempdir().unwrap();
        let part = folder.path().join(".a.part");
        // `/dev/full` makes every write fail as on a full disk.
        std::os::unix::fs::symlink("/dev/full", &part).unwrap();
        let file = File::options().write(true).open(&part).unwrap();
        let place = folder.path().join("a.md");
        let name = ("a".to_owned(), "md".to_owned());
        let mut sheet = Sheet { part: Some((BufWriter::new(file), part)), folder: folder.path().into(), place, name };
        sheet.write("something").unwrap();
        let failure = sheet.finish().unwrap_err();
        assert!(failure.message.contains("disk is full"), "{failure}");
        assert!(files(folder.path()).is_empty());
    }

    #[test]
    fn a_folder_that_is_not_there_is_said() {
        let failure = Sheet::new(Path::new("/nowhere/at/all"), "a", "md").err().unwrap();
        assert_eq!(failure.code, Code::BadInput);
    }

    #[test]
    fn a_title_becomes_a_name_that_every_system_takes() {
        assert_eq!(file_name("Fix: a/b\\c \"now\"?\n"), "Fix a b c now");
        assert_eq!(file_name("../../etc/passwd"), "etc passwd");
        assert_eq!(file_name("con.txt"), "Thread con.txt");
        assert_eq!(file_name("***"), "Thread");
        assert_eq!(file_name(&"ü".repeat(300)).chars().count(), 80);
    }
}
