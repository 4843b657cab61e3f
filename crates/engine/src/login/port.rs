//! Finds the program that occupies the ports a browser sign-in returns to.

/// Codex uses the first free one.
#[cfg(any(target_os = "linux", target_os = "macos", windows, test))]
const PORTS: [u16; 2] = [1455, 1457];

/// The program's name, if the operating system tells it.
#[cfg(target_os = "linux")]
pub(super) fn holder() -> Option<String> {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|path| std::fs::read_to_string(path).unwrap_or_default());
    let sockets: Vec<String> = tables.iter().flat_map(|table| listening(table)).collect();
    let entries = std::fs::read_dir("/proc").ok()?;
    let pids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let holds = |pid: &u32| {
        let open = std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
        open.filter_map(|entry| std::fs::read_link(entry.path()).ok())
            .any(|link| sockets.iter().any(|socket| link.as_os_str() == socket.as_str()))
    };
    let pid = pids.into_iter().find(holds)?;
    let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).ok()?;
    Some(format!("{} (process {pid})", name.trim()))
}

/// `lsof` is part of macOS and prints one field per line with `-F`.
#[cfg(target_os = "macos")]
pub(super) fn holder() -> Option<String> {
    let ports = PORTS.map(|port| format!("-iTCP:{port}"));
    let said = said("/usr/sbin/lsof", &["-nP", &ports[0], &ports[1], "-sTCP:LISTEN", "-Fpc"])?;
    listed(&said)
}

/// `netstat` knows the process and `tasklist` its name. Both are part of Windows.
#[cfg(windows)]
pub(super) fn holder() -> Option<String> {
    let pid = owner(&said("netstat", &["-ano", "-p", "TCP"])?)?;
    let task = said("tasklist", &["/FI", &format!("PID eq {pid}"), "/FO", "CSV", "/NH"])?;
    let name = task.trim().strip_prefix('"')?.split('"').next()?.to_owned();
    Some(format!("{name} (process {pid})"))
}

#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
pub(super) fn holder() -> Option<String> {
    None
}

#[cfg(any(target_os = "macos", windows))]
fn said(program: &str, args: &[&str]) -> Option<String> {
    let mut command = crate::program::quiet(program);
    command.args(args).stdin(std::process::Stdio::null());
    Some(String::from_utf8_lossy(&command.output().ok()?.stdout).into_owned())
}

/// `lsof` prints `p` with the process id, then `c` with its name.
#[cfg(any(target_os = "macos", test))]
fn listed(said: &str) -> Option<String> {
    let pid = said.lines().find_map(|line| line.strip_prefix('p'))?;
    let name = said.lines().find_map(|line| line.strip_prefix('c'))?;
    Some(format!("{name} (process {pid})"))
}

/// The process that listens on one of the ports. The state column is in the language of the system, so a listener is
/// recognised by its foreign port 0.
#[cfg(any(windows, test))]
fn owner(said: &str) -> Option<u32> {
    let line = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [_, local, foreign, _, pid] = fields[..] else { return None };
        let port: u16 = local.rsplit_once(':')?.1.parse().ok()?;
        (PORTS.contains(&port) && foreign.ends_with(":0")).then_some(pid)?.parse().ok()
    };
    said.lines().find_map(line)
}

/// The sockets that listen on one of the ports, as `/proc/PID/fd` names them.
#[cfg(any(target_os = "linux", test))]
fn listening(table: &str) -> Vec<String> {
    const LISTENS: &str = "0A";
    let line = |line: &str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let (local, state, inode) = (fields.get(1)?, fields.get(3)?, fields.get(9)?);
        let port = u16::from_str_radix(local.rsplit_once(':')?.1, 16).ok()?;
        (*state == LISTENS && PORTS.contains(&port)).then(|| format!("socket:[{inode}]"))
    };
    table.lines().skip(1).filter_map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_sockets_is_read() {
        let table = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n   \
            0: 0100007F:05AF 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 41 1 0 100 0 0 10 0\n   \
            1: 0100007F:05AF 0100007F:9C40 01 00000000:00000000 00:00000000 00000000     0        0 42 1 0 20 4 30 10 -1\n   \
            2: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 43 1 0 100 0 0 10 0\n";
        assert_eq!(listening(table), ["socket:[41]"]);
        assert_eq!(listening("nonsense\nmore"), Vec::<String>::new());
    }

    #[test]
    fn port_owners_are_read_from_macos_and_windows_output() {
        assert_eq!(listed("p4711\ncnode\nf21\n").as_deref(), Some("node (process 4711)"));
        assert_eq!(listed(""), None);
        let table = "\r\n  Proto  Lokale Adresse  Remoteadresse  Status  PID\r\n  \
            TCP    127.0.0.1:49800   127.0.0.1:1455   HERGESTELLT   12\r\n  \
            TCP    127.0.0.1:1455   127.0.0.1:49800   HERGESTELLT   4711\r\n  \
            TCP    127.0.0.1:1455   0.0.0.0:0   ABH\u{d6}REN   4711\r\n";
        assert_eq!(owner(table), Some(4711));
        assert_eq!(owner("nonsense"), None);
    }
}
