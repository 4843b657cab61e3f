//! A thread that writes to the store, so that a slow or locked disk delays nobody.

use crate::change::ThreadLine;
use crate::id::ThreadId;
use crate::prompt::Prompt;
use crate::record::Record;
use crate::row::KeptPlan;
use crate::settings::Settings;
use crate::store::Store;
use model::account::Spending;
use model::state::{Chosen, Waiting};
use std::sync::mpsc;
use std::time::Duration;
use tokio::sync::oneshot;

pub struct StoreWriter {
    jobs: mpsc::Sender<Job>,
}

enum Job {
    Draft(Option<ThreadId>, Prompt, f64, oneshot::Sender<bool>),
    Settings(Box<Settings>),
    Pin(ThreadId, bool),
    Unread(ThreadId, bool),
    Unlisted(ThreadId, Option<f64>),
    Waiting(ThreadId, Vec<Waiting>),
    Taken(ThreadId, Box<Waiting>, oneshot::Sender<()>),
    Delivered(String),
    Record(Box<Record>),
    Records(ThreadId, oneshot::Sender<Vec<Record>>),
    Unattended(ThreadId, Option<u32>),
    Chosen(ThreadId, Option<Box<Chosen>>),
    Plan(ThreadId, Option<Box<KeptPlan>>),
    Finish(mpsc::Sender<()>),
    Spending(Box<Spending>),
    Remember(String, Vec<ThreadLine>),
    /// Any other read, after everything that was queued before.
    Read(Box<dyn FnOnce(&Store) + Send>),
}

/// How long the remaining writes may take when the app closes.
const LAST: Duration = Duration::from_secs(3);

impl StoreWriter {
    /// `failed` is called once, with the first error.
    pub fn new(mut store: Store, failed: impl Fn(String) + Send + 'static) -> Self {
        let (jobs, inbox) = mpsc::channel();
        let work = move || {
            let mut told = store.trouble.is_some();
            for job in inbox {
                let done = match job {
                    Job::Draft(thread, draft, at_ms, kept) => {
                        let done = store.put_draft(thread.as_ref(), &draft, at_ms);
                        // A store in memory accepts the draft too, but loses it with the app, so it does not count as
                        // kept.
                        kept.send(done.is_ok() && store.trouble.is_none()).ok();
                        done
                    }
                    Job::Waiting(thread, prompts) => store.put_waiting(&thread, &prompts),
                    Job::Taken(thread, prompt, kept) => {
                        let done = store.put_taken(&thread, &prompt);
                        kept.send(()).ok();
                        done
                    }
                    Job::Delivered(id) => store.forget_taken(&id),
                    Job::Settings(settings) => store.put_settings(&settings),
                    Job::Pin(thread, pinned) => store.put_pin(&thread, pinned),
                    Job::Unread(thread, unread) => store.put_unread(&thread, unread),
                    Job::Unlisted(thread, at_ms) => store.put_unlisted(&thread, at_ms),
                    Job::Record(record) => store.put_record(&record),
                    Job::Records(thread, tell) => {
                        tell.send(store.records(&thread)).ok();
                        Ok(())
                    }
                    Job::Unattended(thread, after_s) => store.put_unattended(&thread, after_s),
                    Job::Chosen(thread, chosen) => store.put_chosen(&thread, chosen.as_deref()),
                    Job::Plan(thread, plan) => store.put_plan(&thread, plan.as_deref()),
                    Job::Spending(spending) => store.put_spending(&spending),
                    Job::Remember(home, lines) => store.remember(&home, &lines),
                    Job::Read(read) => {
                        read(&store);
                        Ok(())
                    }
                    Job::Finish(done) => {
                        done.send(()).ok();
                        Ok(())
                    }
                };
                if let (Err(error), false) = (done, told) {
                    told = true;
                    failed(error);
                }
            }
        };
        std::thread::Builder::new().name("store".into()).spawn(work).ok();
        Self { jobs }
    }

