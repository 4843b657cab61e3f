//! The loopback's MCP server over stdio. Its first argument is how many tools it offers beside its own.

fn main() -> std::io::Result<()> {
    let more = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(0);
    loopback::mcp::serve_stdio(more)
}
