//! Tables of shells, data formats, query languages and a few more.

use super::language::{BLANK, Language, Quote, Traits};
use super::tables::{C_COMMENTS, DOUBLE, RAW_TICKS, SINGLE, TRIPLE, TRIPLE_SINGLE};

#[rustfmt::skip] // Word lists are read as text, not one word per line.
pub const MORE: &[Language] = &[
    Language {
        names: &[
            "bash", "sh", "shell", "zsh", "fish", "console", "shellsession", "dockerfile", "make", "makefile", "mk",
            "env",
        ],
        keywords: &[
            "case", "do", "done", "elif", "else", "esac", "export", "fi", "for", "function", "if", "in", "local",
            "readonly", "return", "select", "set", "source", "then", "until", "while",
        ],
        constants: &["false", "true"],
        line_comments: &["#"],
        quotes: &[Quote { lines: true, ..DOUBLE }, Quote { open: "'", close: "'", escapes: false, lines: true }],
        traits: Traits::COMMANDS.with(Traits::DOLLARS).with(Traits::SPACED_COMMENTS),
        ..BLANK
    },
    Language {
        names: &["json", "jsonc", "json5", "jsonl", "webmanifest", "ipynb"],
        constants: &["false", "null", "true"],
        line_comments: &["//"],
        block_comments: C_COMMENTS,
        quotes: &[DOUBLE],
        traits: Traits::KEYS,
        ..BLANK
    },
    Language {
        names: &["yaml", "yml"],
        constants: &["false", "no", "null", "off", "on", "true", "yes", "~"],
        line_comments: &["#"],
        quotes: &[Quote { lines: true, ..DOUBLE }, Quote { open: "'", close: "'", escapes: false, lines: false }],
        traits: Traits::KEYS.with(Traits::SPACED_COMMENTS),
        ..BLANK
    },
    Language {
        names: &["toml", "ini", "cfg", "conf", "properties", "editorconfig"],
        constants: &["false", "inf", "nan", "true"],
        line_comments: &["#", ";"],
        quotes: &[TRIPLE, TRIPLE_SINGLE, DOUBLE, Quote { open: "'", close: "'", escapes: false, lines: false }],
        traits: Traits::KEYS.with(Traits::BRACKETS),
        ..BLANK
    },
    Language {
        names: &["sql", "postgresql", "psql", "mysql", "sqlite", "plsql", "tsql"],
        keywords: &[
            "add", "all", "alter", "analyze", "and", "any", "as", "asc", "begin", "between", "by", "cascade", "case",
            "check", "column", "commit", "conflict", "constraint", "create", "cross", "database", "declare", "default",
            "delete", "desc", "distinct", "do", "drop", "else", "end", "except", "exists", "explain", "for", "foreign",
            "from", "full", "function", "grant", "group", "having", "if", "in", "index", "inner", "insert", "intersect",
            "into", "is", "join", "key", "left", "like", "limit", "materialized", "not", "nothing", "offset", "on",
            "or", "order", "outer", "over", "partition", "pragma", "primary", "procedure", "references", "replace",
            "returning", "returns", "revoke", "right", "rollback", "schema", "select", "set", "table", "then", "to",
            "transaction", "trigger", "truncate", "union", "unique", "update", "using", "values", "view", "when",
            "where", "window", "with",
        ],
        types: &[
            "bigint", "bigserial", "blob", "boolean", "bytea", "char", "date", "decimal", "double", "float", "int",
            "integer", "interval", "json", "jsonb", "numeric", "real", "serial", "smallint", "text", "time",
            "timestamp", "timestamptz", "uuid", "varchar",
        ],
        constants: &["current_timestamp", "false", "null", "true"],
        line_comments: &["--"],
        block_comments: C_COMMENTS,
        quotes: &[Quote { open: "'", close: "'", escapes: false, lines: true }, DOUBLE, RAW_TICKS],
        traits: Traits::ANY_CASE.with(Traits::CALLS),
        ..BLANK
    },
    Language {
        names: &["lua"],
        keywords: &[
            "and", "break", "do", "else", "elseif", "end", "for", "function", "goto", "if", "in", "local", "not", "or",
            "repeat", "return", "then", "until", "while",
        ],
        constants: &["false", "nil", "true"],
        line_comments: &["--"],
        block_comments: &[("--[[", "]]")],
        quotes: &[Quote { open: "[[", close: "]]", escapes: false, lines: true }, DOUBLE, SINGLE],
        traits: Traits::CALLS,
        ..BLANK
    },
    Language {
        names: &["zig"],
        keywords: &[
            "and", "break", "catch", "comptime", "const", "continue", "defer", "else", "enum", "errdefer", "error",
            "export", "extern", "fn", "for", "if", "inline", "or", "orelse", "packed", "pub", "return", "struct",
            "switch", "test", "try", "union", "unreachable", "usingnamespace", "var", "while",
        ],
        types: &[
            "bool", "f32", "f64", "i16", "i32", "i64", "i8", "isize", "u16", "u32", "u64", "u8", "usize", "void",
        ],
        constants: &["false", "null", "true", "undefined"],
        line_comments: &["//"],
        quotes: &[DOUBLE, SINGLE],
        traits: Traits::CALLS.with(Traits::CAPITALS).with(Traits::DECORATORS),
        ..BLANK
    },
    Language {
        names: &["graphql", "gql", "proto", "protobuf", "hcl", "tf", "terraform"],
        keywords: &[
            "data", "enum", "extend", "fragment", "import", "input", "interface", "message", "module", "mutation", "on",
            "oneof", "option", "optional", "output", "package", "provider", "query", "repeated", "required", "resource",
            "returns", "rpc", "scalar", "service", "subscription", "syntax", "type", "union", "variable",
        ],
        types: &[
            "bool", "bytes", "double", "float", "int32", "int64", "list", "map", "number", "string", "uint32", "uint64",
        ],
        constants: &["false", "null", "true"],
        line_comments: &["//", "#"],
        block_comments: C_COMMENTS,
        quotes: &[TRIPLE, DOUBLE],
        traits: Traits::CALLS.with(Traits::CAPITALS).with(Traits::DECORATORS).with(Traits::DOLLARS),
        ..BLANK
    },
];
