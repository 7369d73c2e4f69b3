//! Protocol Buffers, as far as the contract needs them.

use crate::{Error, Result};
use std::borrow::Cow;

pub(crate) const VARINT: u8 = 0;
pub(crate) const FIXED64: u8 = 1;
pub(crate) const BYTES: u8 = 2;
pub(crate) const FIXED32: u8 = 5;

/// A reader walks over the fields of one message.
pub(crate) struct Reader<'a> {
    message: &'static str,
    rest: &'a [u8],
    wire: u8,
    number: u64,
    data: &'a [u8],
    field: u32,
}

impl<'a> Reader<'a> {
    pub fn new(message: &'static str, rest: &'a [u8]) -> Self {
        Reader { message, rest, wire: 0, number: 0, data: &[], field: 0 }
    }

    pub fn fault<T>(&self, reason: &str) -> Result<T> {
        Err(Error(format!("contract: {}, field {}: {}", self.message, self.field, reason)))
    }

    /// Moves to the next field and returns its number; None at the end.
    pub fn next(&mut self) -> Result<Option<u32>> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.field = 0;
        let tag = self.uvarint()?;
        if tag >> 3 == 0 || tag >> 3 > (1 << 29) - 1 {
            return self.fault("field number out of range");
        }
        self.field = (tag >> 3) as u32;
        self.wire = (tag & 7) as u8;
        match self.wire {
            VARINT => self.number = self.uvarint()?,
            FIXED64 => self.data = self.take(8)?,
            FIXED32 => self.data = self.take(4)?,
            BYTES => {
                let n = self.uvarint()?;
                self.data = self.take(n)?;
            }
            _ => return self.fault("unknown wire type"),
        }
        Ok(Some(self.field))
    }

    fn uvarint(&mut self) -> Result<u64> {
        let mut v = 0u64;
        for (i, &b) in self.rest.iter().enumerate() {
            if i == 9 && b > 1 || i > 9 {
                return self.fault("varint too long");
            }
            v |= u64::from(b & 0x7f) << (7 * i);
            if b < 0x80 {
                self.rest = &self.rest[i + 1..];
                return Ok(v);
            }
        }
        self.fault("truncated")
    }

    fn take(&mut self, n: u64) -> Result<&'a [u8]> {
        if n > self.rest.len() as u64 {
            return self.fault("truncated");
        }
        let (head, rest) = self.rest.split_at(n as usize);
        self.rest = rest;
        Ok(head)
    }

    fn is(&self, wire: u8) -> Result<()> {
        if self.wire == wire {
            Ok(())
        } else {
            self.fault("wrong wire type")
        }
    }

    pub fn bytes(&self) -> Result<&'a [u8]> {
        self.is(BYTES)?;
        Ok(self.data)
    }

    pub fn text(&self) -> Result<&'a str> {
        match std::str::from_utf8(self.bytes()?) {
            Ok(text) => Ok(text),
            Err(_) => self.fault("text is not UTF-8"),
        }
    }

    pub fn flag(&self) -> Result<bool> {
        self.is(VARINT)?;
        Ok(self.number != 0)
    }

    pub fn bounded(&self, most: u64) -> Result<u32> {
        self.is(VARINT)?;
        if self.number > most {
            return self.fault("number too large");
        }
        Ok(self.number as u32)
    }

    pub fn double(&self) -> Result<f64> {
        self.is(FIXED64)?;
        Ok(f64_at(self.data, 0))
    }

    /// Appends the field to packed numbers, which stay where they are as long as one field holds them.
    pub fn packed(&self, width: usize, list: &mut Cow<'a, [u8]>) -> Result<()> {
        if self.wire != if width == 8 { FIXED64 } else { FIXED32 } {
            self.is(BYTES)?;
        }
        if self.data.len() % width != 0 {
            return self.fault("packed numbers are cut off");
        }
        if list.is_empty() {
            *list = Cow::Borrowed(self.data);
        } else {
            list.to_mut().extend_from_slice(self.data);
        }
        Ok(())
    }

    /// The field as a message that has a name, so it is not shorter than one.
    pub fn element(&self) -> Result<&'a [u8]> {
        let data = self.bytes()?;
        if data.len() < 3 {
            return self.fault("has no name");
        }
        Ok(data)
    }

    pub fn named(&self, name: &str) -> Result<()> {
        if name.is_empty() {
            return self.fault("has no name");
        }
        Ok(())
    }
}

/// The i-th of packed doubles.
pub(crate) fn f64_at(b: &[u8], i: usize) -> f64 {
    let mut le = [0; 8];
    le.copy_from_slice(&b[8 * i..8 * i + 8]);
    f64::from_le_bytes(le)
}

/// The i-th of packed 32-bit numbers.
pub(crate) fn u32_at(b: &[u8], i: usize) -> u32 {
    let mut le = [0; 4];
    le.copy_from_slice(&b[4 * i..4 * i + 4]);
    u32::from_le_bytes(le)
}

/// A writer of one message. Zero values are left out.
#[derive(Default)]
pub(crate) struct Writer(pub Vec<u8>);

impl Writer {
    fn varint(&mut self, mut v: u64) {
        while v >= 0x80 {
            self.0.push(v as u8 | 0x80);
            v >>= 7;
        }
        self.0.push(v as u8);
    }

    pub fn uint(&mut self, field: u32, v: u64) {
        if v != 0 {
            self.varint(u64::from(field) << 3);
            self.varint(v);
        }
    }

    /// Leaves out positive zero only: negative zero is another value.
    pub fn double(&mut self, field: u32, v: f64) {
        if v.to_bits() != 0 {
            self.bound(field, Some(v));
        }
    }

    /// A number that may be absent; zero is written.
    pub fn bound(&mut self, field: u32, v: Option<f64>) {
        if let Some(v) = v {
            self.varint(u64::from(field) << 3 | u64::from(FIXED64));
            self.0.extend_from_slice(&v.to_le_bytes());
        }
    }

    /// One of a repeated field: written even if it is empty.
    pub fn element(&mut self, field: u32, b: &[u8]) {
        self.varint(u64::from(field) << 3 | u64::from(BYTES));
        self.varint(b.len() as u64);
        self.0.extend_from_slice(b);
    }

    pub fn text(&mut self, field: u32, s: &str) {
        if !s.is_empty() {
            self.element(field, s.as_bytes());
        }
    }

    pub fn texts<S: AsRef<str>>(&mut self, field: u32, list: &[S]) {
        for s in list {
            self.element(field, s.as_ref().as_bytes());
        }
    }

    pub fn doubles(&mut self, field: u32, list: &[f64]) {
        if list.is_empty() {
            return;
        }
        self.varint(u64::from(field) << 3 | u64::from(BYTES));
        self.varint(8 * list.len() as u64);
        self.0.reserve(8 * list.len());
        for v in list {
            self.0.extend_from_slice(&v.to_le_bytes());
        }
    }

    pub fn fixed32s(&mut self, field: u32, list: &[u32]) {
        let bytes: Vec<u8> = list.iter().flat_map(|v| v.to_le_bytes()).collect();
        if !bytes.is_empty() {
            self.element(field, &bytes);
        }
    }
}

/// A message that holds one field.
pub(crate) fn message(field: u32, data: &[u8]) -> Vec<u8> {
    let mut w = Writer(Vec::with_capacity(data.len() + 16));
    w.element(field, data);
    w.0
}
