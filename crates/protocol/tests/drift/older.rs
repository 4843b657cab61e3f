//! Samples from older servers' schemas parse too, with all fields and with the required ones only.

use crate::sample::Schema;
use protocol::round_trip::RoundTrip;
use protocol::table::{self, Using};
use protocol::{Event, RequestBody};
use serde_json::Value;

macro_rules! schemas {
    ($($version:literal),*) => {
        [$(($version, include_str!(concat!("../../../../tests/schema/", $version, "/protocol.json")))),*]
    };
}

fn schemas() -> Vec<(String, Schema)> {
    let texts = schemas!["0.104.0", "0.120.0", "0.140.0", "0.166.0"];
    let both = |(version, text)| {
        [(format!("{version} full"), Schema::parse(text)), (format!("{version} bare"), Schema::parse(text).bare())]
    };
    texts.into_iter().flat_map(both).collect()
}

fn unreadable(schema: &Schema, what: &str, node: &Value, ours: RoundTrip) -> Vec<String> {
    let samples = schema.samples(node).into_iter();
    samples
        .filter_map(|sample| match ours.round_trip(sample.clone()) {
            Ok(again) if keeps_entries(&again, &sample) => None,
            Ok(_) => Some(format!("{what}: entries were lost of {sample}")),
            Err(error) => Some(format!("{what}: {error} in {sample}")),
        })
        .collect()
}

/// Lists skip entries they cannot parse, so success alone proves little.
fn keeps_entries(ours: &Value, sample: &Value) -> bool {
    match (ours, sample) {
        (Value::Array(ours), Value::Array(sample)) => {
            ours.len() == sample.len() && ours.iter().zip(sample).all(|(ours, sample)| keeps_entries(ours, sample))
        }
        (Value::Object(ours), Value::Object(sample)) => {
            ours.iter().all(|(key, ours)| sample.get(key).is_none_or(|sample| keeps_entries(ours, sample)))
        }
        _ => true,
    }
}

#[test]
fn every_notification_is_readable() {
    for (version, schema) in schemas() {
        for method in schema.methods("ServerNotification") {
            if let Some(ours) = Event::round_trip(&method) {
                let params = schema.params("ServerNotification", &method);
                assert_eq!(unreadable(&schema, &method, &params, ours), Vec::<String>::new(), "{version}");
            }
        }
    }
}

#[test]
fn every_request_is_readable() {
    for (version, schema) in schemas() {
        for method in schema.methods("ServerRequest") {
            let (asked, _) = RequestBody::round_trips(&method).unwrap_or_else(|| panic!("{version} asks {method}"));
            let params = schema.params("ServerRequest", &method);
            assert_eq!(unreadable(&schema, &method, &params, asked), Vec::<String>::new(), "{version}");
        }
    }
}

#[test]
fn every_answer_is_readable() {
    for (version, schema) in schemas() {
        let methods = schema.methods("ClientRequest");
        for entry in table::client_requests().iter().chain(table::older_requests()) {
            let Using::Call(call) = entry.using else { continue };
            if !methods.contains(entry.method) {
                continue;
            }
            let params = schema.params("ClientRequest", entry.method);
            let name = Schema::name(&params).unwrap_or("LogoutAccountParams").replace("Params", "Response");
            if schema.defines(&name) {
                let answer = Schema::reference(&name);
                assert_eq!(unreadable(&schema, entry.method, &answer, call.answer), Vec::<String>::new(), "{version}");
            }
        }
    }
}

#[test]
fn every_server_knows_revert_or_rollback() {
    for (version, schema) in schemas() {
        let methods = schema.methods("ClientRequest");
        assert!(methods.contains("thread/rollback") || methods.contains("thread/revert"), "{version}");
    }
}
