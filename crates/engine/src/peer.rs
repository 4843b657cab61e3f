//! A conversation with one app-server: calls out, events in, in wire order.
//!
//! Invariant: a line we cannot read is skipped and counted, never fatal.
//! Invariant: reading never waits for writing.
//! Invariant: no call outlives its caller, its deadline or its wire.

mod lines;
mod pace;
mod pending;
mod tally;

pub use self::pace::Pace;
pub use self::tally::{Tally, add};

use self::lines::{Line, Lines};
use self::pace::OVERLOADED;
use self::pending::Pending;
use crate::trace::Trace;
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::{Semaphore, mpsc, oneshot};
use wire::{Event, Frame, Method, RequestId, RpcError};

/// Cheap to clone; the server's stdin closes when the last clone is dropped.
#[derive(Clone)]
pub struct Peer(Arc<Wire>);

struct Wire {
    pending: Mutex<Pending>,
    /// `None` closes the server's stdin.
    lines: mpsc::UnboundedSender<Option<Vec<u8>>>,
    slots: Semaphore,
    pace: Pace,
    tally: Arc<Tally>,
    trace: Option<Trace>,
}

#[derive(Debug, thiserror::Error)]
pub enum CallError {
    #[error("the app-server is gone")]
    Closed,
    #[error("{method} was not answered within {} s", deadline.as_secs())]
    TimedOut { method: &'static str, deadline: Duration },
    #[error("{method}: {source}")]
    Refused { method: &'static str, source: RpcError },
    #[error("{method}: the answer cannot be read")]
    Unreadable { method: &'static str, source: serde_json::Error },
}

impl CallError {
    /// An older server says "unknown variant" to a method it does not know.
    pub fn is_unknown_method(&self) -> bool {
        match self {
            Self::Refused { method, source } => {
                source.code == -32601
                    || (source.code == -32600 && source.message.contains(&format!("unknown variant `{method}`")))
            }
            _ => false,
        }
    }
}

/// Where events go; called on the reading task, in wire order, so it must not wait.
pub type Sink = Box<dyn Fn(Event) + Send + Sync>;

impl Peer {
    /// `sink` hears everything the server says, and last of all `Event::Closed`.
    pub fn connect(
        stdout: impl AsyncRead + Unpin + Send + 'static,
        stdin: impl AsyncWrite + Unpin + Send + 'static,
        tally: Arc<Tally>,
        pace: Pace,
        sink: Sink,
    ) -> Self {
        let (lines, outbox) = mpsc::unbounded_channel();
        let wire = Arc::new(Wire {
            pending: Mutex::default(),
            lines,
            slots: Semaphore::new(pace.in_flight),
            pace,
            tally,
            trace: Trace::from_env(),
        });
        // Two tasks, so that a server slow to read can never stop us from reading it.
        tokio::spawn(write(stdin, outbox, Arc::downgrade(&wire)));
        tokio::spawn(read(stdout, Arc::downgrade(&wire), wire.pace.line_ceiling, wire.tally.clone(), sink));
        Self(wire)
    }

    pub async fn call<M: Method>(&self, params: M::Params) -> Result<M::Answer, CallError> {
        let params =
            serde_json::to_value(params).map_err(|source| CallError::Unreadable { method: M::NAME, source })?;
        let deadline = self.0.pace.deadline(M::NAME);
        add(&self.0.tally.calls_open, 1);
        let outcome = tokio::time::timeout(deadline, self.persist::<M>(params)).await;
        self.0.tally.calls_open.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
        match outcome {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => {
                add(&self.0.tally.calls_failed, 1);
                Err(error)
            }
            Err(_) => {
                add(&self.0.tally.calls_timed_out, 1);
                tracing::warn!(method = M::NAME, ?deadline, "a call was not answered");
                Err(CallError::TimedOut { method: M::NAME, deadline })
            }
        }
    }

    /// Answers a request of the server. Never capped: it may be what the server waits for.
    pub fn reply(&self, id: RequestId, outcome: Result<Value, RpcError>) {
        self.0.say(&Frame::Answer { id, outcome }).ok();
    }

    pub fn notify(&self, method: &str, params: Value) {
        self.0.say(&Frame::Notice { method: method.to_owned(), params }).ok();
    }

    /// Every open call fails, and the server's stdin ends: it goes by itself.
    pub fn hang_up(&self) {
        self.0.close();
        self.0.lines.send(None).ok();
    }

    /// Tries again, later and later, while the server says that it is overloaded.
    async fn persist<M: Method>(&self, params: Value) -> Result<M::Answer, CallError> {
        let mut tried = 0;
        loop {
            let outcome = self.once::<M>(params.clone()).await;
            tried += 1;
            match outcome {
                Err(CallError::Refused { ref source, .. })
                    if source.code == OVERLOADED && tried < self.0.pace.tries =>
                {
                    add(&self.0.tally.overloads, 1);
                    tokio::time::sleep(self.0.pace.wait(tried)).await;
                }
                outcome => return outcome,
            }
        }
    }

    async fn once<M: Method>(&self, params: Value) -> Result<M::Answer, CallError> {
        let _slot = self.0.slots.acquire().await.map_err(|_| CallError::Closed)?;
        let (tell, told) = oneshot::channel();
        let id = self.0.pending().open(Box::new(move |outcome, emit| {
            let answer = outcome.map_err(|source| CallError::Refused { method: M::NAME, source }).and_then(|value| {
                serde_json::from_value::<M::Answer>(value)
                    .map_err(|source| CallError::Unreadable { method: M::NAME, source })
            });
            if let Some(event) = answer.as_ref().ok().and_then(M::event) {
                emit(event);
            }
            tell.send(answer).ok();
        }));
        let id = id.ok_or(CallError::Closed)?;
        let _forget = Forget { wire: &self.0, id };
        self.0.say(&Frame::Request { id: RequestId::Number(id), method: M::NAME.to_owned(), params })?;
        told.await.map_err(|_| CallError::Closed)?
    }
}

impl Wire {
    fn pending(&self) -> std::sync::MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, frame: &Frame) -> Result<(), CallError> {
        if let Some(trace) = &self.trace {
            trace.said(frame);
        }
        add(&self.tally.lines_out, 1);
        self.lines.send(Some(frame.to_line())).map_err(|_| CallError::Closed)
    }

    /// Every open call fails at once, and so does every later one.
    fn close(&self) {
        self.pending().close();
        self.slots.close();
    }

    fn hear(&self, frame: Frame, emit: &dyn Fn(Event)) {
        if let Some(trace) = &self.trace {
            trace.heard(&frame);
        }
        match frame {
            Frame::Notice { method, params } => emit(Event::from_notice(method, params)),
            Frame::Answer { id: RequestId::Number(id), outcome } => {
                let settle = self.pending().take(id);
                match settle {
                    Some(settle) => settle(outcome, emit),
                    None => tracing::debug!(id, "an answer that nobody waits for"),
                }
            }
            Frame::Answer { .. } => tracing::debug!("an answer to a call that was never made"),
            Frame::Request { id, method, params } => match Event::from_request(id, method.clone(), params) {
                Ok(event) => emit(event),
                // At once, so that no turn hangs on a question nobody can see.
                Err(refusal) => {
                    self.tally.refused.count(&method);
                    self.say(&refusal).ok();
                }
            },
        }
    }
}

/// Drops the entry of a call whose caller went away.
struct Forget<'a> {
    wire: &'a Wire,
    id: i64,
}

impl Drop for Forget<'_> {
    fn drop(&mut self) {
        self.wire.pending().take(self.id);
    }
}

