//! What comes in: views into the request's bytes, checked before a plugin sees them.

use crate::wire::{f64_at, u32_at, Reader};
use crate::{Error, Result, CONTRACT};
use std::borrow::Cow;

/// The physical type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    Numbers = 1,
    Tokens = 2,
    Text = 3,
}

/// One call of a stage.
#[derive(Debug, Default)]
pub struct Request<'a> {
    contract: u32,
    settings: Vec<Setting<'a>>,
    tables: Vec<Table<'a>>,
}

/// One setting of the plugin's config. The field that its type names holds the value.
#[derive(Debug, Default)]
pub struct Setting<'a> {
    pub name: &'a str,
    kind: u32,
    pub number: f64,
    pub text: &'a str,
    pub flag: bool,
    numbers: Cow<'a, [u8]>,
    pub texts: Vec<&'a str>,
}

/// A named group of columns of equal length.
#[derive(Debug, Default)]
pub struct Table<'a> {
    name: &'a str,
    rows: u32,
    columns: Vec<Column<'a>>,
}

/// One value per row of a table. Rows beyond the last are unknown.
#[derive(Debug, Default)]
pub struct Column<'a> {
    name: &'a str,
    kind: u32,
    rows: usize,
    present: &'a [u8],
    numbers: Cow<'a, [u8]>,
    offsets: Cow<'a, [u8]>,
    tokens: Cow<'a, [u8]>,
    text: &'a [u8],
}

/// The token ids of one row, an iterator that knows its length.
#[derive(Debug, Clone)]
pub struct Tokens<'a>(&'a [u8]);

impl Iterator for Tokens<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let token = u32_at(self.0, 0);
        self.0 = &self.0[4..];
        Some(token)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len() / 4, Some(self.0.len() / 4))
    }
}

impl ExactSizeIterator for Tokens<'_> {}

impl<'a> Request<'a> {
    /// Decodes and checks a request.
    pub fn decode(bytes: &'a [u8]) -> Result<Self> {
        let mut r = Request::default();
        let read = r.read(bytes);
        if r.contract != CONTRACT && (read.is_ok() || r.contract != 0) {
            return Err(Error(format!(
                "request: contract {}, this plugin speaks contract {}: rebuild it with the SDK of the host's release",
                r.contract, CONTRACT
            )));
        }
        read?;
        r.check()?;
        Ok(r)
    }

    /// The table of that name; an error that names it if the request has none.
    pub fn table(&self, name: &str) -> Result<&Table<'a>> {
        self.tables.iter().find(|t| t.name == name).ok_or_else(|| Error(format!("the request has no table {}", name)))
    }

    /// The tables in the order of the request.
    pub fn tables(&self) -> &[Table<'a>] {
        &self.tables
    }

    /// The settings, sorted by name. The host completes them with the plugin's defaults.
    pub fn settings(&self) -> &[Setting<'a>] {
        &self.settings
    }

    pub fn setting(&self, name: &str) -> Option<&Setting<'a>> {
        self.settings.iter().find(|s| s.name == name)
    }

    /// A setting that is a number; 0 when there is none.
    pub fn number(&self, name: &str) -> f64 {
        self.setting(name).map_or(0.0, |s| s.number)
    }

    /// A setting that is a flag; false when there is none.
    pub fn flag(&self, name: &str) -> bool {
        self.setting(name).map_or(false, |s| s.flag)
    }

    /// A setting that is a text; empty when there is none.
    pub fn text(&self, name: &str) -> &'a str {
        self.setting(name).map_or("", |s| s.text)
    }

    /// A setting that is a list of texts; empty when there is none.
    pub fn texts(&self, name: &str) -> &[&'a str] {
        self.setting(name).map_or(&[], |s| &s.texts)
    }

    /// A setting that is a list of numbers; empty when there is none.
    pub fn numbers(&self, name: &str) -> Vec<f64> {
        self.setting(name).map_or(vec![], |s| s.numbers())
    }

    fn read(&mut self, bytes: &'a [u8]) -> Result<()> {
        let mut f = Reader::new("request", bytes);
        while let Some(field) = f.next()? {
            match field {
                1 => self.contract = f.bounded(u32::MAX.into())?,
                2 => self.settings.push(Setting::read(f.element()?)?),
                3 => self.tables.push(Table::read(f.element()?)?),
                _ => {}
            }
        }
        Ok(())
    }

    fn check(&mut self) -> Result<()> {
        for (i, s) in self.settings.iter().enumerate() {
            s.check().map_err(|reason| Error(format!("request: {}: {}", s.name, reason)))?;
            if i > 0 && self.settings[i - 1].name >= s.name {
                return Err(Error(format!("request: {}: not in ascending order of names", s.name)));
            }
        }
        for i in 0..self.tables.len() {
            let (before, t) = self.tables.split_at_mut(i);
            if before.iter().any(|earlier| earlier.name == t[0].name) {
                return Err(Error(format!("request: {}: table given twice", t[0].name)));
            }
            t[0].check()?;
        }
        Ok(())
    }
}

