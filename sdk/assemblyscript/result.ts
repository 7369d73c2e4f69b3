// What goes out.

import { Writer } from "./wire";

export class Part { constructor(readonly name: string, readonly table: string, readonly values: StaticArray<f64>) {} }
export class Signal { constructor(readonly name: string, readonly value: f64) {} }
export class Finding {
  constructor(readonly kind: string, readonly table: string, readonly rows: u32[], readonly weight: f64, readonly text: string) {}
}
export class Term { constructor(readonly name: string, readonly value: f64, readonly weight: f64, readonly delta: f64) {} }

// nanos is v in units of 1e-9, halves away from zero. What is not finite or beyond 1e6 has no such
// unit, so it becomes 1e6, which the host refuses by name.
function nanos(v: f64): i64 {
  if (!(v > -1e6 && v < 1e6)) return 1000000000000000;
  const scaled = v * 1e9;
  let whole = trunc<f64>(scaled);
  if (abs<f64>(scaled - whole) >= 0.5) whole += scaled < 0 ? -1 : 1;
  return <i64>whole;
}

// A Result is a plugin's answer: the functions of its contract fill it in. A function that cannot
// answer calls fail and returns.
export class Result {
  private scores: StaticArray<f64> = new StaticArray<f64>(0);
  private parts: Part[] = [];
  private signals: Signal[] = [];
  private findings: Finding[] = [];
  private lines: string[] = [];
  private terms: Term[] = [];
  private start: i64 = 0;
  private sum: i64 = 0;
  error: string = "";

  fail(text: string): void { this.error = text.length > 0 ? text : "the plugin returned an error without text"; }

  // score: scores returns the scores to fill in, one per row of table items.
  newScores(rows: u32): StaticArray<f64> { return this.scores = new StaticArray<f64>(rows); }

  // score, assess: a number per row of a table, to fill in.
  newPart(name: string, table: string, rows: u32): StaticArray<f64> {
    const values = new StaticArray<f64>(rows);
    this.parts.push(new Part(name, table, values));
    return values;
  }

  // assess
  signal(name: string, value: f64): void { this.signals.push(new Signal(name, value)); }
  finding(kind: string, table: string, rows: u32[], weight: f64, text: string): void {
    this.findings.push(new Finding(kind, table, rows, weight, text));
  }
  query(text: string): void { this.lines.push(text); }

  // calibrate: the confidence is base plus the deltas of all terms, exactly, in units of 1e-9.
  base(v: f64): void {
    this.sum += nanos(v) - this.start;
    this.start = nanos(v);
  }
  term(name: string, value: f64, weight: f64): void { this.termWithDelta(name, value, weight, value * weight); }
  termWithDelta(name: string, value: f64, weight: f64, delta: f64): void {
    this.sum += nanos(delta);
    this.terms.push(new Term(name, value, weight, <f64>nanos(delta) / 1e9));
  }
  // confidence is the sum so far.
  get confidence(): f64 { return <f64>this.sum / 1e9; }
  // clamp adds the term of that name, which the manifest declares, if the sum is outside.
  clamp(name: string, low: f64, high: f64): void {
    const to = min<i64>(max<i64>(this.sum, nanos(low)), nanos(high));
    if (to == this.sum) return;
    const delta = <f64>(to - this.sum) / 1e9;
    this.termWithDelta(name, delta, 1, delta);
  }
  reason(text: string): void { this.lines.push(text); }

  // encode returns the encoded Response of a plugin of that kind.
  encode(kind: u32): Writer {
    const w = new Writer();
    if (this.error.length > 0) w.text(1, this.error);
    else if (kind == 1) w.message(2, this.encodeScore());
    else if (kind == 2) w.message(3, this.encodeAssess());
    else w.message(4, this.encodeCalibrate());
    return w;
  }

  private encodeParts(w: Writer): void {
    for (let i = 0; i < this.parts.length; i++) {
      const p = this.parts[i], m = new Writer();
      m.text(1, p.name);
      m.text(2, p.table);
      m.doubles(3, p.values);
      w.message(2, m);
    }
  }

  private encodeScore(): Writer {
    const w = new Writer();
    w.doubles(1, this.scores);
    this.encodeParts(w);
    return w;
  }

  private encodeAssess(): Writer {
    const w = new Writer();
    for (let i = 0; i < this.signals.length; i++) {
      const m = new Writer();
      m.text(1, this.signals[i].name);
      m.double(2, this.signals[i].value);
      w.message(1, m);
    }
    this.encodeParts(w);
    for (let i = 0; i < this.findings.length; i++) {
      const f = this.findings[i], m = new Writer();
      m.text(1, f.kind);
      m.text(2, f.table);
      m.fixed32s(3, f.rows);
      m.double(4, f.weight);
      m.text(5, f.text);
      w.message(3, m);
    }
    w.texts(4, this.lines);
    return w;
  }

  private encodeCalibrate(): Writer {
    const w = new Writer();
    w.double(1, <f64>this.start / 1e9);
    for (let i = 0; i < this.terms.length; i++) {
      const t = this.terms[i], m = new Writer();
      m.text(1, t.name);
      m.double(2, t.value);
      m.double(3, t.weight);
      m.double(4, t.delta);
      w.message(2, m);
    }
    w.double(3, <f64>this.sum / 1e9);
    w.texts(4, this.lines);
    return w;
  }
}
