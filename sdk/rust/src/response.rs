//! What goes out.

use crate::wire::Writer;

/// One named number per row of a table.
pub struct Part {
    pub name: &'static str,
    pub table: &'static str,
    pub values: Vec<f64>,
}

impl Part {
    fn encode(&self) -> Vec<u8> {
        let mut w = Writer::default();
        w.text(1, self.name);
        w.text(2, self.table);
        w.doubles(3, &self.values);
        w.0
    }
}

/// Answers a score request: one finite score per row of table "items".
#[derive(Default)]
pub struct Score {
    pub scores: Vec<f64>,
    pub parts: Vec<Part>,
}

impl Score {
    /// Scores without parts.
    pub fn of(scores: Vec<f64>) -> Self {
        Score { scores, parts: vec![] }
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut w = Writer::default();
        w.doubles(1, &self.scores);
        self.parts.iter().for_each(|p| w.element(2, &p.encode()));
        w.0
    }
}

/// One named number about the whole request.
pub struct Signal {
    pub name: &'static str,
    pub value: f64,
}

/// Points at rows of a table and says what was found there.
pub struct Finding {
    pub kind: &'static str,
    pub table: &'static str,
    pub rows: Vec<u32>,
    pub weight: f64,
    pub text: String,
}

/// Answers an assess request.
#[derive(Default)]
pub struct Assessment {
    pub signals: Vec<Signal>,
    pub parts: Vec<Part>,
    pub findings: Vec<Finding>,
    /// Proposed searches; the host decides.
    pub queries: Vec<String>,
}

impl Assessment {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut w = Writer::default();
        for s in &self.signals {
            let mut m = Writer::default();
            m.text(1, s.name);
            m.double(2, s.value);
            w.element(1, &m.0);
        }
        self.parts.iter().for_each(|p| w.element(2, &p.encode()));
        for f in &self.findings {
            let mut m = Writer::default();
            m.text(1, f.kind);
            m.text(2, f.table);
            m.fixed32s(3, &f.rows);
            m.double(4, f.weight);
            m.text(5, &f.text);
            w.element(3, &m.0);
        }
        w.texts(4, &self.queries);
        w.0
    }
}

/// One summand of a confidence. `delta` is a whole multiple of 1e-9.
pub struct Term {
    pub name: String,
    pub value: f64,
    pub weight: f64,
    pub delta: f64,
}

/// Answers a calibrate request. The confidence is base plus the deltas of all terms, exactly,
/// in units of 1e-9; this type keeps the sum.
pub struct Calibration {
    base: i64,
    sum: i64,
    terms: Vec<Term>,
    /// Lines for people.
    pub reasons: Vec<String>,
}

impl Calibration {
    /// A confidence that begins with base.
    pub fn new(base: f64) -> Self {
        Calibration { base: nanos(base), sum: nanos(base), terms: vec![], reasons: vec![] }
    }

    /// Adds a term whose delta is value * weight.
    pub fn term(&mut self, name: &str, value: f64, weight: f64) {
        self.term_with_delta(name, value, weight, value * weight);
    }

    /// Adds a term with a delta of its own.
    pub fn term_with_delta(&mut self, name: &str, value: f64, weight: f64, delta: f64) {
        self.sum = self.sum.saturating_add(nanos(delta));
        self.terms.push(Term { name: name.to_string(), value, weight, delta: nanos(delta) as f64 / 1e9 });
    }

    /// Keeps the confidence within low and high: adds the term of that name, which the manifest declares, if
    /// the sum is outside.
    pub fn clamp(&mut self, name: &str, low: f64, high: f64) {
        let to = self.sum.max(nanos(low)).min(nanos(high));
        if to != self.sum {
            let delta = to.saturating_sub(self.sum) as f64 / 1e9;
            self.term_with_delta(name, delta, 1.0, delta);
        }
    }

    /// The confidence so far.
    pub fn confidence(&self) -> f64 {
        self.sum as f64 / 1e9
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut w = Writer::default();
        w.double(1, self.base as f64 / 1e9);
        for t in &self.terms {
            let mut m = Writer::default();
            m.text(1, &t.name);
            m.double(2, t.value);
            m.double(3, t.weight);
            m.double(4, t.delta);
            w.element(2, &m.0);
        }
        w.double(3, self.confidence());
        w.texts(4, &self.reasons);
        w.0
    }
}

/// The number in units of 1e-9, halves away from zero. What is not finite or beyond 1e6 has no such
/// unit, so it becomes 1e6, which the host refuses by name.
fn nanos(v: f64) -> i64 {
    if v > -1e6 && v < 1e6 {
        (v * 1e9).round() as i64
    } else {
        1_000_000_000_000_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_confidence_is_the_exact_sum_of_its_terms() {
        let mut c = Calibration::new(0.72);
        c.term("triangulated", 1.0, 0.08);
        c.term("falsification", 0.8, -0.12);
        assert_eq!(c.confidence(), 0.704);
        c.clamp("clamp", 0.0, 0.7);
        assert_eq!(c.confidence(), 0.7);
        assert_eq!(c.terms[2].delta, -0.004);
    }

    #[test]
    fn what_is_not_finite_is_left_to_the_host_to_refuse() {
        assert_eq!(nanos(f64::NAN), 1_000_000_000_000_000);
        assert_eq!(nanos(-0.0000000005), -1);
    }
}
