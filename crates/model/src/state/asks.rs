//! The requests that the server waits on.
//!
//! Invariant: a request ends once: by an answer, withdrawn by the server, with its turn, or with the server. Whatever
//! comes later finds it gone.

use super::{Effect, State};
use crate::ask::{self, Reply, Setting};
use crate::notify;
use crate::record;
use crate::risk;
use contract::ask::{Answer, Ask};
use contract::change::{AskEnd, Change};
use contract::failure::{Code, Failure};
use contract::id::{AskId, RowId, ThreadId, TurnId};
use contract::record::{AskKind, By, Record, Verdict};
use contract::row::{Body, RowState};
use protocol::{RequestBody, RequestId, ServerRequest};

#[derive(Debug, Default)]
pub struct Asks {
    waiting: Vec<PendingAsk>,
    asked: u64,
}

#[derive(Debug)]
struct PendingAsk {
    ask: Ask,
    request: ServerRequest,
    /// The answer, while its reply is on its way to the server.
    answered: Option<Answered>,
}

#[derive(Debug)]
struct Answered {
    verdict: Verdict,
    detail: Option<String>,
    by: By,
}

type Gone = Vec<Ask>;

impl Asks {
    /// Oldest first.
    pub fn all(&self) -> impl Iterator<Item = &Ask> {
        self.waiting.iter().map(|pending| &pending.ask)
    }

    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut Ask> {
        self.waiting.iter_mut().map(|pending| &mut pending.ask)
    }

    pub fn count(&self) -> u32 {
        u32::try_from(self.waiting.len()).unwrap_or(u32::MAX)
    }

