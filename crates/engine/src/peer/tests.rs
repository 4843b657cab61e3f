#![allow(clippy::unwrap_used, clippy::expect_used)]
//! The peer on a pipe in memory, with a scripted server at the other end.

use super::*;
use serde_json::json;
use tokio::io::{AsyncBufReadExt, DuplexStream, ReadHalf, WriteHalf, duplex, split};

/// A call whose answer is also an event.
enum Probe {}

impl Method for Probe {
    const NAME: &'static str = "thread/probe";
    const EXPERIMENTAL: bool = false;
    type Params = Value;
    type Answer = Value;

    fn event(_: &Value, _: &Value) -> Option<Event> {
        Some(Event::Unknown { method: "answered".into() })
    }
}

struct Server {
    heard: tokio::io::Lines<BufReader<ReadHalf<DuplexStream>>>,
    says: WriteHalf<DuplexStream>,
}

impl Server {
    async fn hear(&mut self) -> Value {
        serde_json::from_str(&self.heard.next_line().await.unwrap().expect("a line")).unwrap()
    }

    async fn say(&mut self, text: &str) {
        self.says.write_all(text.as_bytes()).await.unwrap();
        self.says.write_all(b"\n").await.unwrap();
    }

    async fn answer(&mut self, call: &Value, result: Value) {
        self.say(&json!({"id": call["id"], "result": result}).to_string()).await;
    }
}

fn meet(pace: Pace) -> (Peer, Server, mpsc::UnboundedReceiver<Event>, Arc<Tally>) {
    let (ours, theirs) = duplex(1 << 16);
    let (stdout, stdin) = split(ours);
    let (read, says) = split(theirs);
    let (tell, events) = mpsc::unbounded_channel();
    let tally = Arc::new(Tally::default());
    let sink = Box::new(move |event| {
        tell.send(event).ok();
    });
    let peer = Peer::connect(stdout, stdin, tally.clone(), pace, ClientTools::default(), sink);
    (peer, Server { heard: BufReader::new(read).lines(), says }, events, tally)
}

fn soon() -> Pace {
    Pace { first_wait: Duration::from_millis(1), ..Pace::default() }
}

