//! Tables of the C-like and scripting languages.

use super::language::{BLANK, Flavour, Language, Quote, Traits};

pub const DOUBLE: Quote = Quote { open: "\"", close: "\"", escapes: true, lines: false };
pub const SINGLE: Quote = Quote { open: "'", close: "'", escapes: true, lines: false };
pub const TRIPLE: Quote = Quote { open: "\"\"\"", close: "\"\"\"", escapes: true, lines: true };
pub const TRIPLE_SINGLE: Quote = Quote { open: "'''", close: "'''", escapes: true, lines: true };
pub const TICKS: Quote = Quote { open: "`", close: "`", escapes: true, lines: true };
pub const RAW_TICKS: Quote = Quote { open: "`", close: "`", escapes: false, lines: true };

pub const C_COMMENTS: &[(&str, &str)] = &[("/*", "*/")];
const CODE: Traits = Traits::CALLS.with(Traits::CAPITALS);

#[rustfmt::skip] // Word lists are read as text, not one word per line.
const JS_WORDS: &[&str] = &[
    "abstract", "as", "asserts", "async", "await", "break", "case", "catch", "class", "const", "continue",
    "debugger", "declare", "default", "delete", "do", "else", "enum", "export", "extends", "finally", "for",
    "from", "function", "get", "if", "implements", "import", "in", "infer", "instanceof", "interface", "is",
    "keyof", "let", "namespace", "new", "of", "override", "private", "protected", "public", "readonly",
    "return", "satisfies", "set", "static", "super", "switch", "this", "throw", "try", "type", "typeof", "var",
    "void", "while", "with", "yield",
];
const JS_CONSTANTS: &[&str] = &["Infinity", "NaN", "false", "null", "true", "undefined"];
#[rustfmt::skip] // Word lists are read as text, not one word per line.
const C_WORDS: &[&str] = &[
    "alignas", "alignof", "asm", "auto", "break", "case", "catch", "class", "co_await", "co_return", "co_yield",
    "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default",
    "delete", "do", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "final", "for", "friend",
    "goto", "if", "inline", "mutable", "namespace", "new", "noexcept", "operator", "override", "private",
    "protected", "public", "register", "reinterpret_cast", "requires", "restrict", "return", "sizeof", "static",
    "static_assert", "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "try",
    "typedef", "typeid", "typename", "union", "using", "virtual", "volatile", "while",
];
#[rustfmt::skip] // Word lists are read as text, not one word per line.
const C_TYPES: &[&str] = &[
    "bool", "char", "char16_t", "char32_t", "char8_t", "double", "float", "int", "int16_t", "int32_t",
    "int64_t", "int8_t", "long", "ptrdiff_t", "short", "signed", "size_t", "ssize_t", "string", "uint16_t",
    "uint32_t", "uint64_t", "uint8_t", "unsigned", "vector", "void", "wchar_t",
];