impl<'a> Setting<'a> {
    /// A list of numbers.
    pub fn numbers(&self) -> Vec<f64> {
        (0..self.numbers.len() / 8).map(|i| f64_at(&self.numbers, i)).collect()
    }

    fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut s = Setting::default();
        let mut f = Reader::new("setting", bytes);
        while let Some(field) = f.next()? {
            match field {
                1 => s.name = f.text()?,
                2 => s = Setting { name: s.name, ..Setting::read_value(f.bytes()?)? },
                _ => {}
            }
        }
        f.named(s.name)?;
        Ok(s)
    }

    fn read_value(bytes: &'a [u8]) -> Result<Self> {
        let mut s = Setting::default();
        let mut f = Reader::new("value", bytes);
        while let Some(field) = f.next()? {
            match field {
                1 => s.kind = f.bounded(255)?,
                2 => s.number = f.double()?,
                3 => s.text = f.text()?,
                4 => s.flag = f.flag()?,
                5 => f.packed(8, &mut s.numbers)?,
                6 => s.texts.push(f.text()?),
                _ => {}
            }
        }
        Ok(s)
    }

    fn check(&self) -> std::result::Result<(), &'static str> {
        if self.kind < 1 || self.kind > 5 {
            return Err("unknown type");
        }
        let others = [self.number != 0.0, !self.text.is_empty(), self.flag, !self.numbers.is_empty(), !self.texts.is_empty()];
        if others.iter().enumerate().any(|(i, &holds)| holds && i + 1 != self.kind as usize) {
            return Err("holds a value of another type than its own");
        }
        if !self.number.is_finite() || self.numbers().iter().any(|n| !n.is_finite()) {
            return Err("not finite");
        }
        Ok(())
    }
}

impl<'a> Table<'a> {
    pub fn name(&self) -> &'a str {
        self.name
    }

    pub fn rows(&self) -> usize {
        self.rows as usize
    }

    /// The columns in the order of the request.
    pub fn columns(&self) -> &[Column<'a>] {
        &self.columns
    }

    /// The column of that name; an error that names it if the table has none.
    pub fn column(&self, name: &str) -> Result<&Column<'a>> {
        self.optional(name).ok_or_else(|| Error(format!("the request has no column {}.{}", self.name, name)))
    }

    /// The column of that name, if the request has it.
    pub fn optional(&self, name: &str) -> Option<&Column<'a>> {
        self.columns.iter().find(|c| c.name == name)
    }

    /// One number per row.
    pub fn each(&self, value: impl FnMut(usize) -> f64) -> Vec<f64> {
        (0..self.rows()).map(value).collect()
    }

    fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut t = Table::default();
        let mut f = Reader::new("table", bytes);
        while let Some(field) = f.next()? {
            match field {
                1 => t.name = f.text()?,
                2 => t.rows = f.bounded(u32::MAX.into())?,
                3 => t.columns.push(Column::read(f.element()?)?),
                _ => {}
            }
        }
        f.named(t.name)?;
        Ok(t)
    }

    fn check(&mut self) -> Result<()> {
        for i in 0..self.columns.len() {
            let (before, rest) = self.columns.split_at_mut(i);
            let c = &mut rest[0];
            c.rows = self.rows as usize;
            let twice = before.iter().any(|earlier| earlier.name == c.name);
            let fault = if twice { Err("column given twice") } else { c.check() };
            fault.map_err(|reason| Error(format!("request: {}.{}: {}", self.name, c.name, reason)))?;
        }
        Ok(())
    }
}

impl<'a> Column<'a> {
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// Whether the value of row is known.
    pub fn known(&self, row: usize) -> bool {
        row < self.rows && (self.present.is_empty() || self.present[row / 8] >> (row % 8) & 1 == 1)
    }

