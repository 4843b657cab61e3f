//! Where a message of a person is, from its first word until the server's own row of it is here.
//!
//! Invariant: a message has one stage, and `Stage::next` is all that changes it.
//! Invariant: until the server has it our store holds it in some form, so that an end of the app or of the server between
//! any two steps loses nothing. What may have arrived meanwhile is looked for before it is sent again.

use contract::id::TurnId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stage {
    /// It is being written, in a composer.
    Drafted,
    /// In our own queue, because the server keeps none.
    WaitsHere,
    /// In the server's queue.
    WaitsThere,
    /// It is being taken out of the server's queue, to go into the running turn.
    Leaving,
    /// Said to the server, which has not answered.
    Sent,
    /// The server ended before it answered; whoever sent it will hear that.
    Orphaned,
    /// The server took it, into this turn, and its row is not here.
    Taken(TurnId),
    /// It may have arrived and may not: it is looked for in the thread before anything else is done with it.
    Unsure,
    /// The server's own row of it is here.
    Arrived,
    /// It came to nothing, and is a draft again.
    Back,
    /// A person took it out of a queue.
    Removed,
}

/// Where it was sent from, which is where it goes when it does not arrive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// The composer of its thread.
    Composer,
    /// The composer of a new thread, which nobody would find again without a message in it.
    New,
    /// Our own queue.
    Here,
    /// The server's queue.
    There,
}

/// What happens to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivery {
    QueuedHere,
    QueuedThere,
    /// It is on the wire.
    Said,
    /// It leaves the server's queue.
    Leaves,
    /// It is not in the server's queue any more, nor ours to say: a turn began with it, or a person removed it.
    AlreadyGone,
    Removed,
    /// The server's answer or its queue says that this turn takes it.
    Accepted(TurnId),
    /// The server said no.
    Refused,
    /// Nobody knows whether the server heard it: no answer came.
    Unheard,
    /// Whoever sent it was told that the server took it.
    Confirmed,
    /// The server's own row of it came.
    RowCame,
    /// The turn that was to take it is over.
    TurnOver,
    ServerGone,
    /// It was looked for: it stands in the thread, in the server's queue, or nowhere.
    FoundInThread,
    FoundInQueue,
    NotFound,
}

/// As what our store holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Held {
    Draft,
    Waiting,
    Leaving,
}

impl Stage {
    /// `None`: it changes nothing at this stage.
    pub fn next(&self, from: From, happens: &Delivery) -> Option<Self> {
        Some(match (self, happens) {
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

    /// As what the store must hold it; `None`: the server has it, or nobody wants it.
    pub fn held(&self, from: From) -> Option<Held> {
        match self {
            Self::Drafted | Self::Taken(_) | Self::Back => Some(Held::Draft),
            Self::WaitsHere => Some(Held::Waiting),
            Self::Leaving => Some(Held::Leaving),
            Self::Sent | Self::Orphaned | Self::Unsure => Some(from.held()),
            Self::WaitsThere | Self::Arrived | Self::Removed => None,
        }
    }

    /// Of what the store holds of it when the app starts.
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

    /// A person decides about what they sent themselves; a queue looks.
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
            // It was put back, in front.
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
