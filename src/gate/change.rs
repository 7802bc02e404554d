//! `set`: the call with other arguments (language, section 10).

use serde_json::{Map, Value};

use crate::engine::{Change, NewValue};
use crate::matchers::follow;
use crate::model::Call;
use crate::policy::typed::{ArgPath, Base, PathText, Step};

/// The call with all changes made, or why they can't be.
pub(crate) fn apply(call: &Call, changes: &[Change]) -> Result<Call, String> {
    for (at, one) in changes.iter().enumerate() {
        for other in changes.iter().skip(at + 1) {
            if overlap(&one.target, &other.target) && (one.target != other.target || one.value != other.value)
            {
                return Err(format!(
                    "the rules {} and {} set `tool_arg.{}` differently",
                    one.rule, other.rule, one.target.name
                ));
            }
        }
    }
    let mut changed = call.clone();
    for change in changes {
        set(call, &mut changed.args, change).map_err(|why| {
            format!("rule {} can't set `tool_arg.{}`: {why}", change.rule, change.target.name)
        })?;
    }
    Ok(changed)
}

/// Whether one place is the other, or in it.
fn overlap(one: &ArgPath, other: &ArgPath) -> bool {
    let same = |(a, b): (&Step, &Step)| a == b || matches!(a, Step::Star) || matches!(b, Step::Star);
    one.name == other.name && one.steps.iter().zip(&other.steps).all(same)
}

fn set(call: &Call, args: &mut Map<String, Value>, change: &Change) -> Result<(), String> {
    let name = change.target.name.to_string();
    if change.target.steps.is_empty() && !args.contains_key(&name) {
        return match &change.value {
            NewValue::Json(value) => {
                args.insert(name, value.clone());
                Ok(())
            }
            NewValue::Inside(_) => Err("the call has no such path".into()),
        };
    }
    let mut places = vec![args.get_mut(&name).ok_or("the call has no such argument")?];
    for step in &change.target.steps {
        let mut next = Vec::new();
        for place in places {
            match (step, place) {
                (Step::Key(key), Value::Object(members)) => {
                    next.push(members.get_mut(&**key).ok_or("it has no such member")?);
                }
                (Step::Index(at), Value::Array(items)) => {
                    next.push(items.get_mut(*at as usize).ok_or("it has no such element")?);
                }
                (Step::Star, Value::Array(items)) => next.extend(items),
                (Step::Key(_) | Step::Index(_) | Step::Star, _) => return Err("it has another shape".into()),
            }
        }
        places = next;
    }
    for place in places {
        *place = match &change.value {
            NewValue::Json(value) => value.clone(),
            NewValue::Inside(dir) => inside(call, place, dir)?,
        };
    }
    Ok(())
}

/// The path, or each of a list, at its place in another directory.
fn inside(call: &Call, value: &Value, dir: &PathText) -> Result<Value, String> {
    match value {
        Value::String(path) => moved(call, path, dir).map(Value::String),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            items.iter().map(|item| inside(call, item, dir)).collect::<Result<_, _>>().map(Value::Array)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Err("it is no path".into())
        }
    }
}

fn moved(call: &Call, written: &str, dir: &PathText) -> Result<String, String> {
    let root = call.root.as_deref().or(call.cwd.as_deref()).ok_or("the project's directory is not known")?;
    let root = follow::written(root, "/");
    if written.starts_with('~') {
        return Err(format!("`{written}` has no place relative to the project"));
    }
    let from = call.cwd.as_deref().unwrap_or(&root);
    let path = follow::written(written, from);
    let place = path
        .strip_prefix(root.as_str())
        .filter(|rest| rest.is_empty() || rest.starts_with('/'))
        .ok_or_else(|| format!("`{path}` is not in the project"))?;
    let base = match dir.base {
        Base::Root => root.as_str(),
        Base::Home => call.home.as_deref().ok_or("the home directory is not known")?,
        Base::Absolute => "/",
    };
    // What is there already stays where it is.
    let target = follow::written(&dir.rest, base);
    let there =
        path.strip_prefix(target.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    Ok(if there { written.to_owned() } else { format!("{}{place}", target.trim_end_matches('/')) })
}
