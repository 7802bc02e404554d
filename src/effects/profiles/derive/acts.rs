//! From a profile's acts to deeds.

use super::facts::{Asked, Facts, Texts, Wild, may_be_flag};
use super::operands::roles;
use super::{Deed, Derived, Doing, Source, Target, Touched, text};
use crate::effects::profiles::languages;
use crate::invocation::{Invocation, PlaceId};
use crate::model::profile::{
    Act, Flag, Language, Layout, Level, Part, Site, Subject, Tree, Values, Verb, WalkChange,
};
use crate::model::{Certainty, Naming, TextSet, Tri, Walk, Word};

/// One time that a flag is there, certainly or perhaps, with what its values can be.
#[derive(Clone, Debug)]
pub(super) struct Occurrence<'a> {
    pub(super) place: PlaceId,
    pub(super) flag: &'a Flag,
    pub(super) number: u16,
    pub(super) certain: bool,
    pub(super) word: usize,
    pub(super) layer: Option<usize>,
    pub(super) values: Vec<(Texts<'a>, usize)>,
}

/// What an act is about, and how sure it is that it takes place.
#[derive(Clone, Copy)]
pub(super) struct About<'s, 'a> {
    pub(super) place: PlaceId,
    pub(super) certain: bool,
    /// The word that says so.
    pub(super) word: Option<usize>,
    /// The texts that `This` stands for: values, or the operand.
    pub(super) values: &'s [(Texts<'a>, usize)],
    /// It is an operand.
    pub(super) operand: bool,
    /// It is an operand of a slot that takes many.
    pub(super) many: bool,
    /// A flag's occurrence.
    pub(super) flag: Option<&'s Occurrence<'a>>,
}

/// A directory that the command changes to.
struct Change {
    to: Word,
    certain: bool,
    word: usize,
    operands: bool,
}

pub(super) struct Deriver<'i, 'a> {
    pub(super) invocation: &'i Invocation<'a>,
    pub(super) facts: Facts<'a>,
    occurrences: Vec<Occurrence<'a>>,
    changes: Vec<Change>,
    pub(super) assignments: Vec<Word>,
    pub(super) elsewhere: bool,
    /// It does something that no deed tells.
    other: bool,
    deeds: Vec<Deed>,
}

/// Deeds that are kept; a command with more does anything.
const MAX_DEEDS: usize = 20_000;

impl<'i, 'a> Deriver<'i, 'a> {
    pub(super) fn new(invocation: &'i Invocation<'a>) -> Deriver<'i, 'a> {
        let facts = Facts::new(invocation);
        let mut deriver = Deriver {
            invocation,
            facts,
            occurrences: Vec::new(),
            changes: Vec::new(),
            assignments: Vec::new(),
            elsewhere: false,
            other: false,
            deeds: Vec::new(),
        };
        deriver.occurrences = deriver.occurrences();
        deriver
    }

    pub(super) fn all(mut self) -> Derived {
        if self.invocation.level(PlaceId(0)).is_none() {
            return Derived { plain: false, neutral: false, deeds: Vec::new() };
        }
        if self.invocation.lost() {
            self.anything(Certainty::Possible);
            return Derived { plain: false, neutral: false, deeds: self.deeds };
        }
        let plain = self.plain();
        let neutral =
            self.facts.certain_places.iter().filter_map(|id| self.invocation.level(*id)).any(|l| l.neutral);
        self.prepare();
        self.flags();
        for id in (0u16..).map(PlaceId).take(self.invocation.places().len()) {
            match self.invocation.level(id) {
                Some(level) => {
                    self.operands(id, level);
                    self.does(id, level);
                }
                None => self.anything(Certainty::Possible),
            }
        }
        let (certain, possible): (Vec<Deed>, Vec<Deed>) =
            self.deeds.into_iter().partition(|deed| deed.certainty == Certainty::Certain);
        let mut deeds = certain;
        for deed in possible {
            let known = |old: &Deed| old.what == deed.what && old.directories == deed.directories;
            // Long lists are those of known words, which do not repeat what follows from others.
            if deeds.len() > 256 || !deeds.iter().any(known) {
                deeds.push(deed);
            }
        }
        Derived { plain: plain && !self.other, neutral, deeds }
    }

