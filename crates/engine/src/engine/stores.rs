//! Where things are kept: in our file, and while the demo lasts in a store that forgets.
//!
//! Invariant: nothing of the demo is written to the person's file but their settings.

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

    /// The person's own, for what is true in the demo too.
    pub fn own(&self) -> &StoreWriter {
        &self.own
    }

    /// A new demo begins with nothing.
    pub fn enter(&mut self, demo: bool) {
        self.demo = demo.then(|| StoreWriter::new(Store::in_memory(), drop));
    }

    /// Waits until what was put is written.
    pub fn finish(&self) {
        self.own.finish();
    }
}
