//! The loopback's MCP server over stdio. The first argument is the number of additional tools.

fn main() -> std::io::Result<()> {
    let more = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(0);
    loopback::mcp::serve_stdio(more)
}
