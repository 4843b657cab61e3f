//! The app's own settings. Codex's settings stay in its config.toml.

use crate::account::KeptAccounts;
use crate::permissions::Permissions;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "model.ts")]
pub struct Settings {
    pub theme: Theme,
    pub high_contrast: bool,
    /// Enter sends and Shift-Enter starts a new line; the other way round if off.
    pub enter_sends: bool,
    /// The app stays in the tray when the last window is closed.
    pub close_to_tray: bool,
    /// What Enter does while a turn is running; Ctrl-Enter or Cmd-Enter does the opposite.
    pub while_running: WhileRunning,
    pub permissions: Permissions,
    pub model: Option<String>,
    pub effort: Option<String>,
    /// The codex that a person chose.
    pub codex: Option<String>,
    /// The first screen is done: by signing in, or by "just browse".
    pub welcomed: bool,
    /// Shows a desktop notification when something waits and no window has the focus.
    pub notify: bool,
    /// Loads pictures in messages from the hosts that they name.
    pub remote_images: bool,
    /// The program that opens files.
    pub editor: Editor,
    /// Shows how many requests wait, in the dock or taskbar.
    pub badge: bool,
    /// Shows a tray icon, with the number of waiting requests.
    pub tray: bool,
    /// The zoom of the pages in percent; changed by `WindowIntent::Zoom` only.
    pub zoom: u16,
    /// Changed by the intents of the account page only.
    pub accounts: KeptAccounts,
    /// Further folders with skills; changed by `SkillIntent::SetRoots` only.
    pub skill_roots: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Theme {
    System,
    Light,
    Dark,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum WhileRunning {
    Queue,
    Steer,
}

/// Editors that can open a file at a line. The system's default program cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Editor {
    System,
    VsCode,
    Cursor,
    Zed,
    Sublime,
    Idea,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            high_contrast: false,
            enter_sends: true,
            close_to_tray: false,
            while_running: WhileRunning::Queue,
            permissions: Permissions::AsConfigured,
            model: None,
            effort: None,
            codex: None,
            welcomed: false,
            notify: true,
            remote_images: false,
            editor: Editor::System,
            badge: true,
            tray: true,
            zoom: ACTUAL,
            accounts: KeptAccounts::default(),
            skill_roots: Vec::new(),
        }
    }
}

const ACTUAL: u16 = 100;
const SMALLEST: u16 = 50;
const LARGEST: u16 = 200;
/// The same steps as in browsers.
const ZOOMS: [u16; 11] = [SMALLEST, 67, 75, 80, 90, ACTUAL, 110, 125, 150, 175, LARGEST];

impl Settings {
    /// Reads stored settings. Full access is never a default, whatever the file says.
    pub fn read(text: &str) -> Option<Self> {
        let mut settings: Self = serde_json::from_str(text).ok()?;
        if settings.permissions == Permissions::Full {
            settings.permissions = Permissions::AsConfigured;
        }
        Some(settings)
    }

    /// The zoom limited to a readable range, whatever the file says.
    pub fn drawn_at(&self) -> u16 {
        self.zoom.clamp(SMALLEST, LARGEST)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "model.ts")]
pub enum Zoom {
    In,
    Out,
    Actual,
}

impl Zoom {
    /// The next step from this zoom; the last step has no next.
    pub fn from(self, percent: u16) -> u16 {
        match self {
            Self::In => ZOOMS.into_iter().find(|step| *step > percent).unwrap_or(LARGEST),
            Self::Out => ZOOMS.into_iter().rev().find(|step| *step < percent).unwrap_or(SMALLEST),
            Self::Actual => ACTUAL,
        }
    }
}

/// The fields that a person changed; the others stay as they are.
#[derive(Debug, Clone, Default, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
#[ts(export_to = "model.ts", optional_fields = nullable)]
pub struct SettingsPatch {
    pub theme: Option<Theme>,
    pub high_contrast: Option<bool>,
    pub enter_sends: Option<bool>,
    pub close_to_tray: Option<bool>,
    pub while_running: Option<WhileRunning>,
    pub permissions: Option<Permissions>,
    /// Empty: the server's default.
    pub model: Option<String>,
    pub effort: Option<String>,
    pub welcomed: Option<bool>,
    pub notify: Option<bool>,
    pub remote_images: Option<bool>,
    pub editor: Option<Editor>,
    pub badge: Option<bool>,
    pub tray: Option<bool>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_the_former_default_nor_full_access_is_taken_for_a_choice() {
        for text in [r#"{"permissions":"ask"}"#, r#"{"permissions":"full"}"#, r#"{"permissions":{"kind":"full"}}"#] {
            let settings = Settings::read(text).unwrap_or_default();
            assert_eq!(settings.permissions, Permissions::AsConfigured, "{text}");
        }
        let auto = Settings::read(r#"{"permissions":"auto","zoom":110}"#).unwrap_or_default();
        assert_eq!((auto.permissions, auto.zoom), (Permissions::Auto, 110));
    }

    #[test]
    fn zoom_never_goes_past_its_ends() {
        let walk = |way: Zoom, from: u16| {
            std::iter::successors(Some(from), |at| Some(way.from(*at)).filter(|next| next != at)).collect::<Vec<_>>()
        };
        assert_eq!(walk(Zoom::In, 100), [100, 110, 125, 150, 175, 200]);
        assert_eq!(walk(Zoom::Out, 100), [100, 90, 80, 75, 67, 50]);
        // A value that somebody wrote into the file by hand.
        assert_eq!((Zoom::In.from(0), Zoom::Out.from(9000), Zoom::Actual.from(67)), (50, 200, 100));
    }
}