    /// The number of row; None if it is unknown or the column holds no numbers.
    pub fn number(&self, row: usize) -> Option<f64> {
        if self.kind != ColumnType::Numbers as u32 || !self.known(row) {
            return None;
        }
        Some(f64_at(&self.numbers, row))
    }

    /// The token ids of row; none if they are unknown.
    pub fn tokens(&self, row: usize) -> Tokens<'_> {
        let (from, to) = self.range(row, ColumnType::Tokens);
        Tokens(&self.tokens[4 * from..4 * to])
    }

    /// The text of row; None if it is unknown.
    pub fn text(&self, row: usize) -> Option<&'a str> {
        let (from, to) = self.range(row, ColumnType::Text);
        if self.kind != ColumnType::Text as u32 || !self.known(row) {
            return None;
        }
        std::str::from_utf8(&self.text[from..to]).ok()
    }

    fn range(&self, row: usize, kind: ColumnType) -> (usize, usize) {
        if self.kind != kind as u32 || row >= self.rows {
            return (0, 0);
        }
        (u32_at(&self.offsets, row) as usize, u32_at(&self.offsets, row + 1) as usize)
    }

    fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut c = Column::default();
        let mut f = Reader::new("column", bytes);
        while let Some(field) = f.next()? {
            match field {
                1 => c.name = f.text()?,
                2 => c.kind = f.bounded(255)?,
                3 => c.present = f.bytes()?,
                4 => f.packed(8, &mut c.numbers)?,
                5 => f.packed(4, &mut c.offsets)?,
                6 => f.packed(4, &mut c.tokens)?,
                7 => c.text = f.bytes()?,
                _ => {}
            }
        }
        f.named(c.name)?;
        Ok(c)
    }

    fn check(&self) -> std::result::Result<(), &'static str> {
        if !self.present.is_empty() {
            if self.present.len() != self.rows / 8 + usize::from(self.rows % 8 != 0) {
                return Err("presence mask of another length than its rows");
            }
            if self.rows % 8 != 0 && self.present[self.present.len() - 1] >> (self.rows % 8) != 0 {
                return Err("presence mask has bits beyond the last row");
            }
        }
        let (numbers, tokens, text) = (!self.numbers.is_empty(), !self.tokens.is_empty(), !self.text.is_empty());
        match self.kind {
            1 if !self.offsets.is_empty() || tokens || text => Err("a column of numbers holds something else"),
            1 => self.check_numbers(),
            2 if numbers || text => Err("a column of tokens holds something else"),
            2 => self.check_ragged(self.tokens.len() / 4),
            3 if numbers || tokens => Err("a column of text holds something else"),
            3 => self.check_text(),
            _ => Err("unknown column type"),
        }
    }

    fn check_numbers(&self) -> std::result::Result<(), &'static str> {
        if self.numbers.len() / 8 != self.rows {
            return Err("has not one number per row");
        }
        for row in 0..self.rows {
            let v = f64_at(&self.numbers, row);
            if !v.is_finite() {
                return Err("a row is not finite");
            }
            if v != 0.0 && !self.known(row) {
                return Err("a row is unknown and not zero");
            }
        }
        Ok(())
    }

    fn check_ragged(&self, length: usize) -> std::result::Result<(), &'static str> {
        if (self.offsets.len() / 4) as u64 != self.rows as u64 + 1 {
            return Err("has not one offset more than rows");
        }
        if u32_at(&self.offsets, 0) != 0 {
            return Err("first offset is not 0");
        }
        for row in 0..self.rows {
            let (from, to) = (u32_at(&self.offsets, row), u32_at(&self.offsets, row + 1));
            if to < from {
                return Err("offsets descend");
            }
            if to > from && !self.known(row) {
                return Err("a row is unknown and not empty");
            }
        }
        if u32_at(&self.offsets, self.rows) as usize != length {
            return Err("last offset is not the length");
        }
        Ok(())
    }

    fn check_text(&self) -> std::result::Result<(), &'static str> {
        self.check_ragged(self.text.len())?;
        for row in 0..self.rows {
            let (from, to) = self.range(row, ColumnType::Text);
            if std::str::from_utf8(&self.text[from..to]).is_err() {
                return Err("a row is not UTF-8");
            }
        }
        Ok(())
    }
}
