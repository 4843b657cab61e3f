//! Attachments of a prompt: pictures, skills and apps. Each one is checked before it is sent.

use crate::engine::Engine;
use crate::failure::{Code, Failure};
use crate::intent::{Attached, Prompt, Receipt};
use crate::picture;
use crate::pictures::{address, missing};
use crate::query::Paths;
use model::link::safe_url;
use model::state::PictureSource;
use model::state::is_inlined;
use protocol::item::UserInput;
use std::path::{Path, PathBuf};

pub(super) fn input_item(one: &Attached) -> Result<UserInput, Failure> {
    Ok(match one {
        Attached::Image { path } => {
            picture::check(Path::new(path))?;
            UserInput::LocalImage { path: path.clone(), detail: None }
        }
        Attached::Link { url } => {
            let url = safe_url(url).filter(|url| url.len() < 4_096);
            let url = url.ok_or_else(|| {
                Failure::bad_input("This is not the address of an image on the web. It must begin with https://.")
            })?;
            UserInput::Image { url: Some(url), file_id: None, detail: None }
        }
        Attached::Skill { name, path } => UserInput::Skill { name: name.clone(), path: path.clone() },
        Attached::Mention { name, path } => UserInput::Mention { name: name.clone(), path: path.clone() },
    })
}

/// Lets the person pick pictures. A file that is no picture is reported at once instead of when it is sent; the
/// others are taken.
pub(super) async fn pick(engine: &Engine) -> Result<Receipt, Failure> {
    let picked =
        engine.shared().platform.pick_images().await.map_err(|message| Failure::new(Code::Refused, message))?;
    let (paths, problems) = check_pictures(&picked);
    engine.shared().pictures.add(&paths);
    Ok(Receipt { paths: Some(paths), problems, ..Receipt::default() })
}

/// The pictures among the picked files, and one sentence about each file that is none.
fn check_pictures(picked: &[PathBuf]) -> (Vec<String>, Vec<String>) {
    let (mut paths, mut problems) = (Vec::new(), Vec::new());
    for path in picked {
        match picture::check(path) {
            Ok(_) => paths.push(path.display().to_string()),
            Err(why) => problems.push(why.message),
        }
    }
    (paths, problems)
}

pub(super) async fn save_pasted(engine: &Engine, data: String) -> Result<Receipt, Failure> {
    let folder = engine.shared().options.pictures();
    let kept = tokio::task::spawn_blocking(move || picture::keep(&folder, &data)).await;
    let path = kept.map_err(|_| Failure::new(Code::Refused, "The pasted image could not be saved."))??;
    let path = path.display().to_string();
    engine.shared().pictures.add(std::slice::from_ref(&path));
    Ok(Receipt { path: Some(path), ..Receipt::default() })
}

/// Writes pictures that exist only inside a message (`data:`) to files, so that the message can be sent again.
pub(super) async fn as_files(engine: &Engine, mut prompt: Prompt) -> Result<Prompt, Failure> {
    for one in &mut prompt.attached {
        let Attached::Image { path } = one else { continue };
        if is_inlined(path) {
            let asked = path.clone();
            let data = engine.with(move |core| core.state.inlined(&asked)).await?.ok_or_else(missing)?;
            *path = save_pasted(engine, data).await?.path.unwrap_or_default();
        }
    }
    Ok(prompt)
}

/// Sorts dropped paths into folders, images and other files.
pub(crate) fn sort(engine: &Engine, paths: Vec<String>) -> Paths {
    let found = sorted(paths);
    engine.shared().pictures.add(&found.images);
    found
}

fn sorted(paths: Vec<String>) -> Paths {
    let mut found = Paths::default();
    for path in paths {
        let at = Path::new(&path);
        if at.is_dir() {
            found.folders.push(path);
        } else if picture::check(at).is_ok() {
            found.images.push(path);
        } else if at.is_file() {
            found.problems.extend(picture::oversize(at).map(|why| why.message));
            found.files.push(path);
        }
    }
    found
}

/// A picture as a `data:` URL. Only pictures that were brought in during this run, or that a draft or an open thread
/// names, are read.
pub(crate) async fn picture(engine: &Engine, path: String) -> Result<String, Failure> {
    let asked = path.clone();
    if let Some(data) = engine.with(move |core| core.state.inlined(&asked)).await? {
        let read = tokio::task::spawn_blocking(move || address(&PictureSource::Inline(data), picture::DRAWN)).await;
        return read.ok().flatten().ok_or_else(missing);
    }
    let asked = path.clone();
    if !engine.shared().pictures.has(&path) && !engine.with(move |core| core.state.names_picture(&asked)).await? {
        return Err(Failure::bad_input("This image does not belong to an open thread."));
    }
    let read = tokio::task::spawn_blocking(move || picture::address(Path::new(&path))).await;
    read.map_err(|_| Failure::new(Code::Refused, "The image cannot be shown."))?
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_picture_that_is_too_large_is_attached_as_a_plain_file() {
        let folder = tempfile::tempdir().unwrap();
        let [large, log] = ["large.gif", "long.log"].map(|name| folder.path().join(name));
        for (path, head) in [(&large, "GIF89a"), (&log, "words")] {
            std::fs::write(path, head).unwrap();
            std::fs::File::options().write(true).open(path).unwrap().set_len(21 * 1024 * 1024).unwrap();
        }
        let paths = [large, log].map(|path| path.display().to_string());
        let found = sorted(paths.to_vec());
        assert_eq!((found.files, found.images.len()), (paths.to_vec(), 0));
        assert_eq!(found.problems, ["The image large.gif is 21 MB. Codex accepts at most 20 MB."]);
    }

    #[test]
    fn one_bad_file_among_the_picked_does_not_stop_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let [good, bad] = ["good.gif", "notes.png"].map(|name| folder.path().join(name));
        std::fs::write(&good, "GIF89a and so on").unwrap();
        std::fs::write(&bad, "only words").unwrap();
        let (paths, problems) = check_pictures(&[bad, good.clone(), folder.path().join("gone.png")]);
        assert_eq!(paths, [good.display().to_string()]);
        assert!(problems[0].starts_with("notes.png is not an image"), "{problems:?}");
        assert!(problems[1].contains("gone.png no longer exists"), "{problems:?}");
    }
}
