//! A form of an MCP server: its fields, from a JSON schema, and a check of the values that a person filled in.

use contract::ask::{Choice, Field, FieldKind};
use serde_json::{Map, Value};

/// The fields in the order of the schema; required ones are marked.
pub fn fields(schema: &Value) -> Vec<Field> {
    let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().into_iter().flatten();
    let field = |(name, schema): (&String, &Value)| Field {
        name: name.clone(),
        title: render::exact(text(schema, "title").unwrap_or(name)),
        description: text(schema, "description").map(render::exact),
        required: required.contains(&name.as_str()),
        kind: kind(schema),
    };
    properties.map(field).collect()
}

/// The values as the server expects them, or what is wrong with them.
pub fn filled(fields: &[Field], mut values: Map<String, Value>) -> Result<Value, String> {
    if let Some(stranger) = values.keys().find(|name| !fields.iter().any(|field| field.name == **name)) {
        return Err(format!("The form has no field “{}”.", render::exact(stranger)));
    }
    let mut out = Map::new();
    for field in fields {
        let value = values.remove(&field.name).filter(|value| !is_blank(value, &field.kind));
        match value {
            Some(value) => {
                out.insert(field.name.clone(), check(field, value)?);
            }
            None if field.required => return Err(format!("“{}” must be filled in.", field.title)),
            None => {}
        }
    }
    Ok(Value::Object(out))
}

fn kind(schema: &Value) -> FieldKind {
    let number = |name| schema[name].as_f64();
    let length = |name: &str| schema[name].as_u64().and_then(|n| u32::try_from(n).ok());
    let initial = || text(schema, "default").map(str::to_owned);
    match schema["type"].as_str() {
        Some("string") => match choices(schema) {
            Some(choices) => FieldKind::One { choices, initial: initial() },
            None => FieldKind::Text {
                format: text(schema, "format").map(str::to_owned),
                min: length("minLength"),
                max: length("maxLength"),
                initial: initial(),
            },
        },
        Some(word @ ("number" | "integer")) => FieldKind::Number {
            whole: word == "integer",
            min: number("minimum"),
            max: number("maximum"),
            initial: number("default"),
        },
        Some("boolean") => FieldKind::Flag { initial: schema["default"].as_bool() },
        Some("array") => match choices(&schema["items"]) {
            Some(choices) => {
                let initial = schema["default"].as_array().into_iter().flatten();
                FieldKind::Many { choices, initial: initial.filter_map(Value::as_str).map(str::to_owned).collect() }
            }
            None => FieldKind::Json,
        },
        _ => FieldKind::Json,
    }
}

/// `enum` (with `enumNames`), or `oneOf`/`anyOf` of constants.
fn choices(schema: &Value) -> Option<Vec<Choice>> {
    let choice =
        |value: &str, label: &str| Choice { value: value.to_owned(), label: render::exact(label), description: None };
    if let Some(values) = schema["enum"].as_array() {
        let label = |at: usize, value: &Value| {
            let value = value.as_str()?;
            Some(choice(value, schema["enumNames"][at].as_str().unwrap_or(value)))
        };
        return values.iter().enumerate().map(|(at, value)| label(at, value)).collect();
    }
    let options = schema["oneOf"].as_array().or(schema["anyOf"].as_array())?;
    let titled = |option: &Value| {
        let value = option["const"].as_str()?;
        Some(choice(value, option["title"].as_str().unwrap_or(value)))
    };
    options.iter().map(titled).collect()
}

fn check(field: &Field, value: Value) -> Result<Value, String> {
    let title = &field.title;
    let wrong = |words: String| Err(format!("“{title}” {words}."));
    match &field.kind {
        FieldKind::Text { format, min, max, .. } => {
            let Some(text) = value.as_str() else { return wrong("must be text".into()) };
            let length = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
            match (min, max, format) {
                (Some(min), ..) if length < *min => wrong(format!("needs at least {min} characters")),
                (_, Some(max), _) if length > *max => wrong(format!("can have at most {max} characters")),
                (.., Some(format)) if !fits(text, format) => wrong(format!("must be a valid {format}")),
                _ => Ok(value),
            }
        }
        FieldKind::Number { whole, min, max, .. } => {
            let Some(number) = value.as_f64() else { return wrong("must be a number".into()) };
            match (min, max) {
                _ if *whole && number.fract() != 0.0 => wrong("must be a whole number".into()),
                (Some(min), _) if number < *min => wrong(format!("must be {min} or more")),
                (_, Some(max)) if number > *max => wrong(format!("must be {max} or less")),
                // The form may return `3.0` for a whole number, which the server does not accept as one.
                _ if *whole => Ok(Value::from(number as i64)),
                _ => Ok(value),
            }
        }
        FieldKind::Flag { .. } if !value.is_boolean() => wrong("must be yes or no".into()),
        FieldKind::One { choices, .. } if !is_choice(choices, &value) => wrong("must be one of the choices".into()),
        FieldKind::Many { choices, .. } => match value.as_array() {
            Some(values) if values.iter().all(|value| is_choice(choices, value)) => Ok(value),
            _ => wrong("must only use the choices listed".into()),
        },
        FieldKind::Flag { .. } | FieldKind::One { .. } => Ok(value),
        FieldKind::Json => match value {
            Value::String(text) => match serde_json::from_str(&text) {
                Ok(value) => Ok(value),
                Err(_) => wrong("must be valid JSON".into()),
            },
            value => Ok(value),
        },
    }
}