    /// Whether the profile tells all that the command can do.
    fn plain(&self) -> bool {
        let unlisted = self.facts.wild.iter().any(|wild| wild.others);
        let known = self.invocation.ends().iter().all(|end| {
            let place = self.invocation.place_of(*end);
            let complete = self.invocation.level(place).is_some_and(|level| level.complete);
            complete && self.invocation.chain(place).all(|id| self.is_understood(id))
        });
        known && !unlisted
    }

    /// Whether all flags of a place are listed, and no operand stands where a subcommand is expected.
    fn is_understood(&self, id: PlaceId) -> bool {
        let Some(level) = self.invocation.level(id) else { return false };
        let takes_none = level.layouts.iter().all(|layout| layout.slots.is_empty());
        let has_operand = || self.facts.operands.iter().any(|operand| operand.place == id);
        level.listed && (level.subs.is_empty() || !takes_none || !has_operand())
    }

    fn anything(&mut self, certainty: Certainty) {
        let (naming, directories) = (Naming::Named, Vec::new());
        self.deeds.push(Deed { what: Doing::Anything, certainty, naming, word: None, directories });
    }

    fn occurrences(&self) -> Vec<Occurrence<'a>> {
        let mut all = Vec::new();
        for (at, one) in self.facts.uses.iter().enumerate() {
            let Some(flag) = self.invocation.level(one.place).and_then(|level| level.flag(one.flag)) else {
                continue;
            };
            if one.negated {
                continue;
            }
            let mut values: Vec<(Texts<'a>, usize)> =
                one.attached.iter().map(|texts| (texts.clone(), one.word)).collect();
            let next =
                self.facts.uses.iter().skip(at + 1).find(|later| {
                    (later.place, later.flag) == (one.place, one.flag) && later.word > one.word
                });
            let end = next.map_or(usize::MAX, |next| next.word);
            let mine = self.facts.values.iter().filter(|value| {
                (value.place, value.flag) == (one.place, one.flag)
                    && (value.nth > 0 || one.attached.is_none())
                    && value.word > one.word
                    && value.word <= end
            });
            values.extend(mine.map(|value| (value.texts.clone(), value.word)));
            let (place, number, certain) = (one.place, one.flag, one.certain);
            let layer = Some(one.layer);
            all.push(Occurrence { place, flag, number, certain, word: one.word, layer, values });
        }
        for wild in &self.facts.wild {
            self.any_flags(wild, &mut all);
        }
        all
    }

    /// The flags that a word may be, of the place and of those above whose flags it takes.
    fn any_flags(&self, wild: &Wild<'a>, all: &mut Vec<Occurrence<'a>>) {
        for place in self.invocation.chain(wild.place) {
            let Some(level) = self.invocation.level(place) else { return };
            for (number, flag) in (0u16..).zip(level.flags()) {
                if flag.acts.is_empty() || !may_be_flag(wild, flag) {
                    continue;
                }
                let any = || Texts::one(TextSet::Unknown { prefix: "", suffix: "" });
                let mut values = match (wild.unlisted, wild.text.known()) {
                    (true, Some(word)) => {
                        let value = word.split_once('=').map(|(_, value)| value);
                        value
                            .map(|value| (Texts::one(TextSet::Known(value)), wild.word))
                            .into_iter()
                            .collect()
                    }
                    (true | false, _) if flag.values == Values::None => Vec::new(),
                    (true | false, _) => vec![(any(), wild.word)],
                };
                let (certain, layer, word) = (false, None, wild.word);
                if values.is_empty() && flag.values == Values::None {
                    all.push(Occurrence { place, flag, number, certain, word, layer, values });
                    continue;
                }
                let skipped = self.facts.skipped.iter().filter(|(_, at)| *at >= wild.word).take(1);
                for (_, at) in skipped {
                    let text = self.invocation.words().get(*at).map(whole);
                    let next = text.map(|texts| (texts, *at)).into_iter().collect();
                    all.push(Occurrence { place, flag, number, certain, word, layer, values: next });
                }
                if !values.is_empty() {
                    values.truncate(1);
                    all.push(Occurrence { place, flag, number, certain, word, layer, values });
                }
            }
            if !level.style.inherit {
                return;
            }
        }
    }

