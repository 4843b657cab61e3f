//! Changes the app's own settings.

use crate::engine::Engine;
use crate::failure::Failure;
use crate::permissions::Permissions;
use crate::settings::{Settings, SettingsPatch, Zoom};

pub(super) async fn change(engine: &Engine, patch: SettingsPatch) -> Result<(), Failure> {
    engine
        .with(move |core| {
            let settings = patched(core.state.settings().clone(), patch)?;
            core.put_settings(settings);
            Ok(())
        })
        .await?
}

pub(super) async fn zoom(engine: &Engine, way: Zoom) -> Result<(), Failure> {
    engine
        .with(move |core| {
            let old = core.state.settings().clone();
            let zoom = way.from(old.zoom);
            if zoom != old.zoom {
                core.put_settings(Settings { zoom, ..old });
            }
        })
        .await
}

fn patched(old: Settings, patch: SettingsPatch) -> Result<Settings, Failure> {
    if patch.permissions == Some(Permissions::Full) {
        return Err(Failure::bad_input("Full access can only be chosen for a single thread. It is never the default."));
    }
    let chosen = |new: Option<String>, old| new.map_or(old, |text| Some(text).filter(|text| !text.is_empty()));
    Ok(Settings {
        theme: patch.theme.unwrap_or(old.theme),
        high_contrast: patch.high_contrast.unwrap_or(old.high_contrast),
        enter_sends: patch.enter_sends.unwrap_or(old.enter_sends),
        close_to_tray: patch.close_to_tray.unwrap_or(old.close_to_tray),
        while_running: patch.while_running.unwrap_or(old.while_running),
        permissions: patch.permissions.unwrap_or(old.permissions),
        model: chosen(patch.model, old.model),
        effort: chosen(patch.effort, old.effort),
        codex: old.codex,
        welcomed: patch.welcomed.unwrap_or(old.welcomed),
        notify: patch.notify.unwrap_or(old.notify),
        remote_images: patch.remote_images.unwrap_or(old.remote_images),
        editor: patch.editor.unwrap_or(old.editor),
        badge: patch.badge.unwrap_or(old.badge),
        tray: patch.tray.unwrap_or(old.tray),
        zoom: old.zoom,
        accounts: old.accounts,
        skill_roots: old.skill_roots,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_settings_patch_changes_only_what_it_names() {
        let old = Settings { model: Some("m".into()), effort: Some("high".into()), ..Settings::default() };
        let patch = SettingsPatch { model: Some(String::new()), enter_sends: Some(false), ..SettingsPatch::default() };
        let new = patched(old.clone(), patch).unwrap();
        assert_eq!(new, Settings { model: None, enter_sends: false, ..old });
    }

    #[test]
    fn full_access_is_never_a_default() {
        let patch = SettingsPatch { permissions: Some(Permissions::Full), ..SettingsPatch::default() };
        assert!(patched(Settings::default(), patch).is_err());
    }
}
