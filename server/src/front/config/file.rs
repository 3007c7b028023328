//! The configuration file: TOML without tables, a field per option.

use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::ConfigError;
use super::options::{Opt, Place, Takes, find, nearest};
use super::{Given, Source};

/// Longer files are none of ours.
const BYTES_MAX: u64 = 1 << 20;

/// What a file gives.
pub(super) fn read(path: &Path) -> Result<Vec<Given>, ConfigError> {
    let failed = |why: String| ConfigError::File(path.into(), why);
    let size = std::fs::metadata(path).map_err(|e| failed(e.to_string()))?.len();
    if size > BYTES_MAX {
        return Err(failed(format!("it has {size} bytes")));
    }
    let text = std::fs::read_to_string(path).map_err(|e| failed(e.to_string()))?;
    parse(&text, &path.display().to_string())
}

/// What a text gives; `name` is the file's.
pub(super) fn parse(text: &str, name: &str) -> Result<Vec<Given>, ConfigError> {
    let at = |offset: usize| {
        let before = text.get(..offset).unwrap_or(text);
        format!("{name}:{}", before.matches('\n').count() + 1)
    };
    let table = DeTable::parse(text).map_err(|e| {
        let offset = e.span().map_or(0, |span| span.start);
        ConfigError::Syntax(at(offset), e.message().replace('\n', ", "))
    })?;
    let mut fields: Vec<_> = table.get_ref().iter().collect();
    fields.sort_unstable_by_key(|(key, _)| key.span().start);
    let given = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
        let key: &Spanned<std::borrow::Cow<'_, str>> = key;
        let (place, field) = (at(key.span().start), key.get_ref());
        let Some(option) = find(field).filter(|option| option.place == Place::Everywhere) else {
            return Err(ConfigError::Field(place, field.to_string(), nearest(field)));
        };
        let values = values(option, value.get_ref())
            .map_err(|kind| ConfigError::Kind(place.clone(), option.name, kind, option.example))?;
        Ok(values.into_iter().map(move |value| Given { option, value, source: Source::File(place.clone()) }))
    };
    let all: Result<Vec<_>, _> = fields.into_iter().map(given).collect();
    Ok(all?.into_iter().flatten().collect())
}

/// The texts of a value, as the command line would have them; or what it is that the option does not take.
fn values(option: &Opt, value: &DeValue<'_>) -> Result<Vec<String>, &'static str> {
    match (option.takes, value) {
        (Takes::Nothing, DeValue::Boolean(on)) => Ok(vec![u8::from(*on).to_string()]),
        (Takes::Nothing, other) => Err(kind(other)),
        (Takes::Many, DeValue::Array(all)) => all.iter().map(|one| text(one.get_ref())).collect(),
        (Takes::One, DeValue::Array(all)) if option.name == "devices" => {
            let texts: Result<Vec<_>, _> = all.iter().map(|one| text(one.get_ref())).collect();
            Ok(vec![texts?.join(",")])
        }
        (Takes::One | Takes::Many, one) => Ok(vec![text(one)?]),
    }
}

fn text(value: &DeValue<'_>) -> Result<String, &'static str> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Ok(number.as_str().into()),
        DeValue::Float(number) => Ok(number.as_str().into()),
        other => Err(kind(other)),
    }
}

fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(number) if number.radix() != 10 => "a number in other digits than decimal ones",
        DeValue::Integer(_) | DeValue::Float(_) => "a number",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}
