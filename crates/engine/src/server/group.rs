//! Makes the server and everything it started die together, and with us. One small module per platform.

#[cfg(unix)]
pub use unix::Group;
#[cfg(windows)]
pub use windows::Group;

#[cfg(unix)]
mod unix {
    use rustix::process::{Pid, Signal, kill_process_group};
    use tokio::process::{Child, Command};

    /// A process group.
    pub struct Group(Option<Pid>);

    impl Group {
        pub fn prepare(command: &mut Command) {
            command.process_group(0);
            #[cfg(target_os = "linux")]
            die_with_parent(command);
        }

        pub fn adopt(child: &Child) -> Self {
            Self(child.id().and_then(|id| Pid::from_raw(id.cast_signed())))
        }

        /// The leader may be gone already, but the processes it started are in the same group.
        pub fn kill(&self) {
            if let Some(leader) = self.0 {
                kill_process_group(leader, Signal::KILL).ok();
            }
        }
    }

    /// Makes the kernel kill the server when the thread that started it ends (see `nursery`). Closing stdin is the
    /// polite way and usually comes first, but a hanging server ignores it.
    #[cfg(target_os = "linux")]
    #[allow(unsafe_code)]
    fn die_with_parent(command: &mut Command) {
        use rustix::process::{getpid, getppid, set_parent_process_death_signal};
        let parent = getpid();
        let set = move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have died before the line above.
            if getppid() != Some(parent) {
                return Err(std::io::Error::other("the parent is gone"));
            }
            Ok(())
        };
        // SAFETY: between fork and exec only async-signal-safe calls are allowed. `set` makes two system calls and
        // allocates only on the path that ends the child.
        unsafe {
            command.pre_exec(set);
        }
    }
}

#[cfg(windows)]
mod windows {
    use tokio::process::{Child, Command};
    use win32job::{ExtendedLimitInfo, Job};

    /// A job object that kills its processes when its last handle closes, so also when we are killed.
    pub struct Group(Option<Job>);

    impl Group {
        pub fn prepare(_command: &mut Command) {}

        pub fn adopt(child: &Child) -> Self {
            let mut limits = ExtendedLimitInfo::new();
            limits.limit_kill_on_job_close();
            let job = Job::create_with_limit_info(&limits).ok();
            if let (Some(job), Some(handle)) = (&job, child.raw_handle()) {
                if job.assign_process(handle as isize).is_err() {
                    tracing::warn!("the server could not be put into a job object");
                }
            }
            Self(job)
        }

        pub fn kill(&self) {
            // Dropping the job kills the process group; the child itself is killed by the caller.
        }
    }
}
