//! Serves pictures to pages as `picture://localhost/<name>`. Only names that the engine issued can be requested.

use engine::Engine;
use tauri::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue};
use tauri::http::{Response, StatusCode};
use tauri::{Builder, Manager, Wry};

pub fn serve(builder: Builder<Wry>) -> Builder<Wry> {
    builder.register_asynchronous_uri_scheme_protocol("picture", |context, request, responder| {
        let app = context.app_handle().clone();
        let name = request.uri().path().trim_start_matches('/').to_owned();
        tauri::async_runtime::spawn(async move {
            let found = match app.try_state::<Engine>() {
                Some(engine) => engine.picture(&name).await,
                None => None,
            };
            let mut response = Response::new(Vec::new());
            match found {
                Some(picture) => {
                    let headers = response.headers_mut();
                    headers.insert(CONTENT_TYPE, HeaderValue::from_static(picture.mime));
                    headers.insert("X-Content-Type-Options", HeaderValue::from_static("nosniff"));
                    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'"));
                    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, max-age=3600"));
                    *response.body_mut() = picture.bytes;
                }
                None => *response.status_mut() = StatusCode::NOT_FOUND,
            }
            responder.respond(response);
        });
    })
}

/// The content policy of a page that may load remote pictures, because the person allowed it. All else stays denied.
pub fn with_remote(policy: &str) -> String {
    let directives = policy.split(';').map(|directive| {
        let directive = directive.trim();
        if directive.split_whitespace().next() == Some("img-src") {
            format!("{directive} https:")
        } else {
            directive.to_owned()
        }
    });
    directives.collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::with_remote;

    #[test]
    fn only_pictures_may_come_from_elsewhere() {
        let policy = "default-src 'none'; img-src 'self' data: picture:; script-src 'self' 'nonce-1'";
        let loose = "default-src 'none'; img-src 'self' data: picture: https:; script-src 'self' 'nonce-1'";
        assert_eq!(with_remote(policy), loose);
        assert_eq!(with_remote("script-src 'self'"), "script-src 'self'");
    }
}
