//! A window with one word in it: the baseline of `cargo xtask bench`.

use tauri::http::Response;
use tauri::{WebviewUrl, WebviewWindowBuilder};

const PAGE: &str = "<!doctype html><html data-ready=\"true\"><title>Empty</title><body><p>Empty</p></body></html>";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let page = "empty://localhost/".parse()?;
    tauri::Builder::default()
        .register_uri_scheme_protocol("empty", |_, _| {
            let response = Response::builder().header("Content-Type", "text/html").body(PAGE.as_bytes().to_vec());
            response.unwrap_or_default()
        })
        .setup(move |app| {
            WebviewWindowBuilder::new(app, "main", WebviewUrl::CustomProtocol(page))
                .title("Empty")
                .inner_size(1280.0, 840.0)
                .build()?;
            Ok(())
        })
        .run(tauri::generate_context!())?;
    Ok(())
}
