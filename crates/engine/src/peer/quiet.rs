//! Wraps a method so that its answer goes to the caller alone and the state sees no event.
//!
//! Used for pages that are searched or exported and that no window shows.

use protocol::{Event, Method};
use std::marker::PhantomData;

pub struct Quiet<M>(PhantomData<M>);

impl<M: Method> Method for Quiet<M> {
    const NAME: &'static str = M::NAME;
    const EXPERIMENTAL: bool = M::EXPERIMENTAL;
    type Params = M::Params;
    type Answer = M::Answer;

    fn event(_: &Self::Params, _: &Self::Answer) -> Option<Event> {
        None
    }
}
