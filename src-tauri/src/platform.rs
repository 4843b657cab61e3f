//! What differs between the three systems before a window can be opened: whether it can, and how to say that it cannot.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
use linux as here;
#[cfg(target_os = "macos")]
use macos as here;
#[cfg(windows)]
use windows as here;

/// Words for a person if no window can be opened here.
pub fn ready() -> Result<(), String> {
    here::ready()
}

/// On the terminal, and in a dialog for someone who started us without one.
pub fn tell(words: &str) {
    eprintln!("{words}");
    if !is_typed() {
        here::dialog(words);
    }
}

/// Somebody at a terminal reads what we say, or sent it into a file themselves.
fn is_typed() -> bool {
    use std::io::{IsTerminal, stderr, stdin, stdout};
    stderr().is_terminal() || stdout().is_terminal() || stdin().is_terminal()
}

/// Whether the desktop shows the icons that apps put into a tray. Nothing is waited for: the first call begins to look,
/// and until something was seen there is none.
pub fn shows_tray() -> bool {
    here::shows_tray()
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tauri::utils::config::Config;

    /// As Tauri merges them: an object into an object, anything else in place of it.
    fn merge(under: &mut Value, over: Value) {
        match (under, over) {
            (Value::Object(under), Value::Object(over)) => {
                for (key, value) in over {
                    merge(under.entry(key).or_insert(Value::Null), value);
                }
            }
            (under, over) => *under = over,
        }
    }

    #[test]
    fn tauri_understands_the_config_of_every_system() {
        let base = include_str!("../tauri.conf.json");
        for (system, own) in [
            ("linux", include_str!("../tauri.linux.conf.json")),
            ("macos", include_str!("../tauri.macos.conf.json")),
            ("windows", include_str!("../tauri.windows.conf.json")),
        ] {
            let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
            let mut all = read(base);
            merge(&mut all, read(own));
            let understood = serde_json::from_value::<Config>(all.clone());
            assert!(understood.is_ok(), "{system}: {:?}", understood.err());
            all["bundle"]["macOS"]["entitlement"] = "a slip of the pen".into();
            assert!(serde_json::from_value::<Config>(all).is_err(), "an unknown key would be noticed");
        }
    }
}