    pub fn of(&self, thread: &ThreadId) -> u32 {
        let count = self.all().filter(|ask| ask.thread.as_ref() == Some(thread)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Continues the numbers of the server before, because none may be used twice.
    pub fn continue_ids(&mut self, before: &Self) {
        self.asked = before.asked;
    }

    pub fn by_request(&mut self, id: &RequestId) -> Gone {
        self.remove(|pending| pending.request.id == *id)
    }

    pub fn by_turn(&mut self, thread: &ThreadId, turn: &TurnId) -> Gone {
        // A request without a turn (from an MCP server) ends with any turn of its thread.
        self.remove(|pending| {
            pending.ask.thread.as_ref() == Some(thread) && pending.ask.turn.as_ref().is_none_or(|of| of == turn)
        })
    }

    pub fn by_thread(&mut self, thread: &ThreadId) -> Gone {
        self.remove(|pending| pending.ask.thread.as_ref() == Some(thread))
    }

    pub fn all_gone(&mut self) -> Gone {
        self.remove(|_| true)
    }

    fn remove(&mut self, gone: impl Fn(&PendingAsk) -> bool) -> Gone {
        let (over, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(|pending| gone(pending));
        self.waiting = waiting;
        let over: Vec<PendingAsk> = over;
        over.into_iter().map(|pending| pending.ask).collect()
    }
}

impl State {
    pub(super) fn asked(&mut self, request: ServerRequest, at_ms: f64, out: &mut Vec<Change>) {
        if let RequestBody::TokenRefresh(ask) = &request.body {
            self.effects.push(Effect::RefreshTokens { request: request.id.clone(), ask: ask.clone() });
            return;
        }
        // The peer has already answered requests that need no person, by the same rule.
        if ask::by_rule(&request, at_ms).is_some() {
            return self.record_refused_tool(&request, at_ms, out);
        }
        self.asks.asked += 1;
        let id = AskId(format!("ask:{}", self.asks.asked));
        let place = ask::place(&request);
        let thread = place.thread.map(|thread| ThreadId::from(thread.as_str()));
        let held = thread.as_ref().and_then(|thread| self.threads.get(thread));
        let row = held.zip(place.item).map(|(held, item)| {
            let turn = place.turn.as_deref().unwrap_or_default();
            held.timeline
                .row_of(turn, &item)
                .map_or_else(|| (RowId::from(item.as_str()), None), |row| (row.id.clone(), Some(row)))
        });
        let files = match row.as_ref().and_then(|(_, row)| *row).map(|row| &row.body) {
            Some(Body::Edited { files }) => files.as_slice(),
            _ => &[],
        };
        let cwd = thread.as_ref().map(|thread| self.cwd_of(thread)).unwrap_or_default();
        let rows = held.into_iter().flat_map(|held| held.timeline.rows());
        let tools = rows.filter(|row| row.state == RowState::Open).filter_map(|row| match &row.body {
            Body::Tool { server, tool, arguments, .. } => {
                Some(ask::Tool { server: server.as_deref(), name: tool, arguments })
            }
            _ => None,
        });
        let (body, risks) = ask::read(&request, &Setting { cwd: &cwd, files, tools: tools.collect() });
        let (grave, blank) = (risk::is_grave(&risks), body.is_blank());
        let ask = Ask {
            id,
            thread: thread.clone(),
            turn: place.turn.map(TurnId::from),
            row: row.map(|(id, _)| id),
            asked_ms: place.asked_ms.unwrap_or(at_ms),
            declines_ms: self.declines(thread.as_ref(), at_ms),
            body,
            risks,
            grave,
            blank,
        };
        if self.settings.notify {
            self.effects.push(Effect::Notify(notify::waiting(ask.body.ask_kind(), &cwd, thread.clone())));
        }
        self.touched.extend(thread);
        out.push(Change::AskPut { ask: Box::new(ask.clone()) });
        self.asks.waiting.push(PendingAsk { ask, request, answered: None });
    }

    /// Answers a request once. It has ended when the reply was handed to the server. If that fails nothing was
    /// answered: the request still waits, and nothing is recorded.
    pub(super) fn answer(&mut self, ask: &AskId, answer: Answer, by: By) -> Result<(), Failure> {
        let Some(pending) = self.asks.waiting.iter_mut().find(|pending| pending.ask.id == *ask) else {
            let message = "This request is no longer waiting: it was answered, or Codex withdrew it.".to_owned();
            return Err(Failure::new(Code::AskGone, message));
        };
        let (verdict, detail) = record::verdict(&pending.ask.body, &answer);
        let outcome = ask::reply(&pending.request, &pending.ask.body, answer)?;
        pending.answered = Some(Answered { verdict, detail, by });
        let reply = Reply { id: pending.request.id.clone(), outcome };
        self.effects.push(Effect::Reply { ask: ask.clone(), reply });
        Ok(())
    }

    pub(super) fn handed(&mut self, ask: &AskId, handed: bool, out: &mut Vec<Change>) -> Result<(), Failure> {
        let Some(at) = self.asks.waiting.iter().position(|pending| pending.ask.id == *ask) else { return Ok(()) };
        let Some(Answered { verdict, detail, by }) = self.asks.waiting[at].answered.take() else { return Ok(()) };
        if !handed {
            self.stop_clock(ask, by, out);
            return Err(Failure::new(
                Code::ServerGone,
                "Your answer did not reach Codex. Nothing was allowed or declined.",
            ));
        }
        let PendingAsk { ask, .. } = self.asks.waiting.remove(at);
        let why = match verdict {
            _ if by == By::Unattended => AskEnd::Unattended,
            Verdict::Declined | Verdict::Stopped | Verdict::Never => AskEnd::Declined,
            Verdict::Accepted | Verdict::Session | Verdict::Always | Verdict::Answered | Verdict::Gone => {
                AskEnd::Answered
            }
        };
        if let Some(record) = record::record(&ask, verdict, detail, by, self.now_ms) {
            self.keep_record(record, out);
        }
        self.end_asks(vec![ask], why, out);
        Ok(())
    }

    /// Adds the files to requests that arrived before the row of their files.
    pub(super) fn fill_asks(&mut self, out: &mut Vec<Change>) {
        for at in 0..self.asks.waiting.len() {
            let PendingAsk { ask, request, .. } = &self.asks.waiting[at];
            let RequestBody::Files(of) = &request.body else { continue };
            let Some(held) = ask.thread.as_ref().filter(|_| ask.blank).and_then(|thread| self.threads.get(thread))
            else {
                continue;
            };
            let Some(row) = held.timeline.row_of(&of.turn_id, &of.item_id) else { continue };
            let Body::Edited { files } = &row.body else { continue };
            if files.is_empty() {
                continue;
            }
            let cwd = ask.thread.as_ref().map(|thread| self.cwd_of(thread)).unwrap_or_default();
            let (body, risks) = ask::read(request, &Setting { cwd: &cwd, files, tools: Vec::new() });
            let row = row.id.clone();
            let ask = &mut self.asks.waiting[at].ask;
            (ask.row, ask.grave, ask.blank) = (Some(row), risk::is_grave(&risks), body.is_blank());
            (ask.body, ask.risks) = (body, risks);
            out.push(Change::AskPut { ask: Box::new(ask.clone()) });
        }
    }

    /// Records a request for a tool that we do not have, which was refused at once.
    fn record_refused_tool(&mut self, request: &ServerRequest, at_ms: f64, out: &mut Vec<Change>) {
        if let RequestBody::ToolCall(call) = &request.body {
            let record = Record {
                thread: ThreadId::from(call.thread_id.as_str()),
                turn: Some(TurnId::from(call.turn_id.as_str())),
                kind: AskKind::ToolUse,
                what: render::visible(&call.tool),
                folder: None,
                verdict: Verdict::Declined,
                detail: None,
                by: By::Rule,
                asked_ms: at_ms,
                ended_ms: at_ms,
            };
            self.keep_record(record, out);
        }
    }
}
