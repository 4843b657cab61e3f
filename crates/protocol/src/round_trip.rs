//! Type-erased parsing and re-serialising, for the drift test.
//!
//! The drift test compares every type with the schema without naming each of them.

use serde::de::{DeserializeOwned, Deserializer, Visitor, value};
use serde::{Serialize, forward_to_deserialize_any};
use serde_json::Value;
use std::fmt;

#[derive(Clone, Copy)]
pub struct RoundTrip {
    fields: fn() -> &'static [&'static str],
    round_trip: fn(Value) -> serde_json::Result<Value>,
}

impl RoundTrip {
    pub const fn of<T: Serialize + DeserializeOwned>() -> Self {
        Self {
            fields: fields::<T>,
            round_trip: |json| serde_json::from_value::<T>(json).and_then(serde_json::to_value),
        }
    }

    /// The field names as the wire spells them; empty if the type is not a plain struct.
    pub fn fields(&self) -> &'static [&'static str] {
        (self.fields)()
    }

    pub fn round_trip(&self, json: Value) -> serde_json::Result<Value> {
        (self.round_trip)(json)
    }
}

impl fmt::Debug for RoundTrip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.fields()).finish()
    }
}

fn fields<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut fields: &[&str] = &[];
    // This always fails; only the fields that the type asks for matter.
    T::deserialize(FieldProbe(&mut fields)).ok();
    fields
}

/// A deserializer that records the fields a struct asks for and then fails.
struct FieldProbe<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for FieldProbe<'_> {
    type Error = value::Error;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        *self.0 = fields;
        self.deserialize_any(visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _visitor: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("there is nothing to read"))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}
