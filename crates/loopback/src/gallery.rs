//! A TLS server for pictures on 127.0.0.1, for tests.
//!
//! It serves the same picture under every path and records the requests.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{Uri, header};
use tokio::sync::watch;

use crate::accounts::tls::Secure;
use crate::locked;

/// A running server. Dropping it stops it.
pub struct Gallery {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
    stop: watch::Sender<bool>,
}

impl Gallery {
    pub async fn open(png: Vec<u8>) -> io::Result<Self> {
        let (listener, _) = Secure::bind().await?;
        let address = axum::serve::Listener::local_addr(&listener)?;
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heard = asked.clone();
        let give = async move |uri: Uri| {
            locked(&heard).push(uri.path().to_owned());
            ([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, "no-store")], png)
        };
        let stop = watch::Sender::new(false);
        let mut stopped = stop.subscribe();
        tokio::spawn(async move {
            let until = async move {
                let _ = stopped.wait_for(|stop| *stop).await;
            };
            let _ = axum::serve(listener, Router::new().fallback(give)).with_graceful_shutdown(until).await;
        });
        Ok(Self { address, asked, stop })
    }

    pub fn url(&self, name: &str) -> String {
        format!("https://{}/{name}", self.address)
    }

    /// The requested paths, oldest first.
    pub fn asked(&self) -> Vec<String> {
        locked(&self.asked).clone()
    }
}

impl Drop for Gallery {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}
