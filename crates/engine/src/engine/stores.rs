//! The person's store, and a store in memory that replaces it during the demo.
//!
//! Invariant: the demo writes nothing to the person's file except the settings.

use crate::store::{Store, StoreWriter};

pub(super) struct Stores {
    own: StoreWriter,
    demo: Option<StoreWriter>,
}

impl Stores {
    pub fn new(own: StoreWriter) -> Self {
        Self { own, demo: None }
    }

    /// The store of the conversations that are shown now.
    pub fn current(&self) -> &StoreWriter {
        self.demo.as_ref().unwrap_or(&self.own)
    }

    /// The person's own store, for what applies during the demo too.
    pub fn own(&self) -> &StoreWriter {
        &self.own
    }

    /// Switches to the demo's store, which starts empty, or back.
    pub fn enter(&mut self, demo: bool) {
        self.demo = demo.then(|| StoreWriter::new(Store::in_memory(), drop));
    }

    /// Waits until everything that was queued is written.
    pub fn finish(&self) {
        self.own.finish();
    }
}