#[rustfmt::skip] // Word lists are read as text, not one word per line.
pub const LANGUAGES: &[Language] = &[
    Language {
        names: &["rust", "rs"],
        keywords: &[
            "Err", "None", "Ok", "Some", "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else",
            "enum", "extern", "fn", "for", "if", "impl", "in", "let", "loop", "macro_rules", "match", "mod", "move",
            "mut", "pub", "ref", "return", "self", "static", "struct", "super", "trait", "type", "union", "unsafe",
            "use", "where", "while", "yield",
        ],
        types: &[
            "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str", "u128", "u16", "u32",
            "u64", "u8", "usize",
        ],
        constants: &["false", "true"],
        line_comments: &["//"],
        block_comments: C_COMMENTS,
        nested_comments: true,
        quotes: &[Quote { lines: true, ..DOUBLE }],
        traits: CODE.with(Traits::RUST),
        ..BLANK
    },
    Language {
        names: &[
            "typescript", "ts", "tsx", "mts", "cts", "javascript", "js", "jsx", "mjs", "cjs", "node", "svelte", "vue",
        ],
        keywords: JS_WORDS,
        types: &[
            "any", "bigint", "boolean", "never", "number", "object", "string", "symbol", "unknown",
        ],
        constants: JS_CONSTANTS,
        line_comments: &["//"],
        block_comments: C_COMMENTS,
        quotes: &[DOUBLE, SINGLE, TICKS],
        traits: CODE.with(Traits::TAGS).with(Traits::DECORATORS),
        ..BLANK
    },
    Language {
        names: &["python", "py", "pyi", "python3", "starlark", "bzl"],
        keywords: &[
            "and", "as", "assert", "async", "await", "break", "case", "class", "continue", "def", "del", "elif", "else",
            "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "match", "nonlocal",
            "not", "or", "pass", "raise", "return", "self", "try", "type", "while", "with", "yield",
        ],
        types: &[
            "bool", "bytes", "dict", "float", "frozenset", "int", "list", "object", "set", "str", "tuple",
        ],
        constants: &["False", "None", "True"],
        line_comments: &["#"],
        quotes: &[TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE],
        traits: CODE.with(Traits::DECORATORS),
        ..BLANK
    },
    Language {
        names: &["go", "golang"],
        keywords: &[
            "break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func",
            "go", "goto", "if", "import", "interface", "map", "package", "range", "return", "select", "struct",
            "switch", "type", "var",
        ],
        types: &[
            "any", "bool", "byte", "complex128", "complex64", "error", "float32", "float64", "int", "int16", "int32",
            "int64", "int8", "rune", "string", "uint", "uint16", "uint32", "uint64", "uint8", "uintptr",
        ],
        constants: &["false", "iota", "nil", "true"],
        line_comments: &["//"],
        block_comments: C_COMMENTS,
        quotes: &[DOUBLE, SINGLE, RAW_TICKS],
        traits: CODE,
        ..BLANK
    },
    Language {
        names: &[
            "c", "h", "cpp", "c++", "cc", "cxx", "hpp", "hh", "cu", "objc", "m", "mm", "ino",
        ],
        keywords: C_WORDS,
        types: C_TYPES,
        constants: &["NULL", "false", "nullptr", "true"],
        line_comments: &["//"],
        block_comments: C_COMMENTS,
        quotes: &[Quote { open: "R\"(", close: ")\"", escapes: false, lines: true }, DOUBLE, SINGLE],
        traits: CODE.with(Traits::DIRECTIVES),
        ..BLANK
    },
    Language {
        names: &["java", "groovy", "gradle"],
        keywords: &[
            "abstract", "assert", "break", "case", "catch", "class", "continue", "def", "default", "do", "else", "enum",
            "extends", "final", "finally", "for", "if", "implements", "import", "instanceof", "interface", "native",
            "new", "non-sealed", "package", "permits", "private", "protected", "public", "record", "return", "sealed",
            "static", "strictfp", "super", "switch", "synchronized", "this", "throw", "throws", "transient", "try",
            "var", "volatile", "when", "while", "yield",
        ],
        types: &[
            "boolean", "byte", "char", "double", "float", "int", "long", "short", "void",
        ],
        constants: &["false", "null", "true"],
        line_comments: &["//"],
        block_comments: C_COMMENTS,
        quotes: &[TRIPLE, DOUBLE, SINGLE],
        traits: CODE.with(Traits::DECORATORS),
        ..BLANK
    },
    Language {
        names: &["csharp", "cs", "c#", "dotnet"],
        keywords: &[
            "abstract", "as", "async", "await", "base", "break", "case", "catch", "checked", "class", "const",
            "continue", "default", "delegate", "do", "else", "enum", "event", "explicit", "extern", "finally", "fixed",
            "for", "foreach", "get", "global", "goto", "if", "implicit", "in", "init", "interface", "internal", "is",
            "lock", "nameof", "namespace", "new", "operator", "out", "override", "params", "partial", "private",
            "protected", "public", "readonly", "record", "ref", "required", "return", "sealed", "set", "sizeof",
            "stackalloc", "static", "struct", "switch", "this", "throw", "try", "typeof", "unchecked", "unsafe",
            "using", "value", "var", "virtual", "volatile", "when", "where", "while", "with", "yield",
        ],
        types: &[
            "bool", "byte", "char", "decimal", "double", "dynamic", "float", "int", "long", "nint", "nuint", "object",
            "sbyte", "short", "string", "uint", "ulong", "ushort", "void",
        ],
        constants: &["false", "null", "true"],
        line_comments: &["//"],
        block_comments: C_COMMENTS,
        quotes: &[
            TRIPLE,
            Quote { open: "@\"", close: "\"", escapes: false, lines: true },
            Quote { open: "$@\"", close: "\"", escapes: false, lines: true },
            Quote { open: "$\"", close: "\"", escapes: true, lines: false },
            DOUBLE,
            SINGLE,
        ],
        traits: CODE.with(Traits::DIRECTIVES).with(Traits::BRACKETS),
        ..BLANK
    },
    Language {
        names: &["ruby", "rb", "gemspec", "rake"],
        keywords: &[
            "BEGIN", "END", "alias", "and", "attr_accessor", "attr_reader", "begin", "break", "case", "class", "def",
            "defined?", "do", "else", "elsif", "end", "ensure", "extend", "for", "if", "in", "include", "lambda",
            "loop", "module", "next", "not", "or", "private", "proc", "protected", "public", "raise", "redo", "require",
            "require_relative", "rescue", "retry", "return", "self", "super", "then", "undef", "unless", "until",
            "when", "while", "yield",
        ],
        constants: &["__FILE__", "__LINE__", "false", "nil", "true"],
        line_comments: &["#"],
        quotes: &[DOUBLE, SINGLE, TICKS],
        traits: CODE.with(Traits::SYMBOLS).with(Traits::DOLLARS),
        ..BLANK
    },
    Language {
        names: &["php"],
        keywords: &[
            "abstract", "and", "array", "as", "break", "callable", "case", "catch", "class", "clone", "const",
            "continue", "declare", "default", "do", "echo", "else", "elseif", "empty", "endforeach", "endif", "enum",
            "extends", "final", "finally", "fn", "for", "foreach", "function", "global", "goto", "if", "implements",
            "include", "include_once", "instanceof", "insteadof", "interface", "isset", "list", "match", "namespace",
            "new", "or", "parent", "print", "private", "protected", "public", "readonly", "require", "require_once",
            "return", "self", "static", "switch", "throw", "trait", "try", "unset", "use", "var", "while", "xor",
            "yield",
        ],
        types: &[
            "bool", "float", "int", "iterable", "mixed", "never", "object", "string", "void",
        ],
        constants: &["FALSE", "NULL", "TRUE", "false", "null", "true"],
        line_comments: &["//", "#"],
        block_comments: C_COMMENTS,
        quotes: &[Quote { lines: true, ..DOUBLE }, Quote { lines: true, ..SINGLE }],
        traits: CODE.with(Traits::DOLLARS),
        ..BLANK
    },
    Language {
        names: &["swift"],
        keywords: &[
            "actor", "any", "as", "associatedtype", "async", "await", "break", "case", "catch", "class", "continue",
            "convenience", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
            "fileprivate", "final", "for", "func", "get", "guard", "if", "import", "in", "indirect", "infix", "init",
            "inout", "internal", "is", "lazy", "let", "mutating", "nonisolated", "nonmutating", "open", "operator",
            "override", "private", "protocol", "public", "repeat", "required", "rethrows", "return", "self", "set",
            "some", "static", "struct", "subscript", "super", "switch", "throw", "throws", "try", "typealias",
            "unowned", "var", "weak", "where", "while",
        ],
        constants: &["false", "nil", "true"],
        line_comments: &["//"],
        block_comments: C_COMMENTS,
        nested_comments: true,
        quotes: &[TRIPLE, Quote { open: "#\"", close: "\"#", escapes: false, lines: false }, DOUBLE],
        traits: CODE.with(Traits::DECORATORS).with(Traits::DIRECTIVES),
        ..BLANK
    },
    Language {
        names: &["kotlin", "kt", "kts"],
        keywords: &[
            "abstract", "actual", "annotation", "as", "break", "by", "catch", "class", "companion", "const",
            "constructor", "continue", "crossinline", "data", "do", "else", "enum", "expect", "external", "final",
            "finally", "for", "fun", "get", "if", "import", "in", "infix", "init", "inline", "inner", "interface",
            "internal", "is", "lateinit", "noinline", "object", "open", "operator", "out", "override", "package",
            "private", "protected", "public", "reified", "return", "sealed", "set", "super", "suspend", "tailrec",
            "this", "throw", "try", "typealias", "val", "value", "var", "vararg", "when", "where", "while",
        ],
        constants: &["false", "null", "true"],
        line_comments: &["//"],
        block_comments: C_COMMENTS,
        nested_comments: true,
        quotes: &[TRIPLE, DOUBLE, SINGLE],
        traits: CODE.with(Traits::DECORATORS),
        ..BLANK
    },
    Language { names: &["html", "htm", "xml", "svg", "xhtml", "plist"], flavour: Flavour::Markup, ..BLANK },
    Language { names: &["css", "scss", "less", "sass"], flavour: Flavour::Sheet, ..BLANK },
    Language { names: &["markdown", "md", "mdx"], flavour: Flavour::Markdown, ..BLANK },
    Language { names: &["diff", "patch", "udiff"], flavour: Flavour::Diff, ..BLANK },
];
