//! Declares the page's three commands. Each of them must also be granted in `capabilities/`.

fn main() {
    println!("cargo:rerun-if-changed=../ui/dist");
    let manifest = tauri_build::AppManifest::new().commands(&["subscribe", "act", "query"]);
    if let Err(why) = tauri_build::try_build(tauri_build::Attributes::new().app_manifest(manifest)) {
        println!("cargo::error={why:#}");
    }
}