#[tokio::test]
async fn answers_keep_their_order_among_notifications() {
    let (peer, mut server, mut events, tally) = meet(Pace::default());
    let call = tokio::spawn(async move { peer.call::<Probe>(Value::Null).await });
    let asked = server.hear().await;
    server.say(r#"{"method":"x/before"}"#).await;
    server.answer(&asked, json!({})).await;
    server.say("noise").await;
    server.say(r#"{"method":"x/after"}"#).await;
    call.await.unwrap().expect("answers");
    let mut got = Vec::new();
    for _ in 0..4 {
        got.push(format!("{:?}", events.recv().await.unwrap()));
    }
    let order: Vec<bool> = ["x/before", "answered", "bytes: 5", "x/after"]
        .iter()
        .zip(&got)
        .map(|(want, got)| got.contains(want))
        .collect();
    assert_eq!(order, [true; 4], "{got:?}");
    assert_eq!(tally.counters().garbled, 1.0);
}

#[tokio::test]
async fn the_state_hears_an_answer_before_its_caller_does() {
    let (peer, mut server, mut events, _) = meet(Pace::default());
    let call = tokio::spawn(async move { peer.call::<Probe>(Value::Null).await });
    let asked = server.hear().await;
    server.answer(&asked, json!({})).await;
    call.await.unwrap().expect("answers");
    assert!(events.try_recv().is_ok());
}

#[tokio::test]
async fn every_call_fails_once_the_connection_is_closed() {
    let (peer, mut server, mut events, _) = meet(Pace::default());
    let call = tokio::spawn({
        let peer = peer.clone();
        async move { peer.call::<Probe>(Value::Null).await }
    });
    server.hear().await;
    drop(server);
    assert!(matches!(call.await.unwrap(), Err(CallError::Closed)));
    assert!(matches!(events.recv().await, Some(Event::Closed)));
    assert!(matches!(peer.call::<Probe>(Value::Null).await, Err(CallError::Closed)));
}

#[tokio::test]
async fn a_call_without_an_answer_ends_at_its_deadline() {
    let pace = Pace { deadline: Some(Duration::from_millis(5)), ..Pace::default() };
    let (peer, _server, _events, tally) = meet(pace);
    let outcome = peer.call::<Probe>(Value::Null).await;
    assert!(matches!(outcome, Err(CallError::TimedOut { method: "thread/probe", .. })));
    assert_eq!(peer.0.pending().len(), 0);
    assert_eq!((tally.counters().calls_open, tally.counters().calls_timed_out), (0.0, 1.0));
}

#[tokio::test]
async fn a_call_whose_caller_goes_away_leaves_nothing_behind() {
    let (peer, mut server, _events, tally) = meet(Pace::default());
    let calling = tokio::spawn({
        let peer = peer.clone();
        async move { peer.call::<Probe>(Value::Null).await }
    });
    server.hear().await;
    calling.abort();
    calling.await.ok();
    assert_eq!((peer.0.pending().len(), tally.counters().calls_open), (0, 0.0));
}

#[tokio::test]
async fn overload_is_met_with_patience() {
    let (peer, mut server, _events, tally) = meet(soon());
    let call = tokio::spawn(async move { peer.call::<Probe>(Value::Null).await });
    for _ in 0..2 {
        let asked = server.hear().await;
        server.say(&json!({"id": asked["id"], "error": {"code": -32001, "message": "later"}}).to_string()).await;
    }
    let asked = server.hear().await;
    server.answer(&asked, json!("at last")).await;
    assert_eq!(call.await.unwrap().expect("answers"), json!("at last"));
    assert_eq!(tally.counters().overloads, 2.0);
}

#[tokio::test]
async fn patience_with_overload_ends() {
    let (peer, mut server, _events, _) = meet(Pace { tries: 2, ..soon() });
    let call = tokio::spawn(async move { peer.call::<Probe>(Value::Null).await });
    for _ in 0..2 {
        let asked = server.hear().await;
        server.say(&json!({"id": asked["id"], "error": {"code": -32001, "message": "later"}}).to_string()).await;
    }
    assert!(matches!(call.await.unwrap(), Err(CallError::Refused { .. })));
}

#[tokio::test]
async fn no_more_calls_are_in_flight_than_allowed_but_replies_always_go_out() {
    let (peer, mut server, _events, _) = meet(Pace { in_flight: 1, ..Pace::default() });
    let calls: Vec<_> = (0..2)
        .map(|n| {
            let peer = peer.clone();
            tokio::spawn(async move { peer.call::<Probe>(json!(n)).await })
        })
        .collect();
    let first = server.hear().await;
    peer.reply(&RequestId::Text("ask".into()), Ok(json!("yes")));
    assert_eq!(server.hear().await, json!({"id": "ask", "result": "yes"}), "the second call waits, the reply does not");
    server.answer(&first, json!({})).await;
    let second = server.hear().await;
    server.answer(&second, json!({})).await;
    for call in calls {
        call.await.unwrap().expect("answers");
    }
}

#[tokio::test]
async fn a_question_nobody_knows_is_refused_at_once() {
    let (_peer, mut server, _events, tally) = meet(Pace::default());
    server.say(r#"{"id":"q1","method":"mind/read","params":{}}"#).await;
    let refusal = server.hear().await;
    assert_eq!((&refusal["id"], refusal["error"]["code"].is_number()), (&json!("q1"), true));
    assert_eq!(tally.counters().refused_requests["mind/read"], 1.0);
}

#[tokio::test]
async fn a_question_that_needs_nobody_is_answered_at_once_by_rule() {
    let (_peer, mut server, mut events, tally) = meet(Pace::default());
    server
        .say(r#"{"id":3,"method":"item/tool/call","params":{"threadId":"t","turnId":"u","callId":"c","tool":"x"}}"#)
        .await;
    let reply = server.hear().await;
    assert_eq!((&reply["id"], &reply["result"]["success"]), (&json!(3), &json!(false)));
    assert!(tally.counters().refused_requests.is_empty());
    assert!(matches!(events.recv().await, Some(Event::Asked(_))), "what was answered by rule is on record too");
}

#[tokio::test]
async fn a_reply_says_whether_the_writer_has_it() {
    let (peer, mut server, mut events, _) = meet(Pace::default());
    let id = RequestId::Number(7);
    assert!(peer.reply(&id, Ok(json!({}))));
    assert_eq!(server.hear().await["id"], 7);
    drop(server);
    while !matches!(events.recv().await, Some(Event::Closed)) {}
    assert!(!peer.reply(&id, Ok(json!({}))));
}

#[tokio::test]
async fn a_line_over_the_ceiling_costs_only_itself() {
    let (_peer, mut server, mut events, _) = meet(Pace { line_ceiling: 64, ..Pace::default() });
    server.say(&"x".repeat(100)).await;
    server.say(r#"{"method":"x/next"}"#).await;
    assert!(matches!(events.recv().await, Some(Event::Garbled { bytes: 100 })));
    assert!(format!("{:?}", events.recv().await).contains("x/next"));
}

#[tokio::test]
async fn a_server_that_does_not_read_does_not_stop_us_from_reading() {
    let (ours, theirs) = duplex(64);
    let (stdout, stdin) = split(ours);
    let (_never_read, mut says) = split(theirs);
    let (tell, mut events) = mpsc::unbounded_channel();
    let sink = Box::new(move |event| {
        tell.send(event).ok();
    });
    let peer = Peer::connect(stdout, stdin, Arc::default(), Pace::default(), ClientTools::default(), sink);
    for n in 0..100 {
        peer.notify("x/much", json!({"n": n, "text": "longer than the pipe is wide, so the writer stands still"}));
    }
    says.write_all(b"{\"method\":\"x/event\"}\n").await.unwrap();
    assert!(format!("{:?}", events.recv().await).contains("x/event"));
}

#[test]
fn an_unknown_method_is_told_from_a_refusal() {
    let refused = |code, message: &str| CallError::Refused {
        method: "thread/turns/list",
        source: RpcError { code, message: message.into(), data: Value::Null },
    };
    assert!(
        refused(-32600, "Invalid request: unknown variant `thread/turns/list`, expected one of `a`")
            .is_unknown_method()
    );
    assert!(!refused(-32600, "Invalid request: unknown variant `unlessTrusted`, expected").is_unknown_method());
    assert!(!CallError::Closed.is_unknown_method());
}
