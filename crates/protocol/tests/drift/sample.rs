//! Samples made from the schema, with every field filled and every variant and enum value at least once.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

pub struct Schema {
    json: Value,
    /// Samples have required fields only.
    bare: bool,
}

/// Some types are recursive; deeper samples would add nothing.
const DEEPEST: usize = 14;

impl Schema {
    pub fn parse(text: &str) -> Self {
        Self { json: serde_json::from_str(text).expect("the committed schema is JSON"), bare: false }
    }

    /// The same schema, with samples that omit every optional field.
    pub fn bare(self) -> Self {
        Self { bare: true, ..self }
    }

    pub fn defines(&self, name: &str) -> bool {
        self.json["definitions"].get(name).is_some()
    }

    pub fn reference(name: &str) -> Value {
        json!({ "$ref": name })
    }

    /// The name of the type that a node refers to, even if it may be null.
    pub fn name(node: &Value) -> Option<&str> {
        let inside = |key: &str| node.get(key)?.as_array()?.iter().find_map(Self::name);
        node.get("$ref").and_then(Value::as_str).or_else(|| inside("anyOf")).or_else(|| inside("allOf"))
    }

    pub fn experimental(&self) -> BTreeSet<String> {
        self.json["experimental"].as_array().into_iter().flatten().filter_map(text).collect()
    }

    pub fn methods(&self, union: &str) -> BTreeSet<String> {
        self.tags(union, "method")
    }

    /// The values of the field that distinguishes a union's variants.
    pub fn tags(&self, union: &str, key: &str) -> BTreeSet<String> {
        self.variants(union).iter().filter_map(|variant| text(&variant["properties"][key]["enum"][0])).collect()
    }

    pub fn params(&self, union: &str, method: &str) -> Value {
        let variants = self.variants(union);
        let variant = variants.iter().find(|variant| variant["properties"]["method"]["enum"][0] == method);
        variant.unwrap_or_else(|| panic!("{union} has no {method}"))["properties"]["params"].clone()
    }

    /// Every string value of an enum, however nested.
    pub fn words(&self, name: &str) -> BTreeSet<String> {
        let node = self.definition(name);
        let one_of = node["oneOf"].as_array().cloned().unwrap_or_default();
        [vec![node.clone()], one_of]
            .concat()
            .iter()
            .flat_map(|node| node["enum"].as_array().cloned())
            .flatten()
            .filter_map(|word| text(&word))
            .collect()
    }

    pub fn fields(&self, name: &str) -> BTreeSet<String> {
        self.definition(name)["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
    }

    pub fn samples(&self, node: &Value) -> Vec<Value> {
        let samples = self.fill(node, 0);
        // Null says nothing about fields, so it counts only if it is the only sample.
        let told: Vec<Value> = samples.iter().filter(|sample| !sample.is_null()).cloned().collect();
        if told.is_empty() { samples } else { told }
    }

    fn definition(&self, name: &str) -> &Value {
        self.json["definitions"].get(name).unwrap_or_else(|| panic!("the schema has no {name}"))
    }

    fn variants(&self, union: &str) -> Vec<Value> {
        self.definition(union)["oneOf"].as_array().cloned().unwrap_or_default()
    }

    fn fill(&self, node: &Value, depth: usize) -> Vec<Value> {
        if depth > DEEPEST {
            return vec![Value::Null];
        }
        if let Some(name) = node.get("$ref").and_then(Value::as_str) {
            return self.fill(self.definition(name), depth + 1);
        }
        if let Some(words) = node.get("enum").and_then(Value::as_array) {
            return words.clone();
        }
        if let Some(word) = node.get("const") {
            return vec![word.clone()];
        }
        for key in ["oneOf", "anyOf", "allOf"] {
            if let Some(nodes) = node.get(key).and_then(Value::as_array) {
                let inner: Vec<Value> = nodes.iter().flat_map(|node| self.fill(node, depth + 1)).collect();
                return self.with_shared_fields(node, inner, depth);
            }
        }
        match node.get("type") {
            Some(Value::Array(types)) => {
                types.iter().flat_map(|kind| self.fill_type(kind.as_str().unwrap_or_default(), node, depth)).collect()
            }
            Some(Value::String(kind)) => self.fill_type(kind, node, depth),
            _ => vec![json!({"any": "thing"})],
        }
    }

    /// Adds the fields that all variants of a union share.
    fn with_shared_fields(&self, node: &Value, variants: Vec<Value>, depth: usize) -> Vec<Value> {
        if node.get("properties").is_none() {
            return variants;
        }
        let shared = self.fill_object(node, depth);
        let base = shared.first().and_then(Value::as_object).cloned().unwrap_or_default();
        let merged = variants.into_iter().filter_map(|variant| match variant {
            Value::Object(variant) => Some(Value::Object(base.clone().into_iter().chain(variant).collect())),
            _ => None,
        });
        merged.collect()
    }

    fn fill_type(&self, kind: &str, node: &Value, depth: usize) -> Vec<Value> {
        match kind {
            "object" => self.fill_object(node, depth),
            "array" => vec![Value::Array(node.get("items").map_or(Vec::new(), |items| self.fill(items, depth + 1)))],
            "string" => vec![json!("text")],
            "integer" => vec![json!(1)],
            "number" => vec![json!(1.5)],
            "boolean" => vec![json!(true)],
            _ => vec![Value::Null],
        }
    }

    /// One sample with the first choice of every field, then one per further choice of each field.
    fn fill_object(&self, node: &Value, depth: usize) -> Vec<Value> {
        let mut base = Map::new();
        let mut further = Vec::new();
        for (name, field) in node.get("properties").and_then(Value::as_object).into_iter().flatten() {
            if self.bare && !requires(node, name) {
                continue;
            }
            let mut choices = self.fill(field, depth + 1).into_iter();
            base.insert(name.clone(), choices.next().unwrap_or_default());
            further.extend(choices.filter(|choice| !choice.is_null()).map(|choice| (name.clone(), choice)));
        }
        if let Some(values @ Value::Object(_)) = node.get("additionalProperties") {
            base.insert("key".into(), self.fill(values, depth + 1).into_iter().next().unwrap_or_default());
        }
        // The first sample already covers the lists; repeating them in each further one would take minutes.
        let thin: Map<String, Value> =
            base.iter().map(|(name, value)| (name.clone(), without_entries(value))).collect();
        let variants = further.into_iter().map(|(name, choice)| {
            let mut variant = thin.clone();
            variant.insert(name, choice);
            Value::Object(variant)
        });
        std::iter::once(Value::Object(base.clone())).chain(variants).collect()
    }
}

fn requires(node: &Value, field: &str) -> bool {
    node["required"].as_array().is_some_and(|required| required.iter().any(|name| name == field))
}

fn without_entries(value: &Value) -> Value {
    match value {
        Value::Array(_) => json!([]),
        Value::Object(map) => {
            Value::Object(map.iter().map(|(name, value)| (name.clone(), without_entries(value))).collect())
        }
        other => other.clone(),
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}
