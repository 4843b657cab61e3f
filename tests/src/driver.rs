//! The few WebDriver commands that the tests need, sent straight to WebKitWebDriver.
//!
//! A client crate would add a second HTTP stack for one POST per call.

use serde_json::{Value, json};
use std::process::Child;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// An error of WebDriver, or why it could not be reached.
#[derive(Debug)]
pub struct DriverError {
    pub error: String,
    pub message: String,
}

pub struct Driver {
    process: Child,
    port: u16,
    session: String,
}

/// An element of the page, by the driver's id.
#[derive(Debug, Clone)]
pub struct Element(String);

impl Driver {
    /// `spawn` starts WebKitWebDriver on the port it is given; the app inherits its environment. A `credulous` window
    /// takes any certificate, so that a host on this machine can stand for one on the web.
    pub async fn start(spawn: impl FnOnce(u16) -> Child, app: &str, args: &[String], credulous: bool) -> Self {
        let port = std::net::TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .unwrap_or_else(|why| panic!("no free port: {why}"))
            .port();
        let mut driver = Self { process: spawn(port), port, session: String::new() };
        crate::wait::until("WebKitWebDriver listens", async || TcpStream::connect(("127.0.0.1", port)).await.is_ok())
            .await;
        let options = json!({ "binary": app, "args": args });
        let mut wanted = json!({ "webkitgtk:browserOptions": options });
        if credulous {
            wanted["acceptInsecureCerts"] = true.into();
        }
        let wish = json!({ "capabilities": { "alwaysMatch": wanted } });
        let session = driver.call("POST", "/session", Some(wish)).await;
        let session = session.unwrap_or_else(|why| panic!("no window to drive: {why:?}"));
        driver.session = session["sessionId"].as_str().unwrap_or_default().to_owned();
        driver
    }

    pub fn pid(&self) -> u32 {
        self.process.id()
    }

    pub async fn find(&self, css: &str) -> Option<Element> {
        let found = self.ask("POST", "element", json!({ "using": "css selector", "value": css })).await.ok()?;
        found[ELEMENT].as_str().map(|id| Element(id.to_owned()))
    }

    pub async fn click(&self, element: &Element) -> Result<(), DriverError> {
        self.ask("POST", &format!("element/{}/click", element.0), json!({})).await.map(drop)
    }

    pub async fn keys(&self, element: &Element, text: &str) -> Result<(), DriverError> {
        self.ask("POST", &format!("element/{}/value", element.0), json!({ "text": text })).await.map(drop)
    }

    /// Runs the body of a function of `arguments` and returns its result.
    pub async fn script(&self, body: &str, args: Vec<Value>) -> Result<Value, DriverError> {
        self.ask("POST", "execute/sync", json!({ "script": body, "args": args })).await
    }

    /// The same for a script that returns its result later, through its last argument.
    pub async fn script_later(&self, body: &str, args: Vec<Value>) -> Result<Value, DriverError> {
        self.ask("POST", "execute/async", json!({ "script": body, "args": args })).await
    }

    pub async fn reload(&self) -> Result<(), DriverError> {
        self.ask("POST", "refresh", json!({})).await.map(drop)
    }

    pub async fn windows(&self) -> Vec<String> {
        let handles = self.call("GET", &self.path("window/handles"), None).await.unwrap_or_default();
        handles.as_array().into_iter().flatten().filter_map(|one| one.as_str().map(str::to_owned)).collect()
    }

    pub async fn switch(&self, window: &str) -> Result<(), DriverError> {
        self.ask("POST", "window", json!({ "handle": window })).await.map(drop)
    }

    pub async fn resize(&self, width: u32, height: u32) -> Result<Value, DriverError> {
        self.ask("POST", "window/rect", json!({ "x": 0, "y": 0, "width": width, "height": height })).await
    }

    /// A PNG of the page.
    pub async fn screenshot(&self) -> Result<Vec<u8>, DriverError> {
        use base64::Engine as _;
        let text = self.call("GET", &self.path("screenshot"), None).await?;
        let decoded = base64::engine::general_purpose::STANDARD.decode(text.as_str().unwrap_or_default());
        decoded.map_err(|why| DriverError { error: "no picture".to_owned(), message: why.to_string() })
    }

    fn path(&self, command: &str) -> String {
        format!("/session/{}/{command}", self.session)
    }

    async fn ask(&self, method: &str, command: &str, body: Value) -> Result<Value, DriverError> {
        self.call(method, &self.path(command), Some(body)).await
    }

    async fn call(&self, method: &str, path: &str, body: Option<Value>) -> Result<Value, DriverError> {
        let lost = |why: &dyn std::fmt::Display| DriverError { error: "lost".to_owned(), message: why.to_string() };
        let exchange = exchange(self.port, method, path, body);
        let answer = tokio::time::timeout(Duration::from_secs(60), exchange)
            .await
            .map_err(|_| lost(&"no answer in a minute"))?
            .map_err(|why| lost(&why))?;
        let mut answer: Value = serde_json::from_slice(&answer).map_err(|why| lost(&why))?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(DriverError {
                error: error.to_owned(),
                message: value["message"].as_str().unwrap_or_default().to_owned(),
            }),
            None => Ok(value),
        }
    }
}

/// One request on its own connection; returns the body of the response.
async fn exchange(port: u16, method: &str, path: &str, body: Option<Value>) -> std::io::Result<Vec<u8>> {
    let body = body.map(|body| body.to_string()).unwrap_or_default();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").map_or(answer.len(), |at| at + 4);
    Ok(answer.split_off(end))
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Only the driver itself ends here: the display ends what it started.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
