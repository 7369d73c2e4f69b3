//! What a plugin says of itself.

use crate::request::ColumnType;
use crate::wire::Writer;
use crate::CONTRACT;

/// A plugin's description. Names are lower_snake_case, the version is semantic.
#[derive(Default)]
pub struct Manifest {
    pub name: &'static str,
    pub version: &'static str,
    pub summary: &'static str,
    pub inputs: Vec<Input>,
    pub params: Vec<Param>,
    pub outputs: Vec<Output>,
}

/// A column that the plugin reads; it sees no others.
pub struct Input {
    table: &'static str,
    column: &'static str,
    kind: ColumnType,
    optional: bool,
}

impl Input {
    /// A column without which the plugin cannot work.
    pub fn new(table: &'static str, column: &'static str, kind: ColumnType) -> Self {
        Input { table, column, kind, optional: false }
    }

    /// A column that the host may leave out.
    pub fn optional(table: &'static str, column: &'static str, kind: ColumnType) -> Self {
        Input { table, column, kind, optional: true }
    }
}

/// A default value, and with it the type of a parameter.
pub enum Value {
    Number(f64),
    Text(&'static str),
    Flag(bool),
    Numbers(Vec<f64>),
    Texts(Vec<&'static str>),
}

/// One setting of a plugin's config.
pub struct Param {
    name: &'static str,
    default: Value,
    min: Option<f64>,
    max: Option<f64>,
    one_of: Vec<&'static str>,
    doc: &'static str,
}

impl Param {
    pub fn new(name: &'static str, default: Value, doc: &'static str) -> Self {
        Param { name, default, min: None, max: None, one_of: vec![], doc }
    }

    /// Inclusive bounds of a number, or of each of numbers.
    pub fn within(mut self, min: f64, max: f64) -> Self {
        self.min = Some(min);
        self.max = Some(max);
        self
    }

    /// The texts that are allowed.
    pub fn one_of(mut self, texts: &[&'static str]) -> Self {
        self.one_of = texts.to_vec();
        self
    }

    fn kind(&self) -> u64 {
        match self.default {
            Value::Number(_) => 1,
            Value::Text(_) => 2,
            Value::Flag(_) => 3,
            Value::Numbers(_) => 4,
            Value::Texts(_) => 5,
        }
    }

    fn encode(&self) -> Vec<u8> {
        let mut v = Writer::default();
        v.uint(1, self.kind());
        match &self.default {
            Value::Number(n) => v.double(2, *n),
            Value::Text(s) => v.text(3, s),
            Value::Flag(b) => v.uint(4, u64::from(*b)),
            Value::Numbers(list) => v.doubles(5, list),
            Value::Texts(list) => v.texts(6, list),
        }
        let mut w = Writer::default();
        w.text(1, self.name);
        w.uint(2, self.kind());
        w.element(3, &v.0);
        w.bound(4, self.min);
        w.bound(5, self.max);
        w.texts(6, &self.one_of);
        w.text(7, self.doc);
        w.0
    }
}

/// A number that the plugin returns, with its inclusive range.
pub struct Output {
    name: &'static str,
    kind: u64,
    table: &'static str,
    min: f64,
    max: f64,
    doc: &'static str,
}

impl Output {
    /// The score itself; a score plugin declares exactly one.
    pub fn score(min: f64, max: f64, doc: &'static str) -> Self {
        Output { name: "score", kind: 1, table: "", min, max, doc }
    }

    /// One number per row of a table.
    pub fn part(table: &'static str, name: &'static str, min: f64, max: f64, doc: &'static str) -> Self {
        Output { name, kind: 2, table, min, max, doc }
    }

    /// One number per request; in calibrate a term of the plugin's own.
    pub fn signal(name: &'static str, min: f64, max: f64, doc: &'static str) -> Self {
        Output { name, kind: 3, table: "", min, max, doc }
    }

    /// A kind of finding; the range bounds its weight.
    pub fn finding(table: &'static str, name: &'static str, min: f64, max: f64, doc: &'static str) -> Self {
        Output { name, kind: 4, table, min, max, doc }
    }

    fn encode(&self) -> Vec<u8> {
        let mut w = Writer::default();
        w.text(1, self.name);
        w.uint(2, self.kind);
        w.text(3, self.table);
        w.double(4, self.min);
        w.double(5, self.max);
        w.text(6, self.doc);
        w.0
    }
}

impl Manifest {
    pub(crate) fn encode(&self, kind: u64) -> Vec<u8> {
        let mut w = Writer::default();
        w.text(1, self.name);
        w.text(2, self.version);
        w.uint(3, CONTRACT.into());
        w.uint(4, kind);
        w.text(5, self.summary);
        for i in &self.inputs {
            let mut m = Writer::default();
            m.text(1, i.table);
            m.text(2, i.column);
            m.uint(3, i.kind as u64);
            m.uint(4, i.optional.into());
            w.element(6, &m.0);
        }
        self.params.iter().for_each(|p| w.element(7, &p.encode()));
        self.outputs.iter().for_each(|o| w.element(8, &o.encode()));
        w.0
    }
}