    /// Queues a draft. The receiver gets whether it is on disk.
    pub fn put_draft(&self, thread: Option<ThreadId>, draft: Prompt, at_ms: f64) -> oneshot::Receiver<bool> {
        let (tell, kept) = oneshot::channel();
        self.jobs.send(Job::Draft(thread, draft, at_ms, tell)).ok();
        kept
    }

    pub fn put_settings(&self, settings: Settings) {
        self.jobs.send(Job::Settings(Box::new(settings))).ok();
    }

    pub fn put_pin(&self, thread: ThreadId, pinned: bool) {
        self.jobs.send(Job::Pin(thread, pinned)).ok();
    }

    pub fn put_unread(&self, thread: ThreadId, unread: bool) {
        self.jobs.send(Job::Unread(thread, unread)).ok();
    }

    /// `None` if a list contains the thread now, or it is gone.
    pub fn put_unlisted(&self, thread: ThreadId, at_ms: Option<f64>) {
        self.jobs.send(Job::Unlisted(thread, at_ms)).ok();
    }

    pub fn put_waiting(&self, thread: ThreadId, prompts: Vec<Waiting>) {
        self.jobs.send(Job::Waiting(thread, prompts)).ok();
    }

    /// Records a prompt that is on its way from a queue into a turn. The receiver fires when it is written.
    pub fn put_taken(&self, thread: ThreadId, prompt: Waiting) -> oneshot::Receiver<()> {
        let (tell, kept) = oneshot::channel();
        self.jobs.send(Job::Taken(thread, Box::new(prompt), tell)).ok();
        kept
    }

    /// The prompt arrived, or waits in a queue again.
    pub fn forget_taken(&self, id: String) {
        self.jobs.send(Job::Delivered(id)).ok();
    }

    pub fn put_record(&self, record: Record) {
        self.jobs.send(Job::Record(Box::new(record))).ok();
    }

    /// The records, including everything that was queued before.
    pub fn records(&self, thread: ThreadId) -> oneshot::Receiver<Vec<Record>> {
        let (tell, told) = oneshot::channel();
        self.jobs.send(Job::Records(thread, tell)).ok();
        told
    }

    pub fn put_unattended(&self, thread: ThreadId, after_s: Option<u32>) {
        self.jobs.send(Job::Unattended(thread, after_s)).ok();
    }

    /// `None` removes the choices, because the thread is gone.
    pub fn put_chosen(&self, thread: ThreadId, chosen: Option<Chosen>) {
        self.jobs.send(Job::Chosen(thread, chosen.map(Box::new))).ok();
    }

    /// `None` removes the plan, because the thread is gone.
    pub fn put_plan(&self, thread: ThreadId, plan: Option<KeptPlan>) {
        self.jobs.send(Job::Plan(thread, plan.map(Box::new))).ok();
    }

    /// Saves the top of the list of this home.
    pub fn remember(&self, home: String, lines: Vec<ThreadLine>) {
        self.jobs.send(Job::Remember(home, lines)).ok();
    }

    pub fn put_spending(&self, spending: Spending) {
        self.jobs.send(Job::Spending(Box::new(spending))).ok();
    }

    /// Runs a read after everything that was queued before.
    pub fn read<T: Send + 'static>(&self, read: impl FnOnce(&Store) -> T + Send + 'static) -> oneshot::Receiver<T> {
        let (tell, told) = oneshot::channel();
        let job = move |store: &Store| {
            tell.send(read(store)).ok();
        };
        self.jobs.send(Job::Read(Box::new(job))).ok();
        told
    }

    /// The receiver fires when everything that was queued before is written.
    pub fn written(&self) -> oneshot::Receiver<()> {
        self.read(|_| ())
    }

    /// Waits until everything that was queued is written.
    pub fn finish(&self) {
        let (done, finished) = mpsc::channel();
        if self.jobs.send(Job::Finish(done)).is_ok() {
            finished.recv_timeout(LAST).ok();
        }
    }
}
