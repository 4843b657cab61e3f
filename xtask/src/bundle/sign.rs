//! Signs the bundled programs on macOS.
//!
//! Tauri signs the app and its program but not `Resources`, and Apple notarises no app that contains an unsigned program.
//! OpenAI's signatures are kept: with another signer, the keychain would ask the person again for items of the Codex CLI.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use xtask::paths;
use xtask::step::{self, StepResult};

/// The ad-hoc identity: no certificate needed, valid on this machine only.
const AD_HOC: &str = "-";

/// Signs with Tauri's identity, or ad hoc if there is none.
pub fn sign(files: &[(PathBuf, String)]) -> StepResult {
    let identity = std::env::var("APPLE_SIGNING_IDENTITY").unwrap_or_default();
    if !cfg!(target_os = "macos") || identity.is_empty() {
        return Ok(());
    }
    for (file, place) in files.iter().filter(|(file, _)| is_program(file)) {
        let shown = Command::new("codesign").args(["--display", "--verbose=2"]).arg(file).output();
        let shown = shown.map_err(|why| format!("codesign does not start: {why}"))?;
        if has_developer_signature(&String::from_utf8_lossy(&shown.stderr)) {
            continue;
        }
        let entitlements = paths::root().join("src-tauri/packaging/macos/codex.plist");
        let mut codesign = Command::new("codesign");
        codesign.args(arguments(&identity, place, &entitlements)).arg(file);
        step::run(&format!("codesign {place}"), &mut codesign)?;
    }
    Ok(())
}

/// True for a Mach-O program or library, by its first bytes.
fn is_program(file: &Path) -> bool {
    let mut magic = [0; 4];
    File::open(file).and_then(|mut file| file.read_exact(&mut magic)).is_ok() && is_macho(magic)
}

/// Magic numbers for one or several processors, in both byte orders.
fn is_macho(magic: [u8; 4]) -> bool {
    let all = [0xfeed_face_u32, 0xfeed_facf, 0xcafe_babe, 0xcafe_babf];
    all.contains(&u32::from_be_bytes(magic)) || all.contains(&u32::from_le_bytes(magic))
}

/// True if the output of `codesign --display` shows a signature that Apple would notarise.
fn has_developer_signature(said: &str) -> bool {
    let line = |start: &str| said.lines().find(|line| line.starts_with(start));
    line("Authority=Developer ID Application:").is_some()
        && line("Timestamp=").is_some()
        && line("CodeDirectory ").is_some_and(|line| line.contains("(runtime)") || line.contains(",runtime"))
}

fn arguments(identity: &str, place: &str, entitlements: &Path) -> Vec<String> {
    let mut all: Vec<String> = ["--force", "--options", "runtime", "--sign", identity].map(str::to_owned).to_vec();
    if identity != AD_HOC {
        all.push("--timestamp".to_owned());
    }
    // Codex runs JavaScript, which the hardened runtime forbids without an entitlement.
    if place.starts_with("codex/bin/") {
        all.extend(["--entitlements".to_owned(), entitlements.to_string_lossy().into_owned()]);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mach_o_program_is_recognised() {
        assert!(is_macho([0xcf, 0xfa, 0xed, 0xfe]), "arm64 or x86_64");
        assert!(is_macho([0xca, 0xfe, 0xba, 0xbe]), "both");
        assert!(!is_macho(*b"\x7fELF"));
        assert!(!is_macho(*b"#!/b"));
        assert!(!is_program(Path::new("/nowhere")));
    }

    #[test]
    fn openais_signatures_are_kept() {
        let theirs = "Executable=/codex\nCodeDirectory v=20500 size=1 flags=0x10000(runtime) hashes=1+7\n\
            Authority=Developer ID Application: OpenAI (0)\nTimestamp=1 Nov 2026 at 10:00:00\n";
        assert!(has_developer_signature(theirs));
        assert!(
            !has_developer_signature(&theirs.replace("0x10000(runtime)", "0x0(none)")),
            "Apple asks for the hardened runtime"
        );
        assert!(
            !has_developer_signature(&theirs.replace("Timestamp", "Signed Time")),
            "and for a time that others witness"
        );
        let linker = "CodeDirectory v=20400 size=1 flags=0x20002(adhoc,linker-signed) hashes=1+0\nSignature=adhoc\n";
        assert!(!has_developer_signature(linker));
        assert!(!has_developer_signature("rg: code object is not signed at all\n"));
    }

    #[test]
    fn only_codex_may_compile_code_at_run_time() {
        let plist = Path::new("/p/codex.plist");
        let named = arguments("Developer ID Application: A", "codex/codex-path/rg", plist);
        assert_eq!(named.join(" "), "--force --options runtime --sign Developer ID Application: A --timestamp");
        let bare = arguments(AD_HOC, "codex/bin/codex", plist);
        assert_eq!(bare.join(" "), "--force --options runtime --sign - --entitlements /p/codex.plist");
    }
}
