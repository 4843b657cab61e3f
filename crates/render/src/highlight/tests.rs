#![allow(clippy::unwrap_used, clippy::expect_used)]
use super::*;
use proptest::prelude::*;

/// Code with its classes as one letter and brackets: `k‹fn›`.
fn marked(language: &str, code: &str) -> String {
    let html = html(Some(language), code);
    html.replace("<span class=\"k-", "")
        .replace("\">", "‹")
        .replace("</span>", "›")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&#39;", "'")
        .replace("&amp;", "&")
}

#[test]
fn every_table_is_sorted_without_duplicates() {
    let mut names = std::collections::HashSet::new();
    for language in language::all() {
        assert!(language.keywords.is_sorted(), "{:?}", language.names);
        assert!(language.types.is_sorted(), "{:?}", language.names);
        assert!(language.constants.is_sorted(), "{:?}", language.names);
        for name in language.names {
            assert!(names.insert(name), "{name} twice");
        }
    }
}

#[test]
fn each_language_of_the_list_is_known() {
    for name in "rust typescript tsx javascript jsx python go c cpp c++ java csharp c# ruby php swift kotlin bash sh json yaml toml html css sql markdown diff".split(' ') {
        assert!(language::named(name).is_some(), "{name}");
    }
    assert!(language::named("brainfuck").is_none());
    assert_eq!(html(Some("brainfuck"), "<+>"), "&lt;+&gt;");
}