    /// What must be known before the rest: directories, assignments, whether inner commands run elsewhere.
    fn prepare(&mut self) {
        let occurrences = std::mem::take(&mut self.occurrences);
        for one in &occurrences {
            for act in &one.flag.acts {
                let values = one.values.as_slice();
                let about = About {
                    place: one.place,
                    certain: one.certain,
                    word: Some(one.word),
                    values,
                    operand: false,
                    many: false,
                    flag: Some(one),
                };
                self.prepare_act(act, about);
            }
        }
        self.occurrences = occurrences;
        for id in (0u16..).map(PlaceId).take(self.invocation.places().len()) {
            let Some(level) = self.invocation.level(id) else { continue };
            for act in level.does.iter().filter(|act| act.verb == Verb::Elsewhere) {
                self.elsewhere |= self.asked(id, None).holds(&act.condition) != Tri::No;
            }
        }
    }

    fn prepare_act(&mut self, act: &Act, about: About<'_, 'a>) {
        let holds = self.asked(about.place, None).holds(&act.condition);
        if holds == Tri::No {
            return;
        }
        match act.verb {
            Verb::ChangeDirectory { operands } => {
                let Some((texts, at)) = about.values.last() else { return };
                let to = text::word(texts, self.invocation.words().get(*at));
                let certain = about.certain && holds == Tri::Yes;
                self.changes.push(Change { to, certain, word: *at, operands });
            }
            Verb::Assign => {
                let Some((texts, at)) = about.values.last() else { return };
                self.assignments.push(text::word(texts, self.invocation.words().get(*at)));
            }
            Verb::Elsewhere => self.elsewhere = true,
            _ => {}
        }
    }

