//! The stage of a person's message, from its first word until the server's own row of it arrives.
//!
//! Invariant: a message has one stage, and only `Stage::next` changes it. Invariant: until the server has the message,
//! our store holds it in some form, so that a crash of the app or the server between any two steps loses nothing. A
//! message that may have arrived meanwhile is searched for before it is sent again.

use contract::id::TurnId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// Being written, in a composer.
    Drafted,
    /// In our own queue, because the server has none.
    WaitsHere,
    /// In the server's queue.
    WaitsThere,
    /// Being removed from the server's queue, to go into the running turn.
    Leaving,
    /// Sent to the server, which has not answered.
    Sent,
    /// The server ended before it answered. The sender will get an error.
    Orphaned,
    /// The server accepted it for this turn, and its row has not arrived.
    Taken(TurnId),
    /// It may or may not have arrived, so the thread is searched for it before anything else.
    Unsure,
    /// The server's own row of it has arrived.
    Arrived,
    /// It was not sent and is a draft again.
    Back,
    /// A person removed it from a queue.
    Removed,
}

/// Where it was sent from, which is where it returns to if it does not arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// The composer of its thread.
    Composer,
    /// The composer of a new thread. Without a message in it nobody would find that thread again.
    New,
    /// Our own queue.
    Here,
    /// The server's queue.
    There,
}

/// What delivery to a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    QueuedHere,
    QueuedThere,
    /// It was sent to the server.
    Said,
    /// It leaves the server's queue.
    Leaves,
    /// It is neither in the server's queue nor to be sent by us: a turn started with it, or a person removed it.
    AlreadyGone,
    Removed,
    /// The server's answer or its queue shows that this turn takes it.
    Accepted(TurnId),
    /// The server refused it.
    Refused,
    /// There was no answer, so nobody knows whether the server got it.
    Unheard,
    /// The sender was told that the server accepted it.
    Confirmed,
    /// The server's own row of it arrived.
    RowCame,
    /// The turn that was to take it has ended.
    TurnOver,
    ServerGone,
    /// It was searched for and found in the thread, in the server's queue, or nowhere.
    FoundInThread,
    FoundInQueue,
    NotFound,
}

/// The form in which our store holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    Draft,
    Waiting,
    Leaving,
}

impl Stage {
    /// `None` if the event changes nothing at this stage.
    pub fn next(&self, from: From, delivery: &Delivery) -> Option<Self> {
        Some(match (self, delivery) {
            (Self::Drafted | Self::Sent, Delivery::QueuedHere) => Self::WaitsHere,
            (Self::Drafted | Self::WaitsHere | Self::Sent, Delivery::QueuedThere) => Self::WaitsThere,
            (Self::Drafted | Self::WaitsHere | Self::Leaving, Delivery::Said) => Self::Sent,
            (Self::WaitsThere, Delivery::Leaves) => Self::Leaving,
            (Self::WaitsHere | Self::WaitsThere | Self::Unsure, Delivery::Removed) => Self::Removed,
            (Self::WaitsThere | Self::Leaving, Delivery::AlreadyGone) => Self::Arrived,
            (Self::WaitsThere | Self::Sent, Delivery::Accepted(turn)) => Self::Taken(turn.clone()),
            (Self::Leaving, Delivery::Refused | Delivery::Unheard | Delivery::ServerGone) => Self::Unsure,
            (Self::Sent | Self::Orphaned, Delivery::Refused) => from.refused(),
            (Self::Sent | Self::Orphaned, Delivery::Unheard) => from.unheard(),
            (Self::Sent, Delivery::ServerGone) => Self::Orphaned,
            (Self::Orphaned, Delivery::Confirmed) => Self::Back,
            (Self::Taken(_), Delivery::TurnOver | Delivery::ServerGone) => Self::Back,
            (Self::Unsure, Delivery::FoundInThread) => Self::Arrived,
            (Self::Unsure, Delivery::FoundInQueue) => Self::WaitsThere,
            (Self::Unsure, Delivery::NotFound) => from.not_found(),
            (Self::Arrived | Self::Back | Self::Removed, Delivery::RowCame) => return None,
            (_, Delivery::RowCame) => Self::Arrived,
            (
                Self::Drafted
                | Self::WaitsHere
                | Self::WaitsThere
                | Self::Leaving
                | Self::Sent
                | Self::Orphaned
                | Self::Taken(_)
                | Self::Unsure
                | Self::Arrived
                | Self::Back
                | Self::Removed,
                _,
            ) => return None,
        })
    }

    /// The form that the store must hold; `None` if the server has it, or nobody wants it.
    pub fn held(&self, from: From) -> Option<Held> {
        match self {
            Self::Drafted | Self::Taken(_) | Self::Back => Some(Held::Draft),
            Self::WaitsHere => Some(Held::Waiting),
            Self::Leaving => Some(Held::Leaving),
            Self::Sent | Self::Orphaned | Self::Unsure => Some(from.held()),
            Self::WaitsThere | Self::Arrived | Self::Removed => None,
        }
    }

    /// The stage of a message that the store held when the app started.
    pub fn restored(held: Held) -> Self {
        match held {
            Held::Draft => Self::Drafted,
            Held::Waiting | Held::Leaving => Self::Unsure,
        }
    }
}

impl From {
    fn refused(self) -> Stage {
        match self {
            Self::Composer | Self::New => Stage::Back,
            Self::Here => Stage::WaitsHere,
            Self::There => Stage::Unsure,
        }
    }

    /// A person decides about what they sent themselves. For a queue, the thread is searched.
    fn unheard(self) -> Stage {
        match self {
            Self::Composer | Self::New => Stage::Back,
            Self::Here | Self::There => Stage::Unsure,
        }
    }

    fn not_found(self) -> Stage {
        match self {
            Self::Composer | Self::New => Stage::Back,
            Self::Here => Stage::WaitsHere,
            // It was put back, at the front.
            Self::There => Stage::WaitsThere,
        }
    }

    fn held(self) -> Held {
        match self {
            Self::Composer | Self::New => Held::Draft,
            Self::Here => Held::Waiting,
            Self::There => Held::Leaving,
        }
    }
}

#[cfg(test)]
mod tests;
