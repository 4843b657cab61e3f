use super::*;
use proptest::prelude::*;
use serde_json::json;

fn parse(line: &str) -> Frame<'_> {
    Frame::parse(line).expect("parses")
}

#[test]
fn an_answer_may_be_null() {
    let Frame::Answer { id, outcome: Ok(result) } = parse(r#"{"id":7,"result":null}"#) else { panic!("an answer") };
    assert_eq!((id, result.get()), (RequestId::Number(7), "null"));
}

#[test]
fn unknown_fields_of_a_frame_are_ignored() {
    let line = r#"{"jsonrpc":"2.0","method":"a/b","emittedAtMs":1,"trace":{}}"#;
    let Frame::Notification { method, params, emitted_at_ms } = parse(line) else { panic!("a notification") };
    assert_eq!((method.as_ref(), params.get(), emitted_at_ms), ("a/b", "null", Some(1)));
}

#[test]
fn an_id_is_sent_back_unchanged() {
    for id in ["0", "-1", "9223372036854775807", "18446744073709551615", "1.50", "1e3", "-0", "\"x\\u0041\"", "[1]"] {
        let line = format!(r#"{{"id":{id},"method":"m"}}"#);
        let Frame::Request { id: read, .. } = parse(&line) else { panic!("a request") };
        let back = String::from_utf8(answer_line(&read, &()).expect("writes")).expect("text");
        let expected = if id == "\"x\\u0041\"" { "\"xA\"" } else { id };
        assert_eq!(back, format!("{{\"id\":{expected},\"result\":null}}\n"));
    }
}

#[test]
fn a_null_id_is_no_id() {
    assert!(matches!(parse(r#"{"id":null,"method":"m"}"#), Frame::Notification { .. }));
    assert!(Frame::parse(r#"{"id":null,"result":{}}"#).is_err());
}

#[test]
fn an_error_of_unknown_shape_is_still_an_error() {
    for error in ["7", "\"no\"", "{\"message\":\"x\"}"] {
        let line = format!(r#"{{"id":1,"error":{error}}}"#);
        assert!(matches!(parse(&line), Frame::Answer { outcome: Err(_), .. }), "{error}");
    }
}

#[test]
fn a_written_frame_has_no_empty_params() {
    let id = RequestId::Number(1);
    assert_eq!(request_line(&id, "a", &()).expect("writes"), b"{\"id\":1,\"method\":\"a\"}\n");
    assert_eq!(notification_line("b", &json!({"x": 1})).expect("writes"), b"{\"method\":\"b\",\"params\":{\"x\":1}}\n");
    let refusal = refusal_line(&id, &RpcError::not_supported("q")).expect("writes");
    assert_eq!(refusal, b"{\"id\":1,\"error\":{\"code\":-32601,\"message\":\"q is not supported here\"}}\n");
}

proptest! {
    #[test]
    fn no_text_makes_it_panic(text in ".{0,200}") {
        let _ = Frame::parse(&text);
    }

    #[test]
    fn no_json_makes_it_panic(
        id in "(null|-?[0-9]{1,25}|[0-9]\\.[0-9]|\"[a-z]{0,3}\"|\\{\\}|true)",
        method in "(null|7|\"[a-z/]{0,9}\")",
        rest in "(,\"error\":(null|1|\\{\\}))?(,\"params\":(null|\\[\\]|\\{\"a\":1\\}))?",
    ) {
        let _ = Frame::parse(&format!("{{\"id\":{id},\"method\":{method}{rest}}}"));
    }

    #[test]
    fn a_request_survives_the_round_trip(id in any::<i64>(), method in ".{0,20}", text in ".{0,40}") {
        let line = request_line(&RequestId::Number(id), &method, &json!({"t": text})).expect("writes");
        prop_assert_eq!(line.iter().filter(|byte| **byte == b'\n').count(), 1);
        let line = String::from_utf8(line).expect("text");
        let Ok(Frame::Request { id: read, method: name, params }) = Frame::parse(&line) else {
            return Err(TestCaseError::fail("not a request"));
        };
        prop_assert_eq!(read, RequestId::Number(id));
        prop_assert_eq!(name.as_ref(), method.as_str());
        prop_assert_eq!(serde_json::from_str::<Value>(params.get()).expect("json"), json!({"t": text}));
    }
}
