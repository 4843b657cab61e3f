//! Divides what a window asks into domains. In JSON it stays one flat object whose `type` names the message, so a
//! `type` belongs to exactly one domain.

/// The messages of one domain.
macro_rules! domain {
    ($(#[$($about:tt)*])* pub enum $name:ident {
        $($(#[$($attribute:tt)*])* $variant:ident $({ $($fields:tt)* })?,)*
    }) => {
        $(#[$($about)*])*
        #[derive(Debug, serde::Deserialize, ts_rs::TS)]
        #[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
        #[ts(export_to = "model.ts")]
        pub enum $name {
            $($(#[$($attribute)*])* $variant $({ $($fields)* })?,)*
        }

        impl $name {
            pub(crate) const NAMES: &'static [&'static str] = &[$(stringify!($variant)),*];
        }
    };
}

/// All domains together. The `type` selects the domain before anything else is read, so that a failure is that
/// domain's own.
macro_rules! domains {
    ($(#[$($about:tt)*])* pub enum $name:ident { $($domain:ident($messages:ty),)* }) => {
        $(#[$($about)*])*
        #[derive(Debug, ts_rs::TS)]
        #[ts(export_to = "model.ts", untagged)]
        pub enum $name {
            $($domain($messages),)*
        }

        $(impl From<$messages> for $name {
            fn from(message: $messages) -> Self {
                Self::$domain(message)
            }
        })*

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                use serde::de::Error;
                let value = serde_json::Value::deserialize(from)?;
                let tag = value["type"].as_str().ok_or_else(|| D::Error::missing_field("type"))?;
                $(if <$messages>::NAMES.iter().any(|name| $crate::domain::tag(name) == tag) {
                    let message = <$messages>::deserialize(&value);
                    return message.map(Self::$domain).map_err(|why| D::Error::custom(format_args!("{tag}: {why}")));
                })*
                Err(D::Error::custom(format_args!("unknown type `{tag}`")))
            }
        }

        #[cfg(test)]
        impl $name {
            /// Every `type`, in the order of the domains.
            fn tags() -> Vec<String> {
                let names = [$(<$messages>::NAMES),*].concat();
                names.iter().map(|name| $crate::domain::tag(name)).collect()
            }
        }
    };
}

pub(crate) use {domain, domains};

/// A variant's `type`, as serde's `camelCase` makes it from the name.
pub(crate) fn tag(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}
