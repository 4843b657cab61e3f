//! A call whose answer is for the caller alone: the state does not hear of it.
//!
//! For pages that are read to be searched or written to a file, and that no window shows.

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
