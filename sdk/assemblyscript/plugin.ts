// What a plugin says of itself.

import { Request, ColumnType } from "./request";
import { Result } from "./result";
import { CONTRACT, Writer } from "./wire";

export enum Kind { Score = 1, Assess = 2, Calibrate = 3 }

// An Input is a column that the plugin reads; it sees no others.
export class Input {
  constructor(readonly table: string, readonly column: string, readonly type: ColumnType, readonly optional: bool = false) {}
}

// A Param is one setting of the plugin's config; its maker says its type and default.
export class Param {
  private type: u32 = 0;
  private value: Writer = new Writer();
  min: f64 = NaN; // inclusive; NaN: none
  max: f64 = NaN;
  oneOf: string[] = [];

  constructor(readonly name: string, readonly doc: string) {}

  private is(type: u32): Writer {
    this.type = type;
    this.value.uint(1, type);
    return this.value;
  }

  static number(name: string, value: f64, doc: string): Param {
    const p = new Param(name, doc);
    p.is(1).double(2, value);
    return p;
  }
  static text(name: string, value: string, doc: string): Param {
    const p = new Param(name, doc);
    p.is(2).text(3, value);
    return p;
  }
  static flag(name: string, value: bool, doc: string): Param {
    const p = new Param(name, doc);
    p.is(3).uint(4, value ? 1 : 0);
    return p;
  }
  static numbers(name: string, value: f64[], doc: string): Param {
    const p = new Param(name, doc), list = StaticArray.fromArray<f64>(value);
    p.is(4).doubles(5, list);
    return p;
  }
  static texts(name: string, value: string[], doc: string): Param {
    const p = new Param(name, doc);
    p.is(5).texts(6, value);
    return p;
  }

  // within sets inclusive bounds of a number, or of each of numbers.
  within(min: f64, max: f64): Param {
    this.min = min;
    this.max = max;
    return this;
  }

  encode(): Writer {
    const w = new Writer();
    w.text(1, this.name);
    w.uint(2, this.type);
    w.message(3, this.value);
    w.bound(4, this.min);
    w.bound(5, this.max);
    w.texts(6, this.oneOf);
    w.text(7, this.doc);
    return w;
  }
}

// An Output is a number that the plugin returns, with its inclusive range.
export class Output {
  private constructor(readonly name: string, readonly kind: u32, readonly table: string, readonly min: f64, readonly max: f64, readonly doc: string) {}

  static score(min: f64, max: f64, doc: string): Output { return new Output("score", 1, "", min, max, doc); }
  static part(table: string, name: string, min: f64, max: f64, doc: string): Output { return new Output(name, 2, table, min, max, doc); }
  static signal(name: string, min: f64, max: f64, doc: string): Output { return new Output(name, 3, "", min, max, doc); }
  static finding(table: string, name: string, min: f64, max: f64, doc: string): Output { return new Output(name, 4, table, min, max, doc); }

  encode(): Writer {
    const w = new Writer();
    w.text(1, this.name);
    w.uint(2, this.kind);
    w.text(3, this.table);
    w.double(4, this.min);
    w.double(5, this.max);
    w.text(6, this.doc);
    return w;
  }
}

// A Plugin is a description and the function of its contract.
export class Plugin {
  inputs: Input[] = [];
  params: Param[] = [];
  outputs: Output[] = [];

  constructor(readonly name: string, readonly version: string, readonly kind: Kind, readonly summary: string, readonly run: (r: Request, out: Result) => void) {}

  encode(): Writer {
    const w = new Writer();
    w.text(1, this.name);
    w.text(2, this.version);
    w.uint(3, CONTRACT);
    w.uint(4, this.kind);
    w.text(5, this.summary);
    for (let i = 0; i < this.inputs.length; i++) {
      const input = this.inputs[i], m = new Writer();
      m.text(1, input.table);
      m.text(2, input.column);
      m.uint(3, input.type);
      m.uint(4, input.optional ? 1 : 0);
      w.message(6, m);
    }
    for (let i = 0; i < this.params.length; i++) w.message(7, this.params[i].encode());
    for (let i = 0; i < this.outputs.length; i++) w.message(8, this.outputs[i].encode());
    return w;
  }
}
