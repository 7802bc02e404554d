//! Asking on a thread of its own, so that the gate can stop waiting.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;

use crate::gate::ask::{Ask, Question, Reply};

/// The reply, or that none came in time. What a late one says is dropped.
pub(crate) fn ask(asker: &Arc<dyn Ask>, question: &Question) -> Reply {
    let (send, receive) = mpsc::sync_channel(1);
    let (asker, asked) = (Arc::clone(asker), question.clone());
    let asking = move || {
        let reply = catch_unwind(AssertUnwindSafe(|| asker.ask(&asked)));
        // Whoever stopped waiting has refused already.
        let _ =
            send.send(reply.unwrap_or_else(|_| Reply::Failed("asking failed with an internal error".into())));
    };
    if let Err(error) = thread::Builder::new().name("toolgate-ask".into()).spawn(asking) {
        return Reply::Failed(format!("asking needs a thread, and there is none: {error}"));
    }
    match receive.recv_timeout(question.remaining()) {
        Ok(reply) => reply,
        Err(mpsc::RecvTimeoutError::Timeout) => Reply::TimedOut,
        Err(mpsc::RecvTimeoutError::Disconnected) => Reply::Failed("asking ended without an answer".into()),
    }
}