    pub(super) fn asked<'f>(&'f self, place: PlaceId, subject: Option<&'f Texts<'f>>) -> Asked<'f, 'a> {
        Asked { invocation: self.invocation, facts: &self.facts, place, subject }
    }

    fn flags(&mut self) {
        // They stay where they are: how far a walk goes depends on them.
        let occurrences = self.occurrences.clone();
        for one in &occurrences {
            for act in &one.flag.acts {
                let about = About {
                    place: one.place,
                    certain: one.certain,
                    word: Some(one.word),
                    values: &one.values,
                    operand: false,
                    many: false,
                    flag: Some(one),
                };
                self.perform(act, about);
            }
        }
    }

    fn does(&mut self, place: PlaceId, level: &'a Level) {
        let certain = self.facts.certain_places.contains(&place);
        for act in &level.does {
            let (word, values, operand, many, flag) = (None, &[][..], false, false, None);
            self.perform(act, About { place, certain, word, values, operand, many, flag });
        }
    }

    fn operands(&mut self, place: PlaceId, level: &'a Level) {
        let at_place: Vec<_> =
            self.facts.operands.iter().filter(|operand| operand.place == place).cloned().collect();
        let mut sure = self.facts.certain_places.contains(&place);
        for layout in &level.layouts {
            let holds = self.asked(place, None).holds(&layout.when);
            if holds == Tri::No {
                continue;
            }
            self.layout(place, layout, sure && holds == Tri::Yes, &at_place);
            if holds == Tri::Yes {
                return;
            }
            sure = false;
        }
    }

    fn layout(
        &mut self,
        place: PlaceId,
        layout: &'a Layout,
        sure: bool,
        operands: &[super::facts::Operand<'a>],
    ) {
        let roles = roles(layout, operands);
        let mut begun = vec![false; layout.slots.len()];
        for (operand, role) in operands.iter().zip(&roles) {
            for number in &role.slots {
                let Some(slot) = layout.slots.get(*number) else { continue };
                let certain = sure && operand.certain && role.slots.len() == 1;
                let many = slot.count == crate::model::profile::Count::Many;
                let values = [(operand.texts.clone(), operand.word)];
                let word = Some(operand.word);
                let begun = begun.get_mut(*number);
                let again = begun.as_ref().is_some_and(|begun| **begun);
                for act in &slot.acts {
                    // The words of a command are taken together, from the first of them on.
                    let together = matches!(act.verb, Verb::Run(_)) || (act.verb == Verb::Shell && many);
                    if together && again {
                        continue;
                    }
                    let runs = matches!(act.verb, Verb::Shell | Verb::Code);
                    let certain = certain || (runs && sure && operand.likely && role.slots.len() == 1);
                    let about =
                        About { place, certain, word, values: &values, operand: true, many, flag: None };
                    if act.verb == Verb::Assign {
                        self.prepare_act(act, about);
                    } else {
                        self.perform(act, about);
                    }
                }
                if let Some(begun) = begun {
                    *begun |= certain;
                }
            }
        }
    }

    /// One act, if its condition may hold.
    fn perform(&mut self, act: &Act, about: About<'_, 'a>) {
        let (subject, word): (Option<Texts<'_>>, Option<usize>) = match &act.subject {
            Subject::Fixed(text) => (Some(Texts::one(TextSet::Known(text))), about.word),
            Subject::None => (None, about.word),
            Subject::Unknown => (Some(Texts::one(TextSet::Unknown { prefix: "", suffix: "" })), about.word),
            Subject::This(nth) => {
                let value = about
                    .values
                    .get(usize::from(*nth))
                    .or_else(|| if *nth == u8::MAX { about.values.last() } else { None });
                match value {
                    Some((texts, word)) => (Some(texts.clone()), Some(*word)),
                    None => (None, about.word),
                }
            }
        };
        let Some(subject) = subject else {
            let written = about.values.last().map(|(texts, _)| texts);
            let holds = self.asked(about.place, written).holds(&act.condition);
            self.perform_on(act, about, None, word, holds);
            return;
        };
        // A condition on the word is about what was written, be the act about something else.
        let written = match (&act.subject, about.values.last()) {
            (Subject::Fixed(_) | Subject::Unknown, Some((texts, _))) => texts.clone(),
            (Subject::Fixed(_) | Subject::Unknown | Subject::This(_) | Subject::None, _) => subject.clone(),
        };
        for (texts, there) in text::parts(&act.part, &subject) {
            let one_of_each = act.part.iter().any(|step| matches!(step, Part::Each(_)));
            let asked_about = if one_of_each { &texts } else { &written };
            let holds = self.asked(about.place, Some(asked_about)).holds(&act.condition).and(there);
            self.perform_on(act, about, Some(&texts), word, holds);
        }
    }

    fn perform_on(
        &mut self,
        act: &Act,
        about: About<'_, 'a>,
        texts: Option<&Texts<'_>>,
        word: Option<usize>,
        holds: Tri,
    ) {
        if holds == Tri::No || self.deeds.len() > MAX_DEEDS {
            return;
        }
        let file = matches!(act.verb, Verb::Read(_) | Verb::Write(_) | Verb::Script | Verb::Prints);
        if file && texts.is_some_and(|texts| texts.0.iter().all(is_no_file)) {
            return;
        }
        let certain = about.certain && holds == Tri::Yes;
        let subject =
            texts.map(|texts| text::word(texts, word.and_then(|at| self.invocation.words().get(at))));
        let subject = act.part.iter().fold(subject, |subject, step| match step {
            Part::With(more) => subject.map(|word| text::with(word, more)),
            Part::After(_) | Part::Before(_) | Part::Key(_) | Part::Each(_) => subject,
        });
        let mut out = Vec::new();
        match (&act.verb, subject) {
            (Verb::Read(tree), Some(path)) => out.push(Doing::Read(self.touched(tree, path, about))),
            (Verb::Write(tree), Some(path)) => out.push(Doing::Write(self.touched(tree, path, about))),
            (Verb::Delete(tree), Some(path)) => out.push(Doing::Delete(self.touched(tree, path, about))),
            (Verb::Connect(site), subject) => {
                out.push(Doing::Connect { target: target(*site, subject), send: false });
            }
            (Verb::Send(site), subject) => {
                out.push(Doing::Connect { target: target(*site, subject), send: true })
            }
            (Verb::Run(pick), _) => out.extend(self.inner(pick, about).map(Doing::Run)),
            (Verb::Shell, Some(code)) => out.push(self.shell(code, about)),
            (Verb::Script, Some(path)) => out.push(Doing::Script { path }),
            (Verb::Code, text) => out.push(Doing::Code { text }),
            (Verb::Language(language), Some(code)) => self.language(*language, code, about, certain, word),
            (Verb::RunStdin { shell }, _) => out.push(Doing::Stdin { shell: *shell }),
            (Verb::Prints, Some(path)) => {
                out.push(Doing::Prints { below: vec![path], walk: self.walk(about.place) });
            }
            (
                Verb::Read(_) | Verb::Write(_) | Verb::Delete(_) | Verb::Shell | Verb::Script | Verb::Prints,
                None,
            )
            | (Verb::Language(_), None)
            | (Verb::ChangeDirectory { .. } | Verb::Walk(_) | Verb::Assign | Verb::Elsewhere, _) => {}
            (Verb::Other, _) => self.other = true,
        }
        for what in out {
            self.push(what, certain, act.implied, word, about.operand || about.word.is_none());
        }
    }

    /// Adds a deed; once more if the command may change its directory before.
    fn push(&mut self, what: Doing, certain: bool, implied: bool, word: Option<usize>, operand: bool) {
        let certainty = if certain { Certainty::Certain } else { Certainty::Possible };
        let naming = if implied { Naming::Implied } else { Naming::Named };
        let own = |change: &&Change| Some(change.word) == word;
        let is_change = self.changes.iter().any(|change| own(&change));
        let counts = |change: &&Change| {
            let before = word.is_none_or(|word| change.word < word);
            // What `git -C` names is relative to the ones before it; all else is relative to the last.
            if change.operands { operand && before } else { !is_change || before }
        };
        let of = |certain: bool| {
            self.changes.iter().filter(counts).filter(move |change| change.certain || !certain)
        };
        if matches!(what, Doing::Connect { .. } | Doing::Stdin { .. } | Doing::Code { .. } | Doing::Anything)
        {
            self.deeds.push(Deed { what, certainty, naming, word, directories: Vec::new() });
            return;
        }
        let directories: Vec<Word> = of(true).map(|change| change.to.clone()).collect();
        let perhaps: Vec<Word> = of(false).map(|change| change.to.clone()).collect();
        if perhaps != directories {
            let (what, certainty) = (what.clone(), Certainty::Possible);
            self.deeds.push(Deed { what, certainty, naming, word, directories: perhaps });
        }
        self.deeds.push(Deed { what, certainty, naming, word, directories });
    }

    fn touched(&self, tree: &Tree, path: Word, about: About<'_, 'a>) -> Touched {
        let asked = self.asked(about.place, None);
        // In doubt more is touched: a tree rather than its top.
        let below = (asked.holds(&tree.below) != Tri::No).then(|| self.walk(about.place));
        let link = asked.holds(&tree.link) == Tri::Yes;
        let into = if tree.into { self.others(about) } else { Vec::new() };
        Touched { path, below, link, into, some: tree.some }
    }

    /// The other operands.
    fn others(&self, about: About<'_, 'a>) -> Vec<Word> {
        let operands = self.facts.operands.iter();
        let others =
            operands.filter(|operand| operand.place == about.place && Some(operand.word) != about.word);
        others.map(|operand| text::word(&operand.texts, self.invocation.words().get(operand.word))).collect()
    }

    fn shell(&self, code: Word, about: About<'_, 'a>) -> Doing {
        let elsewhere = self.elsewhere;
        let after = if about.operand { self.words_from(about) } else { Vec::new() };
        if about.many {
            return Doing::Shell { code: after, arguments: Vec::new(), elsewhere };
        }
        Doing::Shell { code: vec![code], arguments: after.into_iter().skip(1).collect(), elsewhere }
    }

    fn language(
        &mut self,
        language: Language,
        code: Word,
        about: About<'_, 'a>,
        certain: bool,
        word: Option<usize>,
    ) {
        let Some(known) = code.as_known() else {
            self.push(Doing::Code { text: Some(code) }, false, false, word, about.operand);
            return;
        };
        for found in languages::look_into(language, known) {
            let what = match found {
                languages::Found::Runs => Doing::Code { text: Some(code.clone()) },
                languages::Found::Reads(path) => Doing::Read(alone(path, &code)),
                languages::Found::Writes(path) => Doing::Write(alone(path, &code)),
            };
            self.push(what, certain, false, word, false);
        }
    }

    /// How far a place's program goes below directories.
    pub(super) fn walk(&self, place: PlaceId) -> Walk {
        let mut walk = Walk::all();
        let mut include_sure = true;
        let asked = self.asked(place, None);
        let chain: Vec<PlaceId> = self.invocation.chain(place).collect();
        for level in chain.iter().rev().filter_map(|id| self.invocation.level(*id)) {
            for act in &level.does {
                let Verb::Walk(change) = act.verb else { continue };
                let holds = asked.holds(&act.condition);
                let Subject::Fixed(text) = &act.subject else {
                    change_walk(&mut walk, change, holds, None, &mut include_sure);
                    continue;
                };
                for name in text.split_whitespace() {
                    change_walk(&mut walk, change, holds, Some(name), &mut include_sure);
                }
            }
        }
        for one in self.occurrences.iter().filter(|one| chain.contains(&one.place)) {
            for act in &one.flag.acts {
                if let Verb::Walk(change) = act.verb {
                    self.walk_by_flag(&mut walk, change, act, one, &mut include_sure);
                }
            }
        }
        if !include_sure {
            walk.include.clear();
        }
        walk
    }

    fn walk_by_flag(
        &self,
        walk: &mut Walk,
        change: WalkChange,
        act: &Act,
        one: &Occurrence<'a>,
        include_sure: &mut bool,
    ) {
        let certain = Tri::from(one.certain);
        let sure = if certain == Tri::Yes { Tri::Yes } else { Tri::Unknown };
        let Some((texts, _)) = one.values.last() else {
            let holds = self.asked(one.place, None).holds(&act.condition).and(sure);
            change_walk(walk, change, holds, None, include_sure);
            return;
        };
        let holds = self.asked(one.place, Some(texts)).holds(&act.condition).and(sure);
        for (part, there) in text::parts(&act.part, texts) {
            let holds = holds.and(there);
            let value = match part.0.as_slice() {
                [only] => only.known(),
                _ => None,
            };
            change_walk(walk, change, holds, value, include_sure);
        }
    }

    pub(super) fn source_below(&self, place: PlaceId) -> Source {
        let operands = self.facts.operands.iter().filter(|operand| operand.place == place);
        let mut directories: Vec<Word> = operands
            .map(|operand| text::word(&operand.texts, self.invocation.words().get(operand.word)))
            .collect();
        if directories.is_empty() {
            directories.push(Word::known("."));
        }
        Source::Below { directories, walk: self.walk(place) }
    }
}

