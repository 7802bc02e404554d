//! The lifecycle events that a `hook` can run on: the one list.

/// An event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// As policies write it.
    pub name: &'static str,
    /// When it happens, for people.
    pub when: &'static str,
}

const fn event(name: &'static str, when: &'static str) -> Event {
    Event { name, when }
}

/// Every event, by what it is about.
pub const EVENTS: &[Event] = &[
    event("session_start", "a session begins or goes on"),
    event("session_end", "a session is over"),
    event("session_pause", "a session pauses, by an interruption or a question that was not answered"),
    event("session_resume", "a paused session goes on from its checkpoint"),
    event("checkpoint", "a checkpoint was stored"),
    event("rewind", "a session went back to a checkpoint"),
    event("prompt_submit", "a person's message reaches the agent"),
    event("pre_tool_use", "a tool is about to run, before the policies are asked"),
    event("post_tool_use", "a tool ran"),
    event("post_tool_use_failure", "a tool ran and failed"),
    event("permission_request", "a person is about to be asked"),
    event("permission_granted", "a person agreed, or a remembered answer counted"),
    event("permission_denied", "a call was refused, by a rule or by a person"),
    event("permission_timeout", "nobody answered in time"),
    event("subagent_start", "an agent starts another one"),
    event("subagent_stop", "an agent that another one started is done"),
    event("pre_compact", "the conversation is about to be shortened"),
    event("post_compact", "the conversation was shortened"),
    event("file_change", "a file was changed through the gate"),
    event("undo", "a change of a file was taken back"),
    event("policy_reload", "the policies were loaded anew"),
    event("policy_error", "the policies do not compile: every call is refused"),
    event("notification", "a person is told something"),
    event("stop", "the agent ends its turn"),
];

/// Whether there is such an event.
pub fn is_event(name: &str) -> bool {
    EVENTS.iter().any(|event| event.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::EVENTS;

    #[test]
    fn there_are_twenty_four_each_once() {
        let names: HashSet<_> = EVENTS.iter().map(|event| event.name).collect();
        assert_eq!((EVENTS.len(), names.len()), (24, 24));
    }
}