#[test]
fn each_language_is_highlighted_as_expected() {
    let goldens = [
        (
            "rust",
            "#[derive(Debug)]\npub fn a<'a>(x: &'a str) -> Option<u8> { b'x'; r#\"q\"#; println!(\"{x}\\\"\") } // c",
            "a‹#[derive(Debug)]›\nk‹pub› k‹fn› f‹a›<a‹'a›>(x: &a‹'a› t‹str›) -> t‹Option›<t‹u8›> { s‹b'x'›; s‹r#\"q\"#›; f‹println›!(s‹\"{x}\\\"\"›) } c‹// c›",
        ),
        (
            "rust",
            "/* a /* b */\n c */ 1_000.5e-3 0xff LIMIT",
            "c‹/* a /* b */›\nc‹ c */› n‹1_000.5e-3› n‹0xff› o‹LIMIT›",
        ),
        ("rust", "r#\"a\nb\"# c.await?", "s‹r#\"a›\ns‹b\"#› c.k‹await›?"),
        (
            "ts",
            "export const f = async (x: string) => `a${x}\nb`;",
            "k‹export› k‹const› f = k‹async› (x: t‹string›) => s‹`a${x}›\ns‹b`›;",
        ),
        ("tsx", "return <Row key={id} open>don't</Row>;", "k‹return› <g‹Row› a‹key›={id} a‹open›>don't</g‹Row›>;"),
        (
            "python",
            "@cache\ndef f(x: int = None):\n    \"\"\"doc\n    end\"\"\"\n    return f\"{x}\" # c",
            "a‹@cache›\nk‹def› f‹f›(x: t‹int› = o‹None›):\n    s‹\"\"\"doc›\ns‹    end\"\"\"›\n    k‹return› s‹f\"{x}\"› c‹# c›",
        ),
        (
            "go",
            "func (s *Server) Run() error { return nil }",
            "k‹func› (s *t‹Server›) f‹Run›() t‹error› { k‹return› o‹nil› }",
        ),
        (
            "c",
            "#include <stdio.h>\nint main(void) { char c = '\\''; }",
            "k‹#include› s‹<stdio.h>›\nt‹int› f‹main›(t‹void›) { t‹char› c = s‹'\\''›; }",
        ),
        ("cpp", "auto s = R\"(a\"b)\"; std::move(x);", "k‹auto› s = s‹R\"(a\"b)\"›; std::f‹move›(x);"),
        (
            "java",
            "@Override public String name() { return \"a\"; }",
            "a‹@Override› k‹public› t‹String› f‹name›() { k‹return› s‹\"a\"›; }",
        ),
        ("cs", "[Fact]\nvar s = $\"{x}\" + @\"c:\\\";", "a‹[Fact]›\nk‹var› s = s‹$\"{x}\"› + s‹@\"c:\\\"›;"),
        ("ruby", "def go(a) = @b + :sym # c", "k‹def› f‹go›(a) = o‹@b› + o‹:sym› c‹# c›"),
        ("php", "#[Pure]\n$a = new Foo('x'); // c", "a‹#[Pure]›\no‹$a› = k‹new› f‹Foo›(s‹'x'›); c‹// c›"),
        ("swift", "guard let a = b else { return nil }", "k‹guard› k‹let› a = b k‹else› { k‹return› o‹nil› }"),
        ("kotlin", "data class A(val b: Int = 1)", "k‹data› k‹class› f‹A›(k‹val› b: t‹Int› = n‹1›)"),
        (
            "bash",
            "cargo fmt --check && echo \"$x\" | grep -v a # c\nX=1 if",
            "f‹cargo› fmt a‹--check› && f‹echo› s‹\"$x\"› | f‹grep› a‹-v› a c‹# c›\nX=n‹1› k‹if›",
        ),
        ("json", "{\"a\": [1, \"b\", true]}", "{f‹\"a\"›: [n‹1›, s‹\"b\"›, o‹true›]}"),
        ("yaml", "a-b: c # d\n- e: 'f'\n  g: 1", "f‹a-b›: c c‹# d›\n- f‹e›: s‹'f'›\n  f‹g›: n‹1›"),
        ("toml", "[a.b]\nc = \"d\" # e", "t‹[a.b]›\nf‹c› = s‹\"d\"› c‹# e›"),
        (
            "html",
            "<a href=\"x\">b &amp; c</a><!-- d\ne -->",
            "<g‹a› a‹href›=s‹\"x\"›>b o‹&amp;› c</g‹a›>c‹<!-- d›\nc‹e -->›",
        ),
        ("html", "<script>let a = 1;</script>", "<g‹script›>k‹let› a = n‹1›;</g‹script›>"),
        (
            "css",
            ".a > b:hover {\n  color: #fff; margin: 1px var(--x)\n}",
            "t‹.a› > g‹b›:g‹hover› {\n  a‹color›: n‹#fff›; a‹margin›: n‹1px› f‹var›(o‹--x›)\n}",
        ),
        (
            "sql",
            "SELECT count(*) FROM t WHERE a = 'it''s' -- c",
            "k‹SELECT› f‹count›(*) k‹FROM› t k‹WHERE› a = s‹'it''s'› c‹-- c›",
        ),
        ("markdown", "# H\n- a `b` [c](d)\n```\ne\n```", "k‹# H›\nn‹-› a s‹`b`› f‹[c](d)›\ns‹```›\ns‹e›\ns‹```›"),
        ("diff", "@@ -1 +1 @@\n-a\n+b\n c", "f‹@@ -1 +1 @@›\ng‹-a›\ns‹+b›\n c"),
    ];
    let wrong: Vec<_> = goldens
        .iter()
        .map(|(language, code, expected)| (marked(language, code), expected))
        .filter(|(got, expected)| got != *expected)
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_string_that_may_not_span_lines_ends_with_its_line() {
    assert_eq!(marked("go", "a := \"open\nb := 1"), "a := s‹\"open›\nb := n‹1›");
}

/// Text without its tags.
fn bare(html: &str) -> String {
    let mut out = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[rest[at..].find('>').map_or(rest.len(), |end| at + end + 1)..];
    }
    out + rest
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_lost_in_any_language(parts in prop::collection::vec(prop::sample::select(vec![
        "\"", "'", "`", "/*", "*/", "//", "#", "--", "\n", " ", "\\", "r#", "#[", "[", "]", "<", ">", "</", "<!--", "-->", "<script>",
        "$", "${", "}", "{", ":", "=", "@", "a", "é", "fn", "1", ".", "e-", "0x", "(", ")", "'''", "\"\"\"", "-", "!", "&", ";", "👩", "```", "**", "](", "R\"(", "\t",
    ]), 0..40)) {
        let code = parts.concat();
        for language in language::all() {
            prop_assert_eq!(bare(&html(Some(language.names[0]), &code)), crate::escape(&code), "{}", language.names[0]);
        }
    }
}
