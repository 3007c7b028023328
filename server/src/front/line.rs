//! Who waits for GPUs: first come, first served.

use std::collections::VecDeque;
use std::rc::Rc;

use super::state::Front;

/// Places in line.
#[derive(Debug, Default)]
pub(super) struct Line {
    entries: VecDeque<Entry>,
    last: u64,
}

#[derive(Debug)]
struct Entry {
    id: u64,
    /// What holds it back is its own token's limit: nobody waits behind it.
    limited: bool,
}

impl Line {
    fn join(&mut self) -> u64 {
        self.last += 1;
        self.entries.push_back(Entry { id: self.last, limited: false });
        self.last
    }

    fn leave(&mut self, id: u64) {
        self.entries.retain(|e| e.id != id);
    }

    fn limit(&mut self, id: u64, limited: bool) {
        self.entries.iter_mut().filter(|e| e.id == id).for_each(|e| e.limited = limited);
    }

    /// How many have a better right than this one.
    fn ahead(&self, id: u64) -> usize {
        self.entries.iter().take_while(|e| e.id != id).filter(|e| !e.limited).count()
    }

    /// How many wait for what the pool does not have now.
    pub(super) fn waiting(&self) -> usize {
        self.entries.iter().filter(|e| !e.limited).count()
    }

    /// How many wait.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }
}

/// A place in the line of a front; it is left when this is dropped.
pub(super) struct Place {
    front: Rc<Front>,
    id: u64,
    /// What its client was told.
    told: Option<u32>,
}

impl Place {
    /// The last place.
    pub(super) fn new(front: &Rc<Front>) -> Place {
        let id = front.line.borrow_mut().join();
        Place { front: front.clone(), id, told: None }
    }

    /// Whether nobody else is to be served before.
    pub(super) fn is_first(&self) -> bool {
        self.front.line.borrow().ahead(self.id) == 0
    }

    /// Says what holds it back: a limit of its own, or the pool.
    pub(super) fn limit(&self, limited: bool) {
        self.front.line.borrow_mut().limit(self.id, limited);
    }

    /// Its number in line, from 1; whether its client knows that, which it does from now on.
    pub(super) fn tell(&mut self) -> (u32, bool) {
        let ahead = self.front.line.borrow().ahead(self.id);
        let number = u32::try_from(ahead).unwrap_or(u32::MAX).saturating_add(1);
        let known = self.told.replace(number) == Some(number);
        (number, known)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.front.line.borrow_mut().leave(self.id);
        self.front.changed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_held_back_by_a_limit_of_its_own_holds_nobody_back() {
        let mut line = Line::default();
        let [a, b, c] = [(); 3].map(|()| line.join());
        assert_eq!([a, b, c].map(|id| line.ahead(id)), [0, 1, 2]);
        line.limit(a, true);
        assert_eq!(([a, b, c].map(|id| line.ahead(id)), line.waiting(), line.len()), ([0, 0, 1], 2, 3));
        line.limit(a, false);
        line.leave(b);
        assert_eq!((line.ahead(c), line.waiting()), (1, 2));
        line.leave(a);
        line.leave(c);
        assert_eq!(line.len(), 0);
    }
}