/// Standard input and output (by custom a lone dash too), and devices that hold and keep nothing.
fn is_no_file(text: &TextSet<'_>) -> bool {
    let Some(path) = text.known() else { return false };
    let device = path.strip_prefix("/dev/").unwrap_or("");
    let descriptor = device.strip_prefix("fd/").unwrap_or("");
    path == "-"
        || matches!(
            device,
            "null" | "zero" | "full" | "random" | "urandom" | "tty" | "stdin" | "stdout" | "stderr"
        )
        || (!descriptor.is_empty() && descriptor.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Narrows a walk if that is certain, widens it if that is possible.
fn change_walk(
    walk: &mut Walk,
    change: WalkChange,
    holds: Tri,
    value: Option<&str>,
    include_sure: &mut bool,
) {
    let (sure, may) = (holds == Tri::Yes, holds != Tri::No);
    match change {
        WalkChange::NoHidden if sure => walk.hidden = false,
        WalkChange::Hidden if may => walk.hidden = true,
        WalkChange::Ignore if sure => walk.respects_ignore = true,
        WalkChange::NoIgnore if may => walk.respects_ignore = false,
        WalkChange::Depth if sure => {
            if let Some(levels) = value.and_then(|text| text.parse().ok()) {
                walk.max_depth = Some(levels);
            }
        }
        WalkChange::Include if may => match value {
            // A pattern over whole paths is no pattern of base names.
            Some(glob) if sure && !glob.contains('/') => walk.include.push(glob.to_owned()),
            Some(_) | None => *include_sure = false,
        },
        WalkChange::Exclude if sure => walk.exclude.extend(value.map(str::to_owned)),
        WalkChange::ExcludeDir if sure => walk.exclude_dir.extend(value.map(str::to_owned)),
        WalkChange::NoHidden
        | WalkChange::Hidden
        | WalkChange::Ignore
        | WalkChange::NoIgnore
        | WalkChange::Depth
        | WalkChange::Include
        | WalkChange::Exclude
        | WalkChange::ExcludeDir => {}
    }
}

fn target(site: Site, subject: Option<Word>) -> Target {
    match (site, subject) {
        (Site::Url, Some(word)) => Target::Url(word),
        (Site::Host, Some(word)) => Target::Host(word),
        (Site::Remote, Some(word)) => Target::Remote(word),
        (Site::Unknown, _) | (_, None) => Target::Unknown,
    }
}

fn alone(path: String, code: &Word) -> Touched {
    let path = Word { start: code.start, end: code.end, ..Word::known(path) };
    Touched { path, below: None, link: false, into: Vec::new(), some: false }
}

/// A word's texts.
pub(super) fn whole(word: &Word) -> Texts<'_> {
    use crate::model::WordText;
    Texts(match &word.text {
        WordText::Known(text) => vec![TextSet::Known(text)],
        WordText::OneOf(all) => all.iter().map(|text| TextSet::Known(text)).collect(),
        WordText::Glob(glob) => vec![TextSet::Glob(glob)],
        WordText::Unknown { prefix, suffix } => vec![TextSet::Unknown { prefix, suffix }],
    })
}
