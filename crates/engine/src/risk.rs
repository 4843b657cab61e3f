//! Risks in words, for the person who decides. Rules are data; they inform, they never decide.