/// An empty field counts as not answered, except where empty text is allowed.
fn is_blank(value: &Value, kind: &FieldKind) -> bool {
    match (value, kind) {
        (Value::Null, _) => true,
        (Value::String(text), FieldKind::Text { min, .. }) => text.is_empty() && min.is_none_or(|min| min > 0),
        (Value::String(text), _) => text.is_empty(),
        _ => false,
    }
}

fn is_choice(choices: &[Choice], value: &Value) -> bool {
    value.as_str().is_some_and(|value| choices.iter().any(|choice| choice.value == value))
}

fn fits(text: &str, format: &str) -> bool {
    let digits = |part: &str, n: usize| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
    let is_date = |text: &str| {
        let parts: Vec<&str> = text.split('-').collect();
        matches!(parts[..], [year, month, day] if digits(year, 4) && digits(month, 2) && digits(day, 2)
            && (1..=12).contains(&month.parse().unwrap_or(0)) && (1..=31).contains(&day.parse().unwrap_or(0)))
    };
    match format {
        "email" => text.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty()
                && host.contains('.')
                && !host.starts_with('.')
                && !host.ends_with('.')
                && !text.contains(' ')
        }),
        "uri" => text.split_once(':').is_some_and(|(scheme, rest)| {
            !rest.is_empty()
                && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
                && !text.contains(' ')
        }),
        "date" => is_date(text),
        "date-time" => text.split_once(['T', 't', ' ']).is_some_and(|(date, time)| is_date(date) && time.len() >= 8),
        // The server checks a format that this build does not know.
        _ => true,
    }
}

fn text<'a>(schema: &'a Value, name: &str) -> Option<&'a str> {
    schema[name].as_str()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::json;

    fn form() -> Vec<Field> {
        fields(&json!({"type": "object", "required": ["name", "age"], "properties": {
            "name": {"type": "string", "title": "Name", "minLength": 2, "maxLength": 5},
            "age": {"type": "integer", "minimum": 0, "maximum": 150},
            "mail": {"type": "string", "format": "email"},
            "ok": {"type": "boolean", "default": true},
            "size": {"type": "string", "enum": ["s", "l"], "enumNames": ["Small", "Large"]},
            "tone": {"type": "string", "oneOf": [{"const": "a", "title": "A"}]},
            "tags": {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}, "default": ["x"]},
            "deep": {"type": "object", "properties": {}},
            "odd": {"type": ["string", "null"]},
        }}))
    }

    fn fill(values: Value) -> Result<Value, String> {
        filled(&form(), values.as_object().unwrap().clone())
    }

    #[test]
    fn each_schema_type_has_its_kind_of_field() {
        let kinds: Vec<(String, &str)> = form()
            .into_iter()
            .map(|field| {
                let kind = match field.kind {
                    FieldKind::Text { .. } => "text",
                    FieldKind::Number { .. } => "number",
                    FieldKind::Flag { .. } => "flag",
                    FieldKind::One { .. } => "one",
                    FieldKind::Many { .. } => "many",
                    FieldKind::Json => "json",
                };
                (field.name, kind)
            })
            .collect();
        for (name, kind) in [
            ("name", "text"),
            ("age", "number"),
            ("mail", "text"),
            ("ok", "flag"),
            ("size", "one"),
            ("tone", "one"),
            ("tags", "many"),
            ("deep", "json"),
            ("odd", "json"),
        ] {
            assert!(kinds.contains(&(name.to_owned(), kind)), "{name}: {kinds:?}");
        }
    }

    #[test]
    fn what_fits_goes_back_as_it_is() {
        let values =
            json!({"name": "Ada", "age": 36.0, "mail": "a@b.org", "size": "l", "tags": ["y"], "deep": "{\"a\":1}"});
        let sent = json!({"name": "Ada", "age": 36, "mail": "a@b.org", "size": "l", "tags": ["y"], "deep": {"a": 1}});
        assert_eq!(fill(values), Ok(sent));
    }

    #[test]
    fn what_does_not_fit_is_said_in_words() {
        for (values, words) in [
            (json!({"age": 1}), "“Name” must be filled in."),
            (json!({"name": "", "age": 1}), "“Name” must be filled in."),
            (json!({"name": "A", "age": 1}), "“Name” needs at least 2 characters."),
            (json!({"name": "Adelaide", "age": 1}), "“Name” can have at most 5 characters."),
            (json!({"name": "Ada", "age": 1.5}), "“age” must be a whole number."),
            (json!({"name": "Ada", "age": -1}), "“age” must be 0 or more."),
            (json!({"name": "Ada", "age": "old"}), "“age” must be a number."),
            (json!({"name": "Ada", "age": 1, "mail": "nobody"}), "“mail” must be a valid email."),
            (json!({"name": "Ada", "age": 1, "ok": "yes"}), "“ok” must be yes or no."),
            (json!({"name": "Ada", "age": 1, "size": "m"}), "“size” must be one of the choices."),
            (json!({"name": "Ada", "age": 1, "tags": ["z"]}), "“tags” must only use the choices listed."),
            (json!({"name": "Ada", "age": 1, "deep": "{"}), "“deep” must be valid JSON."),
            (json!({"name": "Ada", "age": 1, "x": 1}), "The form has no field “x”."),
        ] {
            assert_eq!(fill(values), Err(words.to_owned()));
        }
    }

    #[test]
    fn a_schema_that_is_none_has_no_fields() {
        for schema in [json!(null), json!([]), json!({"properties": 7}), json!({"properties": {"a": null}})] {
            let fields = fields(&schema);
            assert!(fields.len() <= 1 && fields.iter().all(|field| field.kind == FieldKind::Json), "{schema}");
        }
    }
}