async fn read(stdout: impl AsyncRead + Unpin, wire: Weak<Wire>, ceiling: usize, tally: Arc<Tally>, sink: Sink) {
    let emit = |event: Event| {
        count(&tally, &event);
        sink(event);
    };
    let mut lines = Lines::new(BufReader::with_capacity(64 * 1024, stdout), ceiling);
    loop {
        let text = match lines.next().await {
            Ok(Line::Text(text)) => text,
            Ok(Line::TooLong(bytes)) => {
                tracing::error!(bytes, ceiling, "a line is longer than the ceiling and was skipped");
                emit(Event::Garbled { bytes });
                continue;
            }
            Ok(Line::End) => break,
            Err(error) => {
                tracing::warn!(%error, "the server's stdout cannot be read");
                break;
            }
        };
        add(&tally.lines_in, 1);
        add(&tally.bytes_in, text.len() as u64 + 1);
        if text.trim().is_empty() {
            continue;
        }
        match (Frame::parse(text.as_bytes()), wire.upgrade()) {
            (Ok(frame), Some(wire)) => wire.hear(frame, &emit),
            // Nobody is left to call or to answer; what the server still says counts.
            (Ok(Frame::Notice { method, params }), None) => emit(Event::from_notice(method, params)),
            (Ok(_), None) => {}
            (Err(_), _) => {
                tracing::warn!(bytes = text.len(), "a line that is no frame was skipped");
                emit(Event::Garbled { bytes: text.len() });
            }
        }
    }
    if let Some(wire) = wire.upgrade() {
        wire.close();
    }
    emit(Event::Closed);
}

fn count(tally: &Tally, event: &Event) {
    match event {
        Event::Ignored { method } => tally.unknown.count(method),
        Event::Garbled { .. } => add(&tally.garbled, 1),
        _ => {}
    }
}

/// Only what `Frame::to_line` made is ever written: one invalid UTF-8 byte makes the real server exit.
async fn write(
    mut stdin: impl AsyncWrite + Unpin,
    mut outbox: mpsc::UnboundedReceiver<Option<Vec<u8>>>,
    wire: Weak<Wire>,
) {
    while let Some(Some(line)) = outbox.recv().await {
        if stdin.write_all(&line).await.is_err() || stdin.flush().await.is_err() {
            if let Some(wire) = wire.upgrade() {
                wire.close();
            }
            return;
        }
    }
}

#[cfg(test)]
#[path = "peer/tests.rs"]
mod tests;
