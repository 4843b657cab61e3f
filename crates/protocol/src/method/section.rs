//! Methods for sections of the thread list; "Pinned" is one of them.

use super::{call, params};
use crate::event::{Event, SectionsListed};
use crate::open::open;
use crate::thread::{Section, SectionLook};

call!(SectionList = "threadSection/list": super::PageParams => SectionListAnswer, |params, answer| {
    Event::SectionsListed(SectionsListed {
        sections: answer.data.clone(),
        cursor: params.cursor.clone(),
        next_cursor: answer.next_cursor.clone(),
    })
});
call!(SectionCreate = "threadSection/create": SectionCreateParams => SectionAnswer);
call!(SectionUpdate = "threadSection/update": SectionUpdateParams => SectionAnswer);
call!(SectionDelete = "threadSection/delete": SectionDeleteParams => super::Done);
call!(ThreadSectionMove = "thread/section/move": SectionMoveParams => super::Done);

params! {
    SectionCreateParams { name: String, ? { appearance: SectionLook } }
    SectionUpdateParams { section_id: String, name: String, ? { appearance: SectionLook } }
    SectionDeleteParams { section_id: String, }
    SectionMoveParams {
        thread_id: String,
        /// Always sent, because `null` removes the thread from its section.
        section_id: Option<String>,
        ? { before_thread_id: String }
    }
}

open! {
    SectionListAnswer { data: Vec<Section>, next_cursor: Option<String> }
    SectionAnswer { section: Section }
}
