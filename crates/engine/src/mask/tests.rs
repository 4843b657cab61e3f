#![allow(clippy::unwrap_used)]
use super::*;
use proptest::prelude::*;
use serde_json::json;

/// Every way in which a secret was seen in a line. `@` stands for the secret.
const CORPUS: &[&str] = &[
    "key=sk-proj-@",
    "OPENAI_API_KEY=sk-@ and more",
    "eyJhbGciOiJub25lIn0.@.x",
    "two in a word: eyJ@,eyJ@",
    "https://a.test/%3Dsk-@",
    "refreshed rt_@",
    "cloning with ghp_@",
    "github_pat_@",
    "xoxb-@",
    "Authorization: Bearer @",
    "authorization=bearer%20@",
    r#"{"Authorization": "Bearer @"}"#,
    r#"scheme "Bearer" @"#,
    r#"Bearer "@""#,
    r#"headers: {"authorization": "Basic @", "accept": "*/*"}"#,
    "-H 'Authorization: Token @' https://a.test",
    "Cookie: a=b; sid=@; c=d",
    "https://somebody:@@a.test/path",
    "https://@@a.test/path",
    "postgres://somebody:@@db.test:5432/name",
    "somebody:@@a.test",
    "https://a.test/callback?code=@&state=1",
    "https://a.test/callback?state=@",
    "redirect=https%3A%2F%2Fa.test%3Fcode%3D@",
    "https://a.test/#access_token=@&x=1",
    "password=@",
    "password = @",
    "Password: @",
    "passwd:@",
    "DB_PASS=@",
    r#""refresh_token": "@""#,
    r#"{\"api_key\":\"@\",\"a\":1}"#,
    "client_secret: '@'",
    "--api-key @ --verbose",
    "--password=@",
    "AWS_SECRET_ACCESS_KEY=@",
    r#"token: Some("@")"#,
    r#"env["GITHUB_TOKEN"] = "@""#,
    "//registry.test/:_authToken=@",
    "token=@",
    "x-api-key: @",
    "user_code: @",
    "curl -u somebody:@ https://a.test",
    "curl --user 'somebody:@' https://a.test",
    "curl -usomebody:@ https://a.test",
    "-----BEGIN OPENSSH PRIVATE KEY-----\n@\n@\n-----END OPENSSH PRIVATE KEY-----",
];

/// Lines that must stay as they are, because a log without facts is useless.
const PLAIN: &[&str] = &[
    "a risk-free task-scheduling-extension",
    "tokens: 1234, max_output_tokens=1000, token_count: 12",
    "exit code: 1, error code=-32600, code: InvalidRequest",
    "let token = parser.next(); let free = 1",
    "git@github.com:openai/codex.git at 12:30",
    "https://example.org/a?b=c#d and http://localhost:8000/x",
    "PWD=/home/somebody password: null",
    "docker run -u 1000:1000 image; git push -u origin a:b",
    "commit 2a58d00e2a58d00e2a58d00e2a58d00e2a58d00e in 01997a3c-0000-7000-8000-000000000000",
    "the bear is bearable",
];

fn with(line: &str, secret: &str) -> String {
    // `@@` is a literal `@` of an address after the secret.
    line.replace("@@", "\u{0}@").replace('@', secret).replace(&format!("\u{0}{secret}"), &format!("{secret}@"))
}

#[test]
fn every_line_of_the_corpus_loses_its_secret() {
    let secret = "Zx81aaQ93kkLmN02pqRs";
    for line in CORPUS {
        let planted = with(line, secret);
        assert!(planted.contains(secret), "{planted}");
        let masked = secrets(&planted);
        assert!(!masked.contains(secret), "{planted}\n{masked}");
        assert_eq!(secrets(&masked), masked, "twice is once");
    }
}

#[test]
fn what_is_no_secret_stays() {
    for line in PLAIN {
        assert_eq!(secrets(line), *line);
    }
}

