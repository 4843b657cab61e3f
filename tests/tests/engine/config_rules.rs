//! Standing rules: displayed, tested by codex itself, removed; and permissions for a session.

use engine::ask::Decision;
use engine::catalog::rules::{RuleBody, RuleDecision, RuleIntent, RuleTrial, Rules};
use engine::failure::Code;
use engine::intent::CatalogIntent;
use engine::query::{ConfigQuery, QueryResult};
use loopback::Step;
use threadloft_tests::asks::{at_work, script};
use threadloft_tests::engine_fixture::{Client, EngineFixture};

async fn rules(client: &Client) -> Rules {
    match client.engine.query(ConfigQuery::Rules { cwd: None }).await {
        Ok(QueryResult::Rules { rules }) => *rules,
        other => panic!("no rules: {other:?}"),
    }
}

async fn tried(client: &Client, line: &str) -> RuleTrial {
    match client.engine.query(ConfigQuery::TryRules { line: line.into(), cwd: None }).await {
        Ok(QueryResult::TryRules { trial }) => trial,
        other => panic!("{line}: {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_can_be_tried_against_a_command() {
    let fixture = EngineFixture::new().await;
    std::fs::create_dir_all(fixture.at("home/rules")).unwrap();
    let mine = fixture.at("home/rules/mine.rules");
    let text = "# house rules\nprefix_rule(pattern=[\"git\", \"push\"], decision=\"prompt\", justification=\"Ask first.\")\n\
                prefix_rule(\n  pattern = [\"git\", \"push\", [\"--force\", \"-f\"]],\n  decision = \"forbidden\",\n)\n\
                network_rule(host=\"api.example.test\", protocol=\"https\", decision=\"deny\")\n";
    std::fs::write(&mine, text).unwrap();
    let (opened, mut client, _) = at_work(&fixture).await;
    let seen = rules(&client).await;
    let bodies: Vec<(&RuleBody, RuleDecision, u32)> =
        seen.rules.iter().map(|rule| (&rule.body, rule.decision, rule.line)).collect();
    let step = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        bodies,
        [
            (&RuleBody::Command { pattern: vec![step(&["git"]), step(&["push"])] }, RuleDecision::Prompt, 2),
            (
                &RuleBody::Command { pattern: vec![step(&["git"]), step(&["push"]), step(&["--force", "-f"])] },
                RuleDecision::Forbid,
                3
            ),
            (
                &RuleBody::Network { host: "api.example.test".into(), protocol: Some("https".into()) },
                RuleDecision::Forbid,
                7
            ),
        ]
    );

    let forced = tried(&client, "git push --force origin main").await;
    assert_eq!(forced.decision, Some(RuleDecision::Forbid));
    assert_eq!(forced.commands[0].justification, None, "the other rule's reason is not its own");
    assert_eq!(forced.commands[0].rules.iter().map(|place| place.line).collect::<Vec<_>>(), [2, 3], "{forced:?}");
    assert_eq!(tried(&client, "git push").await.commands[0].justification.as_deref(), Some("Ask first."));
    assert_eq!(tried(&client, "ls && git push").await.decision, Some(RuleDecision::Prompt));
    assert_eq!(tried(&client, "ls -la").await.decision, None);
    assert_eq!(tried(&client, "https://api.example.test/v1").await.decision, Some(RuleDecision::Forbid));

    let rule = &seen.rules[1];
    let remove = |line| CatalogIntent::Rule {
        intent: RuleIntent::Remove { file: rule.file.clone(), line, text: rule.text.clone() },
    };
    assert_eq!(client.act(remove(2)).await.unwrap_err().code, Code::Conflict, "another rule stands there");
    let before = client.mirror.seen.0["revisions"]["rules"].clone();
    client.perform(remove(3)).await;
    client.mirror.until("the list is stale", |now| now.0["revisions"]["rules"] != before).await;
    let left = std::fs::read_to_string(&mine).unwrap();
    assert!(
        left.starts_with("# house rules\n") && left.contains("\"Ask first.\"") && !left.contains("--force"),
        "{left}"
    );
    assert_eq!(tried(&client, "git push --force").await.decision, Some(RuleDecision::Prompt));
    let elsewhere =
        CatalogIntent::Rule { intent: RuleIntent::Remove { file: "/etc/passwd".into(), line: 1, text: String::new() } };
    assert_eq!(client.act(elsewhere).await.unwrap_err().code, Code::BadInput);
    opened.engine.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_removed_rule_makes_codex_ask_again() {
    let fixture = EngineFixture::new().await;
    let (opened, mut client, thread) = at_work(&fixture).await;
    script(&fixture, Step::exec_escalated("touch ruled", "It wants out."));
    client.send(&thread, "always").await;
    let ask = client.wait_for_ask("command").await;
    client.decide(&ask, Decision::AcceptWithRule { prefix: vec!["touch".into(), "ruled".into()] }).await;
    client.wait_for_turns(thread.as_str(), 2, "done").await;
    let seen = rules(&client).await;
    assert_eq!((seen.rules.len(), seen.rules[0].decision), (1, RuleDecision::Allow));
    assert_eq!(tried(&client, "touch ruled").await.decision, Some(RuleDecision::Allow));

    script(&fixture, Step::exec_escalated("touch often", "It wants out."));
    client.send(&thread, "for the session").await;
    let ask = client.wait_for_ask("command").await;
    client.decide(&ask, Decision::AcceptForSession).await;
    client.wait_for_turns(thread.as_str(), 3, "done").await;
    let seen = rules(&client).await;
    assert_eq!(seen.session.iter().map(|grant| grant.what.as_str()).collect::<Vec<_>>(), ["touch often"]);

    let rule = seen.rules[0].clone();
    client
        .perform(CatalogIntent::Rule {
            intent: RuleIntent::Remove { file: rule.file, line: rule.line, text: rule.text },
        })
        .await;
    assert!(rules(&client).await.rules.is_empty());
    // Codex reads the rules when a thread starts.
    let fresh = client.start_thread(&fixture.project(), "hello again").await;
    client.wait_for_turns(fresh.as_str(), 1, "done").await;
    script(&fixture, Step::exec_escalated("touch ruled", "It wants out."));
    client.send(&fresh, "once more").await;
    let ask = client.wait_for_ask("command").await;
    client.decide(&ask, Decision::Decline).await;
    client.wait_for_turns(fresh.as_str(), 2, "done").await;
    opened.engine.close().await;
}
