//! stub
pub fn html(_language: Option<&str>, code: &str) -> String {
    crate::visible_html(code)
}
