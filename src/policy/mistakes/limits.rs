//! Limits that were exceeded.

use crate::policy::limits;

mistake! {
    /// A condition or value that nests too deep.
    TooDeep { }
    code: "too-deep", Error;
    summary: "a condition, or names that stand for names, nest deeper than the limit";
    why: "work that a policy's author controls is bounded";
    instead: "a flat chain of `and` or `or`, or fewer names in a row";
    example: "";
    mended: "";
    message: |_| format!("this nests deeper than {} levels", limits::DEPTH);
    label: |_| "too deep".into();
    help: |_| Some("write a flat chain of `and` or `or`".into());
}

mistake! {
    /// A condition with too many predicates.
    ConditionTooLarge { }
    code: "condition-too-large", Error;
    summary: "a condition has more predicates than the limit, names replaced by what they stand for";
    why: "every predicate may be asked with every call";
    instead: "a list of values in one predicate, or several rules";
    example: "";
    mended: "";
    message: |_| format!("this condition has more than {} predicates", limits::CONDITION);
    label: |_| "too large".into();
    help: |_| Some("compare one subject with a list of values, or write several rules".into());
}

mistake! {
    /// A list with too many values.
    TooManyValues { }
    code: "too-many-values", Error;
    summary: "a list has more values than the limit, names replaced by what they hold";
    why: "work that a policy's author controls is bounded";
    instead: "a glob, a regex, or several rules";
    example: "";
    mended: "";
    message: |_| format!("this list has more than {} values", limits::LIST);
    label: |_| "too long".into();
    help: |_| Some("use a wildcard, or several rules".into());
}

mistake! {
    /// A set with too much in it.
    SetTooLarge { }
    code: "set-too-large", Error;
    summary: "all conditions of a set together are larger than the limit";
    why: "a set is read before every call: its size bounds the time that a call waits";
    instead: "fewer rules, or names that stand for less";
    example: "";
    mended: "";
    message: |_| "the policies are too large: this rule goes over the limit".into();
    label: |_| format!("more than {} predicates and values in all", limits::SET);
    help: |_| Some("leave out what no rule needs".into());
}

mistake! {
    /// Files that use each other in too long a row, or too many of them.
    TooManyUses { }
    code: "too-many-uses", Error;
    summary: "a layer uses more files, or files in a longer row, than the limit";
    why: "work that a policy's author controls is bounded";
    instead: "fewer and larger files";
    example: "";
    mended: "";
    message: |_| format!("a layer has at most {} files, and at most {} that use each other in a row", limits::FILES, limits::USES);
    label: |_| "one too many".into();
    help: |_| Some("put several files into one".into());
}

mistake! {
    /// A guard against a fault of this program: what could not be resolved and was not reported.
    Unresolved { }
    code: "unresolved", Error;
    summary: "an item could not be understood, and toolgate can't say why";
    why: "a rule that is not understood may be the one that denies, so the set must not pass without it";
    instead: "a report of the policy to the authors of toolgate: this is a fault of the program";
    example: "";
    mended: "";
    message: |_| "this could not be understood".into();
    label: |_| "toolgate can't say why".into();
    help: |_| Some("this is a fault of toolgate: please report it with this policy".into());
}
