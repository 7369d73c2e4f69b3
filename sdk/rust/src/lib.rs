//! Write a sparkhost plugin in Rust. SDK for contract 1 and the spark ABI 1, without dependencies.
//!
//! A plugin is a `cdylib` that gives [`serve!`] its description and its one function:
//!
//! ```ignore
//! use spark::*;
//!
//! fn manifest() -> Manifest {
//!     Manifest {
//!         name: "brevity",
//!         version: "1.0.0",
//!         summary: "Prefers documents with few distinct words.",
//!         inputs: vec![Input::new("items", "token_set", ColumnType::Tokens)],
//!         params: vec![],
//!         outputs: vec![Output::score(0.0, 1.0, "1 / (1 + words/100)")],
//!     }
//! }
//!
//! fn score(r: &Request) -> Result<Score> {
//!     let items = r.table("items")?;
//!     let words = items.column("token_set")?;
//!     Ok(Score::of(items.each(|row| 1.0 / (1.0 + words.tokens(row).len() as f64 / 100.0))))
//! }
//!
//! spark::serve!(manifest, spark::Function::Score(score));
//! ```
//!
//! A function's result depends on the request alone, not on earlier calls, on the order of rows or
//! on how rows are split into batches. What goes wrong is returned as an [`Error`]; a panic
//! is written to stderr, which the host shows, and traps. Nothing in a request makes the
//! SDK panic: it is checked before the function sees it.

mod guest;
mod manifest;
mod request;
mod response;
mod wire;

#[doc(hidden)]
pub use guest::Guest;
pub use manifest::{Input, Manifest, Output, Param, Value};
pub use request::{Column, ColumnType, Request, Setting, Table, Tokens};
pub use response::{Assessment, Calibration, Finding, Part, Score, Signal, Term};

/// The contract that this SDK speaks.
pub const CONTRACT: u32 = 1;

/// The plugin's own error: a text that reaches the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(pub String);

impl From<&str> for Error {
    fn from(text: &str) -> Self {
        Error(text.to_string())
    }
}

impl From<String> for Error {
    fn from(text: String) -> Self {
        Error(text)
    }
}

/// What every fallible function returns.
pub type Result<T> = std::result::Result<T, Error>;

/// The function of a plugin; which one it is says which contract the plugin implements.
#[derive(Clone, Copy)]
pub enum Function {
    Score(fn(&Request) -> Result<Score>),
    Assess(fn(&Request) -> Result<Assessment>),
    Calibrate(fn(&Request) -> Result<Calibration>),
}

impl Function {
    pub(crate) fn kind(self) -> u64 {
        match self {
            Function::Score(_) => 1,
            Function::Assess(_) => 2,
            Function::Calibrate(_) => 3,
        }
    }
}

/// Decodes and checks a request, runs the function and returns the encoded response, just as the
/// module does. What goes wrong is told in the response.
pub fn call(function: Function, request: &[u8]) -> Vec<u8> {
    let answer = Request::decode(request).and_then(|r| match function {
        Function::Score(f) => f(&r).map(|s| s.encode()),
        Function::Assess(f) => f(&r).map(|a| a.encode()),
        Function::Calibrate(f) => f(&r).map(|c| c.encode()),
    });
    match answer {
        Ok(result) => wire::message(function.kind() as u32 + 1, &result),
        Err(Error(text)) => refusal(&text),
    }
}

/// The response that carries an error.
pub(crate) fn refusal(text: &str) -> Vec<u8> {
    let text = if text.is_empty() { "the plugin returned an error without text" } else { text };
    wire::message(1, text.as_bytes())
}
