//! The one thread that starts servers.
//!
//! Linux sends the parent-death signal when the *thread* that forked ends, and a runtime's threads come and go. This
//! thread lives as long as the app.

use std::sync::{Mutex, OnceLock, PoisonError, mpsc};

type ReapJob = Box<dyn FnOnce() + Send>;

static JOBS: OnceLock<Mutex<mpsc::Sender<ReapJob>>> = OnceLock::new();

/// Runs `job` on the thread. `None` if the thread could not be started.
pub async fn start<T: Send + 'static>(job: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let (tell, told) = tokio::sync::oneshot::channel();
    let runtime = tokio::runtime::Handle::current();
    let job: ReapJob = Box::new(move || {
        let _inside = runtime.enter();
        tell.send(job()).ok();
    });
    let jobs = JOBS.get_or_init(|| {
        let (jobs, inbox) = mpsc::channel::<ReapJob>();
        let thread = std::thread::Builder::new().name("codex-nursery".into());
        thread.spawn(move || inbox.into_iter().for_each(|job| job())).ok();
        Mutex::new(jobs)
    });
    jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job).ok()?;
    told.await.ok()
}