#[test]
fn what_was_there_can_still_be_told() {
    assert_eq!(
        secrets("key=sk-proj-abcdefgh1234, https://a:b@c.test/?code=xyz&x=1"),
        "key=sk-…, https://…@c.test/?code=…&x=1"
    );
    assert_eq!(secrets(r#"{"password":"a\"b","user":"c"}"#), r#"{"password":"…","user":"c"}"#);
}

#[test]
fn masked_json_is_still_json() {
    let bytes = "iVBORw0KGgoAAAANSUhEUgeyJ".repeat(200);
    let mut value = json!({
        "apiKey": "short", "nested": [{"text": "Bearer abcdef"}], "usage": {"token": 12}, "url": "https://a.test",
        "code": "let answer = 42_000_000;", "image": format!("data:image/png;base64,{bytes}"), "raw": bytes,
    });
    let before = value.clone();
    in_value(&mut value);
    assert_eq!((&value["apiKey"], &value["nested"][0]["text"]), (&json!("…"), &json!("Bearer …")));
    for same in ["usage", "url", "code", "image", "raw"] {
        assert_eq!(value[same], before[same], "{same}");
    }
}

#[test]
fn a_secret_that_is_no_text_or_one_of_many_is_hidden_too() {
    let mut value = json!({
        "otp": 48_213_377, "password": ["one", "two"], "port": 8080, "token": 12,
        "env": [{"name": "GITHUB_TOKEN", "value": "abc123def"}, {"name": "HOME", "value": "/home/a"}],
    });
    in_value(&mut value);
    let expected = json!({
        "otp": "…", "password": ["…", "…"], "port": 8080, "token": 12,
        "env": [{"name": "GITHUB_TOKEN", "value": "…"}, {"name": "HOME", "value": "/home/a"}],
    });
    assert_eq!(value, expected);
}

/// Every way in which text leaves the app, with every line of the corpus in it.
#[test]
fn no_secret_of_the_corpus_leaves_by_any_way() {
    use std::io::Write;
    let secret = "Zx81aaQ93kkLmN02pqRs";
    let all: Vec<String> = CORPUS.iter().map(|line| with(line, secret)).collect();
    let mut left: Vec<(&str, String)> = Vec::new();

    let mut log = Vec::new();
    all.iter().for_each(|line| Masked(&mut log).write_all(line.as_bytes()).unwrap());
    left.push(("log", String::from_utf8(log).unwrap()));

    let tail = crate::server::Tail::default();
    all.iter().flat_map(|text| text.lines()).for_each(|line| tail.push(line));
    left.push(("diagnostics", tail.lines().join("\n")));

    let items: Vec<Value> = all
        .iter()
        .enumerate()
        .flat_map(|(n, text)| {
            let ran = json!({"id": format!("r{n}"), "type": "commandExecution", "command": text, "cwd": "/w",
                             "status": "completed", "aggregatedOutput": text, "exitCode": 0, "commandActions": []});
            let said = json!({"id": format!("s{n}"), "type": "agentMessage", "text": text});
            let asked =
                json!({"id": format!("u{n}"), "type": "userMessage", "content": [{"type": "text", "text": text}]});
            [ran, said, asked]
        })
        .collect();
    let turn = json!({"id": "t", "items": items, "status": "failed", "error": {"message": all[0]}});
    let thread = protocol::Thread { name: Some(all[1].clone()), preview: all[2].clone(), ..Default::default() };
    use crate::intent::ExportFormat::{Html, Json, Markdown};
    for format in [Markdown, Html, Json] {
        let mut scribe = crate::export::Scribe::new(format, &thread);
        let text = scribe.begin(&thread, &all[1]) + &scribe.turn(&turn) + scribe.end();
        assert!(text.contains("Authorization") && !text.contains("cannot read"), "the export is whole");
        left.push(("export", text));
    }
    left.push(("crash", secrets(&all.join("\n")).into_owned()));
    for (way, text) in left {
        let line = text.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{way}");
    }
}

proptest! {
    #[test]
    fn a_planted_secret_never_survives(
        lines in prop::collection::vec((0..CORPUS.len(), "[A-Za-z]{3}[0-9][A-Za-z0-9]{16,40}"), 1..5),
        glue in prop::sample::select(vec!["\n", " \n", "\r\n"]),
    ) {
        let planted: Vec<String> = lines.iter().map(|(at, secret)| with(CORPUS[*at], secret)).collect();
        let text = planted.join(glue);
        let masked = secrets(&text);
        for (_, secret) in &lines {
            prop_assert!(!masked.contains(secret.as_str()), "{text}\n{masked}");
        }
        prop_assert_eq!(secrets(&masked), masked.clone());
    }

    #[test]
    fn any_text_is_taken(text in any::<String>()) {
        secrets(&text);
    }

    #[test]
    fn any_text_after_a_name_is_taken(
        text in "(password|token|Bearer|eyJ|sk-|://|@|:|=|\"|'|\\\\|%3D|Cookie|code|\\?|&| |a1é…|--api-key|-----BEGIN |PRIVATE KEY-----){0,12}",
    ) {
        secrets(&text);
    }
}
