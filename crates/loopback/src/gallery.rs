//! A host of pictures over TLS, as it would stand on the web, on 127.0.0.1. Tests only.
//!
//! It gives the same picture under every name, and remembers what it was asked for.

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::http::{Uri, header};
use tokio::sync::watch;

use crate::accounts::tls::Secure;
use crate::locked;

/// A running host; it ends when this is dropped.
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

    /// The paths that were asked for, oldest first.
    pub fn asked(&self) -> Vec<String> {
        locked(&self.asked).clone()
    }
}

impl Drop for Gallery {
    fn drop(&mut self) {
        self.stop.send_replace(true);
    }
}
