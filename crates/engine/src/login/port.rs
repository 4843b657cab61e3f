//! Which program holds the ports that a browser comes back through.

/// Codex takes the first that is free.
#[cfg(any(target_os = "linux", test))]
const PORTS: [u16; 2] = [1455, 1457];

/// Its name, where the operating system tells without being asked twice.
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

#[cfg(not(target_os = "linux"))]
pub(super) fn holder() -> Option<String> {
    None
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
}
