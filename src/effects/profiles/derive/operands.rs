//! Which operand has which part to play, as far as is certain.

use super::facts::Operand;
use crate::model::Tri;
use crate::model::profile::{Count, Layout};

/// The slots that an operand may be in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Role {
    /// Positions among the layout's slots.
    pub(super) slots: Vec<usize>,
}

/// Operands of which the number is not known count as so many at most.
const MANY: usize = 12;

/// For each operand, the slots that it may be in. None at all: there are more operands than the layout has room for.
pub(super) fn roles(layout: &Layout, operands: &[Operand<'_>]) -> Vec<Role> {
    let mut roles = Vec::with_capacity(operands.len());
    let all_certain = operands.iter().all(|operand| operand.certain);
    let has_like = layout.slots.iter().any(|slot| slot.like.is_some());
    if all_certain && !has_like {
        // The usual case, without looking at every pair.
        for at in 0..operands.len() {
            roles.push(Role { slots: slot(layout, at, operands.len()).into_iter().collect() });
        }
        return roles;
    }
    let filtered = leading(layout, operands);
    let total_most = operands.iter().map(|operand| if operand.repeat { MANY } else { 1 }).sum::<usize>();
    let (mut least, mut most) = (0usize, 0usize);
    let certain_total = operands.iter().filter(|operand| operand.certain).count();
    for (at, operand) in operands.iter().enumerate() {
        let own_most = if operand.repeat { MANY } else { 1 };
        let after_least = certain_total.saturating_sub(least + usize::from(operand.certain));
        // The other words that it may stand for come before or after.
        let after_most = total_most.saturating_sub(most + own_most) + own_most - 1;
        let mut slots = Vec::new();
        if let Some(only) = filtered.get(at).copied().flatten() {
            slots.push(only);
        } else {
            let skipped = filtered.iter().filter(|slot| slot.is_some()).count();
            let before = least.saturating_sub(skipped).min(MANY)
                ..=(most + own_most - 1).saturating_sub(skipped).min(2 * MANY);
            for front in before {
                for back in after_least.min(MANY)..=after_most.min(2 * MANY) {
                    if let Some(slot) = slot(layout, front, front + back + 1)
                        && !slots.contains(&slot)
                    {
                        slots.push(slot);
                    }
                }
            }
        }
        slots.sort_unstable();
        roles.push(Role { slots });
        least += usize::from(operand.certain);
        most += own_most;
    }
    roles
}

/// For operands at the beginning that a slot with a pattern takes: that slot.
fn leading(layout: &Layout, operands: &[Operand<'_>]) -> Vec<Option<usize>> {
    let mut taken = Vec::new();
    let Some((at, like)) =
        layout.slots.iter().enumerate().find_map(|(at, slot)| Some((at, slot.like.as_ref()?)))
    else {
        return taken;
    };
    for operand in operands {
        if operand.certain && operand.texts.like(std::slice::from_ref(like)) == Tri::Yes {
            taken.push(Some(at));
        } else {
            break;
        }
    }
    taken
}

/// The slot of the operand at `at` (from 0) of `total`. A slot with a pattern is not counted.
fn slot(layout: &Layout, at: usize, total: usize) -> Option<usize> {
    let slots: Vec<(usize, Count)> = layout
        .slots
        .iter()
        .enumerate()
        .filter(|(_, slot)| slot.like.is_none())
        .map(|(number, slot)| (number, slot.count))
        .collect();
    let many = slots.iter().position(|(_, count)| *count == Count::Many);
    let Some(many) = many else {
        // Optional operands are filled from the front, once those that must be there have theirs.
        let required = slots.iter().filter(|(_, count)| *count == Count::One).count();
        let mut spare = total.saturating_sub(required);
        let mut filled = slots.iter().filter(|(_, count)| match count {
            Count::One => true,
            Count::Optional | Count::Many => {
                let fills = spare > 0;
                spare = spare.saturating_sub(1);
                fills
            }
        });
        return filled.nth(at).map(|(number, _)| *number);
    };
    let front = slots.get(..many).unwrap_or_default();
    let behind = slots.get(many + 1..).unwrap_or_default();
    if let Some((number, _)) = front.get(at) {
        return Some(*number);
    }
    // The last operands are the last slots', if there are enough operands.
    let from_end = total - at - 1;
    let taken_behind = behind.len().min(total.saturating_sub(front.len()));
    if from_end < taken_behind {
        let number = behind.len() - 1 - from_end;
        return behind.get(number).map(|(number, _)| *number);
    }
    slots.get(many).map(|(number, _)| *number)
}
