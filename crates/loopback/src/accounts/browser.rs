//! A minimal browser for sign-in tests: opens a link and follows redirects, on this machine only.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Opens a link, follows its redirects, and returns the last address and its page.
pub async fn browse(link: &str) -> io::Result<(String, String)> {
    let mut link = link.to_owned();
    // A sign-in takes three hops; the limit ends a redirect loop.
    for _ in 0..8 {
        let page = get(&link).await?;
        let (head, body) = page.split_once("\r\n\r\n").unwrap_or((&page, ""));
        let location = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("location").then(|| value.trim().to_owned())
        });
        match location {
            Some(next) if next.starts_with('/') => link = format!("http://{}{next}", place(&link)?.0),
            Some(next) => link = next,
            None => return Ok((link, body.to_owned())),
        }
    }
    Err(io::Error::other("the link leads in a circle"))
}

async fn get(link: &str) -> io::Result<String> {
    let (host, path) = place(link)?;
    let mut stream = TcpStream::connect(host).await?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut page = Vec::new();
    stream.read_to_end(&mut page).await?;
    Ok(String::from_utf8_lossy(&page).into_owned())
}

/// The host and path of a link to this machine. Other links are refused.
pub(super) fn place(link: &str) -> io::Result<(&str, &str)> {
    let rest = link.strip_prefix("http://").ok_or_else(|| io::Error::other("only http links are followed"))?;
    let (host, path) = rest.find('/').map_or((rest, "/"), |at| rest.split_at(at));
    // The whole port must be a number, or `127.0.0.1:1@elsewhere` would pass.
    match host.split_once(':') {
        Some(("127.0.0.1" | "localhost", port)) if port.parse::<u16>().is_ok() => Ok((host, path)),
        _ => Err(io::Error::other("only links to this machine are followed")),
    }
}
